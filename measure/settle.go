package measure

import "runtime"

// settleRounds bounds the collections of Settle: a program that never becomes
// quiet is measured as it is.
const settleRounds = 16

// Settle collects garbage until HeapAlloc stays the same over two collections
// in a row, at least twice: objects with finalizers and the victims of
// sync.Pool are freed by the second collection only. It reports whether the
// heap became quiet.
func (m *Meter) Settle() bool {
	last := ^uint64(0)
	same := 0
	for range settleRounds {
		runtime.GC() // ends its own sweeping before it returns
		now := m.HeapAlloc()
		if now == last {
			if same++; same == 2 {
				return true
			}
		} else {
			same = 0
		}
		last = now
	}
	return false
}

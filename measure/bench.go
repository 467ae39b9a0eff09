package measure

import (
	"runtime"
	"testing"
)

// Bench builds b.N instances in the benchmark's time, keeps them, and reports
// what one retains beside what the testing package reports: "B/session" and
// "objects/session" for the unit "session". benchstat reads both. Run it with a
// fixed -benchtime=100000x where b.N is to be the same in all runs.
func Bench[T any](b *testing.B, unit string, build func(i int) T) {
	b.Helper()
	m := NewMeter()
	defer m.Close()
	h := newHolder[T](b.N)
	h.keep(0, build(0))
	h.clear()
	var before, after Reading
	m.Settle()
	m.Read(&before)
	b.ResetTimer()
	for i := range b.N {
		h.keep(i, build(i))
	}
	b.StopTimer()
	m.Settle()
	m.Read(&after)
	runtime.KeepAlive(h)
	Report(b, unit, Sample{
		Bytes:   difference(after.HeapAlloc, before.HeapAlloc) / float64(b.N),
		Objects: difference(after.Objects, before.Objects) / float64(b.N),
	})
}

// Report adds a sample to a benchmark's metrics: its bytes as "B/unit" and its
// objects as "objects/unit".
func Report(b *testing.B, unit string, s Sample) {
	b.ReportMetric(s.Bytes, "B/"+unit)
	b.ReportMetric(s.Objects, "objects/"+unit)
}

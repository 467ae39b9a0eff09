package sizer

import "math"

// ObjectsPerSpan returns how many slots of a size class (1 up) a span has,
// after what the runtime reserves at its end: the pointer bitmap of small
// pointerful objects and Green Tea's inline mark bits
// (src/runtime/mheap.go, initSpan). It is 0 for a class that does not exist.
func (r Runtime) ObjectsPerSpan(class int, pointerful bool) int64 {
	m := &r.Model
	if class < 1 || class > len(m.Classes) {
		return 0
	}
	c := m.Classes[class-1]
	span := c.Pages * m.PageSize
	free := span
	if c.Size <= m.HeaderOver {
		if m.MarkBits > 0 && c.Size >= m.MarkFrom {
			free -= m.MarkBits
		}
		if m.HeapBits && pointerful {
			free -= span / r.Arch.PtrSize / 8
		}
	}
	return free / c.Size
}

// SpanBytes returns the bytes of the spans that n objects like o fill: what
// they add to MemStats.HeapInuse when they alone use their spans. It exceeds
// the sum of the slots by the free slots of the last span, by the tails of
// spans, and by what the runtime keeps in them. A result that does not fit is
// math.MaxInt64.
func (r Runtime) SpanBytes(o Object, n int64) int64 {
	m := &r.Model
	switch {
	case n <= 0 || o.Slot == 0:
		return 0
	case o.Class == 0:
		return saturatingMul(n, o.Slot)
	}
	slots := n
	if o.Sharing > 1 {
		slots = 1 + (n-1)/o.Sharing
	}
	per := r.ObjectsPerSpan(o.Class, o.Pointerful)
	if per == 0 {
		return 0
	}
	return saturatingMul(1+(slots-1)/per, m.Classes[o.Class-1].Pages*m.PageSize)
}

func saturatingMul(a, b int64) int64 {
	if a > 0 && b > math.MaxInt64/a {
		return math.MaxInt64
	}
	return a * b
}

package measure

import (
	"fmt"
	"reflect"
	"runtime"
	"time"
)

// PerInstance builds n instances, keeps them, and returns the bytes that one
// of them retains. build is called with 0 to n-1, some rounds over, after one
// call with 0 that does not count.
//
// What build returns is kept in a slice whose bytes do not count. A struct, an
// array, a number or a bool is kept in a heap object of its own, which counts;
// of a pointer, string, slice, map, channel, function or interface what it
// refers to counts. What earlier calls share, such as a cache, counts by what it
// grows. The error says that n is not positive.
func PerInstance[T any](n int, build func(i int) T) (Sample, error) {
	if n <= 0 {
		return Sample{}, fmt.Errorf("measure instances: n is %d, want at least 1", n)
	}
	m := NewMeter()
	defer m.Close()
	h := newHolder[T](n)
	h.keep(0, build(0))
	h.clear()
	fill := func() {
		for i := range n {
			h.keep(i, build(i))
		}
	}
	plain := func() round {
		var before, built, after Reading
		m.Settle()
		m.Read(&before)
		fill()
		m.Read(&built)
		m.Settle()
		m.Read(&after)
		h.clear()
		return round{
			bytes:     difference(after.HeapAlloc, before.HeapAlloc),
			objects:   difference(after.Objects, before.Objects),
			allocated: difference(built.TotalAlloc, before.TotalAlloc),
		}
	}
	attributed := func() round {
		sites := profile(fill)
		h.clear()
		var r round
		for _, s := range sites {
			r.bytes += s.kept
			r.objects += s.keptObjects
			r.allocated += s.bytes
		}
		return r
	}
	s := sampleOf(n, plain, attributed)
	runtime.KeepAlive(h)
	return s, nil
}

func difference(after, before uint64) float64 { return float64(int64(after - before)) }

// pause lets what disturbs a measurement pass by, longer every time.
func pause(round int) { time.Sleep(time.Millisecond << min(round, 6)) }

// holder keeps instances in memory that is allocated beforehand.
type holder[T any] struct {
	values []T  // of types that refer to their instance
	boxes  []*T // of types that are the instance
}

func newHolder[T any](n int) *holder[T] {
	if refers[T]() {
		return &holder[T]{values: make([]T, n)}
	}
	return &holder[T]{boxes: make([]*T, n)}
}

func (h *holder[T]) keep(i int, v T) {
	if h.boxes == nil {
		h.values[i] = v
		return
	}
	p := new(T)
	*p = v
	h.boxes[i] = p
}

func (h *holder[T]) clear() {
	clear(h.values)
	clear(h.boxes)
}

// refers reports whether a value of T refers to its instance, instead of being
// it.
func refers[T any]() bool {
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.String, reflect.Slice,
		reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		return true
	}
	return false
}

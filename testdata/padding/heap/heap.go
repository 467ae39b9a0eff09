// Package heap measures what values take on the heap of this process, for the
// tests of the packages beside it.
package heap

import (
	"runtime"
	"runtime/debug"
	"slices"
)

// PerInstance returns the bytes of heap that each of n values made by build
// keeps alive, beside the value itself: the median of three readings of
// HeapAlloc, each between two collections on either side.
func PerInstance[T any](n int, build func(i int) T) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	held := make([]T, n)
	build(0)
	var got []float64
	for range 3 {
		before := live()
		for i := range held {
			held[i] = build(i)
		}
		got = append(got, float64(live()-before)/float64(n))
		clear(held)
	}
	runtime.KeepAlive(held)
	slices.Sort(got)
	return got[1]
}

func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

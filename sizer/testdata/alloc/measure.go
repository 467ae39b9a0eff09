package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"unsafe"
)

const ptrSize = int(unsafe.Sizeof(uintptr(0)))

// An object is held only while it is measured; with the collector off none is
// freed meanwhile.
var (
	hold          unsafe.Pointer
	before, after runtime.MemStats
	unswept       uint64 // bytes allocated since the last collection
)

// prepare leaves one P and no background collection, so that nothing but the
// code between two readings allocates.
func prepare() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	collect()
}

func collect() {
	runtime.KeepAlive(hold)
	hold = nil
	runtime.GC()
	runtime.GC()
	unswept = 0
}

// heapDelta is what f adds to the heap. Reading the statistics flushes the
// caches of all Ps, and drops the current tiny block.
func heapDelta(f func()) uint64 {
	if unswept > 256<<20 {
		collect()
	}
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	d := after.HeapAlloc - before.HeapAlloc
	unswept += d
	return d
}

// mode measures f until one result has come twice: a timer or a new thread of
// the runtime may add a few bytes to a single reading.
func mode(f func()) uint64 {
	var seen []uint64
	for len(seen) < attempts {
		d := heapDelta(f)
		if slices.Contains(seen, d) {
			return d
		}
		seen = append(seen, d)
	}
	return fail("readings of the heap", seen)
}

const attempts = 50

func fail(what string, seen []uint64) uint64 {
	fmt.Fprintf(os.Stderr, "alloc: no two %s agree: %d\n", what, seen)
	os.Exit(1)
	return 0
}

// bytesPerObject is the exact mean of a batch of like objects of size bytes.
// 240 is a multiple of all numbers of like objects that can share 16 bytes.
func bytesPerObject(alloc func() unsafe.Pointer, size int) float64 {
	n := 240
	if size >= 16 {
		n = max(2, min(16, 256<<10/size))
	}
	d := mode(func() {
		for range n {
			hold = alloc()
		}
	})
	return float64(d) / float64(n)
}

// spanOf allocates until the heap has grown: from then on objects of this kind
// come from fresh spans. It returns what two of them in a row agree on.
func spanOf(alloc func() unsafe.Pointer) (span, objects uint64) {
	grow := func() (bytes, n uint64) {
		runtime.ReadMemStats(&before)
		for {
			hold = alloc()
			n++
			runtime.ReadMemStats(&after)
			if after.HeapInuse != before.HeapInuse {
				return after.HeapInuse - before.HeapInuse, n
			}
		}
	}
	collect()
	seen := make([]uint64, 0, attempts) // here, since growing it allocates
	grow()
	for len(seen) < attempts {
		s, n := grow()
		if s == span && n == objects {
			return span, objects
		}
		span, objects = s, n
		seen = append(seen, n)
	}
	return fail("fresh spans", seen), 0
}

// streamBytes is what objects of these sizes, in this order, add to the heap.
func streamBytes(sizes []int) uint64 {
	return mode(func() {
		for _, n := range sizes {
			hold = unsafe.Pointer(unsafe.SliceData(make([]byte, n)))
		}
	})
}

func release() string { return runtime.Version() + " " + runtime.GOARCH }

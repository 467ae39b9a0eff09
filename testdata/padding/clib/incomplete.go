package clib

import "runtime/cgo"

// Opaque is a type that C keeps to itself. It is not in Go's heap, and a
// pointer to it is a number to the collector.
type Opaque struct{ _ cgo.Incomplete }

// Numbered has such a pointer and no other: an object without pointers, and so
// without a header over 512 bytes. 584 and 576 bytes, 640 and 576 on the heap.
type Numbered struct {
	Open   bool
	At     *Opaque
	Totals [70]int64
	Shut   bool
}

// NumberedTight is Numbered in its best order.
type NumberedTight struct {
	Open   bool
	Shut   bool
	At     *Opaque
	Totals [70]int64
}

// Handle is 8 bytes, and for want of pointers two share a block of 16.
type Handle struct{ At *Opaque }

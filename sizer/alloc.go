package sizer

import (
	"fmt"
	"math"
)

// Object returns what the allocator hands out for one object of size bytes of
// which the first ptrBytes may hold pointers (0: none). The rule is mallocgc's
// (src/runtime/malloc.go):
//
//   - size 0 costs nothing (the address is that of runtime.zerobase);
//   - a pointer-free object under Model.TinySize shares a tiny block: Sharing
//     of them fit one block in a stream of like objects, and the provenance is
//     Simulated;
//   - a pointerful object over Model.HeaderOver is preceded by a header;
//   - up to Model.MaxSmall the slot is the smallest size class that holds the
//     object and its header;
//   - beyond that it is whole pages, never with a header.
//
// It holds for programs built without -race, which gives each tiny object a
// block of its own, and without -asan, which adds bytes around objects.
//
// A negative size counts as 0. An object that reaches Model.MaxAlloc cannot be
// allocated: its provenance is Unknown, its slot still rounded to pages where
// that fits an int64.
func (r Runtime) Object(size, ptrBytes int64) Object {
	m := &r.Model
	o := Object{Requested: max(size, 0), Sharing: 1, Pointerful: ptrBytes > 0, Provenance: r.provenance()}
	switch {
	case m.PageSize == 0: // the zero Runtime
		o.Provenance = Unknown
	case size <= 0:
		o.Pointerful = false
	case size < m.TinySize && !o.Pointerful:
		o.Tiny = true
		o.Provenance = Simulated
		o.Class = m.TinyClass
		o.Slot = m.TinySize
		o.Sharing = tinySharing(size, m.TinySize)
	case size > m.MaxSmall:
		o.Slot = roundUpPages(size, m.PageSize)
		o.Pages = 1 + (size-1)/m.PageSize
		if size > m.MaxAlloc {
			o.Provenance = Unknown
		}
	default:
		o.Header = m.header(size, o.Pointerful)
		o.Class = classOf(m.Classes, size+o.Header)
		o.Slot = m.Classes[o.Class-1].Size
	}
	return o
}

// Array returns what the allocator hands out for the backing store of
// make([]T, n) or for a [n]T: one object of n*elemSize bytes, pointerful if
// elemPtrBytes, the pointer bytes of T, is over 0. The error says that n or a
// size is negative, or that the array cannot be allocated on this runtime
// (runtime.makeslice panics with "len out of range").
func (r Runtime) Array(n, elemSize, elemPtrBytes int64) (Object, error) {
	if n < 0 || elemSize < 0 || elemPtrBytes < 0 {
		return Object{}, fmt.Errorf("array of %d elements of %d bytes, %d of them pointers: no figure may be negative", n, elemSize, elemPtrBytes)
	}
	if n == 0 || elemSize == 0 {
		return r.Object(0, 0), nil
	}
	if n > r.Model.MaxAlloc/elemSize {
		return Object{}, fmt.Errorf("array of %d elements of %d bytes: larger than the address space of %s (%d bytes)", n, elemSize, r.Arch.Name, r.Model.MaxAlloc)
	}
	return r.Object(n*elemSize, elemPtrBytes), nil
}

// RoundUpSize returns how many bytes of an allocation of size bytes the caller
// may use: the slot without the header. It is what growslice rounds capacities
// to (src/runtime/msize.go, roundupsize). Unlike Object it knows no tiny
// blocks: 1 byte rounds to 8.
func (r Runtime) RoundUpSize(size int64, pointerful bool) int64 {
	m := &r.Model
	switch {
	case size <= 0 || m.PageSize == 0:
		return max(size, 0)
	case size > m.MaxSmall:
		return roundUpPages(size, m.PageSize)
	}
	h := m.header(size, pointerful)
	return m.Classes[classOf(m.Classes, size+h)-1].Size - h
}

// header is the malloc header of a small object.
func (m *Model) header(size int64, pointerful bool) int64 {
	if pointerful && size > m.HeaderOver {
		return m.HeaderSize
	}
	return 0
}

// roundUpPages rounds size up to whole pages, or to math.MaxInt64 where these
// do not fit.
func roundUpPages(size, page int64) int64 {
	if size > math.MaxInt64-(page-1) {
		return math.MaxInt64
	}
	return (size + page - 1) / page * page
}

package main

import (
	"reflect"
	"unsafe"
)

// kind is what to allocate: count elements of size bytes, with pointers in the
// first ptrBytes of each.
type kind struct {
	array                 bool
	count, size, ptrBytes int
}

// allocator returns a function that allocates one such object, and nothing
// else.
func (k kind) allocator(types bool) func() unsafe.Pointer {
	switch {
	case !types && !k.array && k.ptrBytes == 0:
		return func() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]byte, k.size))) }
	case !types && !k.array && k.ptrBytes == k.size:
		return func() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]*byte, k.size/ptrSize))) }
	}
	t := k.element()
	if k.array {
		t = reflect.ArrayOf(k.count, t)
	}
	return func() unsafe.Pointer { return reflect.New(t).UnsafePointer() }
}

// element is a type of the kind's size and pointers.
func (k kind) element() reflect.Type {
	ptrs := reflect.ArrayOf(k.ptrBytes/ptrSize, reflect.TypeFor[*byte]())
	rest := reflect.ArrayOf(k.size-k.ptrBytes, reflect.TypeFor[byte]())
	switch {
	case k.ptrBytes == 0:
		return rest
	case k.ptrBytes == k.size:
		return ptrs
	}
	return reflect.StructOf([]reflect.StructField{{Name: "P", Type: ptrs}, {Name: "B", Type: rest}})
}

package driver

import (
	"reflect"
	"runtime"
	"unsafe"
)

// Int is int, for packages that declare another type of this name.
type Int = int

// Kept is what a constructor returned, to be kept.
type Kept[T any] struct {
	v   T
	err error
}

// Value takes what a constructor returns: a value, or a value and an error.
func Value[T any](v T, err ...error) Kept[T] {
	if len(err) > 0 {
		return Kept[T]{v, err[0]}
	}
	return Kept[T]{v: v}
}

// New returns a zero value of T, for packages that declare another new.
func New[T any]() *T { return new(T) }

// Alive keeps what a set-up prepared until it is called.
func Alive[T any](v T) { runtime.KeepAlive(v) }

// Keep stores the value as instance i of t. The first call, the warm-up, learns
// the type and keeps nothing.
func (k Kept[T]) Keep(t *Trial, i int) {
	if k.err != nil {
		t.err = k.err
		return
	}
	switch {
	case t.slots == nil:
		t.learn = learn[T]
	case t.boxed:
		p := new(T)
		*p = k.v
		(*(*[]*T)(t.slots))[i-t.base] = p
	default:
		(*(*[]T)(t.slots))[i-t.base] = k.v
	}
}

// learn gives t a holder of n instances of T, in touched memory.
func learn[T any](t *Trial, n int) {
	typ := reflect.TypeOf((*T)(nil)).Elem()
	t.result.Type, t.result.Size = typ.String(), uint64(typ.Size())
	t.boxed = true
	switch typ.Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.String, reflect.Slice,
		reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		t.boxed = false
	}
	t.result.Boxed = t.boxed
	switch {
	case t.boxed:
		t.result.ObjectSize, t.result.ObjectPtrs = uint64(typ.Size()), ptrBytes(typ)
	case typ.Kind() == reflect.Pointer:
		t.result.ObjectSize, t.result.ObjectPtrs = uint64(typ.Elem().Size()), ptrBytes(typ.Elem())
	}
	if t.boxed {
		s := make([]*T, n)
		t.slots = unsafe.Pointer(&s)
		touch(unsafe.Pointer(unsafe.SliceData(s)), uintptr(n)*unsafe.Sizeof(uintptr(0)))
		t.result.Holder = uint64(n) * uint64(unsafe.Sizeof(uintptr(0)))
	} else {
		s := make([]T, n)
		t.slots = unsafe.Pointer(&s)
		touch(unsafe.Pointer(unsafe.SliceData(s)), uintptr(n)*typ.Size())
		t.result.Holder = uint64(n) * uint64(typ.Size())
	}
}

// touch writes to every page of fresh, zeroed memory, so that it is resident
// before the first reading.
func touch(p unsafe.Pointer, size uintptr) {
	for at := uintptr(0); at < size; at += 4096 {
		b := (*byte)(unsafe.Add(p, at))
		*b = *b | zero
	}
}

// zero is a variable, so that touch cannot be left out.
var zero byte

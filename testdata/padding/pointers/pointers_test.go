package pointers

import (
	"testing"
	"unsafe"
)

// pointerBytes is the second word of a value's runtime type (PtrBytes of
// internal/abi.Type).
func pointerBytes(v any) uintptr {
	return (*(**[2]uintptr)(unsafe.Pointer(&v)))[1]
}

func TestPointerBytes(t *testing.T) {
	for _, c := range []struct {
		v    any
		want uintptr
	}{{Note{}, 32}, {NoteSorted{}, 16}, {Buffer{}, 1008}, {Mixed{}, 32}} {
		if got := pointerBytes(c.v); got != c.want {
			t.Errorf("%T has %d pointer bytes, want %d", c.v, got, c.want)
		}
	}
}

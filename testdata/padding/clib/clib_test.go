package clib

import (
	"reflect"
	"testing"
)

func TestSizes(t *testing.T) {
	if n := Number(&Mirror{Number: 7}); n != 7 {
		t.Errorf("C sees number %d, want 7", n)
	}
	if n := Whole(&Holder{}); n != 0 {
		t.Errorf("C sees whole number %d, want 0", n)
	}
	if m, h, n := Sizes(); m != 24 || h != 72 || n != 80 {
		t.Errorf("sizes %d, %d, %d, want 24, 72, 80", m, h, n)
	}
	h := Holder{}
	if at := uintptr(reflect.ValueOf(&h.Either).UnsafePointer()) - uintptr(reflect.ValueOf(&h).UnsafePointer()); at != 49 {
		t.Errorf("the union is at offset %d, want 49", at)
	}
}

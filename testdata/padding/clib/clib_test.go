package clib

import "testing"

func TestSizes(t *testing.T) {
	if n := Number(&Mirror{Number: 7}); n != 7 {
		t.Errorf("C sees number %d, want 7", n)
	}
	if n := Whole(&Holder{}); n != 0 {
		t.Errorf("C sees whole number %d, want 0", n)
	}
	if m, h, n, e := Sizes(); m != 24 || h != 72 || n != 80 || e != 49 {
		t.Errorf("sizes %d, %d, %d, offset %d, want 24, 72, 80, 49", m, h, n, e)
	}
}

package generated

import (
	"testing"
	"unsafe"
)

// inTest is in a test's file: 24, best 16.
type inTest struct {
	a bool
	b int64
	c bool
}

func TestSizes(t *testing.T) {
	v := inTest{a: true, b: 1, c: true}
	if unsafe.Sizeof(v) != 24 || unsafe.Sizeof(HandTight{}) != 16 || !v.a || v.b != 1 || !v.c {
		t.Errorf("sizes %d and %d, want 24 and 16", unsafe.Sizeof(v), unsafe.Sizeof(HandTight{}))
	}
}

package unkeyed

import "testing"

func TestInTest(t *testing.T) {
	if v := (InTest{true, 9, false}); !v.On || v.X != 9 || v.Live {
		t.Errorf("the literal's values went astray: %+v", v)
	}
}

func TestVec(t *testing.T) {
	if v := New(); !v.On || v.X != 7 || v.Live {
		t.Errorf("the literal's values went astray: %+v", v)
	}
	if S.A != 1 || S.B != 2 || S.C != 3 {
		t.Errorf("the literal's values went astray: %+v", S)
	}
}

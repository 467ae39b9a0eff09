package other

import "testing"

func TestX(t *testing.T) {
	if x := X(); x.A != 1 || x.B != 2 || x.C != 3 {
		t.Errorf("the literal's values went astray: %+v", x)
	}
}

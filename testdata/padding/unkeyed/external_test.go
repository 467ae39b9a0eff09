package unkeyed_test

import (
	"testing"

	"github.com/seed-ac4d27cc/heft/testdata/padding/unkeyed"
)

func TestInExternal(t *testing.T) {
	if v := (unkeyed.InExternal{true, 9, false}); !v.On || v.X != 9 || v.Live {
		t.Errorf("the literal's values went astray: %+v", v)
	}
}

package records

import (
	"testing"

	"github.com/seed-ac4d27cc/heft/testdata/padding/heap"
)

// TestSlices holds that the array behind a slice follows the rule of an object.
func TestSlices(t *testing.T) {
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"64 pointers", heap.PerInstance(1<<12, func(int) []*int { return make([]*int, 64) }), 512},
		{"127 pointers", heap.PerInstance(1<<12, func(int) []*int { return make([]*int, 127) }), 1024},
		{"128 pointers", heap.PerInstance(1<<12, func(int) []*int { return make([]*int, 128) }), 1152},
		{"128 numbers", heap.PerInstance(1<<12, func(int) []int { return make([]int, 128) }), 1024},
		{"256 strings", heap.PerInstance(1<<12, func(int) []string { return make([]string, 256) }), 4864},
	} {
		if c.got != c.want {
			t.Errorf("a slice of %s takes %.2f B, want %.0f", c.what, c.got, c.want)
		}
	}
}

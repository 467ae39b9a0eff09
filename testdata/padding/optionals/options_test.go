package optionals

import (
	"math"
	"testing"

	"github.com/seed-ac4d27cc/heft/testdata/padding/heap"
)

var dropped *int32

// TestTargets holds what the targets of optional settings take: those under 16
// bytes without a pointer share blocks of 16, and one that lives keeps its
// block.
func TestTargets(t *testing.T) {
	const n = 1 << 17
	for _, c := range []struct {
		what string
		got  float64
		want float64
	}{
		{"an int32 of which all are kept", heap.PerInstance(n, func(i int) *int32 { return at(int32(i)) }), 4},
		{"an int32 of which one in four is kept", heap.PerInstance(n, func(i int) *int32 {
			p := at(int32(i))
			for j := range 3 {
				dropped = at(int32(j))
			}
			return p
		}), 16},
		{"a pointer to a pointer", heap.PerInstance(n, func(int) **int { return new(*int) }), 8},
		{"options with three targets", heap.PerInstance(n, New), 24 + 16},
	} {
		if math.Abs(c.got-c.want) > 0.01 {
			t.Errorf("%s takes %.3f B, want %g", c.what, c.got, c.want)
		}
	}
}

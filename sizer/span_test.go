package sizer_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// TestObjectsPerSpan is the table of RUNTIME.md §1.2 where it is not simply
// span/size: noscan, pointerful, and both without Green Tea.
func TestObjectsPerSpan(t *testing.T) {
	rows := [][5]int64{
		{1, 1024, 1008, 1024, 1008}, {2, 504, 496, 512, 504}, {3, 336, 330, 341, 336}, {4, 252, 248, 256, 252},
		{5, 168, 165, 170, 168}, {6, 126, 124, 128, 126}, {7, 100, 99, 102, 100}, {8, 84, 82, 85, 84},
		{9, 72, 70, 73, 72}, {10, 63, 62, 64, 63}, {11, 56, 55, 56, 56}, {12, 50, 49, 51, 50},
		{13, 45, 45, 46, 45}, {14, 42, 41, 42, 42}, {15, 38, 38, 39, 38}, {16, 36, 35, 36, 36},
		{17, 33, 33, 34, 33}, {18, 31, 31, 32, 31}, {19, 28, 27, 28, 28}, {20, 25, 24, 25, 25},
		{21, 22, 22, 23, 22}, {22, 21, 20, 21, 21}, {23, 19, 19, 19, 19}, {24, 18, 17, 18, 18},
		{25, 16, 16, 17, 16}, {26, 15, 15, 16, 15}, {27, 14, 14, 14, 14}, {32, 8, 8, 8, 8},
		{35, 11, 11, 11, 11}, {37, 9, 9, 9, 9}, {41, 8, 8, 8, 8}, {50, 7, 7, 7, 7},
		{51, 1, 1, 1, 1}, {60, 4, 4, 4, 4}, {65, 3, 3, 3, 3}, {67, 1, 1, 1, 1},
	}
	on, off := parse(t, "go1.26.8/amd64"), parse(t, "go1.26.8/amd64+nogreenteagc")
	for _, row := range rows {
		class := int(row[0])
		got := [5]int64{row[0],
			on.ObjectsPerSpan(class, false), on.ObjectsPerSpan(class, true),
			off.ObjectsPerSpan(class, false), off.ObjectsPerSpan(class, true)}
		if got != row {
			t.Errorf("objects per span: got %d, want %d", got, row)
		}
	}
	// Go 1.21 kept all bitmaps outside the heap; 1.22 to 1.25 are as
	// nogreenteagc (RUNTIME.md §1.2, older versions).
	for _, tt := range []struct {
		runtime  string
		pointers bool
		want     int64
	}{
		{"go1.21", false, 512}, {"go1.21", true, 512},
		{"go1.22", true, 504}, {"go1.22+noallocheaders", true, 512},
		{"go1.25", false, 512}, {"go1.25", true, 504}, {"go1.25+greenteagc", true, 496},
		{"go1.27", false, 504}, {"go1.27/arm", true, 488}, {"go1.27+nogreenteagc", false, 512},
	} {
		if got := parse(t, tt.runtime).ObjectsPerSpan(2, tt.pointers); got != tt.want {
			t.Errorf("%s: %d objects of 16 bytes a span, pointers %v, want %d", tt.runtime, got, tt.pointers, tt.want)
		}
	}
	for _, class := range []int{-1, 0, 68, math.MaxInt} {
		if n := on.ObjectsPerSpan(class, true); n != 0 {
			t.Errorf("class %d has %d objects a span, want 0", class, n)
		}
	}
}

func TestSpans(t *testing.T) {
	onToolchains(t, func(t *testing.T, c *toolchain) {
		r := c.runtime(t, runtime.GOARCH, c.experiment)
		checkSpans(t, c.build(t, runtime.GOARCH, c.experiment), r)
	})
}

// checkSpans fills spans of every class, with and without pointers.
func checkSpans(t *testing.T, p probe, r sizer.Runtime) {
	t.Helper()
	var objects []sizer.Object
	var questions []string
	add := func(size, ptrBytes int64) {
		o := r.Object(size, ptrBytes)
		if o.Class == 0 {
			t.Fatalf("no class for %d bytes", size)
		}
		objects = append(objects, o)
		questions = append(questions, fmt.Sprintf("span %d %d", size, ptrBytes))
	}
	for _, c := range r.Model.Classes {
		if size := min(c.Size, r.Model.MaxSmall); size >= r.Model.TinySize {
			add(size, 0)
		}
		size := c.Size
		if size > r.Model.HeaderOver {
			size -= r.Model.HeaderSize
		}
		add(size, r.Arch.PtrSize)
	}
	for i, answer := range p.ask(t, questions) {
		o := objects[i]
		per := r.ObjectsPerSpan(o.Class, o.Pointerful)
		want := fmt.Sprint(r.SpanBytes(o, 1), " ", per)
		if answer != want {
			t.Errorf("%s: %s bytes and pointer bytes: the model says %q span bytes and objects, the runtime %q", r, questions[i], want, answer)
		}
		if a, b := r.SpanBytes(o, per), r.SpanBytes(o, per+1); a != r.SpanBytes(o, 1) || b != 2*a {
			t.Errorf("%s: %d and %d objects of class %d take %d and %d bytes of spans", r, per, per+1, o.Class, a, b)
		}
	}
}

// TestSpanBytes covers what does not lie in a span of its class.
func TestSpanBytes(t *testing.T) {
	r := parse(t, "go1.27.3/amd64")
	for _, tt := range []struct {
		size, ptrBytes, n, want int64
	}{
		{0, 0, 1000, 0},
		{100, 0, 0, 0},
		{100, 0, -1, 0},
		{4, 0, 4, 8192},                  // one tiny block
		{4, 0, 4 * 504, 8192},            // 504 blocks a span
		{4, 0, 4*504 + 1, 16384},         // one more block
		{40000, 0, 3, 3 * 40960},         // large
		{24, 8, 4_000_000, 12122 * 8192}, // 330 a span,
		{24, 8, math.MaxInt64, math.MaxInt64},
		{1 << 47, 0, math.MaxInt64, math.MaxInt64},
	} {
		if got := r.SpanBytes(r.Object(tt.size, tt.ptrBytes), tt.n); got != tt.want {
			t.Errorf("%d objects of %d bytes, %d pointer bytes: %d bytes of spans, want %d", tt.n, tt.size, tt.ptrBytes, got, tt.want)
		}
	}
}

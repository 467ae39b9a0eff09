package sizer_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// mixes are those of RUNTIME.md §2, with the bytes per object of a random
// order and of taking turns.
var mixes = []struct {
	sizes         []int64
	random, turns float64
}{
	{[]int64{1, 8}, 6.0089, 8},
	{[]int64{8, 9}, 12.0069, 12},
	{[]int64{3, 12}, 8.9980, 8},
	{[]int64{4, 8}, 6.6710, 8},
	{[]int64{1, 2, 4, 8}, 4.7124, 4},
	{[]int64{5, 11}, 9.3355, 8},
	{[]int64{15, 1}, 8.4065, 8},
	{[]int64{12, 4}, 9.1391, 8},
	{[]int64{7, 9}, 9.6018, 8},
	{[]int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 9.7976, 9.6},
}

func TestTinyStream(t *testing.T) {
	r := parse(t, "go1.26.8/amd64")
	rnd := newRand(t)
	const n = 1 << 20
	perObject := func(size func(i int) int64) float64 {
		s := r.TinyStream()
		var sum int64
		for i := range n {
			sum += s.Add(size(i))
		}
		if sum != s.Bytes() || sum != 16*s.Blocks() {
			t.Fatalf("the stream grew by %d bytes, and says %d in %d blocks", sum, s.Bytes(), s.Blocks())
		}
		return float64(sum) / n
	}
	// RUNTIME.md §2, steady stream of like objects; Object says the same.
	for size := int64(1); size < 16; size++ {
		got, want := perObject(func(int) int64 { return size }), r.Object(size, 0).Bytes()
		if math.Abs(got-want) > 1e-4 {
			t.Errorf("stream of %d-byte objects: %v B each, want %v", size, got, want)
		}
	}
	// RUNTIME.md §2, mixed streams. The random ones were of another order, so
	// they agree to what a million draws vary.
	for _, m := range mixes {
		k := len(m.sizes)
		if got := perObject(func(i int) int64 { return m.sizes[i%k] }); math.Abs(got-m.turns) > 1e-3 {
			t.Errorf("%d in turns: %.4f B each, want %.4f", m.sizes, got, m.turns)
		}
		if got := perObject(func(int) int64 { return m.sizes[rnd.IntN(k)] }); math.Abs(got-m.random) > 0.05 {
			t.Errorf("%d at random: %.4f B each, want about %.4f", m.sizes, got, m.random)
		}
	}
}

func TestTinyStreamReset(t *testing.T) {
	// RUNTIME.md §2: 64 one-byte objects with a collection after each cost
	// 1024 B.
	s := parse(t, "go1.27").TinyStream()
	for range 64 {
		s.Add(1)
		s.Reset()
	}
	if s.Bytes() != 1024 {
		t.Errorf("64 one-byte objects, each with a collection after it: %d B, want 1024", s.Bytes())
	}
	for _, size := range []int64{-1, 0, 16, 17, math.MaxInt64} {
		if n := s.Add(size); n != 0 || s.Bytes() != 1024 {
			t.Errorf("an object of %d bytes took %d of a tiny block", size, n)
		}
	}
}

func TestTinyAllocator(t *testing.T) {
	onToolchains(t, func(t *testing.T, c *toolchain) {
		r := c.runtime(t, runtime.GOARCH, c.experiment)
		checkStreams(t, c.build(t, runtime.GOARCH, c.experiment), r, 1<<14)
	})
}

// checkStreams allocates streams of n tiny objects, byte for byte.
func checkStreams(t *testing.T, p probe, r sizer.Runtime, n int) {
	t.Helper()
	rnd := newRand(t)
	var questions []string
	var want []int64
	add := func(size func(i int) int64) {
		var q strings.Builder
		q.WriteString("stream")
		s := r.TinyStream()
		for i := range n {
			x := size(i)
			fmt.Fprintf(&q, " %d", x)
			s.Add(x)
		}
		questions = append(questions, q.String())
		want = append(want, s.Bytes())
	}
	for _, m := range mixes {
		add(func(i int) int64 { return m.sizes[i%len(m.sizes)] })
		add(func(int) int64 { return m.sizes[rnd.IntN(len(m.sizes))] })
	}
	for i, answer := range p.ask(t, questions) {
		if answer != fmt.Sprint(want[i]) {
			t.Errorf("%s: %.40s…: the model says %d B, the allocator %s B", r, questions[i], want[i], answer)
		}
	}
}

package sizer_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// object is one to allocate: n elements of size bytes with pointers in the
// first ptrBytes of each; n 0 is a single object.
type object struct{ n, size, ptrBytes int64 }

func (o object) question() string {
	if o.n > 0 {
		return fmt.Sprintf("%d*%d %d", o.n, o.size, o.ptrBytes)
	}
	return fmt.Sprintf("%d %d", o.size, o.ptrBytes)
}

func (o object) predict(t *testing.T, r sizer.Runtime) sizer.Object {
	t.Helper()
	if o.n == 0 {
		return r.Object(o.size, o.ptrBytes)
	}
	p, err := r.Array(o.n, o.size, o.ptrBytes)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// boundaries are objects on both sides of every size class, of the header's
// and the tiny allocator's thresholds, and of the first numbers of pages, with
// no pointers, one, and nothing but pointers.
func boundaries(r sizer.Runtime) []object {
	word := r.Arch.PtrSize
	edges := []int64{r.Model.TinySize, r.Model.HeaderOver, r.Model.MaxSmall}
	for _, c := range r.Model.Classes {
		edges = append(edges, c.Size)
	}
	for pages := int64(1); pages <= 12; pages++ {
		edges = append(edges, pages*r.Model.PageSize)
	}
	var out []object
	for size := int64(0); size <= r.Model.TinySize; size++ {
		out = append(out, object{size: size})
	}
	for _, e := range edges {
		for d := int64(-2); d <= 2; d++ {
			out = append(out, object{size: e + d})
		}
		for d := int64(-3); d <= 2; d++ {
			size := max(word, e/word*word+d*word)
			out = append(out, object{size: size, ptrBytes: size}, object{size: size, ptrBytes: word})
		}
	}
	return out
}

// sample is n objects of all sorts, evenly over the orders of magnitude up to
// most bytes.
func sample(rnd *rand.Rand, r sizer.Runtime, n int, most int64) []object {
	word := r.Arch.PtrSize
	size := func(most int64) int64 {
		bits := 1
		for int64(1)<<bits < most {
			bits++
		}
		return 1 + rnd.Int64N(min(most, int64(1)<<(1+rnd.IntN(bits))))
	}
	out := make([]object, n)
	for i := range out {
		o := object{size: size(most)}
		if i%2 == 0 {
			o.size = (o.size + word - 1) / word * word
			o.ptrBytes = word * (1 + rnd.Int64N(o.size/word))
		}
		if i%3 == 0 {
			o.n = rnd.Int64N(1 + most/o.size)
		}
		out[i] = o
	}
	return out
}

// check allocates the objects and compares their bytes with the model.
func check(t *testing.T, p probe, r sizer.Runtime, objects []object, flags ...string) {
	t.Helper()
	questions := make([]string, len(objects))
	for i, o := range objects {
		questions[i] = o.question()
	}
	wrong := 0
	for i, answer := range p.ask(t, questions, flags...) {
		got, err := strconv.ParseFloat(answer, 64)
		if err != nil {
			t.Fatal(err)
		}
		if want := objects[i].predict(t, r); want.Bytes() != got {
			if wrong++; wrong <= 20 {
				t.Errorf("%s: object of %q bytes and pointer bytes: the model says %v B, the allocator %v B: %+v", r, questions[i], want.Bytes(), got, want)
			}
		}
	}
	t.Logf("%s: %d objects, %d differ", r, len(objects), wrong)
}

func TestAllocator(t *testing.T) {
	onToolchains(t, func(t *testing.T, c *toolchain) {
		r := c.runtime(t, runtime.GOARCH, c.experiment)
		p := c.build(t, runtime.GOARCH, c.experiment)
		objects := append(boundaries(r), sample(newRand(t), r, *sampleSize, 1<<20)...)
		if *exhaustive {
			objects = everySize(r, 70000)
		}
		check(t, p, r, objects)
		// The compiler's and the runtime's own ways to a new object differ.
		check(t, p, r, sample(newRand(t), r, *sampleSize/5, 1<<12), "-reflect")
		checkFixed(t, p, r)
	})
}

// checkFixed compares the objects whose types the compiler knew.
func checkFixed(t *testing.T, p probe, r sizer.Runtime) {
	t.Helper()
	lines := p.run(t, []string{"new"})
	for _, line := range lines {
		var size, ptrBytes int64
		var got float64
		if _, err := fmt.Sscan(line, &size, &ptrBytes, &got); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if want := r.Object(size, ptrBytes).Bytes(); want != got {
			t.Errorf("%s: new of a type of %d bytes, %d pointer bytes: the model says %v B, the allocator %v B", r, size, ptrBytes, want, got)
		}
	}
	if len(lines) < 50 {
		t.Errorf("only %d fixed types", len(lines))
	}
}

// everySize is an object of each size without and of each with pointers.
func everySize(r sizer.Runtime, most int64) []object {
	var out []object
	for size := int64(0); size <= most; size++ {
		out = append(out, object{size: size})
		if size > 0 && size%r.Arch.PtrSize == 0 {
			out = append(out, object{size: size, ptrBytes: size})
		}
	}
	return out
}

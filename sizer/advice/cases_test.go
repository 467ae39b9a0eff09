package advice

import (
	"fmt"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

// TestCases has shapes with known answers, most of them from users' reports;
// the bytes of heap were measured there (RUNTIME.md §1 to §3, §7).
func TestCases(t *testing.T) {
	const amd64, arm = "go1.26.8/amd64", "go1.26.8/arm"
	words := func(n int64) *layout.Type { return arrayOf(n, tInt64) }
	tail := structOf("Tail", tInt64, tEmpty)
	last := structOf("Last", tInt32, tInt64, tInt64, tInt64, tEmpty)
	for _, c := range []struct {
		runtime    string
		typ        *layout.Type
		size, best int64   // best: after the change, or the size where none is better
		heap, slot float64 // of new(T): now, and after the change
		moved      int
	}{
		// The size falls, the size class does not.
		{amd64, structOf("Class48", tBool, words(4), tBool), 48, 40, 48, 48, 1},
		{amd64, structOf("Class32", tBool, words(2), tBool), 32, 24, 32, 24, 1},
		{amd64, structOf("Class80", tBool, words(7), tBool), 72, 64, 80, 64, 1},
		{amd64, structOf("Same", tBool, tPointer, tInt64, tString, tBool), 48, 40, 48, 48, 1},
		// Over 512 bytes with pointers an 8-byte header comes in front.
		{amd64, structOf("Header584", tBool, tPointer, words(70), tBool), 584, 576, 640, 640, 1},
		{amd64, structOf("Header576", tBool, tPointer, words(69), tBool), 576, 568, 640, 576, 1},
		{amd64, structOf("Header520", tBool, tPointer, words(62), tBool), 520, 512, 576, 512, 1},
		{amd64, structOf("NoHeader", tBool, words(71), tBool), 584, 576, 640, 576, 1},
		{arm, structOf("Header508", tBool, tPointer, words(62), tBool), 508, 504, 576, 512, 1},
		// Without pointers and under 16 bytes, objects share a block.
		{amd64, structOf("Tiny12", tBool, tInt32, tBool), 12, 8, 16, 8, 1},
		{amd64, structOf("Tiny6", tBool, tInt16, tBool), 6, 4, 8, 4, 1},
		{amd64, structOf("Tiny3", tBool, tInt8, tBool), 3, 3, 16. / 5, 16. / 5, 0},
		// A zero-size last field.
		{amd64, tail, 16, 8, 16, 8, 1},
		{amd64, structOf("NotComparable", tPointer, arrayOf(0, tFunc)), 16, 8, 16, 8, 1},
		{amd64, structOf("OnlyZero", tEmpty, arrayOf(0, tInt)), 0, 0, 0, 0, 0},
		{amd64, structOf("TailInPadding", tInt64, tInt32, tEmpty), 16, 16, 16, 16, 0},
		{amd64, last, 40, 32, 48, 32, 1},
		// A field and the type it holds.
		{amd64, structOf("HoldsTail", tail, tBool), 24, 16, 24, 16, 0},
		// atomic.Int64 is aligned to 8 on every platform.
		{"go1.26.8/386", structOf("Atomic", tInt32, tAtomic, tInt32), 24, 16, 24, 16, 1},
		{arm, structOf("Atomics", tBool, arrayOf(2, tAtomic), tBool), 32, 24, 32, 24, 1},
		{arm, structOf("TwoFlags", tBool, tAtomic, tString, tBool), 32, 24, 32, 24, 1},
		{arm, structOf("Plain", tBool, tInt64, tString), 20, 20, 24, 24, 0},
		{arm, structOf("Typed", tBool, tAtomic, tString), 24, 24, 24, 24, 0},
		// Whole pages.
		{amd64, structOf("Large", tBool, words(5120), tBool), 40976, 40968, 49152, 49152, 1},
		{amd64, structOf("Large2", tBool, words(4096), tBool), 32784, 32776, 40960, 40960, 1},
		{amd64, structOf("Class67", tBool, words(4094), tBool), 32768, 32760, 32768, 32768, 1},
		{amd64, structOf("Class67p", tBool, tPointer, words(4093), tBool), 32768, 32760, 32768, 32768, 1},
		// Smallest as they are, though not sorted.
		{amd64, structOf("Unsorted", tInt64, tString, tTime, tInt32, tBool), 56, 56, 64, 64, 0},
		{amd64, structOf("Pointers", tBytes, tString), 40, 40, 48, 48, 0},
		{amd64, structOf("Scalar", tInt32, tString), 24, 24, 24, 24, 0},
		// One of nine fields will do.
		{amd64, structOf("Minimal", tString, tString, tBool, tInt64, tInt64, tString, tBool, tBytes, tInt64), 112, 104, 112, 112, 1},
		// A session's settings.
		{amd64, structOf("Settings", tBool, tInt64, tBool, tInt64, tBool, tInt64, tInt8, tInt64, tBool, tBytes, tBool, tPointer,
			tBool, tInt64, tInt8, tString, tBool, tInt32, tBool, tInt64, tBool, tString, tBool), 208, 128, 208, 128, 10},
		// The size-class ladder.
		{amd64, structOf("B17", arrayOf(17, tInt8)), 17, 17, 24, 24, 0},
		{amd64, structOf("B1025", arrayOf(1025, tInt8)), 1025, 1025, 1152, 1152, 0},
		{amd64, structOf("B32769", arrayOf(32769, tInt8)), 32769, 32769, 40960, 40960, 0},
	} {
		decls := declareAll(c.typ)
		if c.typ.Name == "HoldsTail" {
			decls = append(decls, declare(tail))
		}
		rep := Analyse(Input{Decls: decls, Runtime: runtimeOf(t, c.runtime)}, Options{Count: 1000})
		var r *Row
		for i := range rep.Types {
			if rep.Types[i].Name == "p."+c.typ.Name {
				r = &rep.Types[i]
			}
		}
		what := fmt.Sprintf("%s on %s", c.typ.Name, c.runtime)
		if r == nil || r.Now == nil {
			t.Errorf("%s: no figures: %+v", what, r)
			continue
		}
		if r.Now.Size != c.size || r.Now.Object.Bytes() != c.heap {
			t.Errorf("%s: size %d, heap %v; want %d and %v", what, r.Now.Size, r.Now.Object.Bytes(), c.size, c.heap)
		}
		if r.Array == nil || r.Array.Requested != 1000*c.size {
			t.Errorf("%s: a thousand in a slice: %+v", what, r.Array)
		}
		b := r.Best
		if b == nil {
			if c.best != c.size {
				t.Errorf("%s: nothing better, want size %d", what, c.best)
			}
			continue
		}
		if b.Size != c.best || b.Object.Bytes() != c.slot || len(b.Moved) != c.moved {
			t.Errorf("%s: best size %d, heap %v, moves %v; want %d, %v and %d moves", what, b.Size, b.Object.Bytes(), b.Moved, c.best, c.slot, c.moved)
		}
		if b.Saves != c.heap-c.slot || b.ElementSaves != c.size-c.best || b.PaperOnly != (c.heap == c.slot) {
			t.Errorf("%s: saves %v, %d an element, on paper only: %t", what, b.Saves, b.ElementSaves, b.PaperOnly)
		}
		if b.Array == nil || b.Array.Requested != 1000*c.best {
			t.Errorf("%s: a thousand in a slice: %+v", what, b.Array)
		}
	}
}

// TestInstances has one generic type by the figures of each instance: no order
// is best for all.
func TestInstances(t *testing.T) {
	pair := func(k, v *layout.Type) *layout.Type {
		return structOf(fmt.Sprintf("Pair[%s,%s]", k.Name, v.Name), tBool, k, tInt32, v)
	}
	var decls []layout.Decl
	for _, typ := range []*layout.Type{pair(tInt8, tInt64), pair(tInt64, tInt8), pair(tString, tBool), pair(tInt8, tInt8)} {
		d := declare(typ)
		d.Form, d.Pos = layout.Instance, layout.Pos{File: "p.go", Line: 7}
		decls = append(decls, d)
	}
	alone := declare(structOf("Node[int]", tBool, tInt64, tBool))
	alone.Form, alone.Pos = layout.Instance, layout.Pos{File: "p.go", Line: 20}
	rows := analyse(t, "go1.26.8/amd64", append(decls, alone), Options{})
	for _, c := range []struct {
		name    string
		size    int64
		against int
	}{
		{"p.Pair[int8,int64]", 16, 0}, {"p.Pair[int64,int8]", 16, 1}, {"p.Pair[string,bool]", 24, 1}, {"p.Pair[int8,int8]", 8, 1}, {"p.Node[int]", 16, 0},
	} {
		r := rows[c.name]
		if r.Best == nil {
			if r.Now.Size != c.size {
				t.Errorf("%s: size %d and nothing better, want %d", c.name, r.Now.Size, c.size)
			}
			continue
		}
		if r.Best.Size != c.size || len(r.Best.Against) != c.against {
			t.Errorf("%s: size %d against %v, want %d against %d", c.name, r.Best.Size, r.Best.Against, c.size, c.against)
		}
	}
}

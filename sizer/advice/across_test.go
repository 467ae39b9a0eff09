package advice

import (
	"slices"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

// TestAcross has the types of a package on 64-bit and 32-bit platforms
// (RUNTIME.md §7), under releases with and without malloc headers (§3).
func TestAcross(t *testing.T) {
	inner := structOf("Inner", tBool, tInt64, tBool)
	flags := structOf("TwoFlags", tBool, tAtomic, tString, tBool)
	header := structOf("Header", tBool, tPointer, arrayOf(70, tInt64), tBool)
	holder := structOf("Holder", inner, tBool)
	decls := declareAll(flags, header, holder, inner)
	of := func(decls []layout.Decl, runtimes ...string) []Input {
		var in []Input
		for _, r := range runtimes {
			in = append(in, Input{Decls: decls, Runtime: runtimeOf(t, r)})
		}
		return in
	}
	all := of(decls, "go1.26.8/arm", "go1.26.8/386", "go1.21/amd64", "go1.26.8/amd64", "go1.27.3/amd64", "go1.26.8/arm64")
	for _, c := range []struct {
		name   string
		groups [][]string
		size   []int64
		bytes  []float64
		best   []int64
	}{
		{"p.TwoFlags", [][]string{
			{"go1.21/amd64", "go1.26.8/amd64", "go1.27.3/amd64", "go1.26.8/arm64"}, {"go1.26.8/arm", "go1.26.8/386"},
		}, []int64{40, 32}, []float64{48, 32}, []int64{32, 24}},
		{"p.Header", [][]string{
			{"go1.21/amd64"}, {"go1.26.8/amd64", "go1.27.3/amd64", "go1.26.8/arm64"}, {"go1.26.8/arm", "go1.26.8/386"},
		}, []int64{584, 584, 572}, []float64{640, 640, 640}, []int64{576, 576, 568}},
		{"p.Holder", [][]string{
			{"go1.21/amd64", "go1.26.8/amd64", "go1.27.3/amd64", "go1.26.8/arm64"}, {"go1.26.8/arm", "go1.26.8/386"},
		}, []int64{32, 20}, []float64{32, 24}, []int64{24, 16}},
	} {
		rep := Across(all, "example.com/p", c.name, Options{})
		if rep.Schema != AcrossSchema || rep.Name != c.name || rep.Package != "example.com/p" || len(rep.Problems) != 0 || len(rep.Groups) != len(c.groups) {
			t.Errorf("%s: %+v", c.name, rep)
			continue
		}
		for i, g := range rep.Groups {
			r := g.Type
			if !slices.Equal(g.Runtimes, c.groups[i]) || r.Now.Size != c.size[i] || r.Now.Object.Bytes() != c.bytes[i] || r.Best == nil || r.Best.Size != c.best[i] {
				t.Errorf("%s: group %d: %v: now %+v best %+v; want %v, size %d, %v bytes, best %d", c.name, i, g.Runtimes, r.Now, r.Best, c.groups[i], c.size[i], c.bytes[i], c.best[i])
			}
			// As in a report on the whole package.
			for _, in := range all {
				if in.Runtime.String() != g.Runtimes[0] {
					continue
				}
				for _, want := range Analyse(in, Options{}).Types {
					if want.Name == c.name && shapeKey(&want) != shapeKey(&r) {
						t.Errorf("%s on %s: across %+v, report %+v", c.name, g.Runtimes[0], r, want)
					}
				}
			}
		}
	}

	other := declareAll(inner)
	rep := Across(append(of(other, "go1.26.8/wasm"), all[3]), "", "p.Header", Options{Count: 10})
	if len(rep.Groups) != 1 || !slices.Equal(rep.Groups[0].Runtimes, []string{"go1.26.8/amd64"}) || rep.Package != "example.com/p" || rep.Groups[0].Type.Array == nil {
		t.Errorf("a type that one platform lacks: %+v", rep)
	}
	if len(rep.Problems) != 1 || rep.Problems[0].Message != "no type p.Header for go1.26.8/wasm" {
		t.Errorf("problems: %+v", rep.Problems)
	}
	if rep := Across(all, "example.com/q", "p.Header", Options{}); len(rep.Groups) != 0 || len(rep.Problems) != len(all) {
		t.Errorf("another package: %+v", rep)
	}
}

// TestAcrossUnknown has a type whose layout is not known, everywhere alike.
func TestAcrossUnknown(t *testing.T) {
	open := structOf("Open", tBool, &layout.Type{Kind: layout.Param, Name: "T", Why: "T"})
	rep := Across([]Input{
		{Decls: declareAll(open), Runtime: runtimeOf(t, "go1.26.8/arm")},
		{Decls: declareAll(open), Runtime: runtimeOf(t, "go1.26.8/amd64")},
	}, "", "p.Open", Options{})
	if len(rep.Groups) != 1 || len(rep.Groups[0].Runtimes) != 2 || rep.Groups[0].Type.Unknown == "" {
		t.Errorf("%+v", rep)
	}
}

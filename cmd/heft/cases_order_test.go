package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// TestAtomics holds that a better order, also one for fewer pointer bytes,
// leaves 64-bit words that functions of sync/atomic use where 32-bit platforms
// take them.
func TestAtomics(t *testing.T) {
	for _, goarch := range []string{"386", "arm", "mips", "amd64"} {
		for _, optimize := range []string{advice.OptimizeSlot, advice.OptimizePointers} {
			rows, _, err := analyseCases(goarch, advice.Options{Optimize: optimize}, "./testdata/padding/atomics")
			if err != nil {
				t.Fatal(err)
			}
			arm, _ := layout.ArchOf("arm")
			for _, c := range []struct {
				name  string
				field int
			}{{"atomics.Plain", 0}, {"atomics.Second", 2}, {"atomics.Nested", 0}, {"atomics.Arrayed", 0}} {
				row := rows[c.name]
				if row == nil {
					t.Fatalf("%s: no row of %s", goarch, c.name)
				}
				if row.Best == nil {
					continue
				}
				l, err := layout.NewLayouter(arm).Of(reordered(row))
				if err != nil {
					t.Fatal(err)
				}
				for i, at := range row.Best.Order {
					if at == c.field && l.Fields[i].Offset%8 != 0 {
						t.Errorf("%s, for %s: the better order%s of %s puts its atomic word at offset %d on 32-bit platforms",
							goarch, optimize, orderOf(row), c.name, l.Fields[i].Offset)
					}
				}
			}
		}
	}
}

// reordered is a row's type in its better order.
func reordered(row *advice.Row) *layout.Type {
	t := *row.Decl.Type
	t.Fields = nil
	for _, i := range row.Best.Order {
		t.Fields = append(t.Fields, row.Decl.Type.Fields[i])
	}
	return &t
}

// TestPointers holds that pointer bytes are a wish of their own: by default no
// field moves for them, and asked for they are what the best order has.
func TestPointers(t *testing.T) {
	want := map[string][3]int64{ // pointer bytes, by default, asked for
		"pointers.Note":       {32, 32, 16},
		"pointers.NoteSorted": {16, 16, 16},
		"pointers.Buffer":     {1008, 1008, 8},
		"pointers.Mixed":      {32, 24, 8},
	}
	for i, optimize := range []string{advice.OptimizeSlot, advice.OptimizePointers} {
		rows, _, err := analyseCases("amd64", advice.Options{Optimize: optimize}, "./testdata/padding/pointers")
		if err != nil {
			t.Fatal(err)
		}
		for name, w := range want {
			row := rows[name]
			if row == nil || row.Now == nil {
				t.Fatalf("no row of %s", name)
			}
			got := row.Now.PtrBytes
			if got != w[0] {
				t.Errorf("%s has %d pointer bytes, want %d", name, got, w[0])
			}
			if row.Best != nil {
				got = row.Best.PtrBytes
			}
			if got != w[1+i] {
				t.Errorf("%s has %d pointer bytes in the better order for %s, want %d", name, got, optimize, w[1+i])
			}
		}
	}
}

// TestInstances holds that an order advised for one instance of a generic type
// names just those of the others that it makes larger, as their declaration is
// the same.
func TestInstances(t *testing.T) {
	got := casesFor(t, "amd64")
	amd64, _ := layout.ArchOf("amd64")
	against := 0
	for name, row := range got.rows {
		generic, _, ok := strings.Cut(name, "[")
		if !ok || row.Form != layout.Instance || row.Best == nil || len(row.Best.Moved) == 0 {
			continue
		}
		var want []string
		for other, o := range got.rows {
			if other == name || !strings.HasPrefix(other, generic+"[") || o.Form != layout.Instance {
				continue
			}
			l, err := layout.NewLayouter(amd64).Of(layout.Reorder(o.Decl.Type, row.Best.Order))
			if err != nil {
				t.Fatal(err)
			}
			if l.Size > o.Now.Size {
				want = append(want, other)
			}
		}
		slices.Sort(want)
		have := slices.Sorted(slices.Values(row.Best.Against))
		if !slices.Equal(have, want) {
			t.Errorf("%s: the better order%s is against %q, want %q", name, orderOf(row), have, want)
		}
		against += len(want)
	}
	if against == 0 {
		t.Error("no order is against another instance: the packages should hold some")
	}
}

// TestWithTests holds that types are tied down by the uses of packages that
// import them also where they are read with their own tests.
func TestWithTests(t *testing.T) {
	res, err := load.Load(context.Background(), load.Config{
		Dir: repository, GOOS: "linux", GOARCH: "amd64", Tests: true,
		Patterns: []string{"./testdata/padding/unkeyed/...", "./testdata/padding/generated"},
	})
	if err != nil {
		t.Fatal(err)
	}
	decls := map[string]*layout.Decl{}
	for i := range res.Decls {
		d := &res.Decls[i]
		if decls[d.Name] != nil {
			t.Errorf("%s is declared twice", d.Name)
		}
		decls[d.Name] = d
	}
	for _, name := range []string{"unkeyed.Afar", "unkeyed.InTest", "unkeyed.InExternal", "unkeyed.Vec"} {
		if d := decls[name]; d == nil || len(d.Keep) == 0 || d.Keep[0].Kind != layout.KeepUnkeyed || d.Test {
			t.Errorf("%s is %+v, want one that is kept for a literal without keys, of no test", name, d)
		}
	}
	if d := decls["generated.inTest"]; d == nil || !d.Test || d.Generated {
		t.Errorf("generated.inTest is %+v, want a type of a test that was not generated", d)
	}
	if d := decls["generated.Made"]; d == nil || d.Test || !d.Generated {
		t.Errorf("generated.Made is %+v, want a generated type of no test", d)
	}
	if d := decls["generated.Late"]; d == nil || d.Generated {
		t.Errorf("generated.Late is %+v, want one that was not generated", d)
	}
}

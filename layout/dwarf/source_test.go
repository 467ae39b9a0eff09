package dwarf

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
)

// TestSource reads real programs of many packages from their binaries and from
// their source: every type of the binary must be found in the source, laid out
// alike.
func TestSource(t *testing.T) {
	t.Run("deps", func(t *testing.T) { compareSource(t, "deps") })
	t.Run("heft", func(t *testing.T) {
		if !*full {
			t.Skip("it takes long: run with -heft.full")
		}
		compareSource(t, "../../../cmd/heft")
	})
}

func compareSource(t *testing.T, prog string) {
	file := compile(t, target{prog: prog, env: append([]string{"CGO_ENABLED=0"}, host...)})
	res, err := Read(file, Options{All: true, Packages: []string{"all"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("problem: %+v", p)
	}
	t.Setenv("CGO_ENABLED", "0")
	src, err := load.Load(context.Background(), load.Config{
		Patterns: res.Packages, GOOS: res.GOOS, GOARCH: res.GOARCH, All: true, Cache: "off",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range src.Problems {
		t.Errorf("problem in the source: %+v", p)
	}
	type key struct{ pkg, name string }
	declared := map[key][]*layout.Decl{}
	for i := range src.Decls {
		d := &src.Decls[i]
		k := key{d.Package, plain(d.Name)}
		declared[k] = append(declared[k], d)
	}
	arch, err := layout.ArchOf(res.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	l := layout.NewLayouter(arch)
	agree := map[layout.Form]int{}
	for i := range res.Decls {
		d := &res.Decls[i]
		twins := declared[key{d.Package, plain(d.Name)}]
		if len(twins) == 0 {
			twins = alike(src.Decls, d)
		}
		if len(twins) == 0 && d.Form == layout.Instance && d.Type.Kind != layout.Struct {
			// Package load looks into the declarations that can matter for
			// structs; iter.Seq[T] in the result of a method is not among them.
			continue
		}
		if len(twins) == 0 {
			t.Errorf("%s %s.%s: not in the source", d.Form, d.Package, d.Name)
			continue
		}
		agree[d.Form]++
		got := outline(l, d.Type)
		for _, twin := range twins {
			if want := outline(l, twin.Type); got != want {
				t.Errorf("%s %s: in the binary\n%s\nin the source (%s)\n%s", d.Package, d.Name, got, twin.Pos, want)
			}
		}
	}
	t.Logf("%d packages; types that agree, by form: %v", len(res.Packages), agree)
	for form, min := range map[layout.Form]int{layout.Named: 1000, layout.Instance: 40, layout.Anonymous: 40, layout.Local: 8} {
		if agree[form] < min {
			t.Errorf("compared %d types of form %s, want %d at least", agree[form], form, min)
		}
	}
}

// alike finds in the source what a binary has no name of its own for: a local
// type whose function it does not tell, by its identifier, and an anonymous
// type under another name, by how it is written.
func alike(decls []layout.Decl, d *layout.Decl) []*layout.Decl {
	var list []*layout.Decl
	for i := range decls {
		s := &decls[i]
		if s.Package != d.Package || s.Form != d.Form {
			continue
		}
		switch d.Form {
		case layout.Local:
			if base, _, ok := strings.Cut(d.Name, "·"); ok {
				_, ident, _ := strings.Cut(base, ".")
				if strings.HasSuffix(s.Name, "."+ident) {
					list = append(list, s)
				}
			}
		case layout.Anonymous:
			if plain(s.Type.Name) == plain(d.Type.Name) {
				list = append(list, s)
			}
		}
	}
	return list
}

var (
	byteWord = regexp.MustCompile(`\bbyte\b`)
	runeWord = regexp.MustCompile(`\brune\b`)
)

// plain writes a name without what source may spell in several ways.
func plain(name string) string {
	name = byteWord.ReplaceAllString(name, "uint8")
	name = runeWord.ReplaceAllString(name, "int32")
	return strings.ReplaceAll(name, "interface{}", "any")
}

// outline writes a type's layout, with all that it holds by value.
func outline(l *layout.Layouter, typ *layout.Type) string {
	var b strings.Builder
	var write func(typ *layout.Type, indent string)
	write = func(typ *layout.Type, indent string) {
		r, err := l.Of(typ)
		if err != nil {
			fmt.Fprintf(&b, " %v\n", err)
			return
		}
		fmt.Fprintf(&b, " kind %d of %q, size %d align %d pointers %d padding %d traits %d\n", typ.Kind, typ.PkgPath, r.Size, r.Align, r.PtrBytes, r.Padding, typ.Traits)
		for _, f := range r.Fields {
			fmt.Fprintf(&b, "%s%s embedded %v at %d:", indent, f.Name, f.Embedded, f.Offset)
			write(f.Type, indent+"  ")
		}
		if typ.Kind == layout.Array {
			fmt.Fprintf(&b, "%s%d elements:", indent, typ.Len)
			write(typ.Elem, indent+"  ")
		}
	}
	write(typ, "  ")
	return b.String()
}

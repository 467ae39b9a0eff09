package dwarf

import (
	"cmp"
	dw "debug/dwarf"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// declarer picks the declarations of the packages selected.
type declarer struct {
	*converter
	sel      selection
	decls    []layout.Decl
	shapes   []string
	problems []Problem
}

func newDeclarer(p *program, sel selection) *declarer {
	return &declarer{converter: newConverter(p), sel: sel}
}

// declare makes the declarations: defined types, and anonymous structs by what
// is declared with them. all says to take also defined types that are no
// structs.
func (d *declarer) declare(all bool) {
	owners := d.owners()
	shapes := map[string][]string{} // by generic type
	full := map[string]bool{}       // generic types with a full instance
	for i := range d.p.entries {
		e := &d.p.entries[i]
		pkg := e.pkg
		if pkg == "" || !d.sel.has(pkg) || e.kind != kindStruct && !all {
			continue
		}
		s, ok := spell(e.name, d.p.pkgOf)
		if !ok {
			d.problem(pkg, e.name, "its name is not one of a Go type")
			continue
		}
		if generic := pkg + "." + s.base + "·" + s.gen; s.shape {
			shapes[generic] = append(shapes[generic], s.text)
			continue
		} else if s.args != "" {
			full[generic] = true
		}
		decl := layout.Decl{Type: d.convert(e.off), Name: s.text, Package: pkg, Form: layout.Named}
		switch {
		case s.gen != "":
			decl.Form = layout.Local
			decl.Name = localName(s, owners)
		case s.args != "":
			decl.Form = layout.Instance
		case decl.Type.Traits&layout.CgoType != 0:
			decl.Name = s.pkg + "." + s.text
		}
		d.decls = append(d.decls, decl)
	}
	for _, generic := range slices.Sorted(maps.Keys(shapes)) {
		if !full[generic] {
			d.shapes = append(d.shapes, shapes[generic]...)
		}
	}
	d.anonymous()
	d.bound()
	for i := range d.decls {
		d.decls[i].Keep = keeps(d.decls[i].Type)
	}
	d.tell()
	slices.SortStableFunc(d.decls, func(a, b layout.Decl) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Name, b.Name))
	})
}

// tell tells local types of equal names in one function apart by their numbers
// in the package.
func (d *declarer) tell() {
	count := map[[2]string]int{}
	for _, decl := range d.decls {
		count[[2]string{decl.Package, decl.Name}]++
	}
	for i := range d.decls {
		decl := &d.decls[i]
		if gen := d.spelt[decl.Type].gen; gen != "" && count[[2]string{decl.Package, decl.Name}] > 1 {
			decl.Name += "·" + gen
		}
	}
}

func (d *declarer) problem(pkg, name, format string, args ...any) {
	d.problems = append(d.problems, Problem{Package: pkg, Type: name, Message: fmt.Sprintf(format, args...)})
}

// owner is the function that declares a local type.
type owner struct {
	fn      string // as declaring gives it, "" if there is no telling
	generic bool
}

// owners returns the functions that declare local types, as far as variables
// tell: of a local type the compiler keeps only its number in the package. The
// keys are import paths with such numbers.
func (d *declarer) owners() map[string]owner {
	owners := map[string]owner{}
	for _, v := range d.p.locals {
		fn, ok := d.declaring(v)
		if !ok {
			continue
		}
		for _, e := range d.p.cores(v.typ) {
			if !e.local() || e.pkg != v.pkg {
				continue
			}
			s, ok := spell(e.name, d.p.pkgOf)
			if !ok || s.gen == "" {
				continue
			}
			key := s.path + "·" + s.gen
			if known, ok := owners[key]; ok && known.fn != fn {
				owners[key] = owner{} // passed around
			} else {
				owners[key] = owner{fn, strings.Contains(v.fn, "[")}
			}
		}
	}
	return owners
}

// declaring returns the declared function that holds a local variable. A
// function that is linked under the name of another package's has no name here.
func (d *declarer) declaring(v use) (name string, ok bool) {
	path, _ := splitPath(withoutArgs(v.fn))
	if pkg, _ := d.p.pkgOf(path); pkg != v.pkg {
		return "", false
	}
	return declaring(v.fn, d.p.funcs)
}

// localName names a local type with its function before it, or with its number
// in the package behind it where the function is not known.
func localName(s spelling, owners map[string]owner) string {
	o := owners[s.path+"·"+s.gen]
	switch {
	case o.fn == "":
		return s.pkg + "." + s.base + s.args + "·" + s.gen
	case s.outer != "":
		return s.pkg + "." + o.fn + s.outer + "." + s.base + s.own
	case o.generic:
		return s.pkg + "." + o.fn + s.args + "." + s.base
	}
	return s.pkg + "." + o.fn + "." + s.base + s.args
}

// site is where a type is written: what is declared there, and its type.
type site struct {
	pkg, name string
	typ       dw.Offset
	args      string // type arguments of the type that holds it
}

// anonymous declares the struct types without a name, each once a package,
// under the first that holds it of the package's variables, the fields of its
// types, and the variables of its functions.
func (d *declarer) anonymous() {
	var globals, fields, locals []site
	for _, v := range d.p.globals {
		path, ident := splitPath(v.name)
		if pkg, name := d.p.pkgOf(path); pkg == v.pkg && isIdent(ident) {
			globals = append(globals, site{pkg: pkg, name: name + "." + ident, typ: v.typ})
		}
	}
	for _, decl := range d.decls {
		if e := d.made[decl.Type]; e != nil {
			for _, m := range e.members {
				fields = append(fields, site{decl.Package, decl.Name + "." + m.name, m.typ, d.spelt[decl.Type].args})
			}
		}
	}
	for _, v := range d.p.locals {
		name := v.name
		if name[0] == '&' {
			name = name[1:] // a variable on the heap
		}
		if fn, ok := d.declaring(v); ok && isIdent(name) {
			locals = append(locals, site{pkg: v.pkg, name: v.pkgName + "." + fn + "." + name, typ: v.typ})
		}
	}
	type once struct {
		pkg string
		off dw.Offset
	}
	seen := map[once]bool{}
	for _, sites := range [][]site{globals, fields, locals} {
		slices.SortStableFunc(sites, func(a, b site) int {
			return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name))
		})
		for len(sites) > 0 {
			at := sites[0]
			sites = sites[1:]
			for _, e := range d.p.cores(at.typ) {
				if !e.anonymous() || seen[once{at.pkg, e.off}] {
					continue
				}
				s, ok := spell(e.name, d.p.pkgOf)
				if !ok || s.shape || s.owner != "" && s.owner != at.pkg || strings.Contains(at.args, s.text) {
					continue // a type argument, say, is written where it is given
				}
				seen[once{at.pkg, e.off}] = true
				d.decls = append(d.decls, layout.Decl{
					Type: d.convert(e.off), Name: at.name, Package: at.pkg, Form: layout.Anonymous,
				})
				for _, m := range e.members {
					sites = append(sites, site{at.pkg, at.name + "." + m.name, m.typ, at.args})
				}
			}
		}
	}
}

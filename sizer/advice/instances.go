package advice

import (
	"cmp"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// instancesOf groups declarations that are instances of one generic declaration,
// which have one order. Those that are alone have no entry.
func instancesOf(decls []layout.Decl) map[*layout.Type][]*layout.Decl {
	type key struct {
		pkg, name string
		pos       layout.Pos
	}
	groups := map[key][]*layout.Decl{}
	for i := range decls {
		d := &decls[i]
		name, _, ok := strings.Cut(d.Name, "[")
		if !ok || d.Type == nil || d.Type.Kind != layout.Struct {
			continue
		}
		k := key{pkg: d.Package, pos: d.Pos}
		if d.Pos.Line == 0 { // of a binary
			k.name = name
		}
		groups[k] = append(groups[k], d)
	}
	of := map[*layout.Type][]*layout.Decl{}
	for _, g := range groups {
		for _, d := range g {
			if len(g) > 1 {
				of[d.Type] = g
			}
		}
	}
	return of
}

// against names the other instances of a declaration that the order, which is
// theirs too, would make larger.
func (p *plan) against(d *layout.Decl, order []int) []string {
	var names []string
	for _, o := range p.instances[d.Type] {
		if o.Type == d.Type || len(o.Type.Fields) != len(order) {
			continue
		}
		l, err := p.lay.Of(p.improve(o.Type).inner)
		if err != nil {
			continue
		}
		size, ptrBytes := l.InOrder(order)
		if p.better(l.Size, l.PtrBytes, size, ptrBytes) {
			names = append(names, p.label(o))
		}
	}
	return names
}

// held calls visit for the types that t holds by value.
func (p *plan) held(t *layout.Type, visit func(t *layout.Type)) {
	switch t.Kind {
	case layout.Array:
		visit(t.Elem)
	case layout.Struct:
		for i := range t.Fields {
			visit(t.Fields[i].Type)
		}
	}
}

// sizeIn returns the size and pointer bytes of a struct in an order of its
// fields.
func (p *plan) sizeIn(t *layout.Type, order []int) (size, ptrBytes int64) {
	l, err := p.lay.Of(t)
	if err != nil || len(l.Fields) != len(order) {
		return 0, 0
	}
	return l.InOrder(order)
}

// better reports whether a size is worth having in place of another, or the
// pointer bytes are where the options ask for these.
func (p *plan) better(size, ptrBytes, than, thanPtr int64) bool {
	if d := cmp.Compare(size, than); d != 0 {
		return d < 0
	}
	return p.opt.Optimize == OptimizePointers && ptrBytes < thanPtr
}

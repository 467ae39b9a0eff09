package advice

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// plan is the whole set of changes to the declared types, as far as it has
// been asked for.
type plan struct {
	in    []layout.Decl
	rt    sizer.Runtime
	opt   Options
	lay   *layout.Layouter
	decls map[*layout.Type]*layout.Decl
	named map[string]int // how many declarations have a name

	changes   map[*layout.Type]*change        // by type looked at
	instances map[*layout.Type][]*layout.Decl // those of the same generic declaration
	atomics   *atomics                        // nil: none of the types has any
	pinned    map[*layout.Type]layout.Keep    // types that keep their order for others' sake
}

func newPlan(in Input, opt Options) *plan {
	p := &plan{
		in: in.Decls, rt: in.Runtime, opt: opt, lay: layout.NewLayouter(in.Runtime.Arch),
		decls:   make(map[*layout.Type]*layout.Decl, len(in.Decls)),
		named:   make(map[string]int, len(in.Decls)),
		changes: make(map[*layout.Type]*change, 2*len(in.Decls)),
		pinned:  map[*layout.Type]layout.Keep{},
	}
	for i := range in.Decls {
		d := &in.Decls[i]
		if d.Type == nil {
			continue
		}
		p.decls[d.Type] = d
		p.named[d.Name]++
	}
	p.instances = instancesOf(in.Decls)
	if !slices.Contains(opt.Ignore, layout.KeepAtomic) {
		p.atomics = p.atomicsOf()
	}
	p.settle()
	return p
}

// keeps returns the reasons why a declared type keeps its order that the
// options do not ignore.
func (p *plan) keeps(d *layout.Decl) []layout.Keep {
	var keeps []layout.Keep
	for _, k := range d.Keep {
		if !slices.Contains(p.opt.Ignore, k.Kind) {
			keeps = append(keeps, k)
		}
	}
	if k, ok := p.pinned[d.Type]; ok {
		keeps = append(keeps, k)
	}
	return keeps
}

// label names a declared type among the others.
func (p *plan) label(d *layout.Decl) string {
	if p.named[d.Name] > 1 {
		return FullName(d.Package, d.Name)
	}
	return d.Name
}

// row is the row of a declared type.
func (p *plan) row(d *layout.Decl) Row {
	r := Row{
		Name: d.Name, Package: d.Package, Form: d.Form, Pos: d.Pos,
		Generated: d.Generated, Test: d.Test, Keep: d.Keep, Decl: d,
	}
	if d.Type == nil {
		r.Kind, r.Unknown = kindName(layout.Unknown), "the type is not known"
		return r
	}
	r.Kind = kindName(d.Type.Kind)
	r.Comparable, _ = layout.Comparable(d.Type)
	l, err := p.lay.Of(d.Type)
	if err != nil {
		r.Unknown = err.Error()
		return r
	}
	r.Layout = l
	now := shapeOf(p.lay, l, p.rt, nil)
	r.Now = &now
	r.Array = p.array(l)
	p.advise(&r)
	return r
}

// array prices Options.Count elements in one slice; nil where that is not
// asked for, or where so many fit no memory.
func (p *plan) array(l *layout.Layout) *sizer.Object {
	if p.opt.Count <= 0 {
		return nil
	}
	o, err := p.rt.Array(p.opt.Count, l.Size, l.PtrBytes)
	if err != nil {
		return nil
	}
	return &o
}

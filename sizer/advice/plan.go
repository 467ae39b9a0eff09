package advice

import (
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
	// changes are the types looked at, and what becomes of them.
	changes map[*layout.Type]*change
}

func newPlan(in Input, opt Options) *plan {
	p := &plan{changes: map[*layout.Type]*change{}, in: in.Decls, rt: in.Runtime, opt: opt, lay: layout.NewLayouter(in.Runtime.Arch), decls: make(map[*layout.Type]*layout.Decl, len(in.Decls))}
	for i := range in.Decls {
		p.decls[in.Decls[i].Type] = &in.Decls[i]
	}
	return p
}

// row is the row of a declared type.
func (p *plan) row(d *layout.Decl) Row {
	r := Row{
		Name: d.Name, Package: d.Package, Form: d.Form, Kind: kindName(d.Type.Kind), Pos: d.Pos,
		Generated: d.Generated, Test: d.Test, Keep: d.Keep, Decl: d,
	}
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

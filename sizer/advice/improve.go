package advice

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// change is what the whole set of changes makes of a type.
type change struct {
	to    *layout.Type // the type itself where nothing changes
	inner *layout.Type // with the changes of the types that it holds only
	order layout.Order // of inner's fields; the declared order for other types
	// kept says that a better order was found and not taken: order is it.
	kept bool
	// breaks are the fields whose offset on 32-bit platforms the order breaks.
	breaks []int
}

// improve returns what becomes of t when it and all types that it holds by
// value have their better orders. Types that are not declared in the input, or
// keep their order, change only by what they hold.
func (p *plan) improve(t *layout.Type) *change {
	if c := p.changes[t]; c != nil {
		return c
	}
	c := &change{to: t, inner: t}
	p.changes[t] = c // a type that contains itself has no layout, and no change
	switch t.Kind {
	case layout.Array:
		if e := p.improve(t.Elem); e.to != t.Elem {
			n := *t
			n.Elem = e.to
			c.inner = &n
		}
	case layout.Struct:
		for i := range t.Fields {
			f := p.improve(t.Fields[i].Type)
			if f.to == t.Fields[i].Type {
				continue
			}
			if c.inner == t {
				n := *t
				n.Fields = slices.Clone(t.Fields)
				c.inner = &n
			}
			c.inner.Fields[i].Type = f.to
		}
	}
	c.to = c.inner
	d := p.decls[t]
	if t.Kind != layout.Struct || d == nil || len(t.Fields) < 2 {
		return c
	}
	o, err := layout.BestOrder(p.lay, c.inner, layout.Constraints{
		Together: d.Together, Atomic64: d.Atomic64, Pointers: p.opt.Optimize == OptimizePointers,
	})
	if err != nil || o.Identity() {
		return c
	}
	c.order = o
	c.breaks = o.Breaks
	if c.kept = len(o.Breaks) > 0 && !slices.Contains(p.opt.Ignore, layout.KeepAtomic) || p.keeps(d); !c.kept {
		c.to = layout.Reorder(c.inner, o.Fields)
	}
	return c
}

// keeps reports whether a declaration has a reason to keep its order that the
// options do not ignore.
func (p *plan) keeps(d *layout.Decl) bool {
	for _, k := range d.Keep {
		if !slices.Contains(p.opt.Ignore, k.Kind) {
			return true
		}
	}
	return false
}

// advise fills the part of a row that says what is better.
func (p *plan) advise(r *Row) {
	t := r.Decl.Type
	c := p.improve(t)
	if len(c.breaks) > 0 {
		k := layout.Keep{Kind: layout.KeepAtomic, Pos: r.Pos,
			Reason: "a better order takes " + t.Fields[c.breaks[0]].Name + " off the 8-byte offset that sync/atomic needs on 32-bit platforms"}
		r.Keep = append(slices.Clip(r.Keep), k)
	}
	r.Best = p.best(r, c, c.to)
	if c.kept {
		r.Would = p.best(r, c, layout.Reorder(c.inner, c.order.Fields))
	}
}

// best compares the type of a row with what it becomes, and returns nil if
// that is no better.
func (p *plan) best(r *Row, c *change, to *layout.Type) *Best {
	from := r.Decl.Type
	if to == from {
		return nil
	}
	l, err := p.lay.Of(to)
	if err != nil {
		return nil
	}
	order := make([]int, len(from.Fields))
	for i := range order {
		order[i] = i
	}
	b := &Best{Order: order, Moved: []int{}}
	if to != c.inner {
		b.Order, b.Moved = c.order.Fields, c.order.Moved
	}
	b.Shape = shapeOf(p.lay, l, p.rt, b.Order)
	b.Saves = r.Now.Object.Bytes() - b.Object.Bytes()
	b.ElementSaves = r.Now.Size - b.Size
	b.PtrSaves = r.Now.PtrBytes - b.PtrBytes
	b.PaperOnly = b.ElementSaves > 0 && b.Saves == 0
	if b.ElementSaves <= 0 && (p.opt.Optimize != OptimizePointers || b.PtrSaves <= 0) {
		return nil
	}
	b.Array = p.array(l)
	b.Because = p.because(from)
	b.ByOthers = len(b.Because) > 0 && !p.gainsAlone(r.Decl)
	return b
}

// gainsAlone reports whether the declared type's own order gains anything when
// the types that it holds stay as they are.
func (p *plan) gainsAlone(d *layout.Decl) bool {
	if d.Type.Kind != layout.Struct {
		return false
	}
	o, err := layout.BestOrder(p.lay, d.Type, layout.Constraints{
		Together: d.Together, Atomic64: d.Atomic64, Pointers: p.opt.Optimize == OptimizePointers,
	})
	return err == nil && !o.Identity() && len(o.Breaks) == 0 && !p.keeps(d)
}

// because names the types that t holds by value and that get smaller, the
// outermost declared ones of each field.
func (p *plan) because(t *layout.Type) []string {
	var names []string
	var visit func(t *layout.Type)
	visit = func(t *layout.Type) {
		if p.improve(t).to == t {
			return
		}
		if d := p.decls[t]; d != nil {
			if !slices.Contains(names, d.Name) {
				names = append(names, d.Name)
			}
			return
		}
		p.held(t, visit)
	}
	p.held(t, visit)
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

// embedders names in each row with a better shape the types that get smaller
// with it.
func embedders(rows []Row) {
	at := make(map[string][]int, len(rows))
	for i := range rows {
		if rows[i].Best != nil {
			at[rows[i].Name] = append(at[rows[i].Name], i)
		}
	}
	for i := range rows {
		b := rows[i].Best
		if b == nil {
			continue
		}
		for _, name := range b.Because {
			for _, j := range at[name] {
				if e := &rows[j].Best.Embedders; !slices.Contains(*e, rows[i].Name) {
					*e = append(*e, rows[i].Name)
				}
			}
		}
	}
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

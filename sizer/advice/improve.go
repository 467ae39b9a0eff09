package advice

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// change is what the whole set of changes makes of a type.
type change struct {
	to    *layout.Type // the type itself where nothing changes
	inner *layout.Type // with the changes of the types that it holds only
	order []int        // of to's fields, as indices of inner's; nil: as declared
	moved []int
	// would is a better order that was not taken, for the reasons in keep.
	would *layout.Order
	keep  []layout.Keep // reasons found here, beside the declaration's
}

// reordered reports whether the type's own order changes.
func (c *change) reordered() bool { return c.order != nil }

// improve returns what becomes of t when it and all types that it holds by
// value have their better orders. Types that are not declared in the input, or
// keep their order, change only by what they hold.
func (p *plan) improve(t *layout.Type) *change {
	if c := p.changes[t]; c != nil {
		return c
	}
	c := &change{to: t, inner: t}
	p.changes[t] = c // a type that contains itself has no layout, and no change
	if t.Kind != layout.Array && t.Kind != layout.Struct {
		return c
	}
	c.inner = p.inner(t)
	c.to = c.inner
	if t.Kind != layout.Struct {
		return c
	}
	atomic := p.atomics.fields(p, t)
	var o layout.Order
	d := p.decls[t]
	if d != nil {
		var err error
		if o, err = p.bestOrder(d, c.inner); err != nil {
			return c
		}
	}
	var taken *layout.Order
	switch {
	case d == nil || o.Identity():
	case len(o.Breaks) > 0:
		c.would = &o
		c.keep = append(c.keep, layout.Keep{Kind: layout.KeepAtomic, Pos: d.Pos,
			Reason: "a better order takes " + t.Fields[o.Breaks[0]].Name + " off the 8-byte offset that sync/atomic needs on 32-bit platforms"})
	case len(p.keeps(d)) > 0:
		c.would = &o
	default:
		// An order that only restores the offsets of atomic fields is no gain to
		// show: then what moved them stays as it is.
		if l, err := p.lay.Of(t); err == nil && p.better(o.Size, o.PtrBytes, l.Size, l.PtrBytes) {
			taken = &o
		}
	}
	if k, ok := p.pinned[t]; ok {
		c.keep = append(c.keep, k)
	}
	if taken != nil {
		c.order, c.moved = taken.Fields, taken.Moved
		c.to = layout.Reorder(c.inner, c.order)
	}
	if c.inner != t && len(atomic) > 0 {
		order := c.order
		if order == nil {
			order = declared(len(t.Fields))
		}
		if b, err := p.lay.Breaks(t, c.inner, order, atomic, p.atomics.elements[t]); err == nil && len(b) > 0 {
			p.atomics.broken = append(p.atomics.broken, brokenField{t, b[0]})
		}
	}
	return c
}

// inner is t with what becomes of the types that it holds by value: t itself
// where nothing does.
func (p *plan) inner(t *layout.Type) *layout.Type {
	inner := t
	switch t.Kind {
	case layout.Array:
		if e := p.improve(t.Elem); e.to != t.Elem {
			n := *t
			n.Elem = e.to
			inner = &n
		}
	case layout.Struct:
		if p.isPadded(t) {
			break
		}
		for i := range t.Fields {
			f := t.Fields[i].Type
			if f.Kind != layout.Array && f.Kind != layout.Struct {
				continue
			}
			to := p.improve(f).to
			if to == f {
				continue
			}
			if inner == t {
				n := *t
				n.Fields = slices.Clone(t.Fields)
				inner = &n
			}
			inner.Fields[i].Type = to
		}
	}
	return inner
}

// isPadded reports whether a struct has padding of its own, whose bytes may well
// be computed from what stands before it ([64 - unsafe.Sizeof(x)%64]byte): then
// it does not shrink with what it holds.
func (p *plan) isPadded(t *layout.Type) bool {
	d := p.decls[t]
	return d != nil && !slices.Contains(p.opt.Ignore, layout.KeepPadding) &&
		slices.ContainsFunc(d.Keep, func(k layout.Keep) bool { return k.Kind == layout.KeepPadding })
}

// bestOrder is the best order of a declared struct's fields, whose types may
// have changed already.
func (p *plan) bestOrder(d *layout.Decl, inner *layout.Type) (layout.Order, error) {
	return layout.BestOrder(p.lay, inner, layout.Constraints{
		Together: d.Together, Atomic64: p.atomics.fields(p, d.Type), Elements: p.atomics.isElement(d.Type),
		Before: d.Type, Pointers: p.opt.Optimize == OptimizePointers,
	})
}

// declared is the declared order of n fields.
func declared(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

package advice

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// advise fills the part of a row that says what is better.
func (p *plan) advise(r *Row) {
	t := r.Decl.Type
	c := p.improve(t)
	if len(c.keep) > 0 {
		r.Keep = append(slices.Clip(r.Keep), c.keep...)
	}
	if c.to != t {
		r.Best = p.best(r, c, c.to, c.order, c.moved)
	}
	if c.would != nil {
		r.Would = p.best(r, c, layout.Reorder(c.inner, c.would.Fields), c.would.Fields, c.would.Moved)
	}
}

// best compares the type of a row with what it becomes, and returns nil if
// that is no better.
func (p *plan) best(r *Row, c *change, to *layout.Type, order, moved []int) *Best {
	from := r.Decl.Type
	l, err := p.lay.Of(to)
	if err != nil || !p.better(l.Size, l.PtrBytes, r.Now.Size, r.Now.PtrBytes) {
		return nil
	}
	b := &Best{Order: order, Moved: moved}
	if order == nil {
		b.Order, b.Moved = declared(len(from.Fields)), []int{}
	} else {
		b.Against = p.against(r.Decl, order)
	}
	b.Shape = shapeOf(p.lay, l, p.rt, b.Order)
	b.Saves = r.Now.Object.Bytes() - b.Object.Bytes()
	b.ElementSaves = r.Now.Size - b.Size
	b.PtrSaves = r.Now.PtrBytes - b.PtrBytes
	b.PaperOnly = b.ElementSaves > 0 && b.Saves == 0
	b.Array = p.array(l)
	if c.inner != from {
		alone, alonePtr := p.alone(r, b.Order)
		if p.better(l.Size, l.PtrBytes, alone, alonePtr) {
			for _, d := range p.changed(from) {
				b.Because = append(b.Because, p.label(d))
			}
			b.ByOthers = !p.better(alone, alonePtr, r.Now.Size, r.Now.PtrBytes)
		}
	}
	return b
}

// alone is the size and the pointer bytes that the type of a row, which gets an
// order, would reach if no type that it holds changed.
func (p *plan) alone(r *Row, order []int) (size, ptrBytes int64) {
	d := r.Decl
	size, ptrBytes = r.Now.Size, r.Now.PtrBytes
	if d.Type.Kind != layout.Struct || slices.Equal(order, declared(len(order))) && len(p.keeps(d)) > 0 {
		return size, ptrBytes
	}
	if s, b := p.sizeIn(d.Type, order); p.better(s, b, size, ptrBytes) {
		size, ptrBytes = s, b
	}
	if o, err := p.bestOrder(d, d.Type); err == nil && len(o.Breaks) == 0 && p.better(o.Size, o.PtrBytes, size, ptrBytes) {
		size, ptrBytes = o.Size, o.PtrBytes
	}
	return size, ptrBytes
}

// changed lists the declared types that t holds by value, at any depth, whose
// own order changes.
func (p *plan) changed(t *layout.Type) []*layout.Decl {
	var found []*layout.Decl
	seen := map[*layout.Type]bool{}
	var visit func(t *layout.Type)
	visit = func(t *layout.Type) {
		if t.Kind != layout.Array && t.Kind != layout.Struct || seen[t] {
			return
		}
		seen[t] = true
		c := p.improve(t)
		if c.to == t {
			return
		}
		if d := p.decls[t]; d != nil && c.reordered() {
			found = append(found, d)
		}
		p.held(t, visit)
	}
	p.held(t, visit)
	return found
}

// embedders names in each row that gets smaller by its own order the types that
// get smaller with it.
func (p *plan) embedders(rows []Row) {
	at := make(map[*layout.Decl]*Best, len(rows))
	for i := range rows {
		if rows[i].Best != nil {
			at[p.decls[rows[i].Decl.Type]] = rows[i].Best
		}
	}
	for i := range rows {
		if b := rows[i].Best; b == nil || len(b.Because) == 0 {
			continue
		}
		for _, d := range p.changed(rows[i].Decl.Type) {
			if e := at[d]; e != nil {
				e.Embedders = append(e.Embedders, p.label(rows[i].Decl))
			}
		}
	}
	for _, b := range at {
		slices.Sort(b.Embedders)
		b.Embedders = slices.Compact(b.Embedders)
	}
}

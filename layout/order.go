package layout

import (
	"cmp"
	"fmt"
	"slices"
)

// Constraints are what a better order has to respect, and what it is to be
// better in.
type Constraints struct {
	// Together are runs of fields that stay adjacent and in their order. Runs
	// that overlap count as one.
	Together []Run
	// Atomic64 are the indices of fields used through the 64-bit functions of
	// sync/atomic, or that hold such. One whose offset is a multiple of 8 on
	// 32-bit platforms, as those functions ask for there (sync/atomic, "Bugs"),
	// keeps such an offset there.
	Atomic64 []int
	// Elements says that the struct is an element of slices or arrays: a size
	// that is a multiple of 8 on 32-bit platforms stays one, or the Atomic64
	// fields of every other element would lose their offset.
	Elements bool
	// Before is the struct as it is now, where the types of some of its fields
	// have changed already; the offsets that Atomic64 looks at are those in it.
	// Nil: the struct itself.
	Before *Type
	// Pointers asks, among the orders of the smallest size, for the one of the
	// fewest pointer bytes, and only then for the fewest moved fields.
	Pointers bool
}

// Order is a field order of a struct type.
type Order struct {
	Fields   []int // declared indices, in this order
	Moved    []int // the fewest fields that have to move to get there, ascending
	Size     int64 // of the struct in this order, in bytes
	PtrBytes int64
	// Exact says that no order of this size moves fewer fields, and that none
	// within the constraints is smaller. It is false where the search was cut
	// short, and under Constraints.Pointers.
	Exact bool
	// Breaks are fields of Constraints.Atomic64 that this order takes off their
	// 8-byte offset on 32-bit platforms. It is empty but where every better
	// order does so, and then Fields is the best of those; or where every order
	// does so, since the types of fields have changed.
	Breaks []int
}

// Identity reports whether the order is the declared one.
func (o *Order) Identity() bool { return len(o.Moved) == 0 }

// BestOrder returns the order of a struct's fields that needs the fewest bytes,
// and of these the one that moves the fewest fields; moved fields move as
// little as they can, and fields that are alike keep their relative order
// where that costs no move. Where nothing gets smaller it is the declared
// order. The result depends on nothing but the arguments.
//
// The error is that of [Layouter.Of], or says that t is no struct or that a
// constraint names fields that it does not have.
func BestOrder(l *Layouter, t *Type, c Constraints) (Order, error) {
	r, err := l.Of(t)
	if err != nil {
		return Order{}, err
	}
	if t.Kind != Struct {
		return Order{}, fmt.Errorf("order of %s: not a struct", t.Name)
	}
	if err := c.check(t); err != nil {
		return Order{}, err
	}
	if len(c.Atomic64) == 0 && r.best(&c) {
		return r.declared(), nil
	}
	before, most := t, r.Size
	if c.Before != nil {
		before = c.Before
		b, err := l.Of(before)
		if err != nil {
			return Order{}, err
		}
		most = max(most, b.Size)
	}
	narrow, err := l.narrowed(before, t, c.Atomic64, c.Elements)
	if err != nil {
		return Order{}, err
	}
	units := c.units(t)
	now := r.declared()
	if now.Breaks = narrow.breaks(now.Fields); len(now.Breaks) > 0 {
		// Anything that is no larger than before will do.
		if o, ok := order(r, narrow, units, most+1, c.Pointers); ok {
			return o, nil
		}
		return now, nil
	}
	if r.best(&c) {
		return now, nil
	}
	best, ok := order(r, narrow, units, r.Size, c.Pointers)
	if narrow != nil && (!ok || !best.better(&now)) {
		// Nothing is better with the atomic fields in place: what is without?
		if free, ok := order(r, nil, units, r.Size, c.Pointers); ok && free.better(&now) {
			free.Breaks = narrow.breaks(free.Fields)
			return free, nil
		}
	}
	return best, nil
}

// best reports whether no order can be better than the declared one: no fewer
// bytes could hold the fields.
func (r *Layout) best(c *Constraints) bool {
	return r.Size == 0 || roundUp(r.Size-r.HolePadding(), r.Align) == r.Size && (!c.Pointers || r.PtrBytes == 0)
}

// declared is the declared order.
func (r *Layout) declared() Order {
	return Order{Fields: identity(len(r.Fields)), Moved: []int{}, Size: r.Size, PtrBytes: r.PtrBytes, Exact: true}
}

// better reports whether o is worth more than another order of the struct.
func (o *Order) better(p *Order) bool {
	return o.Size < p.Size || o.Size == p.Size && o.PtrBytes < p.PtrBytes
}

// order finds the best order of a struct among those smaller than below, or the
// declared one if there is none; ok is false where that one is not allowed.
func order(r *Layout, narrow *narrowed, units []unit, below int64, pointers bool) (o Order, ok bool) {
	p := newPuzzle(r, narrow, units, place{}, 0, false)
	row, exact := p.solve(below)
	o = p.order(row, exact)
	if len(narrow.breaks(o.Fields)) > 0 {
		return o, false
	}
	if pointers {
		o = o.fewestPointers(p)
	}
	return o, true
}

// order is the order of the fields that a row of all units makes; of a nil row
// the declared order.
func (p *puzzle) order(row []int, exact bool) Order {
	if row == nil {
		row = identity(len(p.units))
	}
	o := Order{Fields: p.fieldsOf(row), Moved: p.fieldsOf(p.movedUnits(row)), Exact: exact}
	o.Size, o.PtrBytes = p.r.InOrder(o.Fields)
	return o
}

// InOrder returns the size and the pointer bytes, in bytes, that a struct has
// with its fields in another order, which names each once.
func (r *Layout) InOrder(order []int) (size, ptrBytes int64) {
	var off int64
	for _, i := range order {
		f := &r.Fields[i]
		off = roundUp(off, f.Align)
		if f.PtrBytes > 0 {
			ptrBytes = off + f.PtrBytes
		}
		off += f.Size
	}
	if len(order) > 0 && off > 0 && r.Fields[order[len(order)-1]].Size == 0 {
		off++
	}
	return roundUp(off, r.Align), ptrBytes
}

// check reports constraints that name fields that t does not have.
func (c *Constraints) check(t *Type) error {
	for _, r := range c.Together {
		if r.First < 0 || r.First > r.Last || r.Last >= len(t.Fields) {
			return fmt.Errorf("order of %s: no fields %d to %d to keep together: it has %d", t.Name, r.First, r.Last, len(t.Fields))
		}
	}
	for _, i := range c.Atomic64 {
		if i < 0 || i >= len(t.Fields) {
			return fmt.Errorf("order of %s: no field %d for sync/atomic: it has %d", t.Name, i, len(t.Fields))
		}
	}
	return nil
}

// units are the fields of t, and its runs as one each.
func (c *Constraints) units(t *Type) []unit {
	runs := slices.Clone(c.Together)
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(a.First, b.First) })
	units := make([]unit, 0, len(t.Fields))
	for i := 0; i < len(t.Fields); {
		u := unit{first: i, n: 1}
		for len(runs) > 0 && runs[0].First < i+u.n {
			u.n = max(u.n, runs[0].Last+1-i)
			runs = runs[1:]
		}
		units = append(units, u)
		i += u.n
	}
	return units
}

// Reorder returns a type of the same name whose fields are those of t in
// another order: order lists their indices in t. Indices that t does not have
// or that came before are passed over, and fields that are not listed follow
// in declared order.
func Reorder(t *Type, order []int) *Type {
	n := *t
	n.Fields = make([]Field, 0, len(t.Fields))
	used := make([]bool, len(t.Fields))
	for _, i := range order {
		if i >= 0 && i < len(used) && !used[i] {
			used[i] = true
			n.Fields = append(n.Fields, t.Fields[i])
		}
	}
	for i, u := range used {
		if !u {
			n.Fields = append(n.Fields, t.Fields[i])
		}
	}
	return &n
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

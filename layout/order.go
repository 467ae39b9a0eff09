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
	// 8-byte offset on 32-bit platforms. It is empty but where every smaller
	// order found does so; then Fields is one of those, not to be used as it is.
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
	units, err := c.units(t)
	if err != nil {
		return Order{}, err
	}
	now := Order{Fields: identity(len(t.Fields)), Moved: []int{}, Size: r.Size, PtrBytes: r.PtrBytes, Exact: true}
	if least := roundUp(r.Size-r.HolePadding(), r.Align); least == r.Size && (!c.Pointers || r.PtrBytes == 0) || r.Size == 0 {
		return now, nil
	}
	narrow, err := l.narrowed(t, c.Atomic64)
	if err != nil {
		return Order{}, err
	}
	best := order(r, narrow, units, c.Pointers)
	if narrow != nil && !best.better(&now) {
		// Nothing is better with the atomic fields in place: what is without?
		if free := order(r, nil, units, c.Pointers); free.better(&now) {
			free.Breaks = narrow.breaks(free.Fields)
			return free, nil
		}
	}
	return best, nil
}

// better reports whether o is worth more than another order of the struct.
func (o *Order) better(p *Order) bool {
	return o.Size < p.Size || o.Size == p.Size && o.PtrBytes < p.PtrBytes
}

// order finds the best order of a struct.
func order(r *Layout, narrow *narrowed, units []unit, pointers bool) Order {
	p := newPuzzle(r, narrow, units, place{}, 0, false)
	row, exact := p.solve(r.Size)
	o := p.order(row, exact)
	if pointers {
		o = o.fewestPointers(p)
	}
	return o
}

// order is the order of the fields that a row of all units makes; of a nil row
// the declared order.
func (p *puzzle) order(row []int, exact bool) Order {
	if row == nil {
		row = identity(len(p.units))
	}
	o := Order{Fields: p.fieldsOf(row), Moved: p.fieldsOf(p.movedUnits(row)), Exact: exact}
	o.Size, o.PtrBytes = p.r.inOrder(o.Fields)
	return o
}

// inOrder returns the size and the pointer bytes of a struct with its fields in
// another order.
func (r *Layout) inOrder(order []int) (size, ptrBytes int64) {
	var off int64
	for _, i := range order {
		f := &r.Fields[i]
		off = roundUp(off, f.Align)
		if f.PtrBytes > 0 {
			ptrBytes = off + f.PtrBytes
		}
		off += f.Size
	}
	if off > 0 && r.Fields[order[len(order)-1]].Size == 0 {
		off++
	}
	return roundUp(off, r.Align), ptrBytes
}

// units are the fields of t, and its runs as one each.
func (c *Constraints) units(t *Type) ([]unit, error) {
	for _, i := range c.Atomic64 {
		if i < 0 || i >= len(t.Fields) {
			return nil, fmt.Errorf("order of %s: no field %d for sync/atomic: it has %d", t.Name, i, len(t.Fields))
		}
	}
	runs := slices.Clone(c.Together)
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(a.First, b.First) })
	units := make([]unit, 0, len(t.Fields))
	for i := 0; i < len(t.Fields); {
		u := unit{first: i, n: 1}
		for len(runs) > 0 && runs[0].First < i+u.n {
			if r := runs[0]; r.First < 0 || r.First > r.Last || r.Last >= len(t.Fields) {
				break
			}
			u.n = max(u.n, runs[0].Last+1-i)
			runs = runs[1:]
		}
		units = append(units, u)
		i += u.n
	}
	if len(runs) > 0 {
		return nil, fmt.Errorf("order of %s: no fields %d to %d to keep together: it has %d", t.Name, runs[0].First, runs[0].Last, len(t.Fields))
	}
	return units, nil
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

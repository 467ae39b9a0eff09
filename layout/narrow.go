package layout

import "slices"

// narrowed is how a struct lies on 32-bit platforms, and what the 64-bit
// functions of sync/atomic need there: they fault on an address that is no
// multiple of 8, and the runtime aligns only the first word of an allocation so
// (sync/atomic, "Bugs", go1.26.8).
type narrowed struct {
	layout *Layout
	need   []bool // fields whose offset has to be a multiple of 8
	whole  bool   // the size has to be one too
}

// after is the offset, modulo 8, behind a unit at an offset, or forbidden.
func (n *narrowed) after(u unit, off int64) uint8 {
	for i := u.first; i < u.first+u.n; i++ {
		f := &n.layout.Fields[i]
		off = roundUp(off, f.Align)
		if n.need[i] && off%maxAlign != 0 {
			return forbidden
		}
		off += f.Size
	}
	return uint8(off % maxAlign)
}

// ends reports whether the last field may end at an offset.
func (n *narrowed) ends(off int64, zero bool) bool {
	if zero {
		off++
	}
	return !n.whole || roundUp(off, n.layout.Align)%maxAlign == 0
}

// narrowed returns what 32-bit platforms ask of the order of t's fields so that
// those of the atomic ones which lie well in before, the type as it is now, stay
// so; nil if that is nothing.
func (l *Layouter) narrowed(before, t *Type, atomic []int, elements bool) (*narrowed, error) {
	if len(atomic) == 0 {
		return nil, nil
	}
	at := l
	if l.arch.PtrSize != 4 {
		if l.narrow == nil {
			arm, err := ArchOf("arm") // as 386, mips and mipsle
			if err != nil {
				return nil, err
			}
			l.narrow = NewLayouter(arm)
		}
		at = l.narrow
	}
	old, err := at.Of(before)
	if err != nil {
		return nil, err
	}
	r, err := at.Of(t)
	if err != nil {
		return nil, err
	}
	n := &narrowed{layout: r, need: make([]bool, len(r.Fields))}
	asks := false
	for _, i := range atomic {
		if i < len(old.Fields) && old.Fields[i].Offset%maxAlign == 0 {
			n.need[i], asks = true, true
		}
	}
	if !asks {
		return nil, nil
	}
	n.whole = elements && old.Size%maxAlign == 0
	return n, nil
}

// breaks lists the fields that an order takes off the offset they need, all that
// need one if it is the size that is wrong.
func (n *narrowed) breaks(order []int) []int {
	if n == nil {
		return nil
	}
	var broken, all []int
	var off int64
	for _, i := range order {
		f := &n.layout.Fields[i]
		off = roundUp(off, f.Align)
		if n.need[i] {
			all = append(all, i)
			if off%maxAlign != 0 {
				broken = append(broken, i)
			}
		}
		off += f.Size
	}
	if broken == nil && !n.ends(off, n.layout.Fields[order[len(order)-1]].Size == 0) {
		broken = all
	}
	slices.Sort(broken)
	return broken
}

// Breaks lists the fields of a struct, of the given ones, that lie at a multiple
// of 8 on 32-bit platforms in before and would not in t, the same struct with
// some of its fields' types changed, when its fields stand in an order; or that
// would not in every element of a slice or array, where elements says that there
// are such. See [Constraints].Atomic64. The error is that of [Layouter.Of].
func (l *Layouter) Breaks(before, t *Type, order, atomic []int, elements bool) ([]int, error) {
	n, err := l.narrowed(before, t, atomic, elements)
	if err != nil || n == nil || len(order) != len(t.Fields) {
		return nil, err
	}
	return n.breaks(order), nil
}

package layout

import (
	"cmp"
	"math"
	"slices"
)

// fewestPointers returns the order of o's size with the fewest pointer bytes,
// and of those it finds the one that moves the fewest fields. The units with
// pointers come first, and of them last the one with the most bytes behind its
// last pointer; o is what there is to beat.
func (o Order) fewestPointers(p *puzzle) Order {
	best := o
	best.Exact = false
	g := p.byPointers()
	if len(g.first) == 0 {
		return o
	}
	heads := g.heads(p)
	for _, h := range heads {
		if h.ptrBytes > best.PtrBytes {
			break
		}
		row := p.completed(h.row, o.Size)
		if row == nil || p.waste(row) == math.MaxInt {
			continue
		}
		c := p.order(row, false)
		if c.Size == o.Size && (c.PtrBytes < best.PtrBytes || c.PtrBytes == best.PtrBytes && len(c.Moved) < len(best.Moved)) {
			best = c
		}
	}
	if !p.plain || p.r.Align > p.r.Arch.PtrSize {
		// Pointers can not always come first.
		q := newPuzzle(p.r, p.narrow, p.units, p.start, p.taken, true)
		for len(q.classes) <= maxClasses {
			row, _ := q.fits(int(o.Size-q.base), best.PtrBytes-p.r.Arch.PtrSize)
			if row == nil {
				break
			}
			best = q.order(q.named(row), false)
		}
	}
	return best
}

// pointerGroups are the units of a puzzle by what they hold.
type pointerGroups struct {
	first []int // pointers
	zero  []int // nothing
	rest  []int // other values
}

func (p *puzzle) byPointers() pointerGroups {
	var g pointerGroups
	for i, u := range p.units {
		pointers := false
		for _, f := range p.r.Fields[u.first : u.first+u.n] {
			pointers = pointers || f.PtrBytes > 0
		}
		switch {
		case pointers:
			g.first = append(g.first, i)
		case p.classes[u.class].sized:
			g.rest = append(g.rest, i)
		default:
			g.zero = append(g.zero, i)
		}
	}
	return g
}

// head is the beginning of a row, up to the last pointer.
type head struct {
	row      []int
	ptrBytes int64
}

// maxHeads bounds the units that are tried as the last with pointers.
const maxHeads = 32

// heads are beginnings of rows worth trying, fewest pointer bytes first: each
// unit as the last, the others in declared order or by falling alignment, with
// a filler where something would be lost, and with the zero-size fields in
// front, where they cost nothing.
func (g *pointerGroups) heads(p *puzzle) []head {
	var heads []head
	add := func(rows ...[]int) {
		row := slices.Concat(rows...)
		_, n := p.r.InOrder(p.fieldsOf(row))
		heads = append(heads, head{row, n})
	}
	for k, last := range g.first {
		if k < len(g.first)-maxHeads {
			continue
		}
		others := make([]int, 0, len(g.first)-1)
		for _, u := range g.first {
			if u != last {
				others = append(others, u)
			}
		}
		byAlign := slices.Clone(others)
		slices.SortStableFunc(byAlign, func(a, b int) int {
			return cmp.Compare(p.classes[p.units[b].class].key.align, p.classes[p.units[a].class].key.align)
		})
		for _, order := range [][]int{others, byAlign} {
			add(order, []int{last})
			add(g.zero, order, []int{last})
			var used [maxClasses + 1]bool
			for _, filler := range g.rest {
				if c := min(p.units[filler].class, maxClasses); !used[c] && p.lossy(order, last) {
					used[c] = true
					add(order, []int{filler, last})
					add(g.zero, order, []int{filler, last})
				}
			}
		}
	}
	slices.SortStableFunc(heads, func(a, b head) int { return cmp.Compare(a.ptrBytes, b.ptrBytes) })
	return heads
}

// lossy reports whether bytes are lost between a row and a unit after it.
func (p *puzzle) lossy(row []int, after int) bool {
	at, _, ok := p.behind(row)
	if !ok {
		return true
	}
	_, waste, ok := p.put(p.units[after].class, at)
	return !ok || waste > 0
}

// behind is the place behind a row of units at the start of a struct, and its
// offset. ok is false where a 32-bit platform forbids the row.
func (p *puzzle) behind(row []int) (at place, taken int64, ok bool) {
	at = p.start
	for _, u := range row {
		next, waste, ok := p.put(p.units[u].class, at)
		if !ok {
			return at, 0, false
		}
		at = next
		taken += int64(waste) + p.classes[p.units[u].class].least
		for _, f := range p.r.Fields[p.units[u].first : p.units[u].first+p.units[u].n] {
			taken += f.Size
		}
	}
	return at, taken, true
}

// completed is a head followed by the other units in the row that reaches a
// size by moving the fewest of them; nil if there is none.
func (p *puzzle) completed(head []int, size int64) []int {
	at, taken, ok := p.behind(head)
	if !ok {
		return nil
	}
	inHead := make([]bool, len(p.units))
	for _, u := range head {
		inHead[u] = true
	}
	var others []unit
	var index []int
	for i, u := range p.units {
		if !inHead[i] {
			others = append(others, u)
			index = append(index, i)
		}
	}
	row := slices.Clone(head)
	if len(others) == 0 {
		return row
	}
	q := newPuzzle(p.r, p.narrow, others, at, taken, false)
	found, _ := q.solve(size + 1)
	for _, k := range found {
		row = append(row, index[k])
	}
	if len(row) < len(p.units) {
		return nil
	}
	return row
}

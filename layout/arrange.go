package layout

import (
	"math"
	"slices"
)

// The bounds of the search for the fewest moves decide how long an order takes
// at most: milliseconds. The lower bound of the moves is nearly always reached,
// so that narrow searches, which find an order soon, also prove it.
const (
	few      = 24    // units up to which one move is tried without a lower bound
	many     = 64    // units over which only narrow searches are tried
	maxNodes = 60000 // states in all, over which what was found by then counts
)

// solve returns the row of units, by index, that ends the struct at the
// smallest size, and of these the one that moves the fewest fields. It is nil
// where no size below a given one is reached. exact says that this is proven.
func (p *puzzle) solve(below int64) (row []int, exact bool) {
	exact = true
	if len(p.classes) > maxClasses || len(p.units) > maxUnits {
		row = p.sorted()
		if w := p.waste(row); w == math.MaxInt || p.base+int64(w) >= below {
			return nil, false
		}
		return row, false
	}
	for size := roundUp(p.base, p.r.Align); size < below; size += p.r.Align {
		budget := int(size - p.base)
		if budget > math.MaxInt16 {
			return nil, false
		}
		var any []int8
		if !p.plain {
			var sure bool
			if any, sure = p.fits(budget, anywhere); any == nil {
				exact = exact && sure
				continue
			}
		}
		row, fewest := p.fewest(budget, any)
		if row != nil {
			return row, exact && fewest
		}
		exact = false
	}
	return nil, exact
}

// fewest returns the row within a budget that moves the fewest fields. any is
// such a row by classes, if one is known.
func (p *puzzle) fewest(budget int, any []int8) (row []int, exact bool) {
	if any != nil {
		row = p.named(any)
	} else {
		row = p.sorted()
	}
	most := len(p.r.Fields)
	if p.waste(row) <= budget {
		most = p.movedWeight(row)
	} else {
		row = nil
	}
	s := newSearch(p, budget)
	defer searches.Put(s)
	var acts []int8
	if len(p.units) <= many {
		acts, exact = s.deepen(most)
	} else {
		acts, exact = s.widen(most)
	}
	if acts != nil {
		row = p.rowOf(acts)
	}
	if row != nil {
		row = p.unshuffle(row)
	}
	return row, exact
}

// rowOf makes a row of units from the acts of a search.
func (p *puzzle) rowOf(acts []int8) []int {
	var moving [maxClasses][]int
	i := 0
	for _, a := range acts {
		if a == moves {
			c := p.units[i].class
			moving[c] = append(moving[c], i)
		}
		if a < 0 {
			i++
		}
	}
	row := make([]int, 0, len(p.units))
	i = 0
	for _, a := range acts {
		switch {
		case a == stays:
			row = append(row, i)
			i++
		case a == moves:
			i++
		default:
			row = append(row, moving[a][0])
			moving[a] = moving[a][1:]
		}
	}
	return row
}

// named makes a row of units from a row of classes, those of each class in
// declared order.
func (p *puzzle) named(classes []int8) []int {
	var of [maxClasses][]int
	for i, u := range p.units {
		of[u.class] = append(of[u.class], i)
	}
	row := make([]int, 0, len(p.units))
	for _, c := range classes {
		row = append(row, of[c][0])
		of[c] = of[c][1:]
	}
	return row
}

// sorted is the row by falling alignment, zero-size fields first.
func (p *puzzle) sorted() []int {
	row := identity(len(p.units))
	slices.SortStableFunc(row, func(a, b int) int {
		c, d := &p.classes[p.units[a].class], &p.classes[p.units[b].class]
		switch {
		case c.before(d):
			return -1
		case d.before(c):
			return 1
		}
		return 0
	})
	return row
}

// waste is what a row of units loses, tail included; over any budget where a
// 32-bit platform forbids it.
func (p *puzzle) waste(row []int) int {
	at, total, zero := p.start, 0, false
	for _, u := range row {
		c := p.units[u].class
		next, w, ok := p.put(c, at)
		if !ok {
			return math.MaxInt
		}
		at, zero = next, p.classes[c].zero
		total += w
	}
	if p.narrow != nil && !p.narrow.ends(int64(at.narrow), zero) {
		return math.MaxInt
	}
	return total + p.tail(at, zero)
}

// unshuffle puts units of one class back into their declared order where that
// moves no more fields than row does.
func (p *puzzle) unshuffle(row []int) []int {
	if len(row) > 64 {
		return row
	}
	weight := p.movedWeight(row)
	for i := range row {
		for k := i + 1; k < len(row); k++ {
			if row[k] < row[i] && p.units[row[k]].class == p.units[row[i]].class {
				row[i], row[k] = row[k], row[i]
				if p.movedWeight(row) > weight {
					row[i], row[k] = row[k], row[i]
				}
			}
		}
	}
	return row
}

// movedWeight counts the fields that a row moves.
func (p *puzzle) movedWeight(row []int) int {
	n := 0
	for _, u := range p.movedUnits(row) {
		n += p.units[u].n
	}
	return n
}

// movedUnits are the units outside the heaviest set of units that keep their
// relative order in row, ascending.
func (p *puzzle) movedUnits(row []int) []int {
	n := len(p.units)
	// tree[k]: the heaviest end of a rising chain among units below a bound,
	// as a Fenwick tree of maxima over the units' indices.
	type chain struct{ weight, last int }
	tree := make([]chain, n+1)
	before := make([]int, n)
	best := chain{0, -1}
	for _, u := range row {
		c := chain{0, -1}
		for k := u; k > 0; k &= k - 1 {
			if tree[k].weight > c.weight {
				c = tree[k]
			}
		}
		before[u] = c.last
		c = chain{c.weight + p.units[u].n, u}
		for k := u + 1; k <= n; k += k & -k {
			if c.weight > tree[k].weight {
				tree[k] = c
			}
		}
		if c.weight > best.weight {
			best = c
		}
	}
	kept := make([]bool, n)
	for u := best.last; u >= 0; u = before[u] {
		kept[u] = true
	}
	moved := make([]int, 0, 4)
	for u, k := range kept {
		if !k {
			moved = append(moved, u)
		}
	}
	return moved
}

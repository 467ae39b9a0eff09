package layout

import "math"

// fits looks for any row of the units that loses no more than budget bytes,
// tail included, and whose last pointer ends no later than at last (anywhere, or
// the puzzle is one by pointers); it returns the classes in turn, nil if there is
// none. sure is false where the search was cut short.
func (p *puzzle) fits(budget int, last int64) (row []int8, sure bool) {
	f := &fitting{p: p, budget: budget, last: last, failed: map[fitState]int16{}}
	for c := range p.classes {
		if p.classes[c].n > 255 || c >= maxClasses {
			return nil, false
		}
		f.left = f.left.plus(c, uint64(p.classes[c].n))
	}
	if f.from(p.start, p.taken, 0, false) {
		return f.row, true
	}
	return nil, !f.cut
}

// anywhere does not bound where the last pointer ends.
const anywhere = math.MaxInt64

// maxFitStates bounds how many states fits tries.
const maxFitStates = 20000

type fitting struct {
	p      *puzzle
	budget int
	last   int64
	left   vector // units of each class still to be placed
	row    []int8
	failed map[fitState]int16 // the least waste with which a state failed
	cut    bool
}

type fitState struct {
	left  vector
	place place
	zero  bool
}

// from places the units left behind the first taken bytes, of which waste were
// lost.
func (f *fitting) from(at place, taken int64, waste int, zero bool) bool {
	if f.left == (vector{}) {
		return f.p.ends(at, zero, waste, f.budget)
	}
	state := fitState{f.left, at, zero}
	if w, ok := f.failed[state]; ok && int(w) <= waste {
		return false
	}
	if len(f.failed) >= maxFitStates {
		f.cut = true
		return false
	}
	var tried [maxClasses]bool
	for {
		// What loses least first, and of that the larger alignment, which has
		// fewer places to go to.
		best, bestWaste := -1, 0
		for c := range f.p.classes {
			cl := &f.p.classes[c]
			if tried[c] || f.left.at(c) == 0 || cl.pointers[at.off] > 0 && taken+cl.pointers[at.off] > f.last {
				continue
			}
			if _, w, ok := f.p.put(c, at); ok && waste+w <= f.budget &&
				(best < 0 || w < bestWaste || w == bestWaste && cl.before(&f.p.classes[best])) {
				best, bestWaste = c, w
			}
		}
		if best < 0 {
			break
		}
		tried[best] = true
		next, w, _ := f.p.put(best, at)
		f.left = f.left.minus(best, 1)
		f.row = append(f.row, int8(best))
		if f.from(next, taken+f.p.classes[best].bytes+int64(w), waste+w, f.p.classes[best].zero) {
			return true
		}
		f.left = f.left.plus(best, 1)
		f.row = f.row[:len(f.row)-1]
	}
	f.failed[state] = int16(min(waste, 1<<15-1))
	return false
}

// before orders classes for rows without loss: what must be aligned comes
// before what follows anything, and zero-size fields before others like them.
func (c *class) before(d *class) bool {
	switch {
	case c.key.need != d.key.need:
		return c.key.need
	case c.sized != d.sized:
		return !c.sized
	case c.key.align != d.key.align:
		return c.key.align > d.key.align
	}
	return c.key.trail > 0 && d.key.trail == 0
}

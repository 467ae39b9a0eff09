package layout

import (
	"cmp"
	"math"
	"slices"
)

// A lower bound for the search: the moves that are needed from a layer on if
// units placed and units met need not balance, but placing one of a class has
// a price and meeting one another, together those of a move. (A Lagrangian
// relaxation: for any split of the price, what it finds is no more than the
// true cost, since in truth as many are placed as are met.)

// unitPrice is the price of moving one field.
const unitPrice = 256

// unreachable marks states from which no order fits the budget.
const unreachable = math.MaxInt32 / 2

// relax fills s.bound, after up to so many rounds of adjusting the split of the
// prices of each class to where too many or too few of it are placed.
func (s *search) relax(rounds int) {
	s.link()
	var step, turn [maxClasses]int32
	for c := range s.p.classes {
		s.price[c] = int32(s.weight[c]) * unitPrice / 2
		step[c] = int32(s.weight[c]) * unitPrice / 4
	}
	size := (len(s.p.units) + 1) * maxAlign * (s.budget + 1)
	s.bound = slices.Grow(s.other[:0], size)[:size]
	s.trial = slices.Grow(s.trial[:0], size)[:size]
	s.fill(s.bound)
	start := s.boundAt(0, s.p.start.off, 0)
	best := s.price
	at := s.bound
	for round, vain := 0, 0; round < rounds && vain < 3; round++ {
		over := s.imbalance(at)
		changed := false
		for c := range s.p.classes {
			way := int32(cmp.Compare(over[c], 0)) // too many placed: that gets dearer
			if way == -turn[c] {
				step[c] /= 2
			}
			if way != 0 {
				turn[c] = way
			}
			w := int32(s.weight[c])
			price := min(max(s.price[c]+way*step[c], w*8), w*(unitPrice-8))
			changed = changed || price != s.price[c]
			s.price[c] = price
		}
		if !changed {
			break
		}
		s.fill(s.trial)
		at = s.trial
		vain++
		if s.trial[start] > s.bound[start] {
			s.bound, s.trial = s.trial, s.bound
			at, best = s.bound, s.price
			vain = 0
		}
	}
	s.price = best
	s.other = s.bound
}

// fewest is the fewest moves that the bound allows.
func (s *search) fewest() int {
	return int((s.bound[s.boundAt(0, s.p.start.off, 0)] + unitPrice - 1) / unitPrice)
}

func (s *search) boundAt(i int, off uint8, waste int) int {
	return (i*maxAlign+int(off))*(s.budget+1) + waste
}

// fill computes the bound for the prices from the last layer back.
func (s *search) fill(bound []int32) {
	p := s.p
	n := len(p.units)
	wide := s.budget + 1
	for off := range uint8(maxAlign) {
		for waste := range wide {
			v := int32(unreachable)
			if int64(off) < p.r.Align && waste+p.tail(place{off: off}, false) <= s.budget {
				v = 0
			}
			bound[s.boundAt(n, off, waste)] = v
		}
	}
	s.fillPlacing(bound[n*maxAlign*wide:])
	for i := n - 1; i >= 0; i-- {
		at, next := bound[i*maxAlign*wide:(i+1)*maxAlign*wide], bound[(i+1)*maxAlign*wide:]
		c := p.units[i].class
		meet := int32(s.weight[c])*unitPrice - s.price[c]
		for off := range int(p.r.Align) {
			st := p.classes[c].steps[off]
			to := int(st.off)*wide + int(st.waste)
			for waste := range wide {
				v := next[off*wide+waste] + meet
				if waste+int(st.waste) < wide {
					v = min(v, next[to+waste])
				}
				at[off*wide+waste] = min(v, unreachable)
			}
		}
		s.fillPlacing(at)
	}
}

// edge is the placing of a unit of a class at an offset.
type edge struct {
	from, to int // offsets, times the width of a layer
	waste    int
	class    int
}

// link lists the placings that lead from one offset to another.
func (s *search) link() {
	wide := s.budget + 1
	s.lossless, s.lossy = s.lossless[:0], s.lossy[:0]
	for c := range s.p.classes {
		for off := range int(s.p.r.Align) {
			st := s.p.classes[c].steps[off]
			e := edge{off * wide, int(st.off) * wide, int(st.waste), c}
			if e.waste == 0 && e.to != e.from {
				s.lossless = append(s.lossless, e)
			} else if e.waste > 0 && e.waste <= s.budget {
				s.lossy = append(s.lossy, e)
			}
		}
	}
}

// fillPlacing lets units be placed in one layer of a bound. What loses bytes
// leads to states with fewer to lose, so that these come first; what loses none
// may lead in a circle, at a price.
func (s *search) fillPlacing(at []int32) {
	for waste := s.budget; waste >= 0; waste-- {
		for i := range s.lossy {
			if e := &s.lossy[i]; waste+e.waste <= s.budget {
				at[e.from+waste] = min(at[e.from+waste], at[e.to+waste+e.waste]+s.price[e.class])
			}
		}
		for changed := true; changed; {
			changed = false
			for i := range s.lossless {
				e := &s.lossless[i]
				if v := at[e.to+waste] + s.price[e.class]; v < at[e.from+waste] {
					at[e.from+waste], changed = v, true
				}
			}
		}
	}
}

// imbalance follows a cheapest way through the relaxed problem, and returns by
// class how many more units it places than it meets.
func (s *search) imbalance(bound []int32) [maxClasses]int {
	p := s.p
	var over [maxClasses]int
	off, waste := s.p.start.off, 0
	for i := 0; ; {
		v := bound[s.boundAt(i, off, waste)]
		if v >= unreachable {
			return over
		}
		if i < len(p.units) {
			c := p.units[i].class
			st := p.classes[c].steps[off]
			if w := waste + int(st.waste); w <= s.budget && bound[s.boundAt(i+1, st.off, w)] == v {
				off, waste = st.off, w
				i++
				continue
			}
			if bound[s.boundAt(i+1, off, waste)]+int32(s.weight[c])*unitPrice-s.price[c] == v {
				over[c]--
				i++
				continue
			}
		}
		placed := false
		for c := range p.classes {
			st := p.classes[c].steps[off]
			if w := waste + int(st.waste); w <= s.budget && bound[s.boundAt(i, st.off, w)]+s.price[c] == v {
				off, waste = st.off, w
				over[c]++
				placed = true
				break
			}
		}
		if !placed {
			return over
		}
	}
}

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

// relaxRounds is how often the split is adjusted at most.
const relaxRounds = 12

// unreachable marks states from which no order fits the budget.
const unreachable = math.MaxInt32 / 2

// relax fills s.bound, after a few rounds of adjusting the split of the prices
// of each class to where too many or too few of it are placed.
func (s *search) relax() {
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
	for range relaxRounds {
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
		if s.trial[start] > s.bound[start] {
			s.bound, s.trial = s.trial, s.bound
			at, best = s.bound, s.price
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
	for i := n; i >= 0; i-- {
		for off := range uint8(p.r.Align) {
			for waste := 0; waste <= s.budget; waste++ {
				v := int32(unreachable)
				if i == n {
					if waste+p.tail(place{off: off}, false) <= s.budget {
						v = 0
					}
				} else {
					c := p.units[i].class
					v = min(v, bound[s.boundAt(i+1, off, waste)]+int32(s.weight[c])*unitPrice-s.price[c])
					st := p.classes[c].steps[off]
					if w := waste + int(st.waste); w <= s.budget {
						v = min(v, bound[s.boundAt(i+1, st.off, w)])
					}
				}
				bound[s.boundAt(i, off, waste)] = min(v, unreachable)
			}
		}
		s.fillPlacing(bound, i)
	}
}

// fillPlacing lets units be placed before unit i.
func (s *search) fillPlacing(bound []int32, i int) {
	p := s.p
	for waste := s.budget; waste >= 0; waste-- {
		for changed := true; changed; {
			changed = false
			for off := range uint8(p.r.Align) {
				at := s.boundAt(i, off, waste)
				for c := range p.classes {
					st := p.classes[c].steps[off]
					if w := waste + int(st.waste); w <= s.budget {
						if v := bound[s.boundAt(i, st.off, w)] + s.price[c]; v < bound[at] {
							bound[at], changed = v, true
						}
					}
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

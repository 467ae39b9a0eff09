package layout

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// The search for the order that moves the fewest fields goes through the units
// in declared order, and decides of each: it stays, or it is moved. Between
// them it places units that are moved, of which it knows the class only: one
// that was met before, or one that has to be met later. What matters of all
// decisions so far are the place, the bytes lost, and for each class how many
// more were placed than met (its balance): of two ways to the same state the
// cheaper one is enough. At the end all balances are 0.
//
// States are kept layer by layer (a layer: the units decided), with at most so
// many a layer; if none had to be dropped that could have led to less than what
// was found, the result is exact.
type search struct {
	p      *puzzle
	budget int      // bytes that may be lost, tail included
	left   []vector // by layer: units of each class not yet decided
	charge [maxClasses]cost
	weight [maxClasses]cost
	price  [maxClasses]int32 // what placing a unit counts in the bound, by class
	bound  []int32           // by layer, offset, bytes lost: see bound.go
	width  int
	limit  cost // only orders that cost less are of interest
	lost   cost // the least that a dropped state could have led to
	cut    cost // the least that a state over the limit could have led to
	spent  int  // states so far

	nodes []node
	table []int32 // hash table of the nodes of a layer, 1-based
	used  []int32 // slots of table that are taken
	layer []int32
	queue []int32
	next  []int32

	lossless, lossy []edge  // what placing does, for bounds
	trial, other    []int32 // room for bounds
}

// maxClasses bounds the classes of a puzzle that is searched, and maxUnits its
// units; larger ones are only sorted.
const (
	maxClasses = 16
	maxUnits   = 4096
)

// vector is a small number for each class.
type vector struct{ lo, hi uint64 }

func (v vector) at(c int) uint8 {
	if c < 8 {
		return uint8(v.lo >> (8 * c))
	}
	return uint8(v.hi >> (8 * (c - 8)))
}

func (v vector) plus(c int, d uint64) vector {
	if c < 8 {
		v.lo += d << (8 * c)
	} else {
		v.hi += d << (8 * (c - 8))
	}
	return v
}

func (v vector) minus(c int, d uint64) vector {
	if c < 8 {
		v.lo -= d << (8 * c)
	} else {
		v.hi -= d << (8 * (c - 8))
	}
	return v
}

// A balance is kept as a number around level.
const level = 128

var balanced = vector{0x8080808080808080, 0x8080808080808080}

// cost is the number of moved fields, then how far they move over others, each
// in its half. Among equals it is better that zero-size fields move.
type cost int64

const (
	moved    cost = 1 << 32
	far      cost = 2
	near     cost = far * 8
	someSize cost = 1
	noCost   cost = math.MaxInt64
)

func (c cost) moves() int64 { return int64(c >> 32) }

// state is what matters of the decisions so far.
type state struct {
	balance vector
	place   place
	waste   int16
	zero    bool // the last unit placed ends with a zero-size field
}

type node struct {
	state
	cost   cost
	least  cost  // what any order through here costs at the least
	lag    int32 // what the bound counts for the decisions so far
	rank   int32 // and for those to come
	owed   int32 // fields placed and not met, or met and not placed
	parent int32
	queued bool
	act    int8 // class placed, or:
}

const (
	stays int8 = -1
	moves int8 = -2
)

// searches are kept for their memory.
var searches = sync.Pool{New: func() any { return new(search) }}

// newSearch returns a search, to be given back to searches.
func newSearch(p *puzzle, budget int) *search {
	s := searches.Get().(*search)
	s.p, s.budget, s.spent, s.bound = p, budget, 0, nil
	s.price = [maxClasses]int32{}
	s.left = slices.Grow(s.left[:0], len(p.units)+1)[:len(p.units)+1]
	s.left[len(p.units)] = vector{}
	for i := len(p.units) - 1; i >= 0; i-- {
		s.left[i] = s.left[i+1]
		if c := p.units[i].class; s.left[i].at(c) < 255 {
			s.left[i] = s.left[i].plus(c, 1)
		}
	}
	for c := range p.classes {
		s.weight[c] = cost(p.classes[c].weight)
		s.charge[c] = moved * s.weight[c]
		if p.classes[c].sized {
			s.charge[c] += someSize
		}
	}
	return s
}

// deepen looks for an order of one move, then of two, and so on, up to most. It
// returns the acts of the first, nil if there is none, and whether fewer moves
// were proven not to do.
func (s *search) deepen(most int) (acts []int8, exact bool) {
	exact = true
	first := 1
	if len(s.p.units) > few {
		s.relax(4)
		first = s.fewest()
	}
	for m := first; m <= most; m++ {
		if m == 2 && s.bound == nil {
			s.relax(4)
			m = max(m, min(s.fewest(), most))
		}
		// First those that move to places nearby, of which there are few.
		none := moved * cost(m+1)
		for _, try := range []struct {
			width int
			limit cost
		}{{256, moved*cost(m) + near*cost(m)}, {4096, none}} {
			if acts := s.run(try.width, try.limit); acts != nil {
				return acts, exact
			}
			if s.lost >= none && s.cut >= none {
				break
			}
		}
		if s.spent > maxNodes {
			s.spent = 0
			return s.run(16, moved*cost(most+1)), false
		}
		exact = exact && s.lost >= none
	}
	return nil, exact
}

// widen looks for an order of at most so many moves among few states, then
// among more.
func (s *search) widen(most int) (acts []int8, exact bool) {
	s.relax(12)
	for _, width := range []int{8, 32} {
		if found := s.run(width, moved*cost(most+1)); found != nil {
			acts = found
			most = s.movesOf(found) - 1
			if most < s.fewest() {
				return acts, true
			}
		}
	}
	return acts, false
}

// movesOf counts the moved fields of acts.
func (s *search) movesOf(acts []int8) int {
	n, i := 0, 0
	for _, a := range acts {
		if a == moves {
			n += s.p.units[i].n
		}
		if a < 0 {
			i++
		}
	}
	return n
}

// run searches with at most width states a layer for an order that costs less
// than limit. It returns the acts in turn, or nil if there is none.
func (s *search) run(width int, limit cost) []int8 {
	s.width, s.limit, s.lost, s.cut = width, limit, noCost, noCost
	s.nodes = s.nodes[:0]
	s.resetTable()
	s.layer = s.layer[:0]
	s.queue = s.queue[:0]
	s.reach(0, node{state: state{balance: balanced, place: s.p.start}, parent: -1})
	defer func() { s.spent += len(s.nodes) }()
	for i := 0; ; i++ {
		s.place(i)
		if i == len(s.p.units) {
			return s.goal()
		}
		s.decide(i)
		if s.spent+len(s.nodes) > maxNodes {
			s.lost = 0
			return nil
		}
		if len(s.layer) == 0 {
			return nil
		}
	}
}

// place adds to the states before unit i those with moved units placed there.
func (s *search) place(i int) {
	for q := 0; q < len(s.queue); q++ {
		id := s.queue[q]
		s.nodes[id].queued = false
		n := s.nodes[id]
		for c := range s.p.classes {
			b := n.balance.at(c)
			if b >= level && (b-level >= s.left[i].at(c) || b == 255) {
				continue
			}
			next, waste, ok := s.p.put(c, n.place)
			waste += int(n.waste)
			if !ok || waste > s.budget {
				continue
			}
			m := node{
				state: state{n.balance.plus(c, 1), next, int16(waste), s.p.classes[c].zero},
				cost:  n.cost, lag: n.lag + s.price[c], owed: n.owed, parent: id, act: int8(c),
			}
			if b >= level {
				m.cost += s.charge[c]
				m.owed += int32(s.weight[c])
			} else {
				m.owed -= int32(s.weight[c])
			}
			s.reach(i, m)
		}
	}
}

// decide makes of the states before unit i those after it.
func (s *search) decide(i int) {
	before := s.layer
	s.layer = s.next[:0]
	s.queue = s.queue[:0]
	s.resetTable()
	c := s.p.units[i].class
	for _, id := range before {
		n := s.nodes[id]
		if next, waste, ok := s.p.put(c, n.place); ok && int(n.waste)+waste <= s.budget {
			m := node{
				state: state{n.balance, next, n.waste + int16(waste), s.p.classes[c].zero},
				cost:  n.cost + far*s.weight[c]*cost(n.owed), lag: n.lag, owed: n.owed, parent: id, act: stays,
			}
			s.reach(i+1, m)
		}
		if b := n.balance.at(c); b > 1 {
			m := n
			m.queued = false
			m.balance = n.balance.minus(c, 1)
			m.lag += int32(s.weight[c])*unitPrice - s.price[c]
			m.parent, m.act = id, moves
			if b <= level {
				m.cost += s.charge[c]
				m.owed += int32(s.weight[c])
			} else {
				m.owed -= int32(s.weight[c])
			}
			s.reach(i+1, m)
		}
	}
	s.next = before
	s.narrow()
}

// reach adds a state to the layer of the states before unit i, or betters it.
func (s *search) reach(i int, n node) {
	n.least = n.cost
	if s.bound != nil {
		at := (i*maxAlign+int(n.place.off))*(s.budget+1) + int(n.waste)
		b := s.bound[at]
		if b == unreachable {
			return
		}
		n.rank = n.lag + b
		if short := cost((n.rank+unitPrice-1)/unitPrice) - n.cost>>32; short > 0 {
			n.least += short * moved
		}
	}
	if n.least >= s.limit {
		s.cut = min(s.cut, n.least)
		return
	}
	h := n.state.hash()
	mask := uint64(len(s.table) - 1)
	for h &= mask; s.table[h] != 0; h = (h + 1) & mask {
		id := s.table[h] - 1
		o := &s.nodes[id]
		if o.state != n.state {
			continue
		}
		if n.cost < o.cost {
			n.queued = true
			if !o.queued {
				s.queue = append(s.queue, id)
			}
			*o = n
		}
		return
	}
	if len(s.layer) >= 4*s.width {
		s.lost = min(s.lost, n.least)
		return
	}
	id := int32(len(s.nodes))
	s.table[h] = id + 1
	s.used = append(s.used, int32(h))
	n.queued = true
	s.nodes = append(s.nodes, n)
	s.queue = append(s.queue, id)
	s.layer = append(s.layer, id)
	if 2*len(s.used) > len(s.table) {
		s.growTable()
	}
}

func (s state) hash() uint64 {
	h := s.balance.lo*0x9E3779B97F4A7C15 ^ s.balance.hi*0xC2B2AE3D27D4EB4F
	h ^= uint64(s.waste)<<20 ^ uint64(s.place.narrow)<<40
	if s.zero {
		h ^= 1 << 50
	}
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
}

func (s *search) resetTable() {
	if s.table == nil {
		s.table = make([]int32, 256)
	}
	for _, h := range s.used {
		s.table[h] = 0
	}
	s.used = s.used[:0]
}

func (s *search) growTable() {
	s.table = make([]int32, 4*len(s.table))
	s.used = s.used[:0]
	mask := uint64(len(s.table) - 1)
	for _, id := range s.layer {
		h := s.nodes[id].state.hash() & mask
		for s.table[h] != 0 {
			h = (h + 1) & mask
		}
		s.table[h] = id + 1
		s.used = append(s.used, int32(h))
	}
}

// narrow drops the least promising states of a layer that is too wide.
func (s *search) narrow() {
	if len(s.layer) <= s.width {
		return
	}
	// Half of those that stay are the cheapest; half are the cheapest of those
	// that owe few fields, since what is owed may find no room at the end.
	slices.SortFunc(s.layer, func(a, b int32) int {
		m, n := &s.nodes[a], &s.nodes[b]
		return cmp.Or(cmp.Compare(m.least, n.least), cmp.Compare(m.rank, n.rank), cmp.Compare(a, b))
	})
	slices.SortFunc(s.layer[s.width/2:], func(a, b int32) int {
		m, n := &s.nodes[a], &s.nodes[b]
		return cmp.Or(
			cmp.Compare(m.least.moves()+int64(m.owed), n.least.moves()+int64(n.owed)),
			cmp.Compare(m.least, n.least), cmp.Compare(m.rank, n.rank), cmp.Compare(a, b))
	})
	for _, id := range s.layer[s.width:] {
		s.lost = min(s.lost, s.nodes[id].least)
	}
	s.layer = s.layer[:s.width]
	s.queue = append(s.queue[:0], s.layer...)
	s.resetTable()
	mask := uint64(len(s.table) - 1)
	for _, id := range s.layer {
		h := s.nodes[id].state.hash() & mask
		for s.table[h] != 0 {
			h = (h + 1) & mask
		}
		s.table[h] = id + 1
		s.used = append(s.used, int32(h))
	}
}

// goal is the cheapest way to a state that ends well.
func (s *search) goal() []int8 {
	best := int32(-1)
	for _, id := range s.layer {
		n := &s.nodes[id]
		if n.balance == balanced && s.p.ends(n.place, n.zero, int(n.waste), s.budget) &&
			(best < 0 || n.cost < s.nodes[best].cost) {
			best = id
		}
	}
	if best < 0 {
		return nil
	}
	var acts []int8
	for id := best; s.nodes[id].parent >= 0; id = s.nodes[id].parent {
		acts = append(acts, s.nodes[id].act)
	}
	slices.Reverse(acts)
	return acts
}

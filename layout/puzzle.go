package layout

// A puzzle is the fields of a struct as pieces to be put in a row, starting at
// an offset, so that the least is lost between them. Pieces that behave alike
// are of one class; the search works on classes and never asks which piece.
type puzzle struct {
	r       *Layout
	narrow  *narrowed // what 32-bit platforms ask for; nil: nothing
	units   []unit    // in declared order
	classes []class
	start   place
	taken   int64 // bytes before it
	base    int64 // offset of the end if no more is lost than must be
	plain   bool  // single fields from an aligned start: nothing need be lost
	// pointers tells units apart by their pointer bytes too.
	pointers bool
}

// unit is a field, or a run of fields that stay together.
type unit struct {
	first, n int // fields, by declared index
	class    int
}

// place is an offset as far as it matters to what comes next: modulo the
// struct's alignment, and modulo 8 on 32-bit platforms.
type place struct{ off, narrow uint8 }

// class is what units of one behaviour have in common.
type class struct {
	key    classKey
	n      int             // units of the class
	weight int             // fields of a unit
	zero   bool            // ends with a zero-size field
	sized  bool            // is more than zero-size fields
	least  int64           // bytes lost inside a unit at the best place
	bytes  int64           // least and the size of a unit, if all are of one size
	steps  [maxAlign]step  // by place.off
	narrow [maxAlign]uint8 // place.narrow afterwards, by place.narrow; forbidden
	// pointers is the distance from a place to the end of the unit's last
	// pointer, by place.off; 0: it has none.
	pointers [maxAlign]int64
}

// classKey is equal for single fields that can stand for each other.
type classKey struct {
	align, size             int64 // the size modulo the struct's alignment, but by pointers
	narrowAlign, narrowSize int64
	sized, need             bool
	run                     int   // over 0: a run, which is like no other
	trail                   int64 // of a unit with pointers: 1 + the bytes behind the last
}

// step is what placing a unit somewhere does.
type step struct {
	waste int32 // bytes lost beyond class.least
	off   uint8 // place.off afterwards
}

const (
	maxAlign  = 8   // the largest alignment of any type on any Arch
	forbidden = 255 // a place where an atomic field must not be
)

// newPuzzle returns the puzzle of some units of a struct, in declared order.
// They start at the place start, behind the first taken bytes. Only first and n
// of the units are read. Classes tell sizes and pointers apart only where
// pointers says so.
func newPuzzle(r *Layout, narrow *narrowed, units []unit, start place, taken int64, pointers bool) *puzzle {
	p := &puzzle{
		r: r, narrow: narrow, start: start, taken: taken, base: taken, pointers: pointers,
		plain:   start.off == 0 && narrow == nil,
		units:   make([]unit, 0, len(units)),
		classes: make([]class, 0, 8),
	}
	for _, u := range units {
		p.add(u.first, u.n)
	}
	return p
}

// add adds the unit of the n fields from the first on.
func (p *puzzle) add(first, n int) {
	f := &p.r.Fields[first]
	key := classKey{align: f.Align, size: f.Size % p.r.Align, sized: f.Size > 0}
	if p.narrow != nil {
		g := &p.narrow.layout.Fields[first]
		key.narrowAlign, key.narrowSize, key.need = g.Align, g.Size%maxAlign, p.narrow.need[first]
	}
	if p.pointers {
		key.size = f.Size
	}
	if p.pointers && f.PtrBytes > 0 {
		key.trail = 1 + f.Size - f.PtrBytes
	}
	if n > 1 {
		key = classKey{run: len(p.units) + 1}
		p.plain = false
	}
	c := 0
	for c < len(p.classes) && p.classes[c].key != key {
		c++
	}
	u := unit{first, n, c}
	if c == len(p.classes) {
		p.classes = append(p.classes, p.classOf(u, key))
	}
	p.classes[c].n++
	p.units = append(p.units, u)
	p.base += p.classes[c].least
	for i := first; i < first+n; i++ {
		p.base += p.r.Fields[i].Size
	}
}

func (p *puzzle) classOf(u unit, key classKey) class {
	c := class{key: key, weight: u.n, zero: p.r.Fields[u.first+u.n-1].Size == 0}
	for i := u.first; i < u.first+u.n; i++ {
		c.sized = c.sized || p.r.Fields[i].Size > 0
	}
	var lost [maxAlign]int64
	for off := range p.r.Align {
		at := off
		for i := u.first; i < u.first+u.n; i++ {
			f := &p.r.Fields[i]
			next := roundUp(at, f.Align)
			lost[off] += next - at
			if f.PtrBytes > 0 {
				c.pointers[off] = next + f.PtrBytes - off
			}
			at = next + f.Size
		}
		c.steps[off].off = uint8(at % p.r.Align)
		if off == 0 || lost[off] < c.least {
			c.least = lost[off]
		}
	}
	c.bytes = c.least
	for _, f := range p.r.Fields[u.first : u.first+u.n] {
		c.bytes += f.Size
	}
	for off := range p.r.Align {
		c.steps[off].waste = int32(lost[off] - c.least)
	}
	for off := range c.narrow {
		if p.narrow != nil {
			c.narrow[off] = p.narrow.after(u, int64(off))
		}
	}
	return c
}

// fieldsOf lists the fields of a row of units.
func (p *puzzle) fieldsOf(row []int) []int {
	fields := make([]int, 0, len(p.r.Fields))
	for _, u := range row {
		for i := range p.units[u].n {
			fields = append(fields, p.units[u].first+i)
		}
	}
	return fields
}

// put is the place behind a unit of class c at a place, and the bytes lost. ok
// is false where a 32-bit platform forbids it.
func (p *puzzle) put(c int, at place) (next place, waste int, ok bool) {
	cl := &p.classes[c]
	s := cl.steps[at.off]
	next.narrow = cl.narrow[at.narrow]
	next.off = s.off
	return next, int(s.waste), next.narrow != forbidden
}

// tail is the padding behind the last unit, which ends at a place.
func (p *puzzle) tail(at place, zero bool) int {
	end := int64(at.off)
	if zero {
		end++
	}
	return int(roundUp(end, p.r.Align) - int64(at.off))
}

// ends reports whether a row may end at a place with so many bytes lost, within
// a budget for these and the tail.
func (p *puzzle) ends(at place, zero bool, waste, budget int) bool {
	return waste+p.tail(at, zero) <= budget && (p.narrow == nil || p.narrow.ends(int64(at.narrow), zero))
}

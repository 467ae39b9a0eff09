package layout

import (
	"fmt"
	"math"
)

// Layout is a type laid out for one Arch. All sizes are in bytes.
type Layout struct {
	Type     *Type
	Arch     Arch
	Size     int64 // as unsafe.Sizeof
	Align    int64 // as unsafe.Alignof
	PtrBytes int64 // prefix the garbage collector scans; 0: the type holds no pointers
	// Padding counts the bytes of Size that hold no field value, at every
	// depth: Holes, and the padding inside fields. Size - Padding is payload.
	Padding int64
	Fields  []Placed // of a struct, in declared order
	Holes   []Hole   // of a struct, by offset
}

// Payload is the bytes that hold field values.
func (l *Layout) Payload() int64 { return l.Size - l.Padding }

// HolePadding is the padding of this struct's own holes, without that inside
// its fields.
func (l *Layout) HolePadding() int64 {
	var n int64
	for _, h := range l.Holes {
		n += h.Size
	}
	return n
}

// Placed is a field at its offset.
type Placed struct {
	Field
	Offset   int64
	Size     int64
	Align    int64
	PtrBytes int64 // pointer bytes of the field's type
	Padding  int64 // padding inside the field's type
}

// Hole is a run of bytes in a struct that belong to no field.
type Hole struct {
	Offset int64
	Size   int64
	// Tail is padding after the last field. ZeroTail is a tail that is there
	// only because the last field has size zero: its address must not be that
	// of the next object (cmd/compile/internal/types/size.go, issue 9401).
	Tail, ZeroTail bool
}

// UnknownError says that a type has no layout, since a type that it holds by
// value is not known.
type UnknownError struct {
	Type  string // the type asked for
	Part  string // the part of it that is not known: a field path, or ""
	Why   string // the compiler's message, or the type parameter
	Param bool   // the part is a type parameter
}

func (e *UnknownError) Error() string {
	part := "it"
	if e.Part != "" {
		part = "its field " + e.Part
	}
	if e.Param {
		return fmt.Sprintf("layout of %s: %s depends on type parameter %s", e.Type, part, e.Why)
	}
	return fmt.Sprintf("layout of %s: the type of %s is not known: %s", e.Type, part, e.Why)
}

// Layouter lays types out for one Arch by the rules of the gc compiler, and
// remembers what it has laid out. It is not safe for concurrent use.
type Layouter struct {
	arch  Arch
	done  map[*Type]*Layout
	fails map[*Type]error
	nih   map[*Type]bool
	maps  map[*Type]string // pointer maps as text
	// narrow lays out for 32-bit platforms, where l itself does not.
	narrow *Layouter
}

// NewLayouter returns a Layouter for an Arch.
func NewLayouter(a Arch) *Layouter {
	return &Layouter{arch: a, done: map[*Type]*Layout{}, fails: map[*Type]error{}, nih: map[*Type]bool{}, maps: map[*Type]string{}}
}

// Arch is the Arch that l lays out for.
func (l *Layouter) Arch() Arch { return l.arch }

// Of returns the layout of t. The error is an [UnknownError] where a part of
// t is not known, or says that t is too large or contains itself.
func (l *Layouter) Of(t *Type) (*Layout, error) {
	if r, ok := l.done[t]; ok {
		if r == nil {
			return nil, fmt.Errorf("layout of %s: the type contains itself", t.Name)
		}
		return r, nil
	}
	if err, ok := l.fails[t]; ok {
		return nil, err
	}
	l.done[t] = nil // being laid out
	r, err := l.layOut(t)
	if err != nil {
		delete(l.done, t)
		l.fails[t] = err
		return nil, err
	}
	l.done[t] = r
	return r, nil
}

func (l *Layouter) layOut(t *Type) (*Layout, error) {
	r := &Layout{Type: t, Arch: l.arch}
	p := l.arch.PtrSize
	scalar := func(size, align, ptrBytes int64) (*Layout, error) {
		r.Size, r.Align, r.PtrBytes = size, min(align, l.arch.MaxAlign), ptrBytes
		return r, nil
	}
	switch t.Kind {
	case Bool, Int8, Uint8:
		return scalar(1, 1, 0)
	case Int16, Uint16:
		return scalar(2, 2, 0)
	case Int32, Uint32, Float32:
		return scalar(4, 4, 0)
	case Int64, Uint64, Float64:
		return scalar(8, 8, 0)
	case Complex64:
		return scalar(8, 4, 0)
	case Complex128:
		return scalar(16, 8, 0)
	case Int, Uint, Uintptr:
		return scalar(p, p, 0)
	case UnsafePointer, Map, Chan, Func:
		return scalar(p, p, p)
	case Pointer:
		if l.notInHeap(t.Elem) {
			return scalar(p, p, 0)
		}
		return scalar(p, p, p)
	case String:
		return scalar(2*p, p, p)
	case Interface:
		return scalar(2*p, p, 2*p)
	case Slice:
		if l.notInHeap(t.Elem) {
			return scalar(3*p, p, 0)
		}
		return scalar(3*p, p, p)
	case Array:
		return r, l.array(r)
	case Struct:
		return r, l.structure(r)
	case Param:
		return nil, &UnknownError{Type: t.Name, Why: t.Why, Param: true}
	}
	return nil, &UnknownError{Type: t.Name, Why: t.Why}
}

func (l *Layouter) array(r *Layout) error {
	t := r.Type
	e, err := l.Of(t.Elem)
	if err != nil {
		return within(err, t, "")
	}
	if t.Len < 0 || e.Size > 0 && t.Len > math.MaxInt64/e.Size {
		return tooLarge(t)
	}
	r.Align = e.Align
	r.Size = t.Len * e.Size
	r.Padding = t.Len * e.Padding
	if t.Len > 0 && e.PtrBytes > 0 {
		r.PtrBytes = (t.Len-1)*e.Size + e.PtrBytes
	}
	return nil
}

func (l *Layouter) structure(r *Layout) error {
	t := r.Type
	r.Align = 1
	if t.Traits&Align64 != 0 {
		r.Align = 8
	}
	r.Fields = make([]Placed, len(t.Fields))
	var off int64
	for i, f := range t.Fields {
		e, err := l.Of(f.Type)
		if err != nil {
			return within(err, t, f.Name)
		}
		at := roundUp(off, e.Align)
		if at < off || at > math.MaxInt64-e.Size {
			return tooLarge(t)
		}
		if at > off {
			r.Holes = append(r.Holes, Hole{Offset: off, Size: at - off})
		}
		r.Fields[i] = Placed{Field: f, Offset: at, Size: e.Size, Align: e.Align, PtrBytes: e.PtrBytes, Padding: e.Padding}
		r.Padding += at - off + e.Padding
		r.Align = max(r.Align, e.Align)
		if e.PtrBytes > 0 {
			r.PtrBytes = at + e.PtrBytes
		}
		off = at + e.Size
	}
	end := off
	zero := off > 0 && r.Fields[len(r.Fields)-1].Size == 0
	if zero {
		end++
	}
	r.Size = roundUp(end, r.Align)
	if r.Size < off {
		return tooLarge(t)
	}
	if r.Size > off {
		r.Holes = append(r.Holes, Hole{
			Offset: off, Size: r.Size - off, Tail: true,
			ZeroTail: zero && roundUp(off, r.Align) == off,
		})
		r.Padding += r.Size - off
	}
	return nil
}

// notInHeap reports whether t is internal/runtime/sys.nih or holds it by value.
func (l *Layouter) notInHeap(t *Type) bool {
	if t == nil {
		return false
	}
	if v, ok := l.nih[t]; ok {
		return v
	}
	l.nih[t] = false // a type that contains itself holds nothing more
	v := t.Traits&NotInHeap != 0
	switch t.Kind {
	case Array:
		v = v || l.notInHeap(t.Elem)
	case Struct:
		for _, f := range t.Fields {
			v = v || l.notInHeap(f.Type)
		}
	}
	l.nih[t] = v
	return v
}

// within names the part of t that err is about.
func within(err error, t *Type, field string) error {
	u, ok := err.(*UnknownError)
	if !ok {
		return err
	}
	part := field
	if u.Part != "" && field != "" {
		part += "." + u.Part
	} else if u.Part != "" {
		part = u.Part
	}
	return &UnknownError{Type: t.Name, Part: part, Why: u.Why, Param: u.Param}
}

func tooLarge(t *Type) error { return fmt.Errorf("layout of %s: the type is too large", t.Name) }

func roundUp(n, align int64) int64 { return (n + align - 1) &^ (align - 1) }

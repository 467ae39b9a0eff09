package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// place is where a struct type is written out: that of its first field. All
// types that share the order of the fields written there share it: a type
// defined by another's name, instances, and the types of the same package
// checked again with its tests.
type place struct {
	file string
	off  int
}

// place returns the place of the struct type that t is underneath, and false
// if it is another type or has no fields.
func (c *checker) place(t types.Type) (place, bool) {
	st := structOf(t)
	if st == nil {
		return place{}, false
	}
	return c.placeOf(st)
}

func (c *checker) placeOf(st *types.Struct) (place, bool) {
	if st.NumFields() == 0 {
		return place{}, false
	}
	pos := st.Field(0).Pos()
	pf := c.parsedAt(pos)
	if pf == nil {
		return place{off: int(pos)}, true
	}
	return place{pf.file.path, pf.offset(pos)}, true
}

// structOf returns the struct type that t is underneath, or that its
// constraint leaves as the only one, or nil.
func structOf(t types.Type) *types.Struct {
	st, _ := core(t).(*types.Struct)
	return st
}

// core returns the type underneath t; of a type parameter that underneath all
// types of its constraint.
func core(t types.Type) types.Type {
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	iface, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() != 1 {
		return p.Underlying()
	}
	only := iface.EmbeddedType(0)
	if u, ok := only.(*types.Union); ok {
		if u.Len() != 1 {
			return p.Underlying()
		}
		only = u.Term(0).Type()
	}
	return only.Underlying()
}

// ties is what ties the orders of struct types down.
type ties struct {
	keeps map[place][]layout.Keep
	// atomics are the 64-bit fields used through sync/atomic.
	atomics map[place][]int
}

func newTies() ties {
	return ties{map[place][]layout.Keep{}, map[place][]int{}}
}

// add adds what another package's uses tie down.
func (t ties) add(more ties) {
	for at, list := range more.keeps {
		for _, k := range list {
			t.keep(at, k)
		}
	}
	for at, list := range more.atomics {
		for _, i := range list {
			t.atomic(at, i)
		}
	}
}

// keep files a reason, the first of each kind.
func (t ties) keep(at place, keep layout.Keep) {
	for _, k := range t.keeps[at] {
		if k.Kind == keep.Kind {
			return
		}
	}
	t.keeps[at] = append(t.keeps[at], keep)
}

func (t ties) atomic(at place, field int) {
	if !slices.Contains(t.atomics[at], field) {
		t.atomics[at] = append(t.atomics[at], field)
	}
}

// keep files a reason to keep the order of the struct type t.
func (c *usage) keep(t types.Type, kind layout.KeepKind, reason string, pos layout.Pos) {
	if at, ok := c.conv.c.place(t); ok {
		c.ties.keep(at, layout.Keep{Kind: kind, Reason: reason, Pos: pos})
	}
}

// assign looks at a value put where a want is wanted: between a struct type
// without a name and a named one, both have to keep the same order.
func (c *usage) assign(p *pkg, pf *parsed, want types.Type, e ast.Expr) {
	have := p.info.TypeOf(e)
	if want == nil || have == nil {
		return
	}
	c.tie(pf, want, have, e.Pos())
}

// assignAll looks at values put where others are wanted, of which one may be a
// call with several results.
func (c *usage) assignAll(p *pkg, pf *parsed, want []types.Type, values []ast.Expr) {
	if len(values) == len(want) {
		for i, v := range values {
			c.assign(p, pf, want[i], v)
		}
		return
	}
	if len(values) != 1 {
		return
	}
	if have, ok := p.info.TypeOf(values[0]).(*types.Tuple); ok && have.Len() == len(want) {
		for i, w := range want {
			if w != nil {
				c.tie(pf, w, have.At(i).Type(), values[0].Pos())
			}
		}
	}
}

func typesOf(t *types.Tuple) []types.Type {
	var out []types.Type
	for v := range t.Variables() {
		out = append(out, v.Type())
	}
	return out
}

// tie keeps the orders of two types, one of which is converted or assigned to
// the other, so that they stay convertible: those of all struct types in them
// that are written out in two places.
func (c *usage) tie(pf *parsed, want, have types.Type, at token.Pos) {
	w := tier{usage: c, pf: pf, at: at}
	w.tie(want, have, 0)
}

// tier walks two types side by side.
type tier struct {
	*usage
	pf *parsed
	at token.Pos
}

// maxTied bounds the depth to which two types are compared: types of an
// incorrect program may go on for ever.
const maxTied = 10

func (w *tier) tie(want, have types.Type, depth int) {
	want, have = types.Unalias(want), types.Unalias(have)
	if want == have || depth > maxTied {
		return
	}
	m, ok1 := want.(*types.Named)
	n, ok2 := have.(*types.Named)
	if ok1 && ok2 && m.Origin() == n.Origin() {
		for i := range min(m.TypeArgs().Len(), n.TypeArgs().Len()) {
			w.tie(m.TypeArgs().At(i), n.TypeArgs().At(i), depth+1)
		}
		return
	}
	switch a := core(want).(type) {
	case *types.Struct:
		b, ok := core(have).(*types.Struct)
		if !ok || a == b || a.NumFields() != b.NumFields() || a.NumFields() == 0 {
			return
		}
		k1, _ := w.conv.c.placeOf(a)
		k2, _ := w.conv.c.placeOf(b)
		if k1 == k2 {
			return
		}
		pos := w.pf.pos(w.at)
		w.keep(want, layout.KeepConversion, "takes values of "+w.conv.display(have, nil), pos)
		w.keep(have, layout.KeepConversion, "its values become "+w.conv.display(want, nil), pos)
		for i := range a.NumFields() {
			w.tie(a.Field(i).Type(), b.Field(i).Type(), depth+1)
		}
	case *types.Pointer:
		if b, ok := core(have).(*types.Pointer); ok {
			w.tie(a.Elem(), b.Elem(), depth+1)
		}
	case *types.Slice:
		if b, ok := core(have).(*types.Slice); ok {
			w.tie(a.Elem(), b.Elem(), depth+1)
		}
	case *types.Array:
		if b, ok := core(have).(*types.Array); ok {
			w.tie(a.Elem(), b.Elem(), depth+1)
		}
	case *types.Chan:
		if b, ok := core(have).(*types.Chan); ok {
			w.tie(a.Elem(), b.Elem(), depth+1)
		}
	case *types.Map:
		if b, ok := core(have).(*types.Map); ok {
			w.tie(a.Key(), b.Key(), depth+1)
			w.tie(a.Elem(), b.Elem(), depth+1)
		}
	case *types.Signature:
		if b, ok := core(have).(*types.Signature); ok {
			w.tuples(a.Params(), b.Params(), depth+1)
			w.tuples(a.Results(), b.Results(), depth+1)
		}
	}
}

func (w *tier) tuples(want, have *types.Tuple, depth int) {
	for i := range min(want.Len(), have.Len()) {
		w.tie(want.At(i).Type(), have.At(i).Type(), depth)
	}
}

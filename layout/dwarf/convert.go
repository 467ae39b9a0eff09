package dwarf

import (
	dw "debug/dwarf"
	"fmt"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// Kinds of internal/abi (type.go, go1.26.8), as DW_AT_go_kind gives them.
const (
	kindArray         = 17
	kindChan          = 18
	kindFunc          = 19
	kindInterface     = 20
	kindMap           = 21
	kindPointer       = 22
	kindSlice         = 23
	kindString        = 24
	kindStruct        = 25
	kindUnsafePointer = 26
)

// kinds are the layout's kinds by those of internal/abi.
var kinds = map[int64]layout.Kind{
	1: layout.Bool,
	2: layout.Int, 3: layout.Int8, 4: layout.Int16, 5: layout.Int32, 6: layout.Int64,
	7: layout.Uint, 8: layout.Uint8, 9: layout.Uint16, 10: layout.Uint32, 11: layout.Uint64, 12: layout.Uintptr,
	13: layout.Float32, 14: layout.Float64, 15: layout.Complex64, 16: layout.Complex128,
	kindArray: layout.Array, kindChan: layout.Chan, kindFunc: layout.Func, kindInterface: layout.Interface,
	kindMap: layout.Map, kindPointer: layout.Pointer, kindSlice: layout.Slice, kindString: layout.String,
	kindStruct: layout.Struct, kindUnsafePointer: layout.UnsafePointer,
}

// traits are the properties of types that only their names show. Older releases
// keep the packages of internal/runtime under runtime/internal.
var traits = map[string]layout.Traits{
	"sync/atomic.align64":             layout.Align64,
	"internal/runtime/atomic.align64": layout.Align64,
	"runtime/internal/atomic.align64": layout.Align64,
	"internal/runtime/sys.nih":        layout.NotInHeap,
	"runtime/internal/sys.nih":        layout.NotInHeap,
	"structs.HostLayout":              layout.HostLayout,
}

// converter makes types of a program's entries, each once.
type converter struct {
	p     *program
	types map[dw.Offset]*layout.Type // by the offset of what defines the type
	queue []pending
	spelt map[*layout.Type]spelling // of defined types
	made  map[*layout.Type]*entry   // what types were made of
}

// pending is a type that is still to be filled in. Types refer to each other in
// circles, and through long chains, so none is filled in inside another.
type pending struct {
	t *layout.Type
	e *entry
}

func newConverter(p *program) *converter {
	return &converter{
		p: p, types: map[dw.Offset]*layout.Type{},
		spelt: map[*layout.Type]spelling{}, made: map[*layout.Type]*entry{},
	}
}

// convert returns the type of the entry at an offset, complete with all that it
// refers to.
func (c *converter) convert(off dw.Offset) *layout.Type {
	t := c.refer(off, "the type")
	for len(c.queue) > 0 {
		next := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.fill(next.t, next.e)
	}
	return t
}

// refer returns the type of the entry at an offset, which may still have to be
// filled in. what says whose type it is, for a reference that leads nowhere.
func (c *converter) refer(off dw.Offset, what string) *layout.Type {
	e := c.p.resolve(off)
	if e == nil {
		return &layout.Type{Name: "?", Why: fmt.Sprintf("DWARF gives %s at %#x, where there is none", what, off)}
	}
	if t := c.types[e.off]; t != nil {
		return t
	}
	t := &layout.Type{}
	c.types[e.off] = t
	c.made[t] = e
	c.queue = append(c.queue, pending{t, e})
	return t
}

func (c *converter) fill(t *layout.Type, e *entry) {
	s, _ := spell(e.name, c.p.pkgOf)
	t.Name = s.text
	t.Kind = kinds[e.kind]
	if t.Kind == layout.Unknown && e.kind == 0 && e.tag == dw.TagStructType {
		t.Kind = layout.Struct // the linker's own, as hchan<int>
	}
	if s.defined() && t.Name != "unsafe.Pointer" {
		t.PkgPath = s.path
		t.Traits = traits[s.path+"."+s.base]
		if strings.HasPrefix(s.base, cgoPrefix) {
			t.Traits |= layout.CgoType
		}
		c.spelt[t] = s
	}
	switch t.Kind {
	case layout.Unknown:
		t.Why = fmt.Sprintf("DWARF entry of kind %d and tag %v", e.kind, e.tag)
	case layout.Array:
		t.Elem, t.Len = c.refer(e.typ, "the element type"), e.count
	case layout.Slice, layout.Chan:
		t.Elem = c.refer(e.elem, "the element type")
	case layout.Map:
		t.Key, t.Elem = c.refer(e.key, "the key type"), c.refer(e.elem, "the element type")
	case layout.Pointer:
		t.Elem = c.refer(e.typ, "the element type")
	case layout.Struct:
		t.Fields = make([]layout.Field, len(e.members))
		for i, m := range e.members {
			t.Fields[i] = layout.Field{Name: m.name, Type: c.refer(m.typ, "the type of a field"), Embedded: m.embedded}
			if i < len(s.tags) {
				t.Fields[i].Tag = s.tags[i]
			}
		}
	}
}

// parts are the types that a value of t holds by value.
func parts(t *layout.Type) []*layout.Type {
	switch t.Kind {
	case layout.Array:
		return []*layout.Type{t.Elem}
	case layout.Struct:
		list := make([]*layout.Type, len(t.Fields))
		for i, f := range t.Fields {
			list[i] = f.Type
		}
		return list
	}
	return nil
}

// bound makes types unknown that are nested deeper than maxDepth or contain
// themselves. No compiler writes such types, but a damaged file may hold them,
// and what looks into types by recursion must end on them too.
func (c *converter) bound() {
	const open = -1
	depth := map[*layout.Type]int{} // of values nested in t; open while t is on the stack
	type frame struct {
		t     *layout.Type
		parts []*layout.Type
		depth int
	}
	for i := range c.p.entries {
		root := c.types[c.p.entries[i].off]
		if _, ok := depth[root]; ok || root == nil {
			continue
		}
		stack := []frame{{t: root, parts: parts(root)}}
		depth[root] = open
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if len(f.parts) == 0 || f.t.Kind == layout.Unknown {
				t, d := f.t, f.depth
				if t.Kind == layout.Unknown {
					d = 0
				}
				depth[t] = d
				stack = stack[:len(stack)-1]
				if len(stack) > 0 {
					nest(&stack[len(stack)-1].depth, stack[len(stack)-1].t, d+1)
				}
				continue
			}
			part := f.parts[0]
			f.parts = f.parts[1:]
			switch d, ok := depth[part]; {
			case !ok:
				depth[part] = open
				stack = append(stack, frame{t: part, parts: parts(part)})
			case d == open:
				unknow(f.t, "the type contains itself")
			default:
				nest(&f.depth, f.t, d+1)
			}
		}
	}
}

// nest notes that t has a part nested d deep.
func nest(depth *int, t *layout.Type, d int) {
	*depth = max(*depth, d)
	if *depth > maxDepth {
		unknow(t, fmt.Sprintf("values are nested over %d deep in it", maxDepth))
	}
}

// unknow makes t a type that is not known.
func unknow(t *layout.Type, why string) {
	*t = layout.Type{Name: t.Name, PkgPath: t.PkgPath, Why: why}
}

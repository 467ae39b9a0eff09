package advice

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// atomics knows which fields have to stay where the 64-bit functions of
// sync/atomic find them on 32-bit platforms: those used through such functions,
// and those that hold a struct with such fields.
type atomics struct {
	holds    map[*layout.Type]bool
	elements map[*layout.Type]bool // elements of slices and arrays anywhere in the types
	broken   []brokenField         // found by improve
}

// brokenField is a field that loses its offset by what becomes of other types.
type brokenField struct {
	of    *layout.Type
	field int
}

// atomicsOf returns nil where no declared type has fields for sync/atomic.
func (p *plan) atomicsOf() *atomics {
	has := func(d layout.Decl) bool { return len(d.Atomic64) > 0 }
	if !slices.ContainsFunc(p.in, has) {
		return nil
	}
	a := &atomics{holds: map[*layout.Type]bool{}, elements: map[*layout.Type]bool{}}
	seen := map[*layout.Type]bool{}
	var visit func(t *layout.Type)
	visit = func(t *layout.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t.Elem != nil && (t.Kind == layout.Slice || t.Kind == layout.Array) {
			a.elements[t.Elem] = true
		}
		visit(t.Elem)
		visit(t.Key)
		for i := range t.Fields {
			visit(t.Fields[i].Type)
		}
	}
	for i := range p.in {
		visit(p.in[i].Type)
	}
	return a
}

// fields lists the fields of a struct that have to stay where they are found.
func (a *atomics) fields(p *plan, t *layout.Type) []int {
	if a == nil {
		return nil
	}
	var fields []int
	if d := p.decls[t]; d != nil {
		for _, i := range d.Atomic64 {
			if i >= 0 && i < len(t.Fields) {
				fields = append(fields, i)
			}
		}
	}
	for i := range t.Fields {
		if a.held(p, t.Fields[i].Type) && !slices.Contains(fields, i) {
			fields = append(fields, i)
		}
	}
	return fields
}

// held reports whether t has such fields or holds a type that has by value.
func (a *atomics) held(p *plan, t *layout.Type) bool {
	if t == nil || t.Kind != layout.Array && t.Kind != layout.Struct {
		return false
	}
	if h, ok := a.holds[t]; ok {
		return h
	}
	a.holds[t] = false // a type that contains itself has no layout
	h := false
	if t.Kind == layout.Array {
		h = a.held(p, t.Elem)
	} else {
		d := p.decls[t]
		h = d != nil && len(d.Atomic64) > 0
		for i := 0; i < len(t.Fields) && !h; i++ {
			h = a.held(p, t.Fields[i].Type)
		}
	}
	a.holds[t] = h
	return h
}

func (a *atomics) isElement(t *layout.Type) bool { return a != nil && a.elements[t] }

// settle finds the changes that would take a field of a type that holds the
// changed one off its offset on 32-bit platforms, and pins them down until there
// are none left.
func (p *plan) settle() {
	if p.atomics == nil {
		return
	}
	for {
		p.atomics.broken = nil
		for i := range p.in {
			if t := p.in[i].Type; t != nil {
				if _, err := p.lay.Of(t); err == nil {
					p.improve(t)
				}
			}
		}
		pins := len(p.pinned)
		for _, b := range p.atomics.broken {
			p.pin(b)
		}
		if len(p.pinned) == pins {
			return
		}
		clear(p.changes)
	}
}

// pin keeps the orders of the types held by value in b.of that would change.
func (p *plan) pin(b brokenField) {
	of := b.of.Name
	if d := p.decls[b.of]; d != nil {
		of = p.label(d)
	}
	for _, d := range p.changed(b.of) {
		if _, ok := p.pinned[d.Type]; !ok {
			p.pinned[d.Type] = layout.Keep{Kind: layout.KeepAtomic, Pos: d.Pos,
				Reason: "a better order takes " + of + "." + b.of.Fields[b.field].Name + " off the 8-byte offset that sync/atomic needs on 32-bit platforms"}
		}
	}
}

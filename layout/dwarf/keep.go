package dwarf

import (
	"fmt"

	"github.com/seed-ac4d27cc/heft/layout"
)

// cacheLinePads are the types that keep fields on cache lines of their own.
var cacheLinePads = map[string]bool{
	"internal/cpu.CacheLinePad":         true,
	"golang.org/x/sys/cpu.CacheLinePad": true,
}

// keeps returns the reasons to keep a struct's field order that its fields
// show. What only source shows, as tags, conversions and comments, is not in a
// binary.
func (c *converter) keeps(t *layout.Type) []layout.Keep {
	if t.Kind != layout.Struct {
		return nil
	}
	var list []layout.Keep
	add := func(kind layout.KeepKind, format string, args ...any) {
		list = append(list, layout.Keep{Kind: kind, Reason: fmt.Sprintf(format, args...)})
	}
	if t.Traits&layout.CgoType != 0 {
		add(layout.KeepCgo, "made by cgo from a C type")
	}
	for _, f := range t.Fields {
		s := c.spelt[f.Type]
		switch {
		case f.Type.Traits&layout.HostLayout != 0:
			add(layout.KeepHostLayout, "field %s is a structs.HostLayout", f.Name)
		case notInHeap(f.Type):
			add(layout.KeepNotInHeap, "field %s says that values live outside the Go heap", f.Name)
		case cacheLinePads[s.path+"."+s.base]:
			add(layout.KeepPadding, "field %s is a %s", f.Name, f.Type.Name)
		case f.Name == "_" && f.Type.Kind == layout.Array && f.Type.Len > 0 && f.Type.Elem.Kind == layout.Uint8:
			add(layout.KeepPadding, "field _ %s is padding", f.Type.Name)
		}
	}
	return list
}

// notInHeap reports whether t is internal/runtime/sys.nih or holds it by value.
func notInHeap(t *layout.Type) bool {
	if t.Traits&layout.NotInHeap != 0 {
		return true
	}
	for _, part := range parts(t) {
		if notInHeap(part) {
			return true
		}
	}
	return false
}

package dwarf

import "github.com/seed-ac4d27cc/heft/layout"

// keeps returns the reasons to keep a type's field order that its structure
// shows. What only source shows, as conversions and comments, is not in a
// binary.
func keeps(t *layout.Type) []layout.Keep {
	var list []layout.Keep
	for _, k := range layout.Keeps(t) {
		list = append(list, layout.Keep{Kind: k.Kind, Reason: k.Reason})
	}
	return list
}

// Package random makes types by chance, for which what is predicted is set
// beside what processes use. Equal seeds give equal types.
package random

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed-ac4d27cc/heft/layout"
)

var kinds = []layout.Kind{
	layout.Bool, layout.Int8, layout.Int16, layout.Int32, layout.Int64, layout.Int, layout.Float32, layout.Float64,
	layout.Complex64, layout.Complex128, layout.String, layout.UnsafePointer, layout.Map, layout.Chan, layout.Func, layout.Interface,
}

// Types returns n structs of up to eight fields: nested structs, arrays,
// 64-bit atomics, and every other kind of field.
func Types(r *rand.Rand, n int) []*layout.Type {
	out := make([]*layout.Type, 0, n)
	for i := range n {
		t := &layout.Type{Kind: layout.Struct, Name: fmt.Sprint("T", i)}
		for j := range r.IntN(9) {
			t.Fields = append(t.Fields, layout.Field{Name: fmt.Sprint("f", j), Type: part(r, 3)})
		}
		out = append(out, t)
	}
	return out
}

// part is the type of a field, with up to depth levels of its own.
func part(r *rand.Rand, depth int) *layout.Type {
	switch k := r.IntN(20); {
	case k < 3 && depth > 0:
		t := &layout.Type{Kind: layout.Struct, Name: "struct"}
		for i := range r.IntN(6) {
			t.Fields = append(t.Fields, layout.Field{Name: fmt.Sprint("f", i), Type: part(r, depth-1)})
		}
		return t
	case k < 5 && depth > 0:
		return &layout.Type{Kind: layout.Array, Name: "array", Len: int64(r.IntN(1 << r.IntN(9))), Elem: part(r, depth-1)}
	case k == 5:
		return &layout.Type{Kind: layout.Slice, Name: "slice", Elem: &layout.Type{Kind: layout.Int8}}
	case k == 6:
		return &layout.Type{Kind: layout.Pointer, Name: "pointer", Elem: &layout.Type{Kind: layout.Int8}}
	case k == 7:
		return &layout.Type{Kind: layout.Struct, Name: "atomic", Fields: []layout.Field{
			{Name: "_", Type: &layout.Type{Kind: layout.Struct, Name: "align64", Traits: layout.Align64}},
			{Name: "v", Type: &layout.Type{Kind: layout.Int64, Name: "int64"}},
		}}
	}
	return &layout.Type{Kind: kinds[r.IntN(len(kinds))], Name: "scalar"}
}

package layout

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

func ofKind(k Kind, name string) *Type { return &Type{Kind: k, Name: name} }

var (
	tBool    = ofKind(Bool, "bool")
	tInt8    = ofKind(Int8, "int8")
	tInt16   = ofKind(Int16, "int16")
	tInt32   = ofKind(Int32, "int32")
	tInt64   = ofKind(Int64, "int64")
	tUint64  = ofKind(Uint64, "uint64")
	tInt     = ofKind(Int, "int")
	tString  = ofKind(String, "string")
	tAny     = ofKind(Interface, "any")
	tFunc    = ofKind(Func, "func()")
	tPointer = &Type{Kind: Pointer, Name: "*int", Elem: tInt}
	tSlice   = &Type{Kind: Slice, Name: "[]int", Elem: tInt}
	tEmpty   = structOf("struct{}")
	tAlign64 = &Type{Kind: Struct, Name: "align64", Traits: Align64}
	tAtomic  = structOf("atomic.Int64", tEmpty, tAlign64, tInt64)
)

func arrayOf(n int64, e *Type) *Type {
	return &Type{Kind: Array, Name: fmt.Sprintf("[%d]%s", n, e.Name), Elem: e, Len: n}
}

func structOf(name string, fields ...*Type) *Type {
	t := &Type{Kind: Struct, Name: name}
	for i, f := range fields {
		t.Fields = append(t.Fields, Field{Name: fmt.Sprintf("F%d", i), Type: f})
	}
	return t
}

// palette has every combination of alignment, size modulo 8 and pointers that
// orders depend on.
var palette = []*Type{
	tBool, tBool, tBool, tInt8, tInt16, tInt16, tInt32, tInt32, tInt32, tInt64, tInt64, tUint64,
	tInt, tString, tAny, tPointer, tPointer, tSlice,
	arrayOf(3, tBool), arrayOf(5, tBool), arrayOf(7, tInt8), arrayOf(3, tInt16), arrayOf(3, tInt32),
	ofKind(Complex64, "complex64"), ofKind(Complex128, "complex128"),
	tEmpty, arrayOf(0, tFunc), arrayOf(0, tInt64), arrayOf(0, tInt16),
	structOf("tail", tInt64, tBool), structOf("lead", tInt, tPointer), structOf("trail", tPointer, tInt64),
	tAtomic, structOf("counted", tAtomic, tPointer), structOf("odd", tInt16, tBool),
}

// frequent are fields as most structs have them: their best orders need more
// moves than those of palette.
var frequent = []*Type{tBool, tBool, tInt16, tInt32, tInt64, tString, tPointer}

func randomStruct(rng *rand.Rand, n int, name string) *Type {
	fields := make([]*Type, n)
	from := palette
	if rng.IntN(2) == 0 {
		from = frequent
	}
	for i := range fields {
		fields[i] = from[rng.IntN(len(from))]
	}
	return structOf(name, fields...)
}

func describe(t *Type) string {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Type.Name)
	}
	return "{" + strings.Join(names, ", ") + "}"
}

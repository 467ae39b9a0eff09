package advice

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

func ofKind(k layout.Kind, name string) *layout.Type { return &layout.Type{Kind: k, Name: name} }

var (
	tBool    = ofKind(layout.Bool, "bool")
	tInt8    = ofKind(layout.Int8, "int8")
	tInt16   = ofKind(layout.Int16, "int16")
	tInt32   = ofKind(layout.Int32, "int32")
	tInt64   = ofKind(layout.Int64, "int64")
	tInt     = ofKind(layout.Int, "int")
	tString  = ofKind(layout.String, "string")
	tFunc    = ofKind(layout.Func, "func()")
	tPointer = &layout.Type{Kind: layout.Pointer, Name: "*int", Elem: tInt}
	tBytes   = sliceOf(ofKind(layout.Uint8, "byte"))
	tEmpty   = structOf("struct{}")
	tAtomic  = structOf("atomic.Int64", tEmpty, &layout.Type{Kind: layout.Struct, Name: "align64", Traits: layout.Align64}, tInt64)
	tTime    = structOf("time.Time", tInt64, tInt64, tPointer)
)

func sliceOf(e *layout.Type) *layout.Type {
	return &layout.Type{Kind: layout.Slice, Name: "[]" + e.Name, Elem: e}
}

func arrayOf(n int64, e *layout.Type) *layout.Type {
	return &layout.Type{Kind: layout.Array, Name: fmt.Sprintf("[%d]%s", n, e.Name), Elem: e, Len: n}
}

func structOf(name string, fields ...*layout.Type) *layout.Type {
	t := &layout.Type{Kind: layout.Struct, Name: name}
	for i, f := range fields {
		t.Fields = append(t.Fields, layout.Field{Name: fmt.Sprint("f", i), Type: f})
	}
	return t
}

// declare declares a type in package p.
func declare(t *layout.Type, keep ...layout.Keep) layout.Decl {
	return layout.Decl{Type: t, Name: "p." + t.Name, Package: "example.com/p", Form: layout.Named, Keep: keep}
}

func declareAll(types ...*layout.Type) []layout.Decl {
	var decls []layout.Decl
	for _, t := range types {
		decls = append(decls, declare(t))
	}
	return decls
}

func runtimeOf(t testing.TB, name string) sizer.Runtime {
	t.Helper()
	rt, err := sizer.ParseRuntime(name)
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// analyse returns the rows of a report by name.
func analyse(t testing.TB, rt string, decls []layout.Decl, opt Options) map[string]*Row {
	t.Helper()
	rep := Analyse(Input{Decls: decls, Runtime: runtimeOf(t, rt), Packages: 1}, opt)
	rows := map[string]*Row{}
	for i := range rep.Types {
		rows[rep.Types[i].Name] = &rep.Types[i]
	}
	return rows
}

var leaves = []*layout.Type{
	tBool, tBool, tInt8, tInt16, tInt32, tInt64, tInt, tString, tPointer, tBytes, tEmpty, tAtomic,
	arrayOf(3, tBool), arrayOf(0, tFunc), arrayOf(0, tInt64), arrayOf(100, tInt64), arrayOf(70, tPointer),
}

// randomDecls declares types that hold each other, with all that ties orders
// down.
func randomDecls(rng *rand.Rand, n int) []layout.Decl {
	var decls []layout.Decl
	for i := range n {
		var fields []*layout.Type
		for range 1 + rng.IntN(9) {
			f := leaves[rng.IntN(len(leaves))]
			if len(decls) > 0 && rng.IntN(5) == 0 {
				f = decls[rng.IntN(len(decls))].Type
				switch rng.IntN(4) {
				case 0:
					f = arrayOf(int64(rng.IntN(4)), f)
				case 1:
					f = sliceOf(f)
				}
			}
			fields = append(fields, f)
		}
		d := declare(structOf(fmt.Sprint("T", i), fields...))
		switch rng.IntN(8) {
		case 0:
			d.Keep = []layout.Keep{{Kind: layout.KeepMarked, Reason: "marked"}}
		case 1:
			d.Keep = []layout.Keep{{Kind: layout.KeepOutput, Reason: "tags"}}
		case 2:
			d.Together = []layout.Run{{First: 0, Last: rng.IntN(len(fields))}}
		case 3, 4:
			for k, f := range fields {
				if f == tInt64 {
					d.Atomic64 = append(d.Atomic64, k)
				}
			}
		case 5:
			d.Type.Name = fmt.Sprintf("G[T%d]", i)
			d.Name = "p." + d.Type.Name
			d.Form = layout.Instance
			d.Pos = layout.Pos{File: "p.go", Line: 1 + i/20}
		}
		decls = append(decls, d)
	}
	return decls
}

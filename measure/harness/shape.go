package harness

import (
	"fmt"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// shapeOf writes a type of the same size, alignment and pointer map as t
// without any name: pointers of all kinds become unsafe.Pointer, and a struct's
// fields are numbered. The packages unsafe and sync/atomic must be imported as
// heftunsafe and heftatomic.
func shapeOf(t *layout.Type) (string, error) {
	var b strings.Builder
	if err := writeShape(&b, t); err != nil {
		return "", err
	}
	return b.String(), nil
}

var shapes = map[layout.Kind]string{
	layout.Bool: "bool", layout.Int8: "int8", layout.Uint8: "uint8", layout.Int16: "int16", layout.Uint16: "uint16",
	layout.Int32: "int32", layout.Uint32: "uint32", layout.Float32: "float32", layout.Int64: "int64", layout.Uint64: "uint64",
	layout.Float64: "float64", layout.Complex64: "complex64", layout.Complex128: "complex128",
	layout.Int: "int", layout.Uint: "uint", layout.Uintptr: "uintptr", layout.String: "string",
	layout.UnsafePointer: "heftunsafe.Pointer", layout.Map: "heftunsafe.Pointer", layout.Chan: "heftunsafe.Pointer",
	layout.Func: "heftunsafe.Pointer", layout.Interface: "interface{}",
}

func writeShape(b *strings.Builder, t *layout.Type) error {
	if s, ok := shapes[t.Kind]; ok {
		b.WriteString(s)
		return nil
	}
	switch t.Kind {
	case layout.Pointer:
		if notInHeap(t.Elem) {
			b.WriteString("uintptr") // no pointer to the collector
		} else {
			b.WriteString("heftunsafe.Pointer")
		}
	case layout.Slice:
		if notInHeap(t.Elem) {
			b.WriteString("[3]uintptr")
		} else {
			b.WriteString("[]struct{}")
		}
	case layout.Array:
		fmt.Fprintf(b, "[%d]", t.Len)
		return writeShape(b, t.Elem)
	case layout.Struct:
		b.WriteString("struct{")
		if t.Traits&layout.Align64 != 0 {
			// An array of no atomic.Int64 takes no room and aligns to 8 on
			// every GOARCH.
			b.WriteString("_ [0]heftatomic.Int64;")
		}
		for i, f := range t.Fields {
			fmt.Fprintf(b, "f%d ", i)
			if err := writeShape(b, f.Type); err != nil {
				return err
			}
			b.WriteString(";")
		}
		b.WriteString("}")
	default:
		return fmt.Errorf("the type of a part is not known: %s", t.Why)
	}
	return nil
}

// notInHeap reports whether t is marked as not in the heap, or holds such a
// type by value.
func notInHeap(t *layout.Type) bool {
	if t == nil {
		return false
	}
	if t.Traits&layout.NotInHeap != 0 {
		return true
	}
	switch t.Kind {
	case layout.Array:
		return notInHeap(t.Elem)
	case layout.Struct:
		for _, f := range t.Fields {
			if notInHeap(f.Type) {
				return true
			}
		}
	}
	return false
}

package advice

import "github.com/seed-ac4d27cc/heft/layout"

var kindNames = [...]string{
	layout.Unknown: "unknown", layout.Param: "type parameter",
	layout.Bool: "bool",
	layout.Int8: "int8", layout.Int16: "int16", layout.Int32: "int32", layout.Int64: "int64",
	layout.Uint8: "uint8", layout.Uint16: "uint16", layout.Uint32: "uint32", layout.Uint64: "uint64",
	layout.Int: "int", layout.Uint: "uint", layout.Uintptr: "uintptr",
	layout.Float32: "float32", layout.Float64: "float64",
	layout.Complex64: "complex64", layout.Complex128: "complex128",
	layout.String: "string", layout.UnsafePointer: "unsafe.Pointer",
	layout.Pointer: "pointer", layout.Slice: "slice", layout.Array: "array", layout.Map: "map",
	layout.Chan: "chan", layout.Func: "func", layout.Interface: "interface", layout.Struct: "struct",
}

// kindName is the name of a kind in a report.
func kindName(k layout.Kind) string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[layout.Unknown]
}

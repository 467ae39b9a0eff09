package layout

// Kind is the form of a type's underlying type.
type Kind uint8

// The kinds of types. Unknown is a type that could not be resolved (an
// undeclared name, a DWARF entry of no Go kind), Param a type parameter whose
// type argument is not known.
const (
	Unknown Kind = iota
	Param
	Bool
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Int
	Uint
	Uintptr
	Float32
	Float64
	Complex64
	Complex128
	String
	UnsafePointer
	Pointer
	Slice
	Array
	Map
	Chan
	Func
	Interface
	Struct
)

// Type is a Go type as plain data. Types may be cyclic through pointers,
// slices, maps, channels and functions. The same declaration read once is one
// *Type: identity of pointers is identity of declarations.
type Type struct {
	Kind Kind
	// Name is how the type is written, qualified by package names:
	// "session.Grant", "[]string", "struct{a bool; b int64}".
	Name    string
	PkgPath string  // import path of a defined type's package; "" otherwise
	Elem    *Type   // of Pointer, Slice, Array, Map, Chan
	Key     *Type   // of Map
	Len     int64   // of Array, in elements
	Fields  []Field // of Struct, in declared order
	Traits  Traits
	// Why says of an Unknown or Param what it stands for: the compiler's
	// message, or the name of the type parameter.
	Why string
}

// Field is a field of a struct type, without a position: that depends on the
// Arch.
type Field struct {
	Name     string // "_" for a blank field; of an embedded field the type's name
	Type     *Type
	Embedded bool
	Tag      string
}

// Traits are the properties of a type that its structure does not show.
type Traits uint8

// The traits.
const (
	// Align64 marks the empty struct align64 of sync/atomic and
	// internal/runtime/atomic, aligned to 8 on every GOARCH
	// (cmd/compile/internal/types/size.go, CalcStructSize, go1.26.8).
	Align64 Traits = 1 << iota
	// NotInHeap marks internal/runtime/sys.nih: a pointer to a type that
	// holds it is no pointer to the garbage collector
	// (cmd/compile/internal/types/size.go, PtrDataSize, go1.26.8).
	NotInHeap
	// HostLayout marks structs.HostLayout: a struct that holds it as a field
	// has the layout of the host's C compiler and keeps its order.
	HostLayout
	// CgoType marks a type that cgo made from a C declaration.
	CgoType
)

package layout

import "fmt"

// Form tells how a declared type came to be in a package.
type Form string

// The forms.
const (
	Named     Form = "named"     // declared at package level
	Local     Form = "local"     // declared inside a function
	Anonymous Form = "anonymous" // a struct type without a name, where it is written
	Instance  Form = "instance"  // a generic type with its type arguments
	Generic   Form = "generic"   // a generic type that the packages never instantiate
)

// Decl is a type as a package declares it.
type Decl struct {
	Type *Type
	// Name is the type's name qualified by its package's name: "session.Grant",
	// "cache.Cache[string,int]"; of a local type with the function before it
	// ("session.New.key"), of an anonymous one the name of what it is declared
	// for ("session.table", "session.Outer.in").
	Name      string
	Package   string // import path of the package that declares it
	Form      Form
	Pos       Pos
	Generated bool // in a file marked "Code generated … DO NOT EDIT."
	Test      bool // in a _test.go file
	Keep      []Keep
	// Together are runs of fields that must stay adjacent and in their order.
	Together []Run
	// Atomic64 are the indices of 64-bit fields used through functions of
	// sync/atomic: 32-bit platforms need their offset to be a multiple of 8.
	Atomic64 []int
}

// Run is the fields First..Last (inclusive indices into Type.Fields) with why
// they belong together.
type Run struct {
	First, Last int
	Why         string
}

// Pos is a place in a source file. Line and Column count from 1; a zero Line
// means that only the file, or nothing, is known.
type Pos struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func (p Pos) String() string {
	switch {
	case p.File == "":
		return "-"
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// KeepKind is a kind of reason why a type's field order is not to be changed.
type KeepKind string

// The kinds of reasons.
const (
	KeepHostLayout KeepKind = "hostlayout" // a structs.HostLayout field
	KeepCgo        KeepKind = "cgo"        // a C type, or passed to C
	KeepNotInHeap  KeepKind = "notinheap"  // lives outside the Go heap
	KeepWire       KeepKind = "wire"       // encoding/binary, asn1, unsafe: the order is a format
	KeepOutput     KeepKind = "output"     // field order is output order (json, xml, yaml, … tags)
	KeepPadding    KeepKind = "padding"    // explicit padding: _ [N]byte, cpu.CacheLinePad
	KeepAtomic     KeepKind = "atomic"     // the better order breaks a 64-bit atomic on 32-bit
	KeepUnkeyed    KeepKind = "unkeyed"    // composite literals without keys
	KeepConversion KeepKind = "conversion" // converted to or from a struct type of the same fields
	KeepMarked     KeepKind = "marked"     // //heft:keep reason
	KeepGenerated  KeepKind = "generated"  // the generator would undo the change
	KeepForeign    KeepKind = "foreign"    // declared outside the packages named
)

// Keep is a reason to keep a type's field order.
type Keep struct {
	Kind   KeepKind `json:"kind"`
	Reason string   `json:"reason"` // in words
	Pos    Pos      `json:"pos"`    // what shows it
}

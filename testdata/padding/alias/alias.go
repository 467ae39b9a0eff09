// Package alias holds names of types: an alias is no type of its own, and no
// second row.
package alias

// Real is 24, best 16.
type Real struct {
	A bool
	B int64
	C bool
}

// Names of it.
type (
	One = Real
	Two = One
)

// Holder holds it by both names: 56, and 40 when Real has changed.
type Holder struct {
	First  One
	Second Two
	On     bool
}

// Defined is a type of its own with its fields, which are Real's to change.
type Defined Real

// Nameless is a struct without another name than the alias: 24, best 16.
type Nameless = struct {
	A bool
	B float64
	C bool
}

// N is a variable of it.
var N Nameless

// Of has a parameter, and is an alias of a struct that depends on it.
type Of[T any] = Box[T]

// Box is generic.
type Box[T any] struct {
	A bool
	V T
	C bool
}

// Boxes by the alias and by name: one row each of int64 and string.
var (
	ByAlias  Of[int64]
	ByName   Box[int64]
	OfString Of[string]
)

// Pointer is an alias of a pointer, List of a slice: no structs.
type (
	Pointer = *Real
	List    = []Real
)

// Words holds them: 40, best 40 (a flag and a word cannot share).
type Words struct {
	P  Pointer
	L  List
	On bool
}

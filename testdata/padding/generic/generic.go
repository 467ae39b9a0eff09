// Package generic holds types whose layout depends on what they are
// instantiated with, and types that hold a type parameter only behind a
// pointer and so have one layout for all.
package generic

// Pair holds both parameters by value.
type Pair[K, V any] struct {
	Set   bool
	Key   K
	Hits  int32
	Value V
}

// Pairs at several arguments.
var (
	ByteWord   Pair[int8, int64]  // 16, no better order
	WordByte   Pair[int64, int8]  // 24, best 16
	StringBool Pair[string, bool] // 32, best 24
	Empty      Pair[struct{}, struct{}]
)

// Cell holds its parameter behind a pointer: 24 and 16 for every argument.
type Cell[T any] struct {
	Used bool
	At   *T
	Age  int32
}

// Cells, of which only one layout can be had.
var (
	StringCell Cell[string]
	CellCell   Cell[Cell[int]]
)

// Named embeds an instance: 32, and 24 with its flags together.
type Named struct {
	Old bool
	Pair[int8, int64]
	New bool
}

// NamedTight is Named in its best order.
type NamedTight struct {
	Pair[int8, int64]
	Old bool
	New bool
}

// Tree is recursive, by pointer.
type Tree[T any] struct {
	Red         bool
	Value       T
	Left, Right *Tree[T]
	Depth       uint8
}

// Trees: 32 bytes at no size and 24 in order; 40 and 32 at a word.
var (
	SetTree  Tree[struct{}]
	WordTree Tree[uint64]
)

// Choice is instantiated with types of a constraint's set.
type Choice[T ~int8 | ~int64] struct {
	A     bool
	Value T
	B     bool
}

// Choices: 3 bytes; 24 and 16; and 24 and 16 at a defined type of the set.
var (
	Narrow Choice[int8]
	Wide   Choice[int64]
	Own    Choice[Seconds]
)

// Seconds is a defined type in Choice's set.
type Seconds int64

// Aliases name instances: WordByte's, and one of its own.
type (
	Swapped     = Pair[int64, int8]
	Same[T any] = Pair[T, T]
)

// SameByte is an instance through an alias that has a parameter: 12, best 8.
var SameByte Same[int8]

// Defined is a type of its own with the fields of an instance: 24, best 16.
type Defined Pair[int64, int8]

// Unused is never instantiated: there is no size to tell.
type Unused[T any] struct {
	A     bool
	Value T
	B     bool
}

// UnusedPointer is never instantiated, and is 40 bytes, 32 in order, for every
// argument.
type UnusedPointer[T any] struct {
	A     bool
	Value []T
	B     bool
}

// Package pure holds types only: a program that uses it holds no code of it,
// and so no unit of DWARF.
package pure

// Point is a struct with padding.
type Point struct {
	On bool
	X  int64
	No bool
}

// Pair is a generic type with padding that depends on its arguments.
type Pair[K comparable, V any] struct {
	Set   bool
	Key   K
	Value V
	Dirty bool
}

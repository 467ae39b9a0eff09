// Package unkeyed holds types that are written without field names: their
// order is what gives the values their meaning, and where the types fit, a
// change of it is not noticed by the compiler.
package unkeyed

// Vec is written in a function: 24, and 16 in another order, as all here.
type Vec struct {
	On   bool
	X    int64
	Live bool
}

// New returns a Vec.
func New() Vec { return Vec{true, 7, false} }

// Elided is written without its name, in a slice and behind a pointer in a map.
type Elided struct {
	On   bool
	X    int64
	Live bool
}

// Elided literals.
var (
	Table   = []Elided{{true, 1, false}, {false, 2, true}}
	ByName  = map[string]*Elided{"a": {true, 1, false}}
	Indexed = [...]Elided{3: {true, 3, false}}
)

// Renamed is written through an alias.
type Renamed struct {
	On   bool
	X    int64
	Live bool
}

// RenamedAlias is an alias of it.
type RenamedAlias = Renamed

// A is written through the alias.
var A = RenamedAlias{true, 3, false}

// Silent takes numbers in any order: a change would give B what C was meant.
type Silent struct {
	A int32
	B int64
	C int32
}

// S is Silent's.
var S = Silent{1, 2, 3}

// Afar is written without keys only in another package.
type Afar struct {
	A int32
	B int64
	C int32
}

// InTest is written without keys only in a test.
type InTest struct {
	On   bool
	X    int64
	Live bool
}

// Listed is an element of a slice type with a name, which is how it is written.
type Listed struct {
	On   bool
	X    int64
	Live bool
}

// List is the slice type.
type List []Listed

// L is written through it.
var L = List{{true, 4, false}}

// Keyed is a map's key, written without its name.
type Keyed struct {
	On   bool
	X    int64
	Live bool
}

// Keys is written with elided keys.
var Keys = map[Keyed]int{{true, 1, true}: 1}

// Deep is written inside a literal of what holds it.
type Deep struct {
	On   bool
	X    int64
	Live bool
}

// Outer holds Deep, and is itself written with keys: the bytes that Deep
// keeps cannot be had, its own order can.
type Outer struct {
	Up    bool
	Inner Deep
	Down  bool
}

// O is written with keys outside and without inside.
var O = Outer{Inner: Deep{true, 1, false}}

// Late is written in a function literal at package level.
type Late struct {
	On   bool
	X    int64
	Live bool
}

// Later is that literal.
var Later = func() *Late { return &Late{true, 5, false} }

// Param is generic, and an instance of it is written without keys.
type Param[T any] struct {
	On   bool
	X    T
	Live bool
}

// P is that instance.
var P = Param[int64]{true, 6, false}

// ByKeys is written with keys only, and may change.
type ByKeys struct {
	On   bool
	X    int64
	Live bool
}

// ByKeysTight is ByKeys in its best order.
type ByKeysTight struct {
	On   bool
	Live bool
	X    int64
}

// K is written with keys; an empty literal has no order either.
var K, None = ByKeys{On: true, X: 7}, ByKeys{}

// InMap is written in a slice in a map.
type InMap struct {
	On   bool
	X    int64
	Live bool
}

// M is a map of slices of them.
var M = map[string][]InMap{"a": {{true, 1, false}}}

// ByPointer is written as an element of a slice of pointers.
type ByPointer struct {
	On   bool
	X    int64
	Live bool
}

// Pointers is that slice.
var Pointers = []*ByPointer{{true, 1, false}}

// Returned is written as a pointer in a method of another type.
type Returned struct {
	On   bool
	X    int64
	Live bool
}

// Return returns one.
func (v Vec) Return() *Returned { return &Returned{v.On, v.X, v.Live} }

// InExternal is written without keys only in a test of another package.
type InExternal struct {
	On   bool
	X    int64
	Live bool
}

// Zero is only written without any value, which says nothing of order: 24,
// best 16.
type Zero struct {
	On   bool
	X    int64
	Live bool
}

// Zeros are written.
var Zeros = []Zero{{}, {}}

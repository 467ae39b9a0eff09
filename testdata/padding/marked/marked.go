// Package marked holds types that say themselves that they keep their order.
package marked

// Ranked is 24 and would be 16.
//
//heft:keep readers know the columns by number
type Ranked struct {
	A bool
	B int64
	C bool
}

//heft:keep the mark is its only comment
type Silent struct {
	A bool
	B int64
	C bool
}

type (
	// Grouped is marked within a group.
	//heft:keep within a group
	Grouped struct {
		A bool
		B int64
		C bool
	}

	// Beside is in the same group, and not marked: 24, best 16.
	Beside struct {
		A bool
		B int64
		C bool
	}
)

// Bare gives no reason, and is kept all the same.
//
//heft:keep
type Bare struct {
	A bool
	B int64
	C bool
}

// Spaced only mentions the mark, with a space: // heft:keep is no mark.
// heft:keep neither is this
type Spaced struct {
	A bool
	B int64
	C bool
}

// Near has other directives beside the mark.
//
//go:generate true
//heft:keep beside another
type Near struct {
	A bool
	B int64
	C bool
}

// Generic is marked for all its instances.
//
//heft:keep for all
type Generic[T any] struct {
	A bool
	B T
	C bool
}

// G is one.
var G Generic[int64]

// Holder holds a marked one, and has an order of its own: 40 and 32.
type Holder struct {
	On  bool
	In  Ranked
	Off bool
}

// HolderTight is Holder in its best order.
type HolderTight struct {
	On  bool
	Off bool
	In  Ranked
}

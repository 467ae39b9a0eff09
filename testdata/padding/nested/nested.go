// Package nested holds structs within structs: a change of what is inside is
// seen together with one of what is around it.
package nested

// Outer holds a struct without a name that goes from 24 to 16, and so goes
// from 40 to 24 itself.
type Outer struct {
	Up bool
	In struct {
		A bool
		B int64
		C bool
	}
	Down bool
}

// OuterTight is Outer, and what it holds, in their best order.
type OuterTight struct {
	Up   bool
	Down bool
	In   struct {
		A bool
		C bool
		B int64
	}
}

// Inner has 7 bytes behind its flag that none but its own fields may use.
type Inner struct {
	N  int64
	On bool
}

// Holder is 24 in every order: its flags cannot move into Inner.
type Holder struct {
	Inner
	Up   bool
	Down bool
}

// Deep holds two more, one in the other, which lose 8 bytes each: 48, and 32
// when both have changed.
type Deep struct {
	On bool
	A  struct {
		On bool
		B  struct {
			On bool
			N  int64
			Up bool
		}
		Up bool
	}
}

// DeepTight is Deep with all in their best order.
type DeepTight struct {
	On bool
	A  struct {
		On bool
		Up bool
		B  struct {
			On bool
			Up bool
			N  int64
		}
	}
}

// Only holds a named type that shrinks, and gains nothing by an order of its
// own: 32 and 24.
type Only struct {
	Name string
	In   Loose
}

// OnlyTight is Only with what it holds in its best order.
type OnlyTight struct {
	Name string
	In   LooseTight
}

// Loose is 24, best 16.
type Loose struct {
	A bool
	B int64
	C bool
}

// LooseTight is Loose in its best order.
type LooseTight struct {
	A bool
	C bool
	B int64
}

// Array holds four of them in an array and one behind a pointer, which does
// not count: 104 and 72, 112 and 80 on the heap.
type Array struct {
	Four [4]Loose
	Far  *Loose
}

// ArrayTight is Array with what it holds in its best order.
type ArrayTight struct {
	Four [4]LooseTight
	Far  *LooseTight
}

// Var is a variable of a type without a name: 24, best 16.
var Var struct {
	A bool
	B int64
	C bool
}

// Table is a slice of a struct without a name.
var Table []struct {
	A bool
	B int64
	C bool
}

// Map is a map to a struct without a name.
type Map map[string]struct {
	A bool
	B int64
	C bool
}

// Result returns a struct without a name.
func Result() (r struct {
	A bool
	B int64
	C bool
}) {
	return
}

// Rows has a type of its own, and a table of a struct without a name.
func Rows() int {
	type row struct {
		a bool
		b int64
		c bool
	}
	table := []struct {
		name bool
		n    int64
		ok   bool
	}{{name: true}}
	return len(table) + len([]row{{a: true, b: 1, c: false}})
}

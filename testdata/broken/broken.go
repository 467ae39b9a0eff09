// Package broken does not compile, on purpose: a name in it is declared
// nowhere. What can be laid out is laid out all the same.
package broken

// Lost holds a type that does not exist: its size is not known.
type Lost struct {
	A bool
	B int64
	C undeclared
	D bool
}

// Holder holds Lost by value, and is not known either.
type Holder struct {
	In Lost
	On bool
}

// Found is whole, between all this: 24, best 16.
type Found struct {
	A bool
	B int64
	C bool
}

// Behind holds the missing type behind a slice, a map, a channel and a
// function, whose sizes do not depend on it: 56.
type Behind struct {
	S []undeclared
	M map[string]undeclared
	C chan undeclared
	F func(undeclared) undeclared
	N int8
}

// Func has an error in its body, and a type before it.
func Func() int {
	type local struct {
		A bool
		B int64
		C bool
	}
	return len([]local{}) + nowhere
}

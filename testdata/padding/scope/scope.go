// Package scope holds types that are declared inside functions, wherever Go
// lets a function be: each goes from 24 bytes to 16.
package scope

import "sort"

// Func declares a type in a function, and one of the same name in a block.
func Func(n int) (size int) {
	type local struct {
		A bool
		B int64
		C bool
	}
	if n > 0 {
		type local struct {
			A bool
			B [2]int64
			C bool
		}
		size = len([]local{{A: true}})
	}
	return size + len([]local{{B: 1}})
}

// Kind has methods.
type Kind struct{ n int }

// Method declares a type in a method.
func (k *Kind) Method() any {
	type local struct {
		A bool
		B int64
		C bool
	}
	return &local{B: int64(k.n)}
}

// Value declares a type in a method of a value.
func (k Kind) Value() any {
	type inValue struct {
		A bool
		B int64
		C bool
	}
	return &inValue{B: int64(k.n)}
}

// Closure declares a type in a function literal in a function.
func Closure() func() any {
	return func() any {
		type inClosure struct {
			A bool
			B int64
			C bool
		}
		return &inClosure{A: true}
	}
}

// Literal declares a type in a function literal at package level.
var Literal = func() any {
	type inLiteral struct {
		A bool
		B int64
		C bool
	}
	return &inLiteral{A: true}
}

// Handlers declares types in function literals in a composite literal.
var Handlers = map[string]func() any{
	"a": func() any {
		type inMap struct {
			A bool
			B int64
			C bool
		}
		return &inMap{}
	},
}

// Sorted has a struct without a name in a sort's argument.
func Sorted() int {
	rows := []struct {
		A bool
		B int64
		C bool
	}{{B: 2}, {B: 1}}
	sort.Slice(rows, func(i, j int) bool { return rows[i].B < rows[j].B })
	return len(rows)
}

// Generic declares a type in a generic function, which depends on its
// parameter.
func Generic[T any](v T) any {
	type inGeneric struct {
		A bool
		V T
		C bool
	}
	return &inGeneric{V: v}
}

// Generics instantiates it.
func Generics() []any { return []any{Generic(int64(1)), Generic(int8(1))} }

func init() {
	type inInit struct {
		A bool
		B int64
		C bool
	}
	initial = &inInit{A: true}
}

var initial any

// Initial returns what init made.
func Initial() any { return initial }

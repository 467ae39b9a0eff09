// Package recursive holds types that contain themselves behind a pointer, a
// slice, a map, a channel or a function, alone or by way of each other.
package recursive

// List is 32 bytes, best 24.
type List struct {
	Dead bool
	Next *List
	N    int64
	Live bool
}

// ListTight is List in its best order.
type ListTight struct {
	Dead bool
	Live bool
	Next *ListTight
	N    int64
}

// Web holds itself in every way that may be: 64 bytes, best 56.
type Web struct {
	A    bool
	All  []Web
	By   map[string]Web
	Feed chan Web
	Make func(Web) Web
	B    bool
	N    uint32
}

// Even and Odd hold each other: 32 and 24, and 24 and 16.
type Even struct {
	A   bool
	Odd *Odd
	N   int64
	B   bool
}

// Odd is Even's other.
type Odd struct {
	A    bool
	Even *Even
	B    bool
}

// Tree has children by value in a slice, and an interface that it implements.
type Tree struct {
	Leaf  bool
	Kids  []Tree
	Walk  Walker
	Depth int16
}

// Walker walks trees.
type Walker interface{ Visit(*Tree) Walker }

// Package embed holds structs that embed others: by value, where they share
// the loss, and behind a pointer or an interface, where they do not.
package embed

import "io"

// Base is 24, best 16.
type Base struct {
	On  bool
	N   int64
	Off bool
}

// BaseTight is Base in its best order.
type BaseTight struct {
	On  bool
	Off bool
	N   int64
}

// ByValue embeds it: 40, and 32 when Base has changed.
type ByValue struct {
	Base
	Name string
}

// ByValueTight is ByValue with what it holds in its best order.
type ByValueTight struct {
	BaseTight
	Name string
}

// ByPointer embeds a pointer to it: 24, whatever Base is.
type ByPointer struct {
	*Base
	Name string
}

// Both embeds a value, and flags around it: 40, and 24 when all has changed.
type Both struct {
	Up bool
	Base
	Down bool
}

// BothTight is Both, and what it holds, in their best order.
type BothTight struct {
	Up   bool
	Down bool
	BaseTight
}

// Interface embeds an interface between flags: 32, best 24.
type Interface struct {
	Up bool
	io.Reader
	Down bool
}

// InterfaceTight is Interface in its best order.
type InterfaceTight struct {
	Up   bool
	Down bool
	io.Reader
}

// Foreign embeds a type of another package, which nobody here can change: 40
// and 32.
type Foreign struct {
	Up bool
	io.LimitedReader
	Down bool
}

// ForeignTight is Foreign in its best order.
type ForeignTight struct {
	Up   bool
	Down bool
	io.LimitedReader
}

// Twice is two levels from Base: 48 and 40, objects of 48 both.
type Twice struct {
	ByValue
	N int64
}

// Number is embedded though it is no struct: 24, best 16.
type Number int64

// Scalar embeds it.
type Scalar struct {
	Up bool
	Number
	Down bool
}

// ScalarTight is Scalar in its best order.
type ScalarTight struct {
	Up   bool
	Down bool
	Number
}

// Alias embeds Base by another name: 40 and 32.
type Alias struct {
	Other
	Name string
}

// Other is Base.
type Other = Base

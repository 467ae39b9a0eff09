// Package convert holds types that are converted into one another, which is
// possible only while their fields agree in order.
package convert

import "github.com/seed-ac4d27cc/heft/testdata/padding/convert/twin"

// Own is converted to a type that was generated: 24, would be 16.
type Own struct {
	On   bool
	X    int64
	Live bool
}

// ToTwin converts.
func ToTwin(o Own) Twin { return Twin(o) }

// Named is assigned a struct without a name, that must be written the same.
type Named struct {
	On   bool
	X    int64
	Live bool
}

// Use returns what a function makes.
func Use(make func() struct {
	On   bool
	X    int64
	Live bool
}) Named {
	return make()
}

// Here is converted to a type of another package.
type Here struct {
	On   bool
	X    int64
	Live bool
}

// ToThere converts.
func ToThere(h Here) twin.There { return twin.There(h) }

// Behind is converted behind a pointer.
type Behind struct {
	On   bool
	X    int64
	Live bool
}

// Same has its fields.
type Same struct {
	On   bool
	X    int64
	Live bool
}

// ToSame converts pointers.
func ToSame(b *Behind) *Same { return (*Same)(b) }

// Derived is defined by Base: one declaration has the fields of both, and a
// change of it changes both. 24, best 16.
type Derived Base

// Base has the fields.
type Base struct {
	On   bool
	X    int64
	Live bool
}

// ToBase converts.
func ToBase(d Derived) Base { return Base(d) }

// Alone is converted to an interface and to itself only: 24, best 16.
type Alone struct {
	On   bool
	X    int64
	Live bool
}

// AloneTight is Alone in its best order.
type AloneTight struct {
	On   bool
	Live bool
	X    int64
}

// Any converts.
func Any(a Alone) any { return any(Alone(a)) }

// Compared is compared with a struct without a name.
type Compared struct {
	On   bool
	X    int64
	Live bool
}

// IsZero compares.
func IsZero(c Compared) bool {
	var zero struct {
		On   bool
		X    int64
		Live bool
	}
	return c == zero
}

// Constrained is an argument of a generic function that takes structs with
// these fields.
type Constrained struct {
	On   bool
	X    int64
	Live bool
}

// Shape is a constraint.
type Shape interface {
	~struct {
		On   bool
		X    int64
		Live bool
	}
}

// Of takes them.
func Of[T Shape](v T) any { return v }

// OfConstrained takes one.
func OfConstrained(c Constrained) any { return Of(c) }

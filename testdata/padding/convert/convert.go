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

package broken

import "example.invalid/nothere"

// Missing holds a type of a package that is not there, and is not known.
type Missing struct {
	A bool
	T nothere.Type
}

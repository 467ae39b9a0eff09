// Package twin holds the other half of a conversion.
package twin

// There has the fields of Here, in another package.
type There struct {
	On   bool
	X    int64
	Live bool
}

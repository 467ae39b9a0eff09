// Package generated holds a type that a generator wrote and types that it did
// not, whatever their files are called.
package generated

// Hand is in a file whose name looks generated: 24, best 16.
type Hand struct {
	A bool
	B int64
	C bool
}

// HandTight is Hand in its best order.
type HandTight struct {
	A bool
	C bool
	B int64
}

// Holder holds what was generated: 40, and 32 by its own order alone.
type Holder struct {
	On  bool
	In  Made
	Off bool
}

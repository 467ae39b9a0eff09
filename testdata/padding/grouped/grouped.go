// Package grouped holds fields that share a declaration, and types that do.
package grouped

// Line has two names in one declaration, twice, and no byte to lose: 24.
type Line struct {
	On     bool
	X, Y   int32
	Up, To bool
	Length int64
}

// Split has a flag on either side of a shared declaration: 40 and 32, with one
// flag moved and the three numbers left together.
type Split struct {
	Left    bool
	A, B, C int64
	Right   bool
}

// Tail shares a declaration between two numbers that flags surround: 32 and 24.
type Tail struct {
	On   bool
	M, N int32
	Off  bool
	Sum  int64
	Last uint8
}

type (
	// First is the first of a group of declarations: 24 and 16.
	First struct {
		A bool
		B int64
		C bool
	}
	// Second is the second.
	Second struct {
		A bool
		B float64
		C bool
	}
	// Third is the third, and an alias of a struct that has no other name.
	Third = struct {
		A bool
		B uint64
		C bool
	}
)

// Thirds holds two of them: 48 and 32.
type Thirds struct{ One, Two Third }

// Inline declares two fields of an anonymous struct at once: 48 and 32.
type Inline struct {
	From, To struct {
		A bool
		B int64
		C bool
	}
}

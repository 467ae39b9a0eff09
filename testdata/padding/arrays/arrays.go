// Package arrays holds types whose objects cost the same in a better order
// while arrays, slices and maps of them would not.
package arrays

// Cell is 48 and 40, objects of 48 both.
type Cell struct {
	On  bool
	Sum [4]int64
	Off bool
}

// CellTight is Cell in its best order.
type CellTight struct {
	On  bool
	Off bool
	Sum [4]int64
}

// Row is sixteen of them: 768 and 640.
type Row struct{ Cells [16]Cell }

// RowTight is Row with what it holds in its best order.
type RowTight struct{ Cells [16]CellTight }

// Table is a hundred by hundred: 480,000 bytes and 400,000, on pages 483,328
// and 401,408.
type Table struct{ Cells [100][100]Cell }

// TableTight is Table with what it holds in its best order.
type TableTight struct{ Cells [100][100]CellTight }

// None has an array of none, and a slice of many: 40, best 32, whatever a Cell is.
type None struct {
	On   bool
	Zero [0]Cell
	Many []Cell
	Off  bool
}

// NoneTight is None in its best order.
type NoneTight struct {
	On   bool
	Off  bool
	Zero [0]Cell
	Many []Cell
}

// Maps and channels of them, which are words: 24.
type Maps struct {
	By   map[Cell]Cell
	Feed chan Cell
	Call func(Cell) Cell
}

// Matrix is a named array, whose element goes from 12 bytes to 8.
type Matrix [3][3]struct {
	A bool
	N int32
	B bool
}

// Odd is an array of three bytes between numbers: 16 and 12.
type Odd struct {
	A [3]byte
	N uint32
	B [3]byte
	M uint16
}

// OddTight is Odd in its best order.
type OddTight struct {
	N uint32
	A [3]byte
	B [3]byte
	M uint16
}

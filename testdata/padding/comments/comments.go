// Package comments holds a struct with everything between its fields that a
// change of their order must carry along, and what is anonymous in a function.
package comments

// Sheet goes from 40 bytes to 32, 48 and 32 on the heap, with one field moved.
type Sheet struct {
	// what the sheet is

	// Draft has a comment above.
	Draft bool `db:"draft"` // and one behind

	Total int64 `db:"total" check:"min=0"` // behind Total
	/* before Final */ Final bool /* after Final */
	// --- margins ---

	//lint:ignore U1000 kept with left and right
	left, right int32 // both
	top/* odd */ uint8
	*Owner // who it belongs to
	// nothing stands below
}

// Margins returns the sheet's margins.
func (s *Sheet) Margins() (int32, int32, uint8) { return s.left, s.right, s.top }

// Owner owns a Sheet.
type Owner struct{ Number int }

// Loose returns a struct without a name: 24, best 16.
func Loose() any {
	return struct {
		// A is commented, too.
		A bool
		B int64 // behind B
		C bool
	}{}
}

package advice

import (
	"cmp"
	"slices"
)

// sortRows sorts rows as one of the Sort constants asks. Rows without figures
// come last, and equal rows by name, package and position.
func sortRows(rows []Row, by string) {
	keys := make([]sortKey, len(rows))
	for i := range rows {
		keys[i] = keyOf(&rows[i], by)
	}
	slices.SortStableFunc(keys, func(a, b sortKey) int {
		for i := range a.figures {
			if d := cmp.Compare(b.figures[i], a.figures[i]); d != 0 {
				return d
			}
		}
		return byName(a.row, b.row)
	})
	sorted := make([]Row, len(rows))
	for i := range keys {
		sorted[i] = *keys[i].row
	}
	copy(rows, sorted)
}

// sortKey is a row with the figures it is sorted by, largest first.
type sortKey struct {
	row     *Row
	figures [4]float64
}

func keyOf(r *Row, by string) sortKey {
	k := sortKey{row: r}
	if by == SortName || r.Now == nil {
		return k
	}
	k.figures[0] = 1 // rows with figures before those without
	switch by {
	case SortSize:
		k.figures[1] = float64(r.Now.Size)
	case SortPadding:
		k.figures[1] = float64(r.Now.Padding)
	case SortSlot:
		k.figures[1] = r.Now.Object.Bytes()
	default:
		if b := r.Best; b != nil {
			k.figures[1], k.figures[2], k.figures[3] = b.Saves, float64(b.ElementSaves), float64(b.PtrSaves)
		}
	}
	return k
}

func byName(a, b *Row) int {
	return cmp.Or(
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Package, b.Package),
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
	)
}

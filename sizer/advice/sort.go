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
	at := make([]int, len(rows))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, j int) int {
		a, b := &keys[i], &keys[j]
		for k := range a.figures {
			if d := cmp.Compare(b.figures[k], a.figures[k]); d != 0 {
				return d
			}
		}
		return cmp.Or(byName(a.row, b.row), cmp.Compare(i, j))
	})
	sorted := make([]Row, len(rows))
	for i, k := range at {
		sorted[i] = *keys[k].row
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
	if d := cmp.Compare(a.Name, b.Name); d != 0 {
		return d
	}
	return cmp.Or(
		cmp.Compare(a.Package, b.Package),
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
	)
}

package report

import (
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// width is the number of columns that text fits in.
const width = 100

// column is a column of a table: its header, and where its cells lean.
type column struct {
	header string
	align  tw.Align
}

func left(header string) column  { return column{header, tw.AlignLeft} }
func right(header string) column { return column{header, tw.AlignRight} }

// table is a text table without borders. Every row is one line.
type table struct {
	columns []column
	rows    [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// fit shortens the cells of a column so that the table fits the width, but to
// no fewer than least columns of text, and reports whether it fits.
func (t *table) fit(col, least int, shorten func(s string, n int) string) bool {
	free := width - 1 // the space in front
	for c := range t.columns {
		if c != col {
			free -= t.widest(c) + 2 // the distance to the next column
		}
	}
	if t.widest(col) > free {
		for _, r := range t.rows {
			r[col] = shorten(r[col], max(free, least))
		}
	}
	return t.widest(col) <= free
}

// widest is the width of a column.
func (t *table) widest(col int) int {
	w := twwidth.Width(t.columns[col].header)
	for _, r := range t.rows {
		w = max(w, twwidth.Width(r[col]))
	}
	return w
}

// lines renders the table: the header, then a line for each row, each with a
// space in front and none behind.
func (t *table) lines() ([]string, error) {
	var b strings.Builder
	aligns := make([]tw.Align, len(t.columns))
	headers := make([]string, len(t.columns))
	for i, c := range t.columns {
		aligns[i], headers[i] = c.align, c.header
	}
	align := tw.CellAlignment{PerColumn: aligns}
	w := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(align),
		tablewriter.WithRowAlignmentConfig(align),
	)
	w.Header(headers)
	if err := w.Bulk(t.rows); err != nil {
		return nil, err
	}
	if err := w.Render(); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines, nil
}

// elide shortens s to at most n columns of text by leaving out its middle.
func elide(s string, n int) string {
	if twwidth.Width(s) <= n || n < 3 {
		return s
	}
	runes := []rune(s)
	head, tail := 0, len(runes)
	w := 1 // the ellipsis
	for i := 0; head < tail; i++ {
		// Two of three runes go to the tail: the type's own name is there.
		fromTail := i%3 != 0
		r := runes[head]
		if fromTail {
			r = runes[tail-1]
		}
		rw := twwidth.Width(string(r))
		if w+rw > n {
			break
		}
		w += rw
		if fromTail {
			tail--
		} else {
			head++
		}
	}
	return string(runes[:head]) + "…" + string(runes[tail:])
}

// cut shortens s to at most n columns of text by leaving out its end.
func cut(s string, n int) string {
	if twwidth.Width(s) <= n || n < 2 {
		return s
	}
	w := 1 // the ellipsis
	for i, r := range s {
		if w += twwidth.Width(string(r)); w > n {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// oneLine makes control characters, which a name read from a binary may hold,
// harmless to a table and a terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '�'
		}
		return r
	}, s)
}

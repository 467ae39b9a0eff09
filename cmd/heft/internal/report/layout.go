package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// Layout writes the table of types of "heft layout".
func Layout(w io.Writer, rep *advice.Report, f Format) error {
	p := &printer{w: w}
	p.headline(f, headline(rep))
	if len(rep.Types) > 0 {
		p.println()
		if err := layoutTable(p, rep, f); err != nil {
			return err
		}
	}
	if rep.Hidden > 0 {
		p.println(" " + plural(rep.Hidden, "type is", "types are") + " counted above but not shown")
	}
	if n := len(rep.Shapes); n > 0 {
		hanging(p, " ", plural(n, "type of shared generic code stands", "types of shared generic code stand")+" for none that the binary names")
	}
	return p.err
}

// Headline writes the first line of Layout alone.
func Headline(w io.Writer, rep *advice.Report, f Format) error {
	p := &printer{w: w}
	p.headline(f, headline(rep))
	return p.err
}

// headline says in a line what was looked at and what came of it.
func headline(rep *advice.Report) string {
	parts := []string{rep.Runtime}
	if rep.Stdlib != "" {
		parts = append(parts, "std of "+rep.Stdlib)
	}
	if rep.Source == "packages" {
		parts = append(parts, plural(rep.Packages, "package", "packages"))
	} else {
		parts = append(parts, rep.Source)
	}
	t := rep.Totals
	parts = append(parts, plural(t.Structs, "struct", "structs"))
	if other := t.Types - t.Structs; other > 0 {
		parts = append(parts, plural(other, "other type", "other types"))
	}
	switch {
	case t.Shrink > 0 && t.PaperOnly > 0:
		parts = append(parts, plural(t.Shrink, "shrinks", "shrink")+" for real, "+count(t.PaperOnly)+" on paper only")
	case t.Shrink > 0:
		parts = append(parts, plural(t.Shrink, "shrinks", "shrink")+" for real")
	case t.PaperOnly > 0:
		parts = append(parts, plural(t.PaperOnly, "shrinks", "shrink")+" on paper only")
	default:
		parts = append(parts, "none shrinks")
	}
	if t.Kept > 0 {
		parts = append(parts, count(t.Kept)+" kept")
	}
	if t.Unknown > 0 {
		parts = append(parts, count(t.Unknown)+" unknown")
	}
	if slices.ContainsFunc(rep.Types, func(r advice.Row) bool { return r.Now != nil && r.Now.Object.Provenance == sizer.Read }) {
		parts = append(parts, "slots "+proofOf(sizer.Read))
	}
	return oneLine(strings.Join(parts, " · "))
}

// proofOf says in words how the figures of an object were had.
func proofOf(p sizer.Provenance) string {
	switch p {
	case sizer.Exact:
		return "by a rule verified by measuring"
	case sizer.Read:
		return "by a rule read in the source, not measured"
	case sizer.Simulated:
		return "simulated: a mean"
	}
	return string(p)
}

// tinyNote explains the mark of figures that are means over a tiny block.
const tinyNote = "* mean share of a tiny block that like objects share (simulated)"

// layoutColumn is a column of the table of types: what it says of a type with
// figures, and of one without.
type layoutColumn struct {
	column
	cell func(r advice.Row) string
	none string
}

func layoutColumns(rep *advice.Report, m marked) []layoutColumn {
	num := func(header string, cell func(r advice.Row) string) layoutColumn {
		return layoutColumn{right(header), cell, "-"}
	}
	share := func(header string, cell func(r advice.Row) string) layoutColumn {
		return layoutColumn{right(header), cell, m.plain("-")}
	}
	size := num("SIZE", func(r advice.Row) string { return m.number(r.Now.Size) })
	slot := share("SLOT", func(r advice.Row) string { return m.slot(r.Now.Object) })
	best := num("BEST", func(r advice.Row) string {
		if r.Best == nil {
			return "-"
		}
		return m.number(r.Best.Size)
	})
	bestSlot := share("BEST SLOT", func(r advice.Row) string {
		if r.Best == nil {
			return m.plain("-")
		}
		return m.slot(r.Best.Object)
	})
	if rep.Count > 0 {
		oneByOne := share("ONE BY ONE", func(r advice.Row) string {
			return m.share(r.Now.Object, m.mean(float64(rep.Count)*r.Now.Object.Bytes()))
		})
		inSlice := num("IN A SLICE", func(r advice.Row) string {
			if r.Array == nil {
				return "-"
			}
			return m.size(r.Array.Slot)
		})
		return []layoutColumn{size, slot, oneByOne, inSlice, best, bestSlot}
	}
	padding := num("PADDING", func(r advice.Row) string { return m.number(r.Now.Padding) })
	ptrs := num("PTRS", func(r advice.Row) string { return m.number(r.Now.PtrBytes) })
	rounding := share("ROUNDING", func(r advice.Row) string { return m.rounding(r.Now.Object) })
	return []layoutColumn{size, padding, ptrs, slot, rounding, best, bestSlot}
}

// Where the table would be too wide, columns are left out in this order.
var leastWanted = []string{"ROUNDING", "PTRS", "BEST"}

func layoutTable(p *printer, rep *advice.Report, f Format) error {
	m := marked{f, slices.ContainsFunc(rep.Types, func(r advice.Row) bool {
		return r.Now != nil && r.Now.Object.Tiny || r.Best != nil && r.Best.Object.Tiny
	})}
	columns := layoutColumns(rep, m)
	names := typeNames(rep.Types)
	t := layoutCells(rep, columns, names, f)
	var leftOut []string
	for _, header := range leastWanted {
		if t.shrink() {
			break
		}
		n := len(columns)
		columns = slices.DeleteFunc(columns, func(c layoutColumn) bool { return c.header == header })
		if len(columns) < n {
			leftOut = append(leftOut, header)
		}
		t = layoutCells(rep, columns, names, f)
	}
	if !t.shrink() {
		t.fit(0, 12, elide)
	}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	p.println(lines[0])
	for i, r := range rep.Types {
		s := style("")
		switch {
		case r.Unknown != "":
			s = lost
		case r.Best != nil && r.Best.Saves > 0:
			s = good
		}
		p.println(f.paint(s, lines[1+i]))
	}
	p.println()
	hanging(p, " ", totals(rep, f))
	if m.any {
		p.println(" " + tinyNote)
	}
	if len(leftOut) > 0 {
		p.println(" no room for " + strings.Join(leftOut, ", ") + ": see --type, --csv or --json")
	}
	return nil
}

// layoutCells is the table with its cells as long as they are.
func layoutCells(rep *advice.Report, columns []layoutColumn, names []string, f Format) *table {
	t := &table{columns: []column{left("TYPE")}}
	for _, c := range columns {
		t.columns = append(t.columns, c.column)
	}
	t.columns = append(t.columns, left("SAVES"))
	for i, r := range rep.Types {
		cells := []string{oneLine(names[i])}
		for _, c := range columns {
			if r.Now == nil {
				cells = append(cells, c.none)
			} else {
				cells = append(cells, c.cell(r))
			}
		}
		t.add(append(cells, oneLine(saves(r, rep, f)))...)
	}
	return t
}

// shrink makes the table fit by shortening long names and reasons, as far as
// these stay readable, and reports whether it fits.
func (t *table) shrink() bool {
	last := len(t.columns) - 1
	return t.fit(0, 26, elide) || t.fit(last, 22, cut) || t.fit(0, 20, elide)
}

// saves says what the better order gives back for one object, or why nothing.
func saves(r advice.Row, rep *advice.Report, f Format) string {
	b := r.Best
	switch {
	case r.Now == nil:
		why := r.Unknown
		if _, rest, ok := strings.Cut(why, ": "); ok && strings.HasPrefix(why, "layout of ") {
			why = rest // the row says what it is the layout of
		}
		return "unknown: " + why
	case b == nil && len(r.Keep) > 0 && r.Would != nil:
		return "kept: " + keepWord(r.Keep)
	case b == nil:
		return "-"
	case b.Saves > 0:
		s := f.mean(b.Saves) + " (" + percent(b.Saves, r.Now.Object.Bytes()) + ")"
		if b.ByOthers {
			s += " by " + strings.Join(b.Because, ", ")
		}
		return s
	case rep.Optimize == "pointers" && b.PtrSaves > 0:
		return f.size(b.PtrSaves) + " less to scan"
	case b.PaperOnly:
		return "none: same size class"
	}
	return "-"
}

// keepWords are the reasons to keep an order in two words each, for a table.
var keepWords = map[layout.KeepKind]string{
	layout.KeepHostLayout: "host layout",
	layout.KeepCgo:        "C code",
	layout.KeepNotInHeap:  "off heap",
	layout.KeepWire:       "wire format",
	layout.KeepOutput:     "output order",
	layout.KeepPadding:    "own padding",
	layout.KeepAtomic:     "64-bit atomics",
	layout.KeepUnkeyed:    "unkeyed literal",
	layout.KeepConversion: "conversion",
	layout.KeepMarked:     "marked",
	layout.KeepGenerated:  "generated",
	layout.KeepForeign:    "other package",
}

// keepWord is the first reason to keep an order, for a table; the others are
// counted.
func keepWord(keep []layout.Keep) string {
	s, ok := keepWords[keep[0].Kind]
	if !ok {
		s = string(keep[0].Kind)
	}
	if len(keep) > 1 {
		s += fmt.Sprintf(" +%d", len(keep)-1)
	}
	return s
}

// totals is what one object of each type comes to.
func totals(rep *advice.Report, f Format) string {
	t := rep.Totals
	s := fmt.Sprintf("total, one object of each type: size %s, padding %s, slots %s, saves %s",
		f.size(t.SizeBytes), f.size(t.PadBytes), f.mean(t.SlotBytes), f.mean(t.SavesBytes))
	if t.SavesBytes > 0 {
		s += " (" + percent(t.SavesBytes, t.SlotBytes) + ")"
	}
	return s
}

// marked formats the figures of columns in which means over a tiny block carry
// a mark: the others then leave room for it, so that digits stay aligned.
type marked struct {
	Format
	any bool // some figure carries the mark
}

func (m marked) plain(s string) string {
	if m.any {
		return s + " "
	}
	return s
}

// share is a figure of objects like o.
func (m marked) share(o sizer.Object, s string) string {
	if o.Tiny {
		return s + "*"
	}
	return m.plain(s)
}

func (m marked) slot(o sizer.Object) string {
	return m.share(o, m.objectMean(o, o.Bytes()))
}

func (m marked) rounding(o sizer.Object) string {
	return m.share(o, m.objectMean(o, o.Rounding()))
}

// objectMean shows a figure of one object with decimals where it is a mean.
func (m marked) objectMean(o sizer.Object, n float64) string {
	if o.Tiny {
		return fmt.Sprintf("%.2f", n)
	}
	return m.meanNumber(n)
}

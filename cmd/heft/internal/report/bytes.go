package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// byteRow is a line of the table of an object's bytes.
type byteRow struct {
	offset, size int64
	sizeText     string // in place of size
	name, typ    string
	pointers     string
	moved        string
	style        style
}

// byteTable writes the bytes of an object: header, fields, holes and rounding,
// with a rule where a cache line ends. was names the fields to mark, by their
// declared index, and the offset that each had.
func byteTable(p *printer, rep *advice.Report, s *advice.Shape, was map[int]int64, f Format) error {
	rows := byteRows(s, was, f)
	t := &table{columns: []column{right("OFFSET"), right("SIZE"), left("FIELD"), left("TYPE"), left("PTRS")}}
	if was != nil {
		t.columns = append(t.columns, left("MOVED"))
	}
	for _, r := range rows {
		size := r.sizeText
		if size == "" {
			size = f.number(r.size)
		}
		cells := []string{strconv.FormatInt(r.offset, 10), size, oneLine(r.name), oneLine(r.typ), elide(r.pointers, 24)}
		if was != nil {
			cells = append(cells, r.moved)
		}
		t.add(cells...)
	}
	if !t.fit(3, 24, elide) && !t.fit(2, 24, elide) {
		t.fit(3, 12, elide)
	}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	wide := 0
	for _, l := range lines {
		wide = max(wide, twwidth.Width(l))
	}
	p.println(lines[0])
	header := s.Object.Header
	end := header + s.Size
	line := rep.CacheLine // where the next cache line starts, from the slot's start
	rule := func(to int64, inside string) {
		if rep.CacheLine <= 0 || line >= to {
			return
		}
		first := line
		n := (to - line + rep.CacheLine - 1) / rep.CacheLine
		line += n * rep.CacheLine
		p.println(f.paint(dim, cacheRule(first-header, line-rep.CacheLine-header, first/rep.CacheLine+1, n, inside, wide)))
	}
	for i, r := range rows {
		rule(min(r.offset+header+1, end), "")
		p.println(f.paint(r.style, lines[1+i]))
		rule(min(r.offset+header+r.size, end), r.name)
	}
	return p.err
}

func byteRows(s *advice.Shape, was map[int]int64, f Format) []byteRow {
	var rows []byteRow
	o := s.Object
	if o.Header > 0 {
		rows = append(rows, byteRow{offset: -o.Header, size: o.Header, name: "(malloc header)", style: lost})
	}
	if len(s.Fields) == 0 && s.Size > 0 {
		rows = append(rows, byteRow{size: s.Size, name: "(value)"})
	}
	for _, fd := range s.Fields {
		r := byteRow{offset: fd.Offset, size: fd.Size, name: fd.Name, typ: fd.Type, pointers: fd.Pointers}
		if fd.Index < 0 {
			r.name, r.style = "(padding)", lost
		}
		if fd.Embedded {
			r.name += " (embedded)"
		}
		if fd.Index >= 0 && fd.Padding > 0 {
			r.typ += fmt.Sprintf(" (%s padding inside)", f.size(fd.Padding))
		}
		if at, ok := was[fd.Index]; ok && fd.Index >= 0 {
			r.moved = fmt.Sprintf("from %d", at)
		}
		rows = append(rows, r)
	}
	last := byteRow{offset: s.Size, style: lost}
	switch {
	case s.Size == 0 && o.Slot == 0:
		last.name = "(size zero: no allocation)"
	case o.Tiny:
		last.sizeText = strings.TrimSuffix(f.mean(o.Rounding()), " B")
		last.name = fmt.Sprintf("(tiny block of %d B, shared by %d)", o.Slot, o.Sharing)
		if o.Sharing == 1 {
			last.name = fmt.Sprintf("(tiny block of %d B, not shared)", o.Slot)
		}
	case o.Pages > 0:
		last.size = int64(o.Rounding())
		last.name = "(" + plural(o.Pages, "page", "pages") + ")"
	default:
		last.size = int64(o.Rounding())
		last.name = fmt.Sprintf("(size class %d)", o.Slot)
	}
	return append(rows, last)
}

// cacheRule is the line drawn where a cache line starts: number first of the
// object at offset from; n of them, up to offset to, where they all start
// within one field.
func cacheRule(from, to, first, n int64, inside string, wide int) string {
	s := fmt.Sprintf("── cache line %d at %d", first, from)
	switch {
	case n == 2:
		s = fmt.Sprintf("── cache lines %d and %d at %d and %d", first, first+1, from, to)
	case n > 2:
		s = fmt.Sprintf("── cache lines %d to %d at %d to %d", first, first+n-1, from, to)
	}
	if inside != "" {
		s += ", inside " + elide(oneLine(inside), 30)
	}
	s += " "
	return " " + s + strings.Repeat("─", max(2, wide-twwidth.Width(s)-1))
}

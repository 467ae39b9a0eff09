package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// csvColumns are the columns of CSV after those that name the type; docs/csv.md
// explains them. A cell is empty where a type has no such figure.
var csvColumns = []struct {
	name string
	cell func(rep *advice.Report, r advice.Row) string
}{
	{"size_bytes", ofNow(func(s *advice.Shape) string { return whole(s.Size) })},
	{"align_bytes", ofNow(func(s *advice.Shape) string { return whole(s.Align) })},
	{"padding_bytes", ofNow(func(s *advice.Shape) string { return whole(s.Padding) })},
	{"zerotail_bytes", ofNow(func(s *advice.Shape) string { return whole(s.ZeroTail) })},
	{"pointer_bytes", ofNow(func(s *advice.Shape) string { return whole(s.PtrBytes) })},
	{"cache_lines", ofNow(func(s *advice.Shape) string { return whole(s.Lines) })},
	{"header_bytes", ofNow(func(s *advice.Shape) string { return whole(s.Object.Header) })},
	{"slot_bytes", ofNow(func(s *advice.Shape) string { return mean(s.Object.Bytes()) })},
	{"slot_provenance", ofNow(func(s *advice.Shape) string { return string(s.Object.Provenance) })},
	{"rounding_bytes", ofNow(func(s *advice.Shape) string { return mean(s.Object.Rounding()) })},
	{"count_objects", func(rep *advice.Report, r advice.Row) string {
		if rep.Count == 0 {
			return ""
		}
		return whole(rep.Count)
	}},
	{"slice_bytes", func(rep *advice.Report, r advice.Row) string { return arrayBytes(r.Array) }},
	{"best_size_bytes", ofBest(func(b *advice.Best) string { return whole(b.Size) })},
	{"best_padding_bytes", ofBest(func(b *advice.Best) string { return whole(b.Padding) })},
	{"best_pointer_bytes", ofBest(func(b *advice.Best) string { return whole(b.PtrBytes) })},
	{"best_slot_bytes", ofBest(func(b *advice.Best) string { return mean(b.Object.Bytes()) })},
	{"best_slice_bytes", ofBest(func(b *advice.Best) string { return arrayBytes(b.Array) })},
	{"saves_bytes", ofBest(func(b *advice.Best) string { return mean(b.Saves) })},
	{"element_saves_bytes", ofBest(func(b *advice.Best) string { return whole(b.ElementSaves) })},
	{"pointer_saves_bytes", ofBest(func(b *advice.Best) string { return whole(b.PtrSaves) })},
	{"paper_only", ofBest(func(b *advice.Best) string { return strconv.FormatBool(b.PaperOnly) })},
	{"moved_fields", ofBest(func(b *advice.Best) string { return whole(int64(len(b.Moved))) })},
	{"because", ofBest(func(b *advice.Best) string { return strings.Join(b.Because, "; ") })},
	{"kept", func(_ *advice.Report, r advice.Row) string {
		var kept []string
		for _, k := range r.Keep {
			kept = append(kept, string(k.Kind)+": "+k.Reason)
		}
		return strings.Join(kept, "; ")
	}},
	{"unknown", func(_ *advice.Report, r advice.Row) string { return r.Unknown }},
}

// CSV writes a row for each type, as RFC 4180 has it: a header, lines that end
// in CRLF. Sizes are exact bytes.
func CSV(w io.Writer, rep *advice.Report) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	if err := c.Write(csvHeader()); err != nil {
		return err
	}
	for _, r := range rep.Types {
		if err := c.Write(csvRecord(rep, r)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func csvHeader() []string {
	header := []string{"name", "package", "form", "kind", "file", "line", "column", "generated", "test", "comparable"}
	for _, col := range csvColumns {
		header = append(header, col.name)
	}
	return header
}

func csvRecord(rep *advice.Report, r advice.Row) []string {
	record := []string{r.Name, r.Package, string(r.Form), r.Kind}
	record = append(record, position(r.Pos)...)
	record = append(record, strconv.FormatBool(r.Generated), strconv.FormatBool(r.Test), strconv.FormatBool(r.Comparable))
	for _, col := range csvColumns {
		record = append(record, col.cell(rep, r))
	}
	return record
}

func position(p layout.Pos) []string {
	if p.Line == 0 {
		return []string{p.File, "", ""}
	}
	return []string{p.File, strconv.Itoa(p.Line), strconv.Itoa(p.Column)}
}

func ofNow(cell func(*advice.Shape) string) func(*advice.Report, advice.Row) string {
	return func(_ *advice.Report, r advice.Row) string {
		if r.Now == nil {
			return ""
		}
		return cell(r.Now)
	}
}

func ofBest(cell func(*advice.Best) string) func(*advice.Report, advice.Row) string {
	return func(_ *advice.Report, r advice.Row) string {
		if r.Best == nil {
			return ""
		}
		return cell(r.Best)
	}
}

func arrayBytes(o *sizer.Object) string {
	if o == nil {
		return ""
	}
	return mean(o.Bytes())
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// mean is a figure that may be a mean: the shortest decimal that is it.
func mean(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

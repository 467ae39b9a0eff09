package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// shownTypes is how many types that agree are shown of a group.
const shownTypes = 40

// Verify writes predictions beside measurements as text. Of the types that
// agree it shows the first only, unless all are asked for.
func Verify(w io.Writer, v *harness.Verification, all bool, f Format) error {
	p := &printer{w: w}
	for i, g := range v.Groups {
		if i > 0 {
			p.println()
		}
		name := ""
		if g.Group.Name != "" {
			name = oneLine(g.Group.Name)
		}
		p.headline(f, joinNonEmpty(" · ", name, g.Runtime, plural(g.Measured, "type", "types")+" measured",
			fmt.Sprintf("%d by shape", g.Shapes), plural(g.Failed, "difference", "differences"), conditions(v.Conditions)))
		p.println()
		if err := verifyTable(p, g, all, f); err != nil {
			return err
		}
	}
	if len(v.Compare) > 0 {
		p.println()
		t := &table{columns: []column{left("TYPE"), left("DIFFERENCE"), right("FROM"), right("TO"), right("BYTES")}}
		for _, c := range v.Compare {
			t.add(oneLine(c.Name), oneLine(c.B+" - "+c.A), two(c.AtA), two(c.AtB), signed(c.Diff))
		}
		if err := tableLines(p, t, f, 0); err != nil {
			return err
		}
	}
	remarks(p, v.Warnings, v.Command)
	return p.err
}

func verifyTable(p *printer, g harness.Verdict, all bool, f Format) error {
	t := &table{columns: []column{left("TYPE"), right("SIZE"), right("PREDICTED"), right("MEASURED"), right("DIFF"), right("±"), left("")}}
	shown, hidden, skipped, shapes := 0, 0, 0, false
	var why []harness.Verified
	for _, r := range g.Types {
		switch {
		case r.N == 0:
			skipped++
			why = append(why, r)
			continue
		case r.OK && !all && shown >= shownTypes:
			hidden++
			continue
		}
		shown++
		shapes = shapes || r.Shape
		mark := ""
		if !r.OK {
			mark = "differs"
		}
		t.add(starred(r), f.number(r.Size), f.meanNumber(r.Predicted), f.meanNumber(near(r.Measured, r.Predicted)), signed(r.Diff), two((r.Hi-r.Lo)/2), mark)
	}
	if shown > 0 {
		if err := tableLines(p, t, f, 0); err != nil {
			return err
		}
	}
	if hidden > 0 {
		p.println(fmt.Sprintf(" and %s that agree (--show-all)", plural(hidden, "more type", "more types")))
	}
	if shapes {
		p.println(" * measured by a type of the same size, alignment and pointer map")
	}
	for _, r := range g.Types {
		if r.N > 0 && !r.OK && r.Why != "" {
			hanging(p, " "+oneLine(r.Name)+": ", oneLine(r.Why))
		}
	}
	for i, r := range why {
		if i == shownTypes && !all {
			p.println(fmt.Sprintf(" and %s not measured (--show-all)", plural(len(why)-i, "more type", "more types")))
			break
		}
		hanging(p, " not measured: "+oneLine(r.Name)+": ", oneLine(r.Why))
	}
	return p.err
}

// near is v, or what it is compared with where they are the same to two
// decimals: a mean of whole blocks has no more.
func near(v, with float64) float64 {
	if math.Abs(v-with) < 0.005 {
		return with
	}
	return v
}

// VerifyCSV writes a line for each type of each group, in exact figures.
func VerifyCSV(w io.Writer, v *harness.Verification) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	records := [][]string{{"group", "runtime", "package", "type", "form", "shape", "size", "predicted", "provenance", "n", "measured", "lo", "hi", "diff", "ok", "why"}}
	num := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	for _, g := range v.Groups {
		for _, t := range g.Types {
			records = append(records, []string{g.Group.Name, g.Runtime, t.Package, t.Name, string(t.Form), strconv.FormatBool(t.Shape),
				strconv.FormatInt(t.Size, 10), num(t.Predicted), t.Provenance, strconv.Itoa(t.N), num(t.Measured), num(t.Lo), num(t.Hi), num(t.Diff),
				strconv.FormatBool(t.OK), t.Why})
		}
	}
	return c.WriteAll(records)
}

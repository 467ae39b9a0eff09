package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// Measure writes what instances used as text.
func Measure(w io.Writer, r *harness.Report, f Format) error {
	p := &printer{w: w}
	head := fmt.Sprintf("%s → %s", oneLine(r.Target), oneLine(r.Type))
	if len(r.Groups) == 1 {
		head += " · " + r.Groups[0].Runtime
	}
	p.headline(f, fmt.Sprintf("%s · %s × %s · %s", head, plural(r.N, "instance", "instances"),
		plural(r.Trials, "process", "processes"), conditions(r.Conditions)))
	if r.Why != "given" {
		hanging(p, " number by ", r.Why)
	}
	held := fmt.Sprintf("%s of the slice that keeps each do not count", f.size(int64(r.Held)))
	if r.Boxed {
		held = "each value is kept in a heap object of its own, which counts"
	}
	p.println(" kept: " + held)
	p.println()
	if err := groupTable(p, r, f); err != nil {
		return err
	}
	if len(r.Compare) > 0 {
		p.println()
		if err := contrastTable(p, r, f); err != nil {
			return err
		}
	}
	for _, g := range r.Groups {
		p.println()
		if len(r.Groups) > 1 {
			p.println(f.paint(bold, oneLine(g.Group.Name)+" · "+g.Runtime))
		}
		if err := meterTable(p, g, f); err != nil {
			return err
		}
		p.println(fmt.Sprintf(" time of a process: %.3f s building, %.3f s collecting, %.3f s of heft's own (%.1f%%)",
			g.Times.Building, g.Times.Collecting, g.Times.Harness, 100*g.Overhead))
		if g.Plan != nil {
			p.println()
			if err := planTable(p, g.Plan, f); err != nil {
				return err
			}
		}
	}
	remarks(p, r.Warnings, r.Command)
	return p.err
}

func conditions(c harness.Conditions) string {
	s := "GOGC=" + c.GOGC
	if c.MemLimit != "" {
		s += " GOMEMLIMIT=" + c.MemLimit
	}
	return s + fmt.Sprintf(" GOMAXPROCS=%d", c.Procs)
}

func groupTable(p *printer, r *harness.Report, f Format) error {
	t := &table{columns: []column{left("GROUP"), right("BYTES"), right("FROM"), right("TO"), right("CV"),
		right("OBJECTS"), right("ALLOCATED"), right("A SECOND"), right("FLOOR"), right("AT N/4")}}
	for _, g := range r.Groups {
		name := g.Group.Name
		if name == "" {
			name = "-"
		}
		quarter := "agrees"
		if !g.Scaling.Agrees {
			quarter = signed(g.Scaling.By)
		}
		t.add(oneLine(name), two(g.Bytes.Center), two(g.Bytes.Lo), two(g.Bytes.Hi), fmt.Sprintf("%.2f%%", 100*g.Bytes.CV),
			two(g.Objects.Center), two(g.Allocated.Center), count(int64(g.Rate.Center)), f.size(g.Floor), quarter)
	}
	return tableLines(p, t, f, 0)
}

func contrastTable(p *printer, r *harness.Report, f Format) error {
	t := &table{columns: []column{left("DIFFERENCE"), right("BYTES"), right("FROM"), right("TO"), right("%"), right("P")}}
	for _, c := range r.Compare {
		if c.Same {
			t.add(oneLine(c.Name), "~", signed(c.Lo), signed(c.Hi), "~", fmt.Sprintf("%.3f", c.P))
			continue
		}
		t.add(oneLine(c.Name), signed(c.Diff), signed(c.Lo), signed(c.Hi), fmt.Sprintf("%+.2f%%", c.Pct), fmt.Sprintf("%.3f", c.P))
	}
	return tableLines(p, t, f, 0)
}

func meterTable(p *printer, g harness.Result, f Format) error {
	t := &table{columns: []column{left("METER"), right("EACH"), right("ALL"), right("CV"), left("COUNTS")}}
	for _, m := range g.Meters {
		each := two(m.Each.Center)
		if m.Unknown {
			t.add(m.Meter, "unknown", "", "", m.Meaning)
			continue
		}
		if m.NoEach {
			each = ""
		}
		t.add(m.Meter, each, quantity(m.Total.Center, m.Unit, f), fmt.Sprintf("%.2f%%", 100*m.Total.CV), m.Meaning)
	}
	t.fit(4, 20, cut)
	return tableLines(p, t, f, -1)
}

func quantity(v float64, unit string, f Format) string {
	switch unit {
	case "B":
		return f.size(int64(v))
	case "B/s":
		return f.size(int64(v)) + "/s"
	case "%", "ms":
		return fmt.Sprintf("%.1f %s", v, unit)
	}
	return count(int64(v))
}

func planTable(p *printer, pl *harness.Plan, f Format) error {
	p.println(f.paint(bold, "plan for "+plural(pl.Sessions, "instance", "instances")))
	t := &table{columns: []column{left("PART"), right("SIZE"), left("IS")}}
	row := func(name string, v float64, is string) { t.add(name, f.size(int64(v)), is) }
	row("live heap", pl.Live, "what the instances retain")
	row("spans", pl.Spans, "free slots and tables of spans in use")
	row("stacks", pl.Stacks, "of goroutines left running")
	row("metadata", pl.Meta, "the runtime's own tables")
	row("base", pl.Base, "the process before the first instance")
	for _, g := range pl.Goals {
		row(fmt.Sprintf("heap, GOGC=%d", g.GOGC), g.Heap, "goal of the collector; RSS up to "+f.size(int64(g.RSS)))
	}
	row("GOMEMLIMIT", pl.MemLimit, "suggested: a quarter of the live heap may be garbage")
	row("container", pl.Container, "suggested: a tenth more")
	if err := tableLines(p, t, f, -1); err != nil {
		return err
	}
	if k := pl.Checked; k != nil {
		p.println()
		hanging(p, " checked: ", fmt.Sprintf("%s retain %s (plan %+.2f%%), peak RSS %s where the plan says %s (%+.1f%%)",
			plural(k.Sessions, "instance", "instances"), f.size(int64(k.Live)), 100*k.OffLive, f.size(int64(k.PeakRSS)), f.size(int64(k.Planned)), 100*k.OffRSS))
	}
	return p.err
}

// tableLines prints a table whose column elide may be shortened; -1: none.
func tableLines(p *printer, t *table, f Format, shorten int) error {
	if shorten >= 0 {
		t.fit(shorten, 8, elide)
	}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	for i, l := range lines {
		if i == 0 {
			l = f.paint(bold, l)
		}
		p.println(l)
	}
	return p.err
}

// remarks are the warnings and the command that repeats a result.
func remarks(p *printer, warnings []string, command string) {
	if len(warnings) > 0 || command != "" {
		p.println()
	}
	for _, s := range warnings {
		hanging(p, " note: ", oneLine(s))
	}
	if command != "" {
		p.println(" again: " + oneLine(command))
	}
}

func two(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

func signed(v float64) string {
	if v > -0.005 && v < 0.005 {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", v)
}

// MeasureCSV writes a line for each meter of each group, in exact figures.
func MeasureCSV(w io.Writer, r *harness.Report) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	records := [][]string{{"target", "group", "runtime", "n", "trials", "meter", "unit", "each", "all", "all_lo", "all_hi", "cv"}}
	num := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	for _, g := range r.Groups {
		for _, m := range g.Meters {
			each := num(m.Each.Center)
			if m.Unknown {
				records = append(records, []string{r.Target, g.Group.Name, g.Runtime, strconv.Itoa(r.N), strconv.Itoa(r.Trials), m.Meter, m.Unit, "", "", "", "", ""})
				continue
			}
			if m.NoEach {
				each = ""
			}
			records = append(records, []string{r.Target, g.Group.Name, g.Runtime, strconv.Itoa(r.N), strconv.Itoa(r.Trials),
				m.Meter, m.Unit, each, num(m.Total.Center), num(m.Total.Lo), num(m.Total.Hi), num(m.Total.CV)})
		}
	}
	return c.WriteAll(records)
}

// starred is a type's name with a star where it was measured by its shape.
func starred(t harness.Verified) string {
	if t.Shape {
		return oneLine(t.Name) + " *"
	}
	return oneLine(t.Name)
}

func joinNonEmpty(sep string, parts ...string) string {
	var keep []string
	for _, s := range parts {
		if s != "" {
			keep = append(keep, s)
		}
	}
	return strings.Join(keep, sep)
}

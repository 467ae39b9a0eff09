package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// Each writes every type of the report byte by byte: its fields and holes,
// cache lines, pointer map, losses, and the order that would cost less.
func Each(w io.Writer, rep *advice.Report, f Format) error {
	p := &printer{w: w}
	names := typeNames(rep.Types)
	for i, r := range rep.Types {
		if i > 0 {
			p.println()
		}
		if err := one(p, rep, r, oneLine(names[i]), f); err != nil {
			return err
		}
	}
	if rep.Hidden > 0 && len(rep.Types) == 0 {
		p.println("none of " + plural(rep.Hidden, "type", "types") + " is shown")
	}
	return p.err
}

func one(p *printer, rep *advice.Report, r advice.Row, name string, f Format) error {
	if r.Now == nil {
		title(p, f, name, "no layout", rep.Runtime)
		hanging(p, " ", declared(r))
		hanging(p, " ", "unknown: "+oneLine(r.Unknown))
		return p.err
	}
	now := r.Now
	title(p, f, name, fmt.Sprintf("size %s, align %d, pointer bytes %s", f.number(now.Size), now.Align, f.number(now.PtrBytes)), rep.Runtime)
	hanging(p, " ", declared(r))
	facts := []string{plural(now.Lines, "cache line", "cache lines") + fmt.Sprintf(" of %d B", rep.CacheLine)}
	if r.Comparable {
		facts = append(facts, "comparable")
	} else {
		facts = append(facts, "not comparable")
	}
	if r.Generated {
		facts = append(facts, "generated")
	}
	if r.Test {
		facts = append(facts, "in a test")
	}
	facts = append(facts, "slot "+proofOf(now.Object.Provenance))
	hanging(p, " ", strings.Join(facts, " · "))
	p.println()
	if err := byteTable(p, rep, now, nil, f); err != nil {
		return err
	}
	p.println()
	p.println(losses(now, f))
	keepReasons(p, r)
	if b := better(r); b != nil {
		if err := betterOrder(p, rep, r, b, f); err != nil {
			return err
		}
	} else if len(r.Keep) == 0 {
		p.println("best order: as it stands")
	}
	p.println()
	return figures(p, rep, r, f)
}

// title is the first line of a type: its name, its figures, the runtime. A name
// that leaves no room for them has lines of its own.
func title(p *printer, f Format, name, figures, runtime string) {
	if rest := "  " + figures + "   " + runtime; twwidth.Width(name+rest) <= width {
		p.println(f.paint(bold, name+"  "+figures) + "   " + runtime)
		return
	}
	hanging(p, "", name)
	p.println(" " + f.paint(bold, figures) + "   " + runtime)
}

// better is the order to show beside the present one.
func better(r advice.Row) *advice.Best {
	if r.Best != nil {
		return r.Best
	}
	return r.Would
}

func declared(r advice.Row) string {
	parts := []string{}
	if r.Pos.File != "" {
		parts = append(parts, r.Pos.String())
	}
	kind := r.Kind
	if r.Form != "" && r.Form != layout.Named {
		kind = string(r.Form) + " " + kind
	}
	parts = append(parts, kind+" of "+r.Package)
	return oneLine(strings.Join(parts, " · "))
}

// losses is the sum of the bytes of an object that hold no field value.
func losses(s *advice.Shape, f Format) string {
	o := s.Object
	var parts []string
	if s.Padding > 0 {
		part := f.size(s.Padding) + " padding"
		if s.ZeroTail > 0 {
			part += " (" + f.size(s.ZeroTail) + " only for a last field of size zero)"
		}
		parts = append(parts, part)
	}
	if o.Header > 0 {
		parts = append(parts, f.size(o.Header)+" header")
	}
	if o.Rounding() > 0 {
		parts = append(parts, f.mean(o.Rounding())+" rounding")
	}
	whole := f.mean(o.Bytes())
	switch len(parts) {
	case 0:
		return "losses: none, all " + whole + " hold field values"
	case 1:
		return fmt.Sprintf("losses: %s of %s (%s)", parts[0], whole, percent1(lossBytes(s), o.Bytes()))
	}
	return fmt.Sprintf("losses: %s = %s of %s (%s)", strings.Join(parts, " + "),
		f.mean(lossBytes(s)), whole, percent1(lossBytes(s), o.Bytes()))
}

func lossBytes(s *advice.Shape) float64 {
	return float64(s.Padding) + float64(s.Object.Header) + s.Object.Rounding()
}

func keepReasons(p *printer, r advice.Row) {
	for _, k := range r.Keep {
		s := "kept: " + string(k.Kind)
		if k.Reason != "" {
			s += ": " + k.Reason
		}
		if k.Pos.File != "" {
			s += " (" + k.Pos.String() + ")"
		}
		hanging(p, "", oneLine(s))
	}
}

// betterOrder describes an order and shows its bytes.
func betterOrder(p *printer, rep *advice.Report, r advice.Row, b *advice.Best, f Format) error {
	p.println(f.paint(good, orderLine(r, b, f)))
	if len(b.Because) > 0 {
		how := "with the better orders of "
		if b.ByOthers {
			how = "only by the better orders of "
		}
		hanging(p, "", oneLine(how+strings.Join(b.Because, ", ")+", held by value"))
	}
	if len(b.Moved) > 0 {
		p.println(fmt.Sprintf("moves %d of %s", len(b.Moved), plural(len(b.Order), "field", "fields")))
	}
	p.println()
	return byteTable(p, rep, &b.Shape, was(r.Now, b), f)
}

// orderLine says what an order comes to.
func orderLine(r advice.Row, b *advice.Best, f Format) string {
	s := "best order: "
	if r.Best == nil {
		s = "best order, were it free: "
	}
	slot := f.mean(b.Object.Bytes())
	s += f.size(b.Size) + " in " + article(slot) + " " + slot
	if b.Object.Tiny {
		s += " share of a tiny block"
	} else {
		s += " slot"
	}
	switch {
	case b.Saves > 0 && r.Best != nil:
		s += ", saves " + f.mean(b.Saves) + " an object"
	case b.Saves > 0:
		s += ", would save " + f.mean(b.Saves) + " an object"
	case b.ElementSaves > 0:
		s += ", same size class: saves " + f.size(b.ElementSaves) + " an element, none an object"
	case b.PtrSaves > 0:
		s += ", leaves " + f.size(b.PtrSaves) + " less to scan"
	}
	return s
}

// was maps the declared index of each moved field to its present offset.
func was(now *advice.Shape, b *advice.Best) map[int]int64 {
	m := map[int]int64{}
	for _, i := range b.Moved {
		for _, fd := range now.Fields {
			if fd.Index == i {
				m[i] = fd.Offset
			}
		}
	}
	return m
}

// figures sets what one object, an element and many cost now beside what they
// would cost.
func figures(p *printer, rep *advice.Report, r advice.Row, f Format) error {
	now, b := r.Now, better(r)
	t := &table{columns: []column{left(""), right("NOW")}}
	if b != nil {
		t.columns = append(t.columns, right("BEST"), right("SAVES"))
	}
	row := func(name string, now float64, best func() float64) {
		cells := []string{name, f.mean(now)}
		if b != nil {
			v := best()
			cells = append(cells, f.mean(v), f.mean(now-v))
		}
		t.add(cells...)
	}
	row("new(T)", now.Object.Bytes(), func() float64 { return b.Object.Bytes() })
	row("element of []T", float64(now.Size), func() float64 { return float64(b.Size) })
	row("pointer bytes", float64(now.PtrBytes), func() float64 { return float64(b.PtrBytes) })
	if n := rep.Count; n > 0 {
		row(count(n)+" one by one", float64(n)*now.Object.Bytes(), func() float64 { return float64(n) * b.Object.Bytes() })
		if r.Array != nil {
			row(count(n)+" in one slice", r.Array.Bytes(), func() float64 {
				if b.Array == nil {
					return r.Array.Bytes()
				}
				return b.Array.Bytes()
			})
		}
	}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	for _, l := range lines {
		p.println(l)
	}
	if b != nil && len(b.Embedders) > 0 {
		hanging(p, " ", oneLine("held by value in "+strings.Join(b.Embedders, ", ")+", which get smaller with it"))
	}
	if now.Object.Tiny {
		p.println(fmt.Sprintf(" new(T) is the mean share of a tiny block of %d B, which %d such objects share", now.Object.Slot, now.Object.Sharing))
	}
	return p.err
}

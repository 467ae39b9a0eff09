package dwarf

import (
	"errors"

	"github.com/seed-ac4d27cc/heft/layout"
)

// check lays out every type that was read and compares it with what DWARF says
// of it. Types that cannot be laid out, and every difference, become problems.
func (d *declarer) check(l *layout.Layouter) {
	for i := range d.p.entries {
		e := &d.p.entries[i]
		t := d.types[e.off]
		if t == nil {
			continue
		}
		name, pkg := t.Name, t.PkgPath
		got, err := l.Of(t)
		if err != nil {
			// A type that holds an unknown one is as unknown as that, which has
			// a line of its own; but a reported type says so itself.
			var unknown *layout.UnknownError
			if pkg != "" && d.sel.has(pkg) || !errors.As(err, &unknown) || t.Kind == layout.Unknown {
				d.problem(pkg, name, "%v", err)
			}
			continue
		}
		if e.size >= 0 && got.Size != e.size {
			d.problem(pkg, name, "size %d by the layout rules for %s, %d in DWARF", got.Size, l.Arch().Name, e.size)
		}
		for i, m := range e.members {
			switch {
			case t.Kind != layout.Struct:
			case m.off < 0:
				d.problem(pkg, name, "field %s: DWARF gives no offset", m.name)
			case got.Fields[i].Offset != m.off:
				d.problem(pkg, name, "field %s: offset %d by the layout rules for %s, %d in DWARF", m.name, got.Fields[i].Offset, l.Arch().Name, m.off)
			}
		}
	}
}

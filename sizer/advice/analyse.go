package advice

import (
	"github.com/seed-ac4d27cc/heft/layout"
)

// Analyse lays out every declared type, prices it, and finds what the whole set
// of better orders would save. It changes nothing of its input.
func Analyse(in Input, opt Options) *Report {
	p := newPlan(in, opt)
	r := &Report{
		Schema:    Schema,
		Runtime:   in.Runtime.String(),
		Source:    in.Source,
		GOOS:      in.GOOS,
		Stdlib:    in.Stdlib,
		CacheLine: in.Runtime.Arch.CacheLine,
		Packages:  in.Packages,
		Count:     opt.Count,
		Optimize:  opt.Optimize,
		Problems:  in.Problems,
		Types:     make([]Row, len(in.Decls)),
	}
	if r.Source == "" {
		r.Source = "packages"
	}
	if r.Optimize == "" {
		r.Optimize = OptimizeSlot
	}
	for i := range in.Decls {
		r.Types[i] = p.row(&in.Decls[i])
	}
	p.embedders(r.Types)
	r.Totals = totalsOf(r.Types)
	shown := r.Types[:0]
	for i := range r.Types {
		if opt.shows(&r.Types[i]) {
			shown = append(shown, r.Types[i])
		}
	}
	sortRows(shown, opt.Sort)
	if opt.Top > 0 && len(shown) > opt.Top {
		shown = shown[:opt.Top]
	}
	r.Hidden = len(in.Decls) - len(shown)
	r.Types = shown
	return r
}

// shows reports whether the options let a row through.
func (o *Options) shows(r *Row) bool {
	if o.SkipGenerated && r.Generated {
		return false
	}
	if o.MinSaving > 0 && (r.Best == nil || r.Best.Saves < o.MinSaving) {
		return false
	}
	return o.Type == nil || o.Type.MatchString(r.Name) || o.Type.MatchString(FullName(r.Package, r.Name))
}

// FullName is a declared type's name with its package's path in place of the
// package's name: "example.com/m/session.Grant".
func FullName(pkg, name string) string {
	for i := range len(name) {
		if name[i] == '.' {
			return pkg + name[i:]
		}
	}
	return pkg + "." + name
}

func totalsOf(rows []Row) Totals {
	var t Totals
	for i := range rows {
		r := &rows[i]
		t.Types++
		if r.Kind == kindName(layout.Struct) {
			t.Structs++
		}
		if r.Now == nil {
			t.Unknown++
			continue
		}
		t.SizeBytes += r.Now.Size
		t.PadBytes += r.Now.Padding
		t.SlotBytes += r.Now.Object.Bytes()
		if r.Would != nil && len(r.Keep) > 0 {
			t.Kept++
		}
		b := r.Best
		if b == nil {
			continue
		}
		t.SavesBytes += b.Saves
		t.ElementSave += b.ElementSaves
		switch {
		case b.Saves > 0:
			t.Shrink++
		case b.PaperOnly:
			t.PaperOnly++
		default:
			continue
		}
		if b.ByOthers {
			t.ByOthers++
		}
	}
	return t
}

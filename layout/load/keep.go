package load

import (
	"bytes"
	"go/types"
	"regexp"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// inspect finds in a struct type itself what ties the order of its fields
// down. pos is the offset of its name, or of a nameless type's keyword.
func (c *collector) inspect(d *layout.Decl, st *types.Struct, pf *parsed, pos int) {
	keep := func(kind layout.KeepKind, v *types.Var, reason string) {
		for _, k := range d.Keep {
			if k.Kind == kind {
				return
			}
		}
		at := d.Pos
		if v != nil {
			at = c.c.pos(v.Pos())
		}
		d.Keep = append(d.Keep, layout.Keep{Kind: kind, Reason: reason, Pos: at})
	}
	if pf != nil {
		if reason, ok := marked(pf, pos); ok {
			keep(layout.KeepMarked, nil, reason)
		}
	}
	if d.Generated {
		keep(layout.KeepGenerated, nil, "generated: its generator sets the order")
	}
	for _, k := range layout.Keeps(d.Type) {
		var v *types.Var
		if k.Field >= 0 && k.Field < st.NumFields() {
			v = st.Field(k.Field)
		}
		keep(k.Kind, v, k.Reason)
	}
	d.Together = c.guarded(st, pf)
}

// guarded finds the runs of a mutex and the fields under it, up to the next
// empty line: by custom it guards these.
func (c *collector) guarded(st *types.Struct, pf *parsed) []layout.Run {
	if pf == nil {
		return nil
	}
	var runs []layout.Run
	for i := 0; i < st.NumFields(); i++ {
		v := st.Field(i)
		n, _ := types.Unalias(v.Type()).(*types.Named)
		if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync" || n.Obj().Name() != "Mutex" && n.Obj().Name() != "RWMutex" {
			continue
		}
		last := i
		for last+1 < st.NumFields() && !c.apart(pf, st.Field(last), st.Field(last+1)) {
			last++
		}
		if last > i {
			runs = append(runs, layout.Run{First: i, Last: last, Why: v.Name() + " guards the fields under it"})
		}
		i = last
	}
	return runs
}

var emptyLine = regexp.MustCompile(`\n[ \t\r]*\n`)

// apart reports whether an empty line stands between two fields of a struct.
func (c *collector) apart(pf *parsed, a, b *types.Var) bool {
	if c.c.parsedAt(a.Pos()) != pf || c.c.parsedAt(b.Pos()) != pf {
		return true
	}
	from, to := pf.offset(a.Pos()), pf.offset(b.Pos())
	if from > to {
		return true
	}
	// An empty line in the type of a does not count.
	src := pf.file.source()
	l := &lexer{src: src[:to], pos: from}
	for depth := 0; ; {
		end := l.pos
		t := l.next()
		if depth == 0 && emptyLine.Match(src[end:t.off]) {
			return true
		}
		switch t.kind {
		case tokEOF:
			return false
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
	}
}

// marked finds the reason of a //heft:keep comment in the lines of comments
// above the declaration at off, or on its first line.
func marked(pf *parsed, off int) (string, bool) {
	if len(pf.file.marks) == 0 {
		return "", false
	}
	src := pf.file.source()
	start := bytes.LastIndexByte(src[:off], '\n') + 1
	end := len(src)
	if i := bytes.IndexByte(src[off:], '\n'); i >= 0 {
		end = off + i
	}
	for start > 0 {
		above := bytes.LastIndexByte(src[:start-1], '\n') + 1
		if !bytes.HasPrefix(bytes.TrimSpace(src[above:start]), []byte("//")) {
			break
		}
		start = above
	}
	for _, m := range pf.file.marks {
		if m >= start && m < end {
			line, _, _ := strings.Cut(string(src[m+len(keepMark):]), "\n")
			reason := strings.TrimSpace(line)
			if reason == "" {
				reason = "marked " + keepMark
			}
			return reason, true
		}
	}
	return "", false
}

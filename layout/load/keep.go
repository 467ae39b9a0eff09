package load

import (
	"bytes"
	"go/types"
	"reflect"
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
	if d.Type.Traits&layout.CgoType != 0 {
		keep(layout.KeepCgo, nil, "a C type: its order is the C declaration's")
	}
	for i := range st.NumFields() {
		v := st.Field(i)
		n, _ := types.Unalias(v.Type()).(*types.Named)
		switch {
		case n != nil && n.Obj().Name() == "HostLayout" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "structs":
			keep(layout.KeepHostLayout, v, "structs.HostLayout: the order is the host's")
		case n != nil && n.Obj().Name() == "NotInHeap" && strings.HasSuffix(n.Obj().Pkg().Path(), "runtime/sys") || n != nil && n.Obj().Name() == "nih":
			keep(layout.KeepNotInHeap, v, "lives outside the Go heap")
		case isPad(v, n):
			keep(layout.KeepPadding, v, "explicit padding: "+v.Name()+" "+c.display(v.Type(), nil))
		}
		if key := outputTag(st.Tag(i)); key != "" {
			keep(layout.KeepOutput, v, key+" tags: the order of the fields is that of the output")
		}
	}
	d.Together = c.guarded(st, pf)
}

// outputTags are the keys of struct tags by which encoders write fields in
// their declared order.
var outputTags = []string{"json", "xml", "yaml", "toml", "csv", "asn1", "bson", "avro", "parquet", "msgpack", "cbor", "protobuf", "plist", "hcl"}

func outputTag(tag string) string {
	for _, key := range outputTags {
		if v, ok := reflect.StructTag(tag).Lookup(key); ok && v != "-" {
			return key
		}
	}
	return ""
}

var padName = regexp.MustCompile(`(?i)^_*pad(ding)?[_0-9]*$`)

// isPad reports whether a field is there for its bytes, not for a value.
func isPad(v *types.Var, n *types.Named) bool {
	if n != nil && strings.Contains(n.Obj().Name(), "CacheLinePad") {
		return true
	}
	if zeroSize(v.Type()) {
		return false
	}
	if v.Name() == "_" {
		return true
	}
	a, ok := v.Type().Underlying().(*types.Array)
	return ok && padName.MatchString(v.Name()) && types.Identical(a.Elem().Underlying(), types.Typ[types.Byte])
}

// zeroSize reports whether a type takes no bytes.
func zeroSize(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return t.Len() == 0 || zeroSize(t.Elem())
	case *types.Struct:
		for v := range t.Fields() {
			if !zeroSize(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
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

package load

import (
	"bytes"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// unseen looks for literals without keys in the files of a package's folder
// that were not loaded: its tests, and files for other platforms or tags. It
// goes by the names alone, and only for types whose order could change.
func (c *collector) unseen(p *pkg) ties {
	found := newTies()
	names := map[string]*types.TypeName{}
	for _, name := range p.types.Scope().Names() {
		tn, ok := p.types.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || len(c.keeps[tn]) > 0 {
			continue
		}
		if st, ok := tn.Type().Underlying().(*types.Struct); ok && st.NumFields() > 1 && shrinkable(tn.Type(), c.c.sizes) {
			names[tn.Name()] = tn
		}
	}
	if len(names) == 0 {
		return found
	}
	for _, path := range p.unloaded() {
		if src, err := os.ReadFile(path); err == nil {
			found.scan(path, src, names)
		}
	}
	return found
}

// unloaded lists the Go files of the package's folder that were not loaded.
func (p *pkg) unloaded() []string {
	paths := p.paths
	if p.cgoRan {
		paths = p.written
	}
	if len(paths) == 0 {
		return nil
	}
	loaded := map[string]bool{}
	for _, path := range paths {
		loaded[path] = true
	}
	tests, _ := filepath.Glob(filepath.Join(filepath.Dir(paths[0]), "*_test.go"))
	var out []string
	for _, path := range append(slices.Clone(p.other), tests...) {
		if !loaded[path] && filepath.Ext(path) == ".go" {
			loaded[path] = true
			out = append(out, path)
		}
	}
	return out
}

// shrinkable reports whether a struct could be smaller in another order, its
// own or one of the structs that it holds.
func shrinkable(t types.Type, sizes types.Sizes) (yes bool) {
	// Sizes of types with type parameters or errors panic: such a type may
	// shrink.
	defer func() {
		if recover() != nil {
			yes = true
		}
	}()
	align := sizes.Alignof(t)
	return (payload(t, sizes)+align-1)/align*align < sizes.Sizeof(t)
}

// payload is the bytes of a type that hold values.
func payload(t types.Type, sizes types.Sizes) int64 {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() * payload(u.Elem(), sizes)
	case *types.Struct:
		var n int64
		for v := range u.Fields() {
			n += payload(v.Type(), sizes)
		}
		return n
	}
	return sizes.Sizeof(t)
}

func (c ties) scan(path string, src []byte, names map[string]*types.TypeName) {
	l := &lexer{src: src}
	var prev, prev2 lexeme
	for {
		t := l.next()
		if t.kind == tokEOF {
			return
		}
		if t.kind == tokIdent {
			if tn := names[string(src[t.off:t.end])]; tn != nil && l.literalAfter(prev, prev2) {
				c.keep(tn, layout.Keep{Kind: layout.KeepUnkeyed, Reason: "a literal without keys, in a file not loaded, depends on the order",
					Pos: layout.Pos{File: path, Line: bytes.Count(src[:t.off], []byte{'\n'}) + 1}})
			}
		}
		prev2, prev = prev, t
	}
}

// literalAfter reports whether a composite literal without keys follows the
// type name just read: of the type itself, or as first element of a slice,
// array or map of it.
func (l *lexer) literalAfter(prev, prev2 lexeme) bool {
	save := l.pos
	defer func() { l.pos = save }()
	if l.next().kind != '{' || prev.kind == ')' || prev.kind == '*' && prev2.kind == ')' {
		return false // not followed by a literal, or the body after a result
	}
	if prev.kind != ']' && (prev.kind != '*' || prev2.kind != ']') {
		return l.unkeyed()
	}
	t := l.next()
	if t.kind != '{' {
		// A map's key, then.
		if t.kind == tokEOF || l.next().kind != ':' {
			return false
		}
		t = l.next()
	}
	return t.kind == '{' && l.unkeyed()
}

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
func (c *collector) unseen(p *pkg, anyOrder bool) ties {
	found := newTies()
	names := map[string]place{}
	for _, name := range p.types.Scope().Names() {
		tn, ok := p.types.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if st, ok := tn.Type().Underlying().(*types.Struct); ok && st.NumFields() > 1 && (anyOrder || shrinkable(tn.Type(), c.c.sizes)) {
			if at, ok := c.c.placeOf(st); ok && len(c.keeps[at]) == 0 {
				names[tn.Name()] = at
			}
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

// scan looks for literals without keys in a source, by the names of types.
func (t ties) scan(path string, src []byte, names map[string]place) {
	l := newLexer(src)
	var before [4]lexeme // the tokens before the one read, last first
	for {
		tok := l.next()
		if tok.kind == tokEOF {
			return
		}
		if tok.kind == tokIdent {
			if at, ok := names[string(src[tok.off:tok.end])]; ok && l.literalAfter(before) {
				t.keep(at, layout.Keep{Kind: layout.KeepUnkeyed, Reason: "a literal without keys, in a file not loaded, depends on the order",
					Pos: layout.Pos{File: path, Line: bytes.Count(src[:tok.off], []byte{'\n'}) + 1}})
			}
		}
		before = [4]lexeme{tok, before[0], before[1], before[2]}
	}
}

// literalAfter reports whether a composite literal without keys follows the
// type name just read: of the type itself, or as first element of a slice,
// array or map of it. before are the tokens before the name, last first.
func (l *lexer) literalAfter(before [4]lexeme) bool {
	save := l.pos
	defer func() { l.pos = save }()
	if l.next().kind != '{' {
		return false
	}
	back := before[:]
	if back[0].kind == '.' {
		back = back[2:] // of another package
	}
	element := back[0].kind == ']' || back[0].kind == '*' && back[1].kind == ']'
	switch {
	case back[0].kind == ')', back[0].kind == '*' && back[1].kind == ')', l.is(back[0], "chan"):
		return false // the body behind a result
	case !element:
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

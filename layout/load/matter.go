package load

import (
	"hash/fnv"
	"strings"
)

// verdict is what a scan of a unit's text found.
type verdict struct {
	matters bool
	named   uint64   // hash of the struct type that a type unit declares
	anon    []uint64 // hashes of struct types without a name
}

// judge reports what in the text of a unit of a named package can matter for
// its report: a type declared in a body, a struct type without a name, a
// generic type instantiated; or what ties a type's field order down, such as
// literals without keys, conversions, unsafe casts.
//
// It goes by the names alone and rather says yes: that costs time only.
func (u *unit) judge() verdict {
	var v verdict
	f := u.file
	l := &lexer{src: f.source()[:u.end], pos: u.off}
	var prev, prev2 lexeme
	// elide tells for each open brace whether a literal without a type inside
	// it can be that of a struct.
	elide := make([]bool, 0, 16)
	for {
		t := l.next()
		if t.kind == tokEOF {
			return v
		}
		switch t.kind {
		case '{':
			inner := true
			switch {
			case u.body == t.off && u.kind <= unitMethod && u.kind >= unitFunc:
			case prev.kind == '{' || prev.kind == ',' || prev.kind == ':':
				if n := len(elide); n > 0 && !elide[n-1] {
					inner = false
				} else if l.unkeyed() {
					v.matters = true
				}
			case prev.kind == tokIdent && (prev2.kind == ']' || prev2.kind == '*') && predeclared[l.text(prev)]:
				inner = false
			}
			elide = append(elide, inner)
		case '}':
			if n := len(elide); n > 0 {
				elide = elide[:n-1]
			}
		case tokIdent:
			if prev.kind == '.' {
				break
			}
			switch n := t.end - t.off; {
			case n == 4 && l.is(t, "type"):
				if prev.kind != '(' && u.kind != unitType {
					v.matters = true
				}
			case n == 6 && l.is(t, "struct"):
				if h := l.structHash(); h != 0 {
					if u.kind == unitType && v.named == 0 && v.anon == nil && u.shape == shapeStruct {
						v.named = h
					} else {
						v.anon = append(v.anon, h)
					}
					v.matters = true
				}
			default:
				v.matters = u.mention(l, t, prev) || v.matters
			}
		}
		prev2, prev = prev, t
	}
}

// mention reports whether the name t, at the position where l stands, matters.
func (u *unit) mention(l *lexer, t, prev lexeme) bool {
	f := u.file
	save := l.pos
	next := l.next()
	pos := l.pos
	l.pos = save
	switch next.kind {
	case '.':
		dep := f.names[string(l.src[t.off:t.end])]
		if dep == nil {
			return f.cgo && l.is(t, "C")
		}
		l.pos = pos
		sel := l.next()
		after := l.next()
		unkeyed := after.kind == '{' && after.off != u.body && l.unkeyed()
		l.pos = save
		if sel.kind != tokIdent {
			return false
		}
		name := l.text(sel)
		if tiesOrder(dep.path, name) {
			return true
		}
		dep.index()
		d := dep.scope[name]
		return d != nil && d.weighs(after.kind, unkeyed, prev.kind == ']')
	case '{', '(', '[', ')', ',', ';', '}', ']', tokIdent, '=', ':':
	default:
		if !next.nl {
			return false
		}
	}
	d := f.lookup(string(l.src[t.off:t.end]))
	if d == nil || d == u {
		return false
	}
	l.pos = pos
	// The brace behind a result type opens the body.
	unkeyed := next.kind == '{' && next.off != u.body && l.unkeyed()
	l.pos = save
	return d.weighs(next.kind, unkeyed, prev.kind == ']')
}

// weighs reports whether a mention of the declaration d, followed by the token
// after, matters.
func (d *unit) weighs(after tok, unkeyed, element bool) bool {
	if d.generic {
		return d.isTypey()
	}
	if d.kind != unitType || d.shape == shapePlain {
		return false
	}
	return after == '(' || unkeyed && !element
}

// tiesOrder reports whether a function or type of a package ties the order of the
// fields of what it is used on.
func tiesOrder(path, name string) bool {
	switch path {
	case "unsafe":
		return name == "Pointer" || name == "Offsetof"
	case "encoding/binary":
		switch name {
		case "Read", "Write", "Size", "Append", "Encode", "Decode":
			return true
		}
	case "encoding/asn1":
		return strings.HasPrefix(name, "Marshal") || strings.HasPrefix(name, "Unmarshal")
	case "sync/atomic", "internal/runtime/atomic":
		return atomic64(name)
	}
	return false
}

// atomic64 reports whether a function of sync/atomic takes the address of a
// 64-bit integer.
func atomic64(name string) bool {
	if !strings.HasSuffix(name, "Int64") && !strings.HasSuffix(name, "Uint64") {
		return false
	}
	for _, p := range []string{"Add", "And", "Or", "Load", "Store", "Swap", "CompareAndSwap"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// unkeyed reports whether the composite literal whose brace was just read has
// elements without keys. The lexer stands where it stood.
func (l *lexer) unkeyed() bool {
	save := l.pos
	defer func() { l.pos = save }()
	t := l.next()
	switch t.kind {
	case '}', tokEOF:
		return false
	case tokIdent:
		return l.next().kind != ':'
	}
	return true
}

// structHash hashes the tokens of the struct type whose keyword was just read,
// and returns 0 for one without fields. The lexer stands where it stood.
func (l *lexer) structHash() uint64 {
	save := l.pos
	defer func() { l.pos = save }()
	if l.next().kind != '{' {
		return 0
	}
	h := fnv.New64a()
	n := 0
	for depth := 1; ; {
		t := l.next()
		switch t.kind {
		case tokEOF:
			depth = 0
		case '{':
			depth++
		case '}':
			depth--
		case ';':
			continue
		}
		if depth == 0 {
			break
		}
		n++
		h.Write(l.src[t.off:t.end])
		h.Write([]byte{0})
	}
	if n == 0 {
		return 0
	}
	return h.Sum64() | 1
}

// isTypey reports whether instances of a generic declaration bring struct
// types with them: a generic struct type does, and a function that declares a
// type or mentions such a declaration.
func (d *unit) isTypey() bool {
	// Packages are judged side by side, and the answer is the same for all:
	// the memo is guarded, the work is not.
	typeyMu.Lock()
	memo := d.typey
	typeyMu.Unlock()
	if memo != 0 {
		return memo == 1
	}
	v := d.findTypey(map[*unit]bool{})
	memo = 2
	if v {
		memo = 1
	}
	typeyMu.Lock()
	d.typey = memo
	typeyMu.Unlock()
	return v
}

func (d *unit) findTypey(seen map[*unit]bool) bool {
	if seen[d] {
		return false
	}
	seen[d] = true
	if d.kind == unitType && d.shape != shapePlain {
		return true
	}
	f := d.file
	l := &lexer{src: f.source()[:d.end], pos: d.off}
	var prev lexeme
	for {
		t := l.next()
		if t.kind == tokEOF {
			return false
		}
		if t.kind == tokIdent && prev.kind != '.' {
			switch name := l.text(t); {
			case name == "type":
				if prev.kind != '(' && d.kind != unitType {
					return true
				}
			case name == "struct":
				if l.structHash() != 0 {
					return true
				}
			default:
				var m *unit
				if dep := f.names[name]; dep != nil {
					save := l.pos
					if l.next().kind == '.' {
						dep.index()
						m = dep.scope[l.text(l.next())]
					}
					l.pos = save
				} else {
					m = f.lookup(name)
				}
				if m != nil && m.generic && m.findTypey(seen) {
					return true
				}
			}
		}
		prev = t
	}
}

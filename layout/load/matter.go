package load

import (
	"hash/fnv"
	"strings"
)

// verdict is what a scan of a unit's text found.
type verdict struct {
	matters  bool
	named    uint64   // that of the struct type that a type unit declares; see structHash
	nameless []uint64 // those of struct types without a name
	values   []uint64 // of these, those of variables, parameters and results
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
	key := false // the type before the next brace is a map's whose keys may be structs
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
				inner = key
			}
			elide = append(elide, inner)
			key = false
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
				if h := l.structHash(f.pkg.path); h != 0 {
					if u.kind == unitType && v.named == 0 && v.nameless == nil && u.shape == shapeStruct {
						v.named = h
					} else if prev.kind != tokIdent || !l.is(prev2, "type") { // the name of a local type
						v.nameless = append(v.nameless, h)
						if u.kind == unitVar || u.kind != unitType && t.off < u.body {
							v.values = append(v.values, h)
						}
					}
					v.matters = true
				}
			case n == 3 && l.is(t, "map"):
				key = key || !l.plainKey()
			default:
				v.matters = u.mention(l, t, prev, prev2) || v.matters
			}
		}
		prev2, prev = prev, t
	}
}

// mention reports whether the name t, at the position where l stands, matters.
// prev and prev2 are the tokens before it.
func (u *unit) mention(l *lexer, t, prev, prev2 lexeme) bool {
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
		converts := l.converts(prev, prev2, after)
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
		return d != nil && d.weighs(converts, unkeyed, prev.kind == ']')
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
	converts := l.converts(prev, prev2, next)
	l.pos = save
	return d.weighs(converts, unkeyed, prev.kind == ']')
}

// converts reports whether a type's name between prev and next is that of a
// conversion: T(x), (T)(x), (*T)(x). The lexer stands behind next.
func (l *lexer) converts(prev, prev2, next lexeme) bool {
	if next.kind == ')' && (prev.kind == '(' || prev.kind == '*' && (prev2.kind == '(' || prev2.kind == '*')) {
		next = l.next()
	}
	return next.kind == '('
}

// plainKey reports whether the keys of the map type whose keyword was just
// read are of a predeclared type. The lexer stands where it stood.
func (l *lexer) plainKey() bool {
	save := l.pos
	defer func() { l.pos = save }()
	if l.next().kind != '[' {
		return true
	}
	t := l.next()
	return t.kind == tokIdent && predeclared[l.text(t)]
}

// weighs reports whether a mention of the declaration d matters, in a
// conversion, or before a literal without keys, of d or of what has elements
// of d.
func (d *unit) weighs(converts, unkeyed, element bool) bool {
	if d.generic {
		return d.isTypey()
	}
	if d.kind != unitType || d.shape == shapePlain {
		return false
	}
	return converts || unkeyed && !element
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

// hashed is the hash of a struct type with a single field, and set in all
// others, so that none is 0.
const hashed = 1

// structHash hashes the fields of the struct type whose keyword was just read,
// and returns 0 for one without fields, hashed for one with a single field,
// which has no order. Identical types have equal hashes, however their fields
// are grouped, unless aliases stand in for types. The lexer stands where it
// stood. path is that of the package.
func (l *lexer) structHash(path string) uint64 {
	save := l.pos
	defer func() { l.pos = save }()
	if l.next().kind != '{' {
		return 0
	}
	h, sub := fnv.New64a(), fnv.New64a()
	var names []lexeme
	exported, n := true, 0
	t := l.next()
	for t.kind != '}' && t.kind != tokEOF {
		if t.kind == ';' {
			t = l.next()
			continue
		}
		names = names[:0]
		last := t
		for t.kind == tokIdent {
			names = append(names, t)
			last, t = t, l.next()
			if t.kind != ',' {
				break
			}
			last, t = t, l.next()
		}
		if len(names) == 0 {
			// Embedded by pointer, or no field at all.
			names = append(names, t)
			last, t = t, l.next()
		}
		sub.Reset()
		for depth := 0; t.kind != tokEOF && (depth > 0 || t.kind != ';' && t.kind != '}' && (!t.nl || !l.ends(last))); {
			switch t.kind {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			last, t = t, l.next()
			if t.kind == '.' {
				last, t = t, l.next() // without the name of a package
				continue
			}
			word := l.src[last.off:last.end]
			if same := sameType[string(word)]; same != "" {
				word = []byte(same)
			}
			sub.Write(word)
			sub.Write([]byte{0})
		}
		for _, name := range names {
			n++
			exported = exported && 'A' <= l.src[name.off] && l.src[name.off] <= 'Z'
			h.Write(l.src[name.off:name.end])
			h.Write(sub.Sum(nil))
		}
	}
	if n < 2 {
		return uint64(n) * hashed
	}
	if !exported {
		h.Write([]byte(path)) // no other package can write the type out
	}
	return h.Sum64() | hashed
}

// sameType are the predeclared names of types that have another.
var sameType = map[string]string{"byte": "uint8", "rune": "int32", "any": "interface"}

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
				if l.structHash("") != 0 {
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

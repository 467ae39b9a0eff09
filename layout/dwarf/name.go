package dwarf

import (
	"strconv"
	"strings"
	"unicode"
)

// spelling is what the name of a type says. DWARF names types as the compiler
// names their symbols, which tells types apart: import paths before
// identifiers, and fields and methods that are not exported qualified too
// (cmd/compile/internal/types/fmt.go, LinkString, go1.26.8).
type spelling struct {
	text string // as package load writes the type: qualified by package names, without tags
	// Of a defined type:
	path string // import path, "" of a predeclared or composite type
	pkg  string // name of the package
	base string // identifier without type arguments
	args string // type arguments in brackets, as in text
	gen  string // of a local type its number in the package, from 1
	// outer are the type arguments of the function that declares a local
	// generic type, where args holds both: in brackets, and so is own.
	outer, own string
	// tags are the field tags of a struct type that is written out, by field.
	tags []string
	// owner is the import path that qualifies the fields of a struct type that
	// is written out, if some are not exported: it is written in that package.
	owner string
	// shape says that the type is one of shared generic code, where go.shape
	// types stand for the type arguments.
	shape bool
}

// defined reports whether the type has a name and a package.
func (s *spelling) defined() bool { return s.path != "" }

// cgoPrefix is before the names of the types that cgo makes of C types.
const cgoPrefix = "_Ctype_"

// maxDepth bounds how deep types may be nested in a name or, by value, in each
// other: far more than the compiler takes, and little enough for any stack.
const maxDepth = 1000

// hashLen is how many hexadecimal digits stand for a long name in a shape
// (cmd/compile/internal/noder/reader.go, shapifyType, go1.26.8).
const hashLen = 64

// spell reads the name of a type. pkgOf gives the import path and the name of
// a package by its path in symbols. ok is false, and text the name as it is,
// where the name is no type of the language, such as the linker's "hchan<int>".
func spell(name string, pkgOf func(symPath string) (path, name string)) (s spelling, ok bool) {
	p := &speller{s: name, pkgOf: pkgOf}
	p.typ(&p.top)
	if p.bad || p.pos != len(name) {
		return spelling{text: name, shape: p.top.shape}, false
	}
	p.top.text = p.out.String()
	return p.top, true
}

type speller struct {
	s     string
	pos   int
	out   strings.Builder
	depth int
	bad   bool
	top   spelling
	pkgOf func(symPath string) (path, name string)
}

// eat skips a prefix of the rest.
func (p *speller) eat(prefix string) bool {
	if !p.bad && strings.HasPrefix(p.s[p.pos:], prefix) {
		p.pos += len(prefix)
		return true
	}
	return false
}

// copy skips a prefix of the rest and writes it out.
func (p *speller) copy(prefix string) bool {
	if p.eat(prefix) {
		p.out.WriteString(prefix)
		return true
	}
	return false
}

func (p *speller) expect(prefix string) {
	if !p.copy(prefix) {
		p.bad = true
	}
}

// peek is the byte at an offset from the next, 0 at the end.
func (p *speller) peek(n int) byte {
	if p.pos+n < len(p.s) {
		return p.s[p.pos+n]
	}
	return 0
}

// word returns the path and identifier that follow, "" if there is none.
func (p *speller) word() string {
	rest := p.s[p.pos:]
	if i := strings.IndexAny(rest, "[](){}<>;,=*\" "); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// typ reads a type. s, if not nil, is told what the type is.
func (p *speller) typ(s *spelling) {
	if p.depth++; p.depth > maxDepth {
		p.bad = true
	}
	defer func() { p.depth-- }()
	p.eat("noalg.") // without hash and equality functions, and else the same
	if p.copy("go.shape.") {
		p.top.shape = true
		if w := p.word(); len(w) == hashLen && strings.Trim(w, "0123456789abcdef") == "" {
			p.copy(w) // the hash of a name that would be too long
			return
		}
	}
	switch {
	case p.bad:
	case p.copy("*"), p.copy("[]"), p.copy("<-chan "), p.copy("chan<- "):
		p.typ(nil)
	case p.copy("chan "):
		if p.copy("(") {
			p.typ(nil)
			p.expect(")")
		} else {
			p.typ(nil)
		}
	case p.copy("map["):
		p.typ(nil)
		p.expect("]")
		p.typ(nil)
	case p.copy("["):
		n := p.word()
		if n == "" || strings.Trim(n, "0123456789") != "" {
			p.bad = true
		}
		p.expect(n + "]")
		p.typ(nil)
	case p.copy("func("):
		p.params()
		p.result()
	case p.eat("struct {"):
		p.structure(s)
	case p.eat("interface {}"):
		p.out.WriteString("any")
	case p.eat("interface {"):
		p.methods()
	default:
		p.name(s)
	}
}

// params reads parameter types up to the closing parenthesis.
func (p *speller) params() {
	if p.copy(")") {
		return
	}
	for !p.bad {
		p.copy("...")
		p.typ(nil)
		if !p.copy(", ") {
			break
		}
	}
	p.expect(")")
}

// result reads the result types of a function, if there are any: a blank may
// also lead to a field's tag, or to the end of a struct or interface.
func (p *speller) result() {
	if p.copy(" (") {
		p.params()
		return
	}
	if p.peek(0) == ' ' && !strings.ContainsRune("}\"=\x00", rune(p.peek(1))) {
		p.expect(" ")
		p.typ(nil)
	}
}

// structure reads the fields of a struct type: "Name T", "T" for an embedded
// field, and "Name = T" for one embedded under another name than T's.
func (p *speller) structure(s *spelling) {
	p.out.WriteString("struct{")
	if p.copy("}") {
		return
	}
	var tags []string
	tagged := false
	for !p.bad {
		if !p.eat(" ") {
			p.bad = true
		}
		start := p.pos
		w := p.word()
		p.pos += len(w)
		switch {
		case w != "" && p.eat(" = "):
		case w != "" && p.peek(0) == ' ' && p.peek(1) != '"' && p.peek(1) != '}':
			path, ident := splitPath(w)
			if s != nil && path != "" {
				s.owner, _ = p.pkgOf(path)
			}
			p.out.WriteString(ident)
			p.expect(" ")
		default:
			p.pos = start
		}
		p.typ(nil)
		tag := ""
		if p.peek(0) == ' ' && p.peek(1) == '"' {
			p.eat(" ")
			q, err := strconv.QuotedPrefix(p.s[p.pos:])
			if err != nil {
				p.bad = true
				return
			}
			p.eat(q)
			tag, _ = strconv.Unquote(q)
			tagged = true
		}
		tags = append(tags, tag)
		if !p.eat(";") {
			break
		}
		p.out.WriteString("; ")
	}
	if !p.eat(" }") {
		p.bad = true
	}
	p.out.WriteByte('}')
	if s != nil && tagged {
		s.tags = tags
	}
}

// methods reads the methods of an interface type that has some.
func (p *speller) methods() {
	p.out.WriteString("interface{")
	for !p.bad {
		if !p.eat(" ") {
			p.bad = true
		}
		w := p.word()
		_, ident := splitPath(w)
		p.pos += len(w)
		p.out.WriteString(ident)
		p.expect("(")
		p.params()
		p.result()
		if !p.eat(";") {
			break
		}
		p.out.WriteString("; ")
	}
	if !p.eat(" }") {
		p.bad = true
	}
	p.out.WriteByte('}')
}

// name reads a predeclared type, or a defined one with its type arguments.
func (p *speller) name(s *spelling) {
	w := p.word()
	p.pos += len(w)
	if rest, ok := strings.CutPrefix(w, "@"); ok && strings.Trim(rest, "0123456789") == "" {
		p.out.WriteString(w) // the type that starts at this byte of the name
		return
	}
	path, ident := splitPath(w)
	base, gen := splitGen(ident)
	if !isIdent(base) || path == "" && ident != w {
		p.bad = true
		return
	}
	pkg := ""
	if path != "" {
		path, pkg = p.pkgOf(path)
	}
	if c, ok := strings.CutPrefix(base, cgoPrefix); ok {
		p.out.WriteString("C." + c)
	} else {
		if path != "" {
			p.out.WriteString(pkg + ".")
		}
		p.out.WriteString(base)
	}
	args, own := p.out.Len(), 0
	if gen == "" && p.copy("[") {
		for !p.bad {
			p.typ(nil)
			// A semicolon parts the type arguments of the enclosing function
			// from the type's own.
			if p.eat(";") {
				own = p.out.Len()
				p.out.WriteByte(',')
			} else if !p.copy(",") {
				break
			}
		}
		p.expect("]")
		if rest := p.word(); strings.HasPrefix(rest, "·") {
			p.pos += len(rest)
			if _, gen = splitGen(rest); gen == "" {
				p.bad = true
			}
		}
	}
	if s != nil && path != "" && !p.bad {
		s.path, s.pkg, s.base, s.gen = path, pkg, base, gen
		out := p.out.String()
		s.args = out[args:]
		if own > 0 {
			s.outer, s.own = out[args:own]+"]", "["+out[own+1:]
		}
	}
}

// splitPath splits a symbol into the import path, without its escapes, and the
// identifier. In the last element of a path dots are escaped, so the first dot
// there ends it.
func splitPath(sym string) (path, ident string) {
	i := strings.LastIndexByte(sym, '/') + 1
	j := strings.IndexByte(sym[i:], '.')
	if j < 0 {
		return "", sym
	}
	return unescape(sym[:i+j]), sym[i+j+1:]
}

// unescape undoes the escapes of an import path in a symbol: "%2e" is a dot
// (cmd/internal/objabi/path.go, PathToPrefix).
func unescape(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			if c, err := strconv.ParseUint(path[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

// splitGen splits off the number that tells local types of a package apart:
// "key·3".
func splitGen(ident string) (base, gen string) {
	base, gen, ok := strings.Cut(ident, "·")
	if !ok || gen == "" || strings.Trim(gen, "0123456789") != "" {
		return ident, ""
	}
	return base, gen
}

// isIdent reports whether s is a Go identifier.
func isIdent(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

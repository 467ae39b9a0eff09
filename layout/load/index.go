package load

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// unitKind is the kind of a declaration.
type unitKind uint8

const (
	unitType unitKind = iota
	unitConst
	unitVar
	unitFunc
	unitMethod
)

// unit is a declaration that is kept or dropped as a whole: a type or variable
// specification, a group of constants (since they count on each other), a
// function, a method.
type unit struct {
	file     *file
	kind     unitKind
	generic  bool   // has type parameters of its own
	grouped  bool   // the text lacks its keyword, which stands before the parenthesis
	shape    uint8  // of a type: how its right-hand side looks
	recv     string // of a method: the receiver's base type
	names    []string
	off, end int // text in the file
	// body is where the body of a function starts (its brace), or end.
	body int

	need   uint8   // what is kept of it
	matter bool    // it can matter for the report of a named package
	typey  uint8   // memo of isTypey
	cut    []piece // memo of pieces
}

// What is kept of a unit.
const (
	needNone uint8 = iota
	needDecl       // the declaration, without a function's body or a variable's value
	needBody       // all of it
)

// How the right-hand side of a type declaration looks.
const (
	shapeOther  uint8 = iota // a name: anything
	shapeStruct              // struct{…}
	shapePlain               // a pointer, slice, array, map, channel, function, interface or predeclared type
)

// importSpec is an import of a file.
type importSpec struct {
	name string // "" if not given, "_" and "." as written
	path string
	off  int // of the path in the file
}

// file is a source file, split into its declarations.
type file struct {
	path      string
	mu        sync.Mutex
	src       []byte // see source
	size      int    // bytes of the source
	name      string // of the package clause
	imports   []importSpec
	units     []*unit
	marks     []int           // offsets of //heft:keep comments
	directs   []lineDirective // by offset
	generated bool
	cgo       bool // imports "C"
	test      bool
	// odd says that the file could not be split: it is no correct Go source,
	// and the parser is to say why.
	odd bool

	pkg   *pkg
	names map[string]*pkg // imported packages by their names in the file
	dots  []*pkg          // packages imported as "."
}

// source returns the file's content, which is read again where it was
// forgotten since nothing of the file seemed to be needed.
func (f *file) source() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.src == nil && f.size > 0 {
		src, err := os.ReadFile(f.path)
		if err != nil || len(src) != f.size {
			// Changed meanwhile: blank, so that nothing is misread.
			src = bytes.Repeat([]byte{' '}, f.size)
		}
		f.src = src
	}
	return f.src
}

// forget drops the file's content until it is needed again.
func (f *file) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.src = nil
}

const keepMark = "//heft:keep"

// indexFile splits the source of a file into its declarations. It does not
// look into function bodies but to find their ends.
func indexFile(path string, src []byte) *file {
	f := &file{path: path, src: src, size: len(src), test: strings.HasSuffix(path, "_test.go")}
	l := newLexer(src)
	header := true // before the package clause and import declarations
	l.comment = func(off, end int) {
		c := src[off:end]
		if header && isGenerated(c) && (off == 0 || src[off-1] == '\n') {
			f.generated = true
		}
		if rest, ok := bytes.CutPrefix(c, []byte(keepMark)); ok && (len(rest) == 0 || bytes.IndexByte([]byte(" \t\r"), rest[0]) >= 0) {
			f.marks = append(f.marks, off)
		}
		if d, ok := parseLine(c, off, end); ok {
			if d.file == "" && len(f.directs) > 0 {
				d.file = f.directs[len(f.directs)-1].file
			}
			f.directs = append(f.directs, d)
		}
	}
	t := l.next()
	if !l.is(t, "package") {
		f.odd = true
		return f
	}
	header = false
	f.name = l.text(l.next())
	t = l.next()
	odd := 0
	for t.kind != tokEOF && odd < maxOdd {
		start := t
		f.odd = false
		switch {
		case t.kind == ';':
			t = l.next()
		case l.is(t, "import"):
			t = f.group(l, t, (*file).importDecl)
		case l.is(t, "type"):
			t = f.group(l, t, (*file).typeSpec)
		case l.is(t, "var"):
			t = f.group(l, t, (*file).varSpec)
		case l.is(t, "const"):
			t = f.constDecl(l, t)
		case l.is(t, "func"):
			t = f.funcDecl(l, t)
		default:
			f.odd = true
		}
		if f.odd {
			odd++
			from := start.end
			if t.kind != tokEOF {
				from = max(from, t.off)
			}
			l.pos = nextDecl(src, from)
			f.cut(l.pos)
			t = l.next()
		}
	}
	f.odd = odd > 0 || l.bad
	if odd > 0 {
		slices.SortStableFunc(f.directs, func(a, b lineDirective) int { return a.end - b.end })
	}
	return f
}

// maxOdd bounds the declarations of a file that may be no correct source
// before the rest of it is given up.
const maxOdd = 50

// nextDecl finds where the next declaration starts that stands at the start of
// a line, as gofmt puts it: there an incorrect file goes on.
func nextDecl(src []byte, from int) int {
	for {
		i := bytes.IndexByte(src[from:], '\n')
		if i < 0 {
			return len(src)
		}
		from += i + 1
		for _, kw := range []string{"type", "func", "var", "const", "import"} {
			if rest, ok := bytes.CutPrefix(src[from:], []byte(kw)); ok && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '(') {
				return from
			}
		}
	}
}

// cut ends the declarations that an incorrect one took for its own.
func (f *file) cut(end int) {
	for n := len(f.units); n > 0 && f.units[n-1].end > end; n-- {
		u := f.units[n-1]
		if u.off >= end {
			f.units = f.units[:n-1]
			continue
		}
		u.end, u.body = end, min(u.body, end)
	}
}

// isGenerated reports whether a comment is the mark of generated files, as
// "go help generate" gives it.
func isGenerated(c []byte) bool {
	return bytes.HasPrefix(c, []byte("// Code generated ")) && bytes.HasSuffix(bytes.TrimRight(c, "\r"), []byte(" DO NOT EDIT."))
}

// group reads a declaration of one specification or of several in parentheses,
// whose keyword is kw, and returns the token behind it.
func (f *file) group(l *lexer, kw lexeme, spec func(f *file, l *lexer, off int, first lexeme, grouped bool) lexeme) lexeme {
	t := l.next()
	if t.kind != '(' {
		return spec(f, l, kw.off, t, false)
	}
	t = l.next()
	for t.kind != ')' {
		if t.kind == tokEOF || f.odd {
			f.odd = true
			return t
		}
		if t.kind == ';' {
			t = l.next()
			continue
		}
		t = spec(f, l, t.off, t, true)
	}
	return l.next()
}

// rest reads to the end of a specification, from the token t on, which follows last, and returns
// the token behind it and the end of its text. see is called with each token
// and its depth in brackets.
func (f *file) rest(l *lexer, last, t lexeme, grouped bool, see func(t lexeme, depth int)) (lexeme, int) {
	depth, end := 0, last.end
	for {
		if depth == 0 {
			if t.kind == ';' || grouped && t.kind == ')' || t.nl && l.ends(last) {
				return t, end
			}
		}
		switch t.kind {
		case tokEOF:
			f.odd = f.odd || depth > 0
			return t, end
		case '(', '[', '{':
			if see != nil {
				see(t, depth)
			}
			depth++
		case ')', ']', '}':
			depth--
			if depth < 0 {
				f.odd = true
				return t, end
			}
			if see != nil {
				see(t, depth)
			}
		default:
			if see != nil {
				see(t, depth)
			}
		}
		last, end = t, t.end
		t = l.next()
	}
}

func (f *file) importDecl(l *lexer, off int, t lexeme, grouped bool) lexeme {
	var s importSpec
	switch t.kind {
	case tokIdent, '.':
		s.name = l.text(t)
		t = l.next()
	}
	if t.kind != tokString {
		f.odd = true
		return t
	}
	path, err := strconv.Unquote(l.text(t))
	if err != nil {
		f.odd = true
		return t
	}
	s.path, s.off = path, t.off
	f.imports = append(f.imports, s)
	f.cgo = f.cgo || path == "C"
	next, _ := f.rest(l, t, l.next(), grouped, nil)
	return next
}

func (f *file) typeSpec(l *lexer, off int, t lexeme, grouped bool) lexeme {
	if t.kind != tokIdent {
		f.odd = true
		return t
	}
	u := &unit{file: f, kind: unitType, grouped: grouped, off: off, names: []string{l.text(t)}}
	var toks [4]lexeme // the first tokens behind the name
	n := 0
	afterParams := -1
	next, end := f.rest(l, t, l.next(), grouped, func(t lexeme, depth int) {
		if n < len(toks) {
			toks[n] = t
		}
		if n == 0 && t.kind == '[' {
			afterParams = -2
		}
		if afterParams == -2 && t.kind == ']' && depth == 0 {
			afterParams = n + 1
		}
		if n == afterParams || n == 0 {
			u.shape = l.shapeOf(t)
		}
		if n == 0 && t.kind == '=' {
			afterParams = 1 // an alias: look behind the sign
		}
		n++
	})
	u.end, u.body = end, end
	if n > 2 && toks[0].kind == '[' && toks[1].kind == tokIdent && toks[2].kind != ']' {
		u.generic = true // or an array whose length is an expression: harmless
	} else if toks[0].kind == '[' {
		u.shape = shapePlain
	}
	f.units = append(f.units, u)
	return next
}

// predeclared are the names of predeclared types that are not interfaces.
var predeclared = map[string]bool{
	"bool": true, "byte": true, "complex64": true, "complex128": true, "float32": true, "float64": true,
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "rune": true, "string": true,
	"uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true,
}

func (l *lexer) shapeOf(t lexeme) uint8 {
	switch t.kind {
	case '*', '[', '<':
		return shapePlain
	case tokIdent:
		switch s := l.text(t); s {
		case "struct":
			return shapeStruct
		case "map", "chan", "func", "interface":
			return shapePlain
		default:
			if predeclared[s] {
				return shapePlain
			}
		}
	}
	return shapeOther
}

func (f *file) varSpec(l *lexer, off int, t lexeme, grouped bool) lexeme {
	u := &unit{file: f, kind: unitVar, grouped: grouped, off: off}
	last := t
	for {
		if t.kind != tokIdent {
			f.odd = true
			return t
		}
		u.names = append(u.names, l.text(t))
		last = t
		if t = l.next(); t.kind != ',' {
			break
		}
		t = l.next()
	}
	next, end := f.rest(l, last, t, grouped, nil)
	u.end, u.body = end, end
	f.units = append(f.units, u)
	return next
}

func (f *file) constDecl(l *lexer, kw lexeme) lexeme {
	u := &unit{file: f, kind: unitConst, off: kw.off}
	last := kw
	names := func(t lexeme) lexeme {
		for t.kind == tokIdent {
			u.names = append(u.names, l.text(t))
			last = t
			if t = l.next(); t.kind != ',' {
				break
			}
			t = l.next()
		}
		return t
	}
	t := l.next()
	if t.kind != '(' {
		t = names(t)
		t, u.end = f.rest(l, last, t, false, nil)
	} else {
		t = l.next()
		for t.kind != ')' {
			if t.kind == tokEOF || f.odd {
				f.odd = true
				return t
			}
			if t.kind == ';' {
				t = l.next()
				continue
			}
			if t.kind != tokIdent {
				f.odd = true
				return t
			}
			t = names(t)
			if t.nl || t.kind == ')' || t.kind == ';' {
				continue // repeats the expressions before it
			}
			t, _ = f.rest(l, last, t, true, nil)
		}
		u.end = t.end
		t = l.next()
	}
	u.body = u.end
	f.units = append(f.units, u)
	return t
}

func (f *file) funcDecl(l *lexer, kw lexeme) lexeme {
	u := &unit{file: f, kind: unitFunc, off: kw.off}
	t := l.next()
	if t.kind == '(' {
		u.kind = unitMethod
		depth := 1
		var bracket bool
		for depth > 0 {
			switch t = l.next(); t.kind {
			case '(', '{':
				depth++
			case '[':
				bracket = true
				depth++
			case ')', ']', '}':
				depth--
			case tokIdent:
				if !bracket {
					u.recv = l.text(t)
				}
			case tokEOF:
				f.odd = true
				return t
			}
		}
		t = l.next()
	}
	if t.kind != tokIdent {
		f.odd = true
		return t
	}
	u.names = []string{l.text(t)}
	last := t
	t = l.next()
	u.generic = t.kind == '['
	for depth := 0; ; {
		if depth == 0 && (t.kind == ';' || t.nl && l.ends(last)) || t.kind == tokEOF {
			// A function without a body, written in assembly.
			f.odd = f.odd || depth > 0
			u.end, u.body = last.end, last.end
			f.units = append(f.units, u)
			return t
		}
		switch t.kind {
		case '{':
			if depth == 0 && !l.is(last, "struct") && !l.is(last, "interface") {
				u.body = t.off
				if !l.skipBody() {
					f.odd = true
				}
				u.end = l.pos
				f.units = append(f.units, u)
				return l.next()
			}
			depth++
		case '(', '[':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				f.odd = true
				return t
			}
		}
		last = t
		t = l.next()
	}
}

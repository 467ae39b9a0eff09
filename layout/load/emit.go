package load

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// piece is a part of the kept text of a unit: a range of its file, or words of
// ours that make a declaration complete.
type piece struct {
	off, end int
	text     string
}

// noBody stands for a body that is not kept: a terminating statement, so that
// no result is missed.
const noBody = "{for{}}"

// pieces returns what is kept of u.
func (u *unit) pieces() []piece {
	if u.cut != nil {
		return u.cut
	}
	var ps []piece
	if u.grouped {
		ps = append(ps, piece{text: map[unitKind]string{unitType: "type ", unitVar: "var "}[u.kind]})
	}
	switch {
	case (u.kind == unitFunc || u.kind == unitMethod) && u.need < needBody && u.body < u.end:
		ps = append(ps, piece{off: u.off, end: u.body}, piece{text: noBody})
	case u.kind == unitVar && u.need < needBody:
		ps = append(ps, u.varPieces()...)
	default:
		ps = append(ps, piece{off: u.off, end: u.end})
	}
	u.cut = ps
	return ps
}

// varPieces drops the value of a variable whose type is written: before the
// value, or as that of the composite literal that is the value.
func (u *unit) varPieces() []piece {
	whole := []piece{{off: u.off, end: u.end}}
	l := &lexer{src: u.file.source()[:u.end], pos: u.off}
	typed, depth := false, 0
	t := l.next()
	if !u.grouped {
		t = l.next()
	}
	for range u.names {
		if t = l.next(); t.kind == ',' {
			t = l.next()
		}
	}
	for ; t.kind != tokEOF && (t.kind != '=' || depth > 0); t = l.next() {
		typed = true
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
	}
	if t.kind == tokEOF {
		return whole
	}
	if typed {
		return []piece{{off: u.off, end: t.off}}
	}
	if len(u.names) > 1 {
		return whole
	}
	dots := lexeme{}
	for {
		switch t = l.next(); t.kind {
		case '{':
			open := t.off
			n, ok := l.elements()
			if !ok || l.next().kind != tokEOF {
				return whole
			}
			if dots.end == 0 {
				return []piece{{off: u.off, end: open}, {text: "{}"}}
			}
			if n < 0 {
				return whole
			}
			return []piece{{off: u.off, end: dots.off}, {text: strconv.Itoa(n)}, {off: dots.end, end: open}, {text: "{}"}}
		case tokDots:
			if dots.end > 0 {
				return whole
			}
			dots = t
		case '[', ']', '*', '&', '.', tokNumber:
		case tokIdent:
			switch l.text(t) {
			case "func", "struct", "interface":
				return whole
			}
		default:
			return whole
		}
	}
}

// elements skips the composite literal whose brace was just read, and counts
// its elements: -1 if they have keys, so that counting does not tell the length.
func (l *lexer) elements() (n int, ok bool) {
	depth, keyed, empty := 0, false, true
	for {
		switch t := l.next(); t.kind {
		case tokEOF:
			return 0, false
		case '(', '[', '{':
			depth++
			empty = false
		case ')', ']', '}':
			if depth--; depth < 0 {
				if !empty {
					n++
				}
				if keyed {
					n = -1
				}
				return n, true
			}
		case ',':
			if depth == 0 {
				n++
				empty = true
			}
		case ':':
			keyed = keyed || depth == 0
		default:
			empty = false
		}
	}
}

// parsed is the kept part of a file, parsed.
type parsed struct {
	file *file
	ast  *ast.File
	tf   *token.File
	segs []segment
	line []int // offsets of line starts in file; made when needed
	errs []Problem
}

// segment says that the kept text from at on stands in the file from off on.
type segment struct{ at, off int }

// parse writes out what is kept of f and parses it. It returns nil if nothing
// is kept.
func (f *file) parse(fset *token.FileSet) *parsed {
	var units []*unit
	for _, u := range f.units {
		if u.need != needNone {
			units = append(units, u)
		}
	}
	if len(units) == 0 && !f.odd {
		return nil
	}
	slices.SortFunc(units, func(a, b *unit) int { return a.off - b.off })
	var p *parsed
	if !f.odd {
		if p = f.emit(fset, units, true); len(p.errs) == 0 {
			return p
		}
	}
	// Of an incorrect file all the declarations are taken that are correct,
	// each for itself.
	var errs []Problem
	if f.odd {
		whole := &parsed{file: f, segs: []segment{{0, 0}}}
		whole.parse(token.NewFileSet(), f.source())
		errs = append(errs, whole.errs[:min(1, len(whole.errs))]...)
	}
	good := units[:0:0]
	for _, u := range units {
		alone := f.emit(token.NewFileSet(), []*unit{u}, false)
		switch {
		case len(alone.errs) == 0:
			good = append(good, u)
		case f.odd && strings.HasSuffix(alone.errs[0].Message, "found 'EOF'"):
			// It was cut: the error is in the whole.
		case !slices.ContainsFunc(errs, func(e Problem) bool { return e.Pos == alone.errs[0].Pos }):
			errs = append(errs, alone.errs[0])
		}
	}
	p = f.emit(fset, good, true)
	p.errs = append(errs, p.errs...)
	return p
}

// emit parses the text of units, with the imports that they need.
func (f *file) emit(fset *token.FileSet, units []*unit, imports bool) *parsed {
	p := &parsed{file: f}
	var head, body bytes.Buffer
	used := map[string]bool{}
	for _, u := range units {
		for _, pc := range u.pieces() {
			if pc.text != "" {
				body.WriteString(pc.text)
				continue
			}
			p.segs = append(p.segs, segment{body.Len(), pc.off})
			body.Write(f.source()[pc.off:pc.end])
			f.qualifiers(pc, used)
		}
		body.WriteByte('\n')
	}
	name := f.pkg.name
	if name == "" {
		name = "main" // what the clause should say is not known
	}
	head.WriteString("package " + name + "\n")
	var segs []segment
	for _, im := range f.imports {
		if !imports {
			break
		}
		name := im.name
		if name == "" {
			if dep := f.pkg.deps[im.path]; dep != nil && dep.name != "" {
				name = dep.name
			} else {
				name = guessName(im.path)
			}
		}
		if name != "." && !used[name] || name == "_" {
			continue
		}
		if im.path == "C" {
			name = ""
		}
		head.WriteString("import " + name + " ")
		segs = append(segs, segment{head.Len(), im.off})
		head.WriteString(strconv.Quote(im.path) + "\n")
	}
	for i := range p.segs {
		p.segs[i].at += head.Len()
	}
	p.segs = append(segs, p.segs...)
	head.Write(body.Bytes())
	p.parse(fset, head.Bytes())
	return p
}

// qualifiers notes the names that stand before a dot.
func (f *file) qualifiers(pc piece, used map[string]bool) {
	l := &lexer{src: f.source()[:pc.end], pos: pc.off}
	for prev := l.next(); prev.kind != tokEOF; {
		t := l.next()
		if t.kind == '.' && prev.kind == tokIdent {
			used[l.text(prev)] = true
		}
		prev = t
	}
}

func (p *parsed) parse(fset *token.FileSet, src []byte) {
	af, err := parser.ParseFile(fset, p.file.path, src, parser.SkipObjectResolution)
	if af != nil && af.Name != nil {
		p.ast = af
		p.tf = fset.File(af.FileStart)
	}
	if err == nil {
		return
	}
	for _, e := range scannerErrors(err) {
		p.errs = append(p.errs, Problem{Package: p.file.pkg.path, Pos: p.at(e.offset), Message: e.msg})
	}
}

// at returns the place in the source file of an offset in the kept text.
func (p *parsed) at(offset int) layout.Pos {
	off := p.origin(offset)
	if p.line == nil {
		src := p.file.source()
		p.line = []int{0}
		for i, c := range src {
			if c == '\n' {
				p.line = append(p.line, i+1)
			}
		}
	}
	n := sort.Search(len(p.line), func(i int) bool { return p.line[i] > off })
	pos := layout.Pos{File: p.file.path, Line: n, Column: off - p.line[n-1] + 1}
	if i := sort.Search(len(p.file.directs), func(i int) bool { return p.file.directs[i].end > off }); i > 0 {
		d := p.file.directs[i-1]
		if d.file != "" {
			pos.File = d.file
		}
		from := sort.Search(len(p.line), func(i int) bool { return p.line[i] > d.end })
		pos.Line = d.line + n - from
		if n == from && d.column > 0 {
			pos.Column = d.column + off - d.end
		}
	}
	return pos
}

// origin returns the offset in the source file of one in the kept text.
func (p *parsed) origin(offset int) int {
	i := sort.Search(len(p.segs), func(i int) bool { return p.segs[i].at > offset })
	if i == 0 {
		return 0
	}
	return min(p.segs[i-1].off+offset-p.segs[i-1].at, p.file.size)
}

// offset returns the offset in the source file of a position.
func (p *parsed) offset(pos token.Pos) int { return p.origin(p.tf.Offset(pos)) }

// pos returns the place in the source file of a position.
func (p *parsed) pos(pos token.Pos) layout.Pos {
	if !pos.IsValid() || p.tf == nil || int(pos) < p.tf.Base() || int(pos) > p.tf.Base()+p.tf.Size() {
		return layout.Pos{File: p.file.path}
	}
	return p.at(p.tf.Offset(pos))
}

// lineDirective is a //line or /*line comment: what follows end stands at
// file:line:column of another file.
type lineDirective struct {
	end          int
	file         string
	line, column int
}

// parseLine reads a line directive, as cmd/compile documents it.
func parseLine(c []byte, off, end int) (lineDirective, bool) {
	s := string(c)
	whole := strings.HasPrefix(s, "//line ")
	if !whole && !strings.HasPrefix(s, "/*line ") {
		return lineDirective{}, false
	}
	s = strings.TrimSuffix(strings.TrimRight(s[len("//line "):], "\r"), "*/")
	number := func() (int, bool) {
		i := strings.LastIndexByte(s, ':')
		if i < 0 {
			return 0, false
		}
		n, err := strconv.Atoi(s[i+1:])
		if err != nil || n <= 0 {
			return 0, false
		}
		s = s[:i]
		return n, true
	}
	d := lineDirective{end: end}
	n, ok := number()
	if !ok {
		return lineDirective{}, false
	}
	d.line = n
	if n, ok := number(); ok {
		d.line, d.column = n, d.line
	}
	d.file = s
	if whole {
		d.end++ // the line that follows
	}
	return d, true
}

package load

import "bytes"

// tok is the kind of a token; operators are their first byte.
type tok uint8

const (
	tokEOF    tok = 0
	tokIdent  tok = 'a'
	tokNumber tok = '0'
	tokString tok = '"'
	tokChar   tok = '\''
	tokDots   tok = 'd' // "..."
)

// token is a token of Go source at src[off:end].
type lexeme struct {
	kind     tok
	nl       bool // a line ends between the lexeme before and this one
	off, end int
}

// lexer splits Go source into tokens, as far as declarations are told apart
// by them: it knows no operators of more than one byte but "...", and no
// automatic semicolons (see ends). It never fails: what is no Go source
// becomes tokens all the same.
type lexer struct {
	src []byte
	pos int
	bad bool // a string, rune or comment is not closed
	// comment, if set, is called with the range of every comment.
	comment func(off, end int)
}

// newLexer returns a lexer of a file, behind the byte order mark that it may
// start with.
func newLexer(src []byte) *lexer {
	l := &lexer{src: src}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		l.pos = len("\ufeff")
	}
	return l
}

// class says how a byte is lexed.
var class [256]uint8

const (
	classOp uint8 = iota
	classSpace
	classLetter
	classDigit
	classQuote
)

// stop marks the bytes at which skipBody has to look.
var stop [256]bool

func init() {
	for c := range 256 {
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			class[c] = classSpace
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80:
			class[c] = classLetter
		case '0' <= c && c <= '9':
			class[c] = classDigit
		case c == '"' || c == '\'' || c == '`':
			class[c] = classQuote
		}
	}
	for _, c := range "\"'`/{}" {
		stop[c] = true
	}
}

// next returns the next token.
func (l *lexer) next() lexeme {
	src := l.src
	nl := false
	for l.pos < len(src) {
		c := src[l.pos]
		switch class[c] {
		case classSpace:
			nl = nl || c == '\n'
			l.pos++
			continue
		case classLetter:
			off := l.pos
			for l.pos++; l.pos < len(src) && class[src[l.pos]]-classLetter <= 1; l.pos++ {
			}
			return lexeme{tokIdent, nl, off, l.pos}
		case classDigit:
			off := l.pos
			for l.pos++; l.pos < len(src); l.pos++ {
				if d := src[l.pos]; class[d] != classLetter && class[d] != classDigit && d != '.' &&
					(d != '+' && d != '-' || src[l.pos-1]|0x20 != 'e' && src[l.pos-1]|0x20 != 'p' || src[off] == '0' && off+1 < l.pos && src[off+1]|0x20 == 'x' && src[l.pos-1]|0x20 == 'e') {
					break
				}
			}
			return lexeme{tokNumber, nl, off, l.pos}
		case classQuote:
			off := l.pos
			l.quoted()
			if c == '\'' {
				return lexeme{tokChar, nl, off, l.pos}
			}
			return lexeme{tokString, nl, off, l.pos}
		}
		if c == '/' && l.pos+1 < len(src) && (src[l.pos+1] == '/' || src[l.pos+1] == '*') {
			nl = l.skipComment() || nl
			continue
		}
		if c == '.' && l.pos+2 < len(src) && src[l.pos+1] == '.' && src[l.pos+2] == '.' {
			l.pos += 3
			return lexeme{tokDots, nl, l.pos - 3, l.pos}
		}
		l.pos++
		return lexeme{tok(c), nl, l.pos - 1, l.pos}
	}
	return lexeme{tokEOF, nl, len(src), len(src)}
}

// quoted skips a string or rune literal that starts at pos; one that is not
// closed ends with its line.
func (l *lexer) quoted() {
	q := l.src[l.pos]
	l.pos++
	if q == '`' {
		if i := bytes.IndexByte(l.src[l.pos:], '`'); i >= 0 {
			l.pos += i + 1
		} else {
			l.pos, l.bad = len(l.src), true
		}
		return
	}
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; c {
		case '\\':
			l.pos++
			if l.pos < len(l.src) {
				l.pos++
			}
		case '\n':
			l.bad = true
			return
		default:
			l.pos++
			if c == q {
				return
			}
		}
	}
	l.bad = true
}

// skipComment skips the comment at pos, and reports whether it holds or ends
// with the end of a line.
func (l *lexer) skipComment() bool {
	off := l.pos
	rest := l.src[off+2:]
	var nl bool
	if l.src[off+1] == '/' {
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			l.pos = off + 2 + i
		} else {
			l.pos = len(l.src)
		}
	} else if i := bytes.Index(rest, []byte("*/")); i >= 0 {
		l.pos = off + 2 + i + 2
		nl = bytes.IndexByte(rest[:i], '\n') >= 0
	} else {
		l.pos, l.bad = len(l.src), true
	}
	if l.comment != nil {
		l.comment(off, l.pos)
	}
	return nl
}

// skipBody skips to behind the brace that closes the one just read, and
// reports whether there was one.
func (l *lexer) skipBody() bool {
	src := l.src
	for depth := 1; l.pos < len(src); {
		c := src[l.pos]
		if !stop[c] {
			l.pos++
			continue
		}
		switch c {
		case '{':
			depth++
			l.pos++
		case '}':
			l.pos++
			if depth--; depth == 0 {
				return true
			}
		case '/':
			if l.pos+1 < len(src) && (src[l.pos+1] == '/' || src[l.pos+1] == '*') {
				l.skipComment()
			} else {
				l.pos++
			}
		default:
			l.quoted()
		}
	}
	return false
}

// text returns the text of a token.
func (l *lexer) text(t lexeme) string { return string(l.src[t.off:t.end]) }

// is reports whether t is the identifier or keyword s.
func (l *lexer) is(t lexeme, s string) bool {
	return t.kind == tokIdent && t.end-t.off == len(s) && string(l.src[t.off:t.end]) == s
}

// ends reports whether a line end behind t ends a declaration, as the
// specification's automatic semicolons do. (Only what can end a declaration
// counts: no statement keywords, no ++.)
func (l *lexer) ends(t lexeme) bool {
	switch t.kind {
	case tokIdent:
		switch string(l.src[t.off:t.end]) {
		case "struct", "interface", "func", "map", "chan", "type", "var", "const", "import":
			return false
		}
		return true
	case tokNumber, tokString, tokChar, ')', ']', '}':
		return true
	}
	return false
}

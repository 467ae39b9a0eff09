package layout

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxMaskWords is the largest pointer bitmap that PointerMask makes, in words.
const MaxMaskWords = 1 << 24

// PointerMask returns which words of t hold pointers, one bit a word from the
// lowest bit of the first byte up, to the end of the pointer bytes: the form of
// the compiler's type data (internal/abi.Type.GCData, go1.26.8). Of an interface
// only the second word counts: the first, the type or the method table, never
// points into the heap (cmd/compile/internal/typebits/typebits.go). It is nil for
// a type without pointers. The error is that of [Layouter.Of], or says that the
// mask would be larger than [MaxMaskWords].
func (l *Layouter) PointerMask(t *Type) ([]byte, error) {
	r, err := l.Of(t)
	if err != nil || r.PtrBytes == 0 {
		return nil, err
	}
	words := r.PtrBytes / l.arch.PtrSize
	if words > MaxMaskWords {
		return nil, fmt.Errorf("pointer mask of %s: %d words are over %d", t.Name, words, MaxMaskWords)
	}
	mask := make([]byte, (words+7)/8)
	l.mark(mask, r, 0)
	return mask, nil
}

// mark sets the bits of the pointer words of a type at an offset.
func (l *Layouter) mark(mask []byte, r *Layout, off int64) {
	if r.PtrBytes == 0 {
		return
	}
	p := l.arch.PtrSize
	switch r.Type.Kind {
	case Struct:
		for i := range r.Fields {
			f := &r.Fields[i]
			if f.PtrBytes > 0 {
				l.mark(mask, l.done[f.Type], off+f.Offset)
			}
		}
	case Array:
		e := l.done[r.Type.Elem]
		for i := range r.Type.Len {
			l.mark(mask, e, off+i*e.Size)
		}
	default:
		at := (off + r.PtrBytes - p) / p
		mask[at/8] |= 1 << (at % 8)
	}
}

// maxPointerText bounds the length of a pointer map's text, in characters.
const maxPointerText = 100

// Pointers returns the pointer map of t as text, a letter a word: "p" for a
// pointer, "." for a word without, as [Layouter.PointerMask] has them; what repeats is written "3×(p.)", and "…"
// stands for the rest of a map that is too long to read. It is "" for a type
// without pointers. The error is that of [Layouter.Of].
func (l *Layouter) Pointers(t *Type) (string, error) {
	r, err := l.Of(t)
	if err != nil {
		return "", err
	}
	return l.pointers(r), nil
}

func (l *Layouter) pointers(r *Layout) string {
	if r.PtrBytes == 0 {
		return ""
	}
	if s, ok := l.maps[r.Type]; ok {
		return s
	}
	var m mapText
	l.words(&m, r)
	s := m.String()
	if utf8.RuneCountInString(s) > maxPointerText {
		s = string([]rune(s)[:maxPointerText-1]) + "…"
	}
	l.maps[r.Type] = s
	return s
}

// words adds the words of a pointerful type to m. Its size is a multiple of
// the pointer size, as is the offset of each pointerful part of it.
func (l *Layouter) words(m *mapText, r *Layout) {
	p := l.arch.PtrSize
	switch r.Type.Kind {
	case Struct:
		var at int64
		for i := range r.Fields {
			f := &r.Fields[i]
			if f.PtrBytes == 0 || m.full() {
				continue
			}
			m.add('.', (f.Offset-at)/p)
			l.words(m, l.done[f.Type])
			at = f.Offset + f.Size
		}
		m.add('.', (r.Size-at)/p)
	case Array:
		e := l.done[r.Type.Elem]
		m.repeat(r.Type.Len, l.pointers(e))
	default:
		m.add('.', r.PtrBytes/p-1)
		m.add('p', 1)
		m.add('.', (r.Size-r.PtrBytes)/p)
	}
}

// mapText writes words, and counts those that repeat.
type mapText struct {
	b      strings.Builder
	letter byte
	n      int64
}

// full says that nothing more of the text will be shown.
func (m *mapText) full() bool { return m.b.Len() > 4*maxPointerText }

func (m *mapText) add(letter byte, n int64) {
	if n <= 0 {
		return
	}
	if letter != m.letter {
		m.flush()
		m.letter = letter
	}
	m.n += n
}

func (m *mapText) flush() {
	m.write(m.n, string(m.letter))
	m.n = 0
}

func (m *mapText) repeat(n int64, group string) {
	if strings.Trim(group, "p") == "" {
		m.add('p', n*int64(len(group)))
		return
	}
	m.flush()
	m.write(n, group)
}

// write writes n times s in the shorter way.
func (m *mapText) write(n int64, s string) {
	if n <= 0 {
		return
	}
	digits := strconv.FormatInt(n, 10)
	width := int64(utf8.RuneCountInString(s))
	if n == 1 || n < maxPointerText && n*width < int64(len(digits))+3+width {
		m.b.WriteString(strings.Repeat(s, int(n)))
		return
	}
	m.b.WriteString(digits)
	m.b.WriteString("×(")
	m.b.WriteString(s)
	m.b.WriteByte(')')
}

func (m *mapText) String() string {
	m.flush()
	return m.b.String()
}

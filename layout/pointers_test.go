package layout

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPointers has the pointer maps of RUNTIME.md §7's pointerful kinds, and of
// what they make together.
func TestPointers(t *testing.T) {
	var long []*Type
	for range 200 {
		long = append(long, tString, tPointer)
	}
	for _, c := range []struct {
		arch string
		typ  *Type
		text string
		mask string // of words: the lowest bit first
	}{
		{"amd64", tInt64, "", ""},
		{"amd64", structOf("none", tInt64, tBool), "", ""},
		{"amd64", tPointer, "p", "01"},
		{"amd64", tString, "p.", "01"},
		{"amd64", tSlice, "p..", "01"},
		{"amd64", tAny, ".p", "02"},
		{"amd64", arrayOf(0, tPointer), "", ""},
		{"amd64", arrayOf(2, tPointer), "pp", "03"},
		{"amd64", arrayOf(1000, tPointer), "1000×(p)", strings.Repeat("ff", 125)},
		{"amd64", arrayOf(2, tString), "p.p.", "05"},
		{"amd64", arrayOf(3, tString), "3×(p.)", "15"},
		{"amd64", arrayOf(2, arrayOf(3, tString)), "2×(3×(p.))", "5505"},
		{"amd64", structOf("s", tBool, tPointer, tBool, tPointer), ".p.p", "0a"},
		{"amd64", structOf("s", arrayOf(20, tInt64), tPointer), "20×(.)p", "000010"},
		{"amd64", structOf("s", tPointer, arrayOf(5, structOf("in", tPointer))), "6×(p)", "3f"},
		{"arm", structOf("s", tInt64, tString, tBool), "..p..", "04"},
		{"arm", structOf("s", tAny, tAtomic), ".p..", "02"},
		{"amd64", structOf("long", long...), "…", ""},
	} {
		arch, err := ArchOf(c.arch)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLayouter(arch)
		text, err := l.Pointers(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		mask, err := l.PointerMask(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		if c.text == "…" {
			if n := utf8.RuneCountInString(text); n != maxPointerText || !strings.HasSuffix(text, c.text) {
				t.Errorf("%s: pointers %q of %d characters, want %d", c.typ.Name, text, n, maxPointerText)
			}
			continue
		}
		if text != c.text || fmt.Sprintf("%x", mask) != c.mask {
			t.Errorf("%s on %s: pointers %q mask %x, want %q and %s", c.typ.Name, c.arch, text, mask, c.text, c.mask)
		}
	}
}

func TestPointerMaskTooLarge(t *testing.T) {
	amd64, err := ArchOf("amd64")
	if err != nil {
		t.Fatal(err)
	}
	l := NewLayouter(amd64)
	huge := arrayOf(MaxMaskWords+1, tPointer)
	if _, err := l.PointerMask(huge); err == nil {
		t.Error("a mask of more than MaxMaskWords words is made")
	}
	if text, err := l.Pointers(huge); err != nil || text != "16777217×(p)" {
		t.Errorf("pointers %q, %v", text, err)
	}
}

func TestComparable(t *testing.T) {
	param := &Type{Kind: Param, Name: "T", Why: "T"}
	self := structOf("self", tInt)
	self.Fields = append(self.Fields, Field{Name: "F1", Type: self}, Field{Name: "F2", Type: self})
	for _, c := range []struct {
		typ        *Type
		comparable bool
		known      bool
	}{
		{tInt, true, true},
		{tAny, true, true},
		{tSlice, false, true},
		{tFunc, false, true},
		{&Type{Kind: Map, Name: "map[int]int", Key: tInt, Elem: tInt}, false, true},
		{&Type{Kind: Chan, Name: "chan int", Elem: tInt}, true, true},
		{arrayOf(0, tFunc), false, true},
		{structOf("s", tInt, tString, tAny), true, true},
		{structOf("s", tInt, structOf("in", arrayOf(3, tSlice))), false, true},
		{param, false, false},
		{structOf("s", param), false, false},
		{structOf("s", param, tSlice), false, true},
		{&Type{Kind: Pointer, Name: "*T", Elem: param}, true, true},
		{&Type{Kind: Unknown}, false, false},
		{self, false, false},
		{nil, false, false},
	} {
		ok, known := Comparable(c.typ)
		if ok != c.comparable || known != c.known {
			t.Errorf("%+v: comparable %t, known %t; want %t, %t", c.typ, ok, known, c.comparable, c.known)
		}
	}
}

func TestCacheLines(t *testing.T) {
	for _, c := range []struct {
		arch        string
		size, align int64
		want        int64
	}{
		{"amd64", 0, 8, 0},
		{"amd64", 1, 1, 1},
		{"amd64", 16, 16, 1},
		{"amd64", 40, 16, 2}, // a slot of 48 may start at offset 48 of a line
		{"amd64", 64, 64, 1},
		{"amd64", 65, 16, 2},
		{"amd64", 152, 32, 3},
		{"amd64", 584, 8, 10}, // behind a header
		{"arm64", 64, 64, 1},
		{"arm64", 129, 128, 2},
		{"s390x", 257, 8192, 2},
	} {
		arch, err := ArchOf(c.arch)
		if err != nil {
			t.Fatal(err)
		}
		if got := arch.Lines(c.size, c.align); got != c.want {
			t.Errorf("%s: %d bytes aligned to %d touch %d lines, want %d", c.arch, c.size, c.align, got, c.want)
		}
		// By trying every address.
		var most int64
		for at := int64(0); at < arch.CacheLine && c.size > 0; at += c.align {
			most = max(most, (at+c.size-1)/arch.CacheLine-at/arch.CacheLine+1)
		}
		if most != c.want {
			t.Errorf("%s: %d bytes aligned to %d touch up to %d lines, want %d", c.arch, c.size, c.align, most, c.want)
		}
	}
	for _, c := range []struct {
		offset, size int64
		want         bool
	}{{0, 64, false}, {0, 65, true}, {56, 8, false}, {56, 16, true}, {64, 0, false}, {63, 0, false}, {130, 61, false}, {130, 63, true}} {
		if got := (Placed{Offset: c.offset, Size: c.size}).Crosses(64); got != c.want {
			t.Errorf("field at %d of %d bytes crosses: %t, want %t", c.offset, c.size, got, c.want)
		}
	}
}

package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what was written with a file of testdata.
func golden(t *testing.T, name string, write func(b *bytes.Buffer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", name, b.String())
	}
}

// narrow checks that text fits the width and ends its lines without spaces.
func narrow(t *testing.T, text string) {
	t.Helper()
	for i, l := range strings.Split(text, "\n") {
		if n := len([]rune(l)); n > width {
			t.Errorf("line %d has %d columns: %s", i+1, n, l)
		}
		if strings.TrimRight(l, " ") != l {
			t.Errorf("line %d ends in a space: %q", i+1, l)
		}
	}
}

func runtime(t *testing.T) sizer.Runtime {
	t.Helper()
	rt, err := sizer.ParseRuntime("go1.26.8/amd64")
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// made are the parts of a struct as a test writes them down: name, type, size,
// pointer bytes; an offset follows from what stands before, holes are given.
type made struct {
	name, typ      string
	size, ptrBytes int64
	pointers       string
	index          int
}

func hole(size int64) made { return made{size: size, index: -1} }

// shape lays parts out one behind the other and prices them.
func shape(rt sizer.Runtime, align int64, parts ...made) advice.Shape {
	s := advice.Shape{Align: align}
	for _, m := range parts {
		f := advice.Field{Name: m.name, Type: m.typ, Offset: s.Size, Size: m.size, PtrBytes: m.ptrBytes, Pointers: m.pointers, Index: m.index}
		if m.index < 0 {
			f.Padding = m.size
			s.Padding += m.size
		} else {
			f.Align = 1
		}
		if m.ptrBytes > 0 {
			s.PtrBytes = s.Size + m.ptrBytes
		}
		s.Fields = append(s.Fields, f)
		s.Size += m.size
	}
	s.Object = rt.Object(s.Size, s.PtrBytes)
	s.Lines = max(1, (s.Size+63)/64)
	return s
}

// sample is a report with a row of every kind there is.
func sample(t *testing.T) *advice.Report {
	rt := runtime(t)
	ptr := func(s advice.Shape) *advice.Shape { return &s }
	grant := shape(rt, 8,
		made{"Revoked", "bool", 1, 0, "", 0}, hole(7), made{"Scope", "string", 16, 8, "p.", 1},
		made{"Uses", "uint16", 2, 0, "", 2}, hole(2), made{"Client", "uint32", 4, 0, "", 3}, made{"Unix", "int64", 8, 0, "", 4})
	grantBest := shape(rt, 8,
		made{"Scope", "string", 16, 8, "p.", 1}, made{"Uses", "uint16", 2, 0, "", 2}, made{"Revoked", "bool", 1, 0, "", 0}, hole(1),
		made{"Client", "uint32", 4, 0, "", 3}, made{"Unix", "int64", 8, 0, "", 4})
	device := shape(rt, 8,
		made{"Trusted", "bool", 1, 0, "", 0}, hole(7), made{"Name", "string", 16, 8, "p.", 1}, made{"Agent", "string", 16, 8, "p.", 2},
		made{"Lost", "bool", 1, 0, "", 3}, hole(7), made{"Seen", "int64", 8, 0, "", 4}, made{"Grants", "[]*session.Grant", 24, 8, "p..", 5})
	deviceBest := shape(rt, 8,
		made{"Name", "string", 16, 8, "p.", 1}, made{"Agent", "string", 16, 8, "p.", 2}, made{"Lost", "bool", 1, 0, "", 3},
		made{"Trusted", "bool", 1, 0, "", 0}, hole(6), made{"Seen", "int64", 8, 0, "", 4}, made{"Grants", "[]*session.Grant", 24, 8, "p..", 5})
	holder := shape(rt, 8, made{"grant", "session.Grant", 40, 16, ".p.", 0}, made{"n", "int64", 8, 0, "", 1})
	holder.Fields[0].Padding, holder.Fields[0].Embedded, holder.Padding = 9, true, 9
	holderBest := shape(rt, 8, made{"grant", "session.Grant", 32, 8, "p.", 0}, made{"n", "int64", 8, 0, "", 1})
	holderBest.Fields[0].Padding, holderBest.Fields[0].Embedded, holderBest.Padding = 1, true, 1
	tiny := shape(rt, 1, made{"r", "uint8", 1, 0, "", 0}, made{"g", "uint8", 1, 0, "", 1}, made{"b", "uint8", 1, 0, "", 2}, made{"x", "[2]byte", 2, 0, "", 3})
	record := shape(rt, 8, made{"b", "bool", 1, 0, "", 0}, hole(7), made{"n", "int64", 8, 0, "", 1}, made{"c", "bool", 1, 0, "", 2}, hole(7))
	recordWould := shape(rt, 8, made{"n", "int64", 8, 0, "", 1}, made{"b", "bool", 1, 0, "", 0}, made{"c", "bool", 1, 0, "", 2}, hole(6))
	buffer := shape(rt, 8, made{"next", "*io.buffer", 8, 8, "p", 0}, made{"data", "[1000]byte", 1000, 0, "", 1}, made{"used", "int64", 8, 0, "", 2})
	large := shape(rt, 8, made{"cells", "[9001]string", 144016, 144008, "9001×(p.)", 0})
	zero := shape(rt, 1)
	zeroTail := shape(rt, 8, made{"n", "int64", 8, 0, "", 0}, made{"_", "struct{}", 0, 0, "", 1}, hole(8))
	zeroTail.ZeroTail = 8
	array := shape(rt, 8)
	array.Size, array.Lines, array.Object = 64, 1, rt.Object(64, 0)

	pos := func(file string, line int) layout.Pos { return layout.Pos{File: file, Line: line, Column: 6} }
	slice := func(s advice.Shape) *sizer.Object {
		o, err := rt.Array(1_000_000, s.Size, s.PtrBytes)
		if err != nil {
			t.Fatal(err)
		}
		return &o
	}
	row := func(name, pkg, file string, line int, now advice.Shape) advice.Row {
		return advice.Row{Name: name, Package: pkg, Form: layout.Named, Kind: "struct", Pos: pos(file, line), Now: ptr(now), Array: slice(now)}
	}
	best := func(now, best advice.Shape, order, moved []int) *advice.Best {
		b := &advice.Best{Shape: best, Order: order, Moved: moved, ElementSaves: now.Size - best.Size, PtrSaves: now.PtrBytes - best.PtrBytes, Array: slice(best)}
		b.Saves = now.Object.Bytes() - best.Object.Bytes()
		b.PaperOnly = b.Saves == 0 && b.ElementSaves > 0
		return b
	}

	const session = "example.com/shop/session"
	rows := []advice.Row{
		row("session.Grant", session, "session/grant.go", 10, grant),
		row("session.ticket", session, "session/ticket.go", 7, holder),
		row("session.Device", session, "session/device.go", 30, device),
		row("session.Record", session, "session/record.go", 5, record),
		row("image.Pixel", "example.com/shop/image", "image/pixel.go", 3, tiny),
		row("io.buffer", "example.com/shop/io", "io/buffer.go", 8, buffer),
		row("io.buffer", "example.com/shop/fast/io", "fast/io/buffer.go", 9, large),
		row("io.marker", "example.com/shop/fast/io", "fast/io/marker.go", 3, zeroTail),
		row("io.none", "example.com/shop/fast/io", "fast/io/none.go", 3, zero),
		row("image.Matrix", "example.com/shop/image", "image/matrix.go", 4, array),
		{Name: "cache.Pair[K,V]", Package: "example.com/shop/cache", Form: layout.Generic, Kind: "struct", Pos: pos("cache/pair.go", 12),
			Unknown: "layout of cache.Pair: its field key depends on type parameter K"},
	}
	long := "registry.Registry[map[string]func(example.com/shop/session.Grant) (map[string][]example.com/shop/session.Device, error),struct{a, b int64}]"
	rows = append(rows, row(long, "example.com/shop/registry", "registry/registry.go", 20, array))
	rows[0].Best = best(grant, grantBest, []int{1, 2, 0, 3, 4}, []int{0})
	rows[0].Best.Embedders = []string{"session.ticket"}
	rows[0].Comparable = true
	rows[1].Best = best(holder, holderBest, []int{0, 1}, nil)
	rows[1].Best.Because, rows[1].Best.ByOthers = []string{"session.Grant"}, true
	rows[2].Best = best(device, deviceBest, []int{1, 2, 3, 0, 4, 5}, []int{0})
	rows[3].Keep = []layout.Keep{
		{Kind: layout.KeepOutput, Reason: "json order", Pos: pos("session/record.go", 6)},
		{Kind: layout.KeepMarked, Reason: "read by the old clients", Pos: pos("session/record.go", 4)},
	}
	rows[3].Would = best(record, recordWould, []int{1, 0, 2}, []int{0})
	rows[3].Generated = true
	rows[9].Kind = "array"
	rows[11].Form = layout.Instance
	rep := &advice.Report{
		Schema: advice.Schema, Runtime: rt.String(), Source: "packages", GOOS: "linux", CacheLine: 64, Packages: 5, Optimize: "slot", Types: rows,
		Problems: []advice.Problem{{Package: session, Pos: pos("session/lost.go", 3), Message: "undefined: Lost"}},
	}
	for _, r := range rows {
		rep.Totals.Types++
		if r.Kind == "struct" {
			rep.Totals.Structs++
		}
		if r.Now == nil {
			rep.Totals.Unknown++
			continue
		}
		rep.Totals.SizeBytes += r.Now.Size
		rep.Totals.PadBytes += r.Now.Padding
		rep.Totals.SlotBytes += r.Now.Object.Bytes()
		if r.Would != nil {
			rep.Totals.Kept++
		}
		if b := r.Best; b != nil {
			rep.Totals.SavesBytes += b.Saves
			rep.Totals.ElementSave += b.ElementSaves
			if b.Saves > 0 {
				rep.Totals.Shrink++
			} else {
				rep.Totals.PaperOnly++
			}
		}
	}
	return rep
}

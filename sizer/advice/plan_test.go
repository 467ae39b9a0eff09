package advice

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

const amd64 = "go1.26.8/amd64"

// TestHolders has types that hold others by value.
func TestHolders(t *testing.T) {
	inner := structOf("Inner", tBool, tInt64, tBool)        // 24 to 16
	outer := structOf("Outer", tBool, inner, tBool)         // 40 to 24: 32 by itself
	only := structOf("Only", tInt64, inner)                 // 32 to 24, by Inner
	row := structOf("Row", arrayOf(3, inner), tBool)        // 80 to 56, by Inner
	top := structOf("Top", only)                            // 32 to 24, by Inner in Only
	slack := structOf("Slack", inner, tBool, tInt64, tBool) // 48 to 32: 40 by itself
	points := structOf("Points", sliceOf(inner), tInt64)    // as it is
	rows := analyse(t, amd64, declareAll(outer, inner, only, row, top, slack, points), Options{})
	for _, c := range []struct {
		name     string
		size     int64
		because  []string
		byOthers bool
		moved    int
	}{
		{"p.Inner", 16, nil, false, 1},
		{"p.Outer", 24, []string{"p.Inner"}, false, 1},
		{"p.Only", 24, []string{"p.Inner"}, true, 0},
		{"p.Row", 56, []string{"p.Inner"}, true, 0},
		{"p.Top", 24, []string{"p.Inner"}, true, 0},
		{"p.Slack", 32, []string{"p.Inner"}, false, 1},
	} {
		b := rows[c.name].Best
		if b == nil || b.Size != c.size || !slices.Equal(b.Because, c.because) || b.ByOthers != c.byOthers || len(b.Moved) != c.moved {
			t.Errorf("%s: %+v, want %+v", c.name, b, c)
		}
	}
	if b := rows["p.Points"].Best; b != nil {
		t.Errorf("p.Points: %+v, want nothing better", b)
	}
	want := []string{"p.Only", "p.Outer", "p.Row", "p.Slack", "p.Top"}
	if got := rows["p.Inner"].Best.Embedders; !slices.Equal(got, want) {
		t.Errorf("p.Inner is held by %v, want %v", got, want)
	}
	if got := rows["p.Only"].Best.Embedders; got != nil {
		t.Errorf("p.Only, whose own order stays, makes %v smaller", got)
	}
}

// TestEqualNames has types of one name in two packages.
func TestEqualNames(t *testing.T) {
	a, b := structOf("T", tBool, tInt64, tBool), structOf("T", tBool, tInt64, tBool)
	holder := structOf("Holder", a, b)
	decls := declareAll(a, b, holder)
	decls[1].Package = "example.com/other/p"
	rep := Analyse(Input{Decls: decls, Runtime: runtimeOf(t, amd64)}, Options{Sort: SortName})
	h := rep.Types[0]
	if want := []string{"example.com/p.T", "example.com/other/p.T"}; h.Name != "p.Holder" || h.Best == nil || !slices.Equal(h.Best.Because, want) {
		t.Errorf("%s: %+v, want because of %v", h.Name, h.Best, want)
	}
	if rep.Types[1].Package != "example.com/other/p" || rep.Types[2].Package != "example.com/p" {
		t.Errorf("rows of equal names: %s, %s", rep.Types[1].Package, rep.Types[2].Package)
	}
}

// TestKept has types with a reason to keep their order.
func TestKept(t *testing.T) {
	inner := structOf("Inner", tBool, tInt64, tBool)
	wire := structOf("Wire", tBool, tInt64, tBool)
	holder := structOf("Holder", tBool, inner, tBool) // 40; 32 by Inner; 24 by its own order too
	decls := []layout.Decl{
		declare(inner),
		declare(wire, layout.Keep{Kind: layout.KeepWire, Reason: "encoding/binary"}),
		declare(holder, layout.Keep{Kind: layout.KeepMarked, Reason: "marked"}),
		declare(structOf("Fine", tInt64), layout.Keep{Kind: layout.KeepMarked, Reason: "marked"}),
	}
	rows := analyse(t, amd64, decls, Options{})
	if r := rows["p.Wire"]; r.Best != nil || r.Would == nil || r.Would.Size != 16 || r.Would.Saves != 8 || len(r.Keep) != 1 {
		t.Errorf("p.Wire: %+v would %+v", r, r.Would)
	}
	if r := rows["p.Holder"]; r.Best == nil || r.Best.Size != 32 || !r.Best.ByOthers || len(r.Best.Moved) != 0 || r.Would == nil || r.Would.Size != 24 {
		t.Errorf("p.Holder: best %+v would %+v", r.Best, r.Would)
	}
	if r := rows["p.Fine"]; r.Best != nil || r.Would != nil {
		t.Errorf("p.Fine: best %+v would %+v", r.Best, r.Would)
	}
	rows = analyse(t, amd64, decls, Options{Ignore: []layout.KeepKind{layout.KeepMarked}})
	if r := rows["p.Holder"]; r.Best == nil || r.Best.Size != 24 || r.Would != nil || len(r.Keep) != 1 {
		t.Errorf("p.Holder, marks ignored: best %+v would %+v", r.Best, r.Would)
	}
	if r := rows["p.Wire"]; r.Best != nil || r.Would == nil {
		t.Errorf("p.Wire, marks ignored: best %+v would %+v", r.Best, r.Would)
	}
}

// TestAtomicFunctions has fields that 32-bit platforms need at multiples of 8.
func TestAtomicFunctions(t *testing.T) {
	// By itself 20 bytes on arm would do; in a slice every other n would lie
	// at a multiple of 4.
	element := declare(structOf("Element", tInt64, tBool, tPointer, tBool, tPointer))
	element.Atomic64 = []int{0}
	user := declare(structOf("User", sliceOf(element.Type)))
	rows := analyse(t, "go1.26.8/arm", []layout.Decl{element, user}, Options{})
	r := rows["p.Element"]
	if r.Best != nil || r.Would == nil || r.Would.Size != 20 || len(r.Keep) != 1 || r.Keep[0].Kind != layout.KeepAtomic {
		t.Errorf("element of a slice: best %+v would %+v keep %v", r.Best, r.Would, r.Keep)
	}
	rows = analyse(t, "go1.26.8/arm", []layout.Decl{element}, Options{})
	if r := rows["p.Element"]; r.Best == nil || r.Best.Size != 20 || len(r.Keep) != 0 {
		t.Errorf("element of no slice: best %+v keep %v", r.Best, r.Keep)
	}
	rows = analyse(t, "go1.26.8/arm", []layout.Decl{element, user}, Options{Ignore: []layout.KeepKind{layout.KeepAtomic}})
	if r := rows["p.Element"]; r.Best == nil || r.Best.Size != 20 {
		t.Errorf("element of a slice, ignored: best %+v", r.Best)
	}

	// On arm Inner is 16 bytes and would be 12: then count, which keeps its
	// order, would start at 12.
	inner := declare(structOf("Inner", tBool, tInt64, tBool, tInt16))
	counter := declare(structOf("Counter", inner.Type, tInt64), layout.Keep{Kind: layout.KeepMarked, Reason: "marked"})
	counter.Atomic64 = []int{1}
	rows = analyse(t, amd64, []layout.Decl{counter, inner}, Options{})
	if r := rows["p.Inner"]; r.Best != nil || r.Would == nil || len(r.Keep) != 1 || r.Keep[0].Kind != layout.KeepAtomic || !strings.Contains(r.Keep[0].Reason, "p.Counter.f1") {
		t.Errorf("held by a counter that keeps its order: best %+v would %+v keep %v", r.Best, r.Would, r.Keep)
	}
	// A counter that may change moves its field to the front.
	counter.Keep = nil
	rows = analyse(t, amd64, []layout.Decl{counter, inner}, Options{})
	if r := rows["p.Inner"]; r.Best == nil || r.Best.Size != 16 {
		t.Errorf("held by a counter: best %+v keep %v", r.Best, r.Keep)
	}
	if r := rows["p.Counter"]; r.Best == nil || r.Best.Size != 24 || len(r.Best.Moved) != 1 {
		t.Errorf("counter: best %+v", r.Best)
	}
	// What holds a counter must not move it off its offset.
	stats := declare(structOf("Stats", tInt64, tInt32, tInt32))
	stats.Atomic64 = []int{0}
	server := declare(structOf("Server", stats.Type, tPointer))
	rows = analyse(t, amd64, []layout.Decl{server, stats}, Options{Optimize: OptimizePointers})
	if r := rows["p.Server"]; r.Best != nil || r.Would == nil || len(r.Keep) != 1 {
		t.Errorf("holder of a counter: best %+v would %+v keep %v", r.Best, r.Would, r.Keep)
	}
	rows = analyse(t, amd64, []layout.Decl{server}, Options{Optimize: OptimizePointers})
	if r := rows["p.Server"]; r.Best == nil || r.Best.PtrBytes != 8 {
		t.Errorf("holder of no counter: best %+v", r.Best)
	}
}

func TestUnknown(t *testing.T) {
	param := &layout.Type{Kind: layout.Param, Name: "T", Why: "T"}
	self := structOf("Self", tInt)
	self.Fields = append(self.Fields, layout.Field{Name: "again", Type: self})
	decls := declareAll(
		structOf("Open", tBool, param),
		structOf("Behind", tBool, &layout.Type{Kind: layout.Pointer, Name: "*T", Elem: param}, tBool),
		structOf("Broken", &layout.Type{Kind: layout.Unknown, Name: "Missing", Why: "undefined: Missing"}),
		structOf("HoldsBroken", tBool, structOf("in", &layout.Type{Kind: layout.Unknown, Why: "undefined: Missing"})),
		self,
	)
	decls = append(decls, layout.Decl{Name: "p.Nothing"})
	rep := Analyse(Input{Decls: decls, Runtime: runtimeOf(t, amd64), Problems: []Problem{{Message: "kept"}}}, Options{Sort: SortSize})
	if rep.Totals.Unknown != 5 || rep.Totals.Types != 6 || len(rep.Problems) != 1 {
		t.Errorf("totals %+v, problems %v", rep.Totals, rep.Problems)
	}
	if r := rep.Types[0]; r.Name != "p.Behind" || r.Unknown != "" || r.Best == nil || r.Best.Size != 16 {
		t.Errorf("first row: %+v", r)
	}
	for _, r := range rep.Types[1:] {
		want := map[string]string{
			"p.Open": "type parameter T", "p.Broken": "undefined: Missing", "p.HoldsBroken": "undefined: Missing",
			"p.Self": "contains itself", "p.Nothing": "not known",
		}[r.Name]
		if r.Now != nil || r.Best != nil || r.Would != nil || want == "" || !strings.Contains(r.Unknown, want) {
			t.Errorf("%s: %+v, want %q", r.Name, r, want)
		}
	}
}

// TestOptions has the rows that options choose, and their order.
func TestOptions(t *testing.T) {
	decls := declareAll(
		structOf("Paper", tBool, arrayOf(4, tInt64), tBool), // 48 to 40, in 48
		structOf("Real", tBool, tInt64, tBool),              // 24 to 16
		structOf("More", tBool, arrayOf(7, tInt64), tBool),  // 72 to 64: 80 to 64
		structOf("Large", arrayOf(100, tInt64)),             // 800, in 896
		structOf("Scanned", tInt64, tPointer),               // pointer bytes 16 to 8
	)
	decls[1].Generated = true
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{}, "More Real Paper Large Scanned"},
		{Options{Sort: SortSaves}, "More Real Paper Large Scanned"},
		{Options{Optimize: OptimizePointers}, "More Real Paper Scanned Large"},
		{Options{Sort: SortName}, "Large More Paper Real Scanned"},
		{Options{Sort: SortSize}, "Large More Paper Real Scanned"},
		{Options{Sort: SortSlot}, "Large More Paper Real Scanned"},
		{Options{Sort: SortPadding}, "More Paper Real Large Scanned"},
		{Options{Top: 2}, "More Real"},
		{Options{MinSaving: 8}, "More Real"},
		{Options{MinSaving: 8.5}, "More"},
		{Options{SkipGenerated: true}, "More Paper Large Scanned"},
		{Options{Type: regexp.MustCompile(`^p\.(Real|Large)$`)}, "Real Large"},
		{Options{Type: regexp.MustCompile(`^example\.com/p\.Real$`)}, "Real"},
		{Options{Type: regexp.MustCompile(`^p\.[PLR]`), SkipGenerated: true, Top: 2}, "Paper Large"},
	} {
		rep := Analyse(Input{Decls: decls, Runtime: runtimeOf(t, amd64), Source: "x", Packages: 3}, c.opt)
		var names []string
		for _, r := range rep.Types {
			names = append(names, strings.TrimPrefix(r.Name, "p."))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%+v: rows %s, want %s", c.opt, got, c.want)
		}
		if rep.Hidden != len(decls)-len(rep.Types) {
			t.Errorf("%+v: %d hidden of %d, %d shown", c.opt, rep.Hidden, len(decls), len(rep.Types))
		}
		want := Totals{Types: 5, Structs: 5, Shrink: 2, PaperOnly: 1, SizeBytes: 960, PadBytes: 14 + 14 + 14, SlotBytes: 48 + 24 + 80 + 896 + 16, SavesBytes: 8 + 16, ElementSave: 24}
		if rep.Totals != want {
			t.Errorf("%+v: totals %+v, want %+v", c.opt, rep.Totals, want)
		}
		if rep.Schema != Schema || rep.Runtime != amd64 || rep.Source != "x" || rep.Packages != 3 || rep.CacheLine != 64 {
			t.Errorf("%+v: head %+v", c.opt, rep)
		}
	}
}

// TestSumsClose holds payload + padding + header + rounding = bytes, and the
// fields of each shape from its first byte to its last, for random types.
func TestSumsClose(t *testing.T) {
	const seed = 5
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, rt := range []string{amd64, "go1.27.3/arm", "go1.21/arm64", "go1.26.8/386"} {
		for _, opt := range []Options{{}, {Optimize: OptimizePointers}} {
			decls := randomDecls(rng, 300)
			rep := Analyse(Input{Decls: decls, Runtime: runtimeOf(t, rt)}, opt)
			var totals Totals
			for i := range rep.Types {
				r := &rep.Types[i]
				if r.Now == nil {
					t.Fatalf("seed %d, %s: %s is unknown: %s", seed, rt, r.Name, r.Unknown)
				}
				what := fmt.Sprintf("seed %d, %s, %s", seed, rt, r.Name)
				closes(t, what, r.Now)
				totals.SizeBytes += r.Now.Size
				totals.PadBytes += r.Now.Padding
				totals.SlotBytes += r.Now.Object.Bytes()
				for _, b := range []*Best{r.Best, r.Would} {
					if b == nil {
						continue
					}
					closes(t, what+" (better)", &b.Shape)
					if payload := r.Now.Size - r.Now.Padding; payload != b.Size-b.Padding {
						t.Errorf("%s: payload %d becomes %d", what, payload, b.Size-b.Padding)
					}
					if b.Saves < 0 || b.Saves != r.Now.Object.Bytes()-b.Object.Bytes() || b.ElementSaves != r.Now.Size-b.Size {
						t.Errorf("%s: saves %v, %d an element", what, b.Saves, b.ElementSaves)
					}
					if len(b.Because) == 0 && b.ByOthers || b.ElementSaves == 0 && (opt.Optimize != OptimizePointers || b.PtrSaves <= 0) {
						t.Errorf("%s: %+v is no better", what, b)
					}
				}
				if r.Best != nil {
					totals.SavesBytes += r.Best.Saves
					totals.ElementSave += r.Best.ElementSaves
				}
			}
			got := rep.Totals
			if got.SizeBytes != totals.SizeBytes || got.PadBytes != totals.PadBytes || math.Abs(got.SlotBytes-totals.SlotBytes) > 1e-6 || math.Abs(got.SavesBytes-totals.SavesBytes) > 1e-6 || got.ElementSave != totals.ElementSave {
				t.Errorf("seed %d, %s: totals %+v, the rows' %+v", seed, rt, got, totals)
			}
			if got.Shrink == 0 || got.PaperOnly == 0 || got.Kept == 0 || got.ByOthers == 0 {
				t.Errorf("seed %d, %s: the types lack a kind: %+v", seed, rt, got)
			}
		}
	}
}

func closes(t *testing.T, what string, s *Shape) {
	t.Helper()
	var at, padding, ptrBytes int64
	for _, f := range s.Fields {
		if f.Offset != at {
			t.Errorf("%s: field %q at %d, want %d: %+v", what, f.Name, f.Offset, at, s.Fields)
		}
		if (f.Index < 0) != (f.Name == "") || f.Index < 0 && f.Padding != f.Size {
			t.Errorf("%s: %+v", what, f)
		}
		at += f.Size
		padding += f.Padding
		if f.PtrBytes > 0 {
			ptrBytes = f.Offset + f.PtrBytes
		}
	}
	if at != s.Size || padding != s.Padding || ptrBytes != s.PtrBytes {
		t.Errorf("%s: fields end at %d with padding %d and pointer bytes %d, want %d, %d, %d", what, at, padding, ptrBytes, s.Size, s.Padding, s.PtrBytes)
	}
	o := s.Object
	if sum := float64(s.Size-s.Padding+s.Padding+o.Header) + o.Rounding(); o.Requested != s.Size || sum != o.Bytes() || s.ZeroTail > s.Padding {
		t.Errorf("%s: payload, padding %d, header %d and rounding %v make %v of %v bytes", what, s.Padding, o.Header, o.Rounding(), sum, o.Bytes())
	}
	if s.Size > 0 && s.Lines < 1 || s.Lines > s.Size/64+2 {
		t.Errorf("%s: %d bytes touch %d lines", what, s.Size, s.Lines)
	}
}

// TestWholeSet makes all changes of random reports, and holds each row to what
// its type is then, and fields for sync/atomic to their offsets on arm.
func TestWholeSet(t *testing.T) {
	const seed = 6
	rng := rand.New(rand.NewPCG(seed, 1))
	rt, arm := runtimeOf(t, amd64), runtimeOf(t, "go1.26.8/arm")
	var atomics, pinned int
	for range 100 {
		decls := randomDecls(rng, 60)
		rep := Analyse(Input{Decls: decls, Runtime: rt}, Options{})
		orders := map[*layout.Type][]int{}
		for _, r := range rep.Types {
			if r.Best != nil {
				orders[r.Decl.Type] = r.Best.Order
			}
			for _, k := range r.Keep {
				if k.Kind == layout.KeepAtomic {
					pinned++
				}
			}
		}
		made := map[*layout.Type]*layout.Type{}
		var remake func(typ *layout.Type) *layout.Type
		remake = func(typ *layout.Type) *layout.Type {
			if made[typ] != nil {
				return made[typ]
			}
			n := *typ
			made[typ] = &n
			switch typ.Kind {
			case layout.Array:
				n.Elem = remake(typ.Elem)
			case layout.Struct:
				n.Fields = slices.Clone(typ.Fields)
				for i := range n.Fields {
					n.Fields[i].Type = remake(n.Fields[i].Type)
				}
				if o := orders[typ]; o != nil {
					n = *layout.Reorder(&n, o)
				}
			}
			return made[typ]
		}
		wide, narrow := layout.NewLayouter(rt.Arch), layout.NewLayouter(arm.Arch)
		for _, r := range rep.Types {
			after, err := wide.Of(remake(r.Decl.Type))
			if err != nil {
				t.Fatal(err)
			}
			want := r.Now.Size
			if r.Best != nil {
				want = r.Best.Size
			}
			if after.Size != want {
				t.Errorf("seed %d: %s is %d bytes after all changes, its row says %d", seed, r.Name, after.Size, want)
			}
			old, err := narrow.Of(r.Decl.Type)
			if err != nil {
				t.Fatal(err)
			}
			now, err := narrow.Of(remake(r.Decl.Type))
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range r.Decl.Atomic64 {
				if old.Fields[i].Offset%8 != 0 {
					continue
				}
				atomics++
				for _, f := range now.Fields {
					if f.Name == old.Fields[i].Name && f.Offset%8 != 0 {
						t.Errorf("seed %d: %s.%s moves from %d to %d on arm: %+v", seed, r.Name, f.Name, old.Fields[i].Offset, f.Offset, r.Best)
					}
				}
			}
		}
	}
	if atomics < 100 || pinned == 0 {
		t.Errorf("seed %d: %d atomic fields, %d kept for them: want more", seed, atomics, pinned)
	}
}

// TestAnalyseIsRepeatable holds that a report depends on its input only, and
// leaves that alone.
func TestAnalyseIsRepeatable(t *testing.T) {
	const seed = 7
	decls := randomDecls(rand.New(rand.NewPCG(seed, 1)), 200)
	same := randomDecls(rand.New(rand.NewPCG(seed, 1)), 200)
	in := Input{Decls: decls, Runtime: runtimeOf(t, amd64)}
	first, err := json.Marshal(Analyse(in, Options{}))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		again, err := json.Marshal(Analyse(in, Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if string(again) != string(first) {
			t.Fatalf("seed %d: two reports differ", seed)
		}
	}
	if !reflect.DeepEqual(decls, same) {
		t.Errorf("seed %d: the input has changed", seed)
	}
}

func TestFullName(t *testing.T) {
	for _, c := range [][3]string{
		{"example.com/m/session", "session.Grant", "example.com/m/session.Grant"},
		{"example.com/m/v2", "m.Cache[string,m.T]", "example.com/m/v2.Cache[string,m.T]"},
		{"p", "T", "p.T"},
	} {
		if got := FullName(c[0], c[1]); got != c[2] {
			t.Errorf("FullName(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func BenchmarkAnalyse(b *testing.B) {
	decls := randomDecls(rand.New(rand.NewPCG(1, 1)), 7000)
	in := Input{Decls: decls, Runtime: runtimeOf(b, amd64)}
	for b.Loop() {
		Analyse(in, Options{})
	}
}

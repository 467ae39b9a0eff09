package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// answer is what is right for one type, worked out by hand or by trying every
// order, and measured where measuring is possible (TestCasesOnTheHeap).
type answer struct {
	name string // as the row's
	// size and best are bytes, now and after the whole set of changes; of a
	// type that is kept, after those that would be made.
	size, best int64
	// slot and bestSlot are the bytes that the heap hands out for new(T).
	slot, bestSlot float64
	moved          int             // fields that have to move, at the fewest
	keep           layout.KeepKind // why the order stays; "" where it need not
}

const repository = "../.."

// casePatterns are the packages that have answers.
var casePatterns = []string{"./testdata/padding/...", "./testdata/session"}

// cased is the report on the packages for a GOARCH, by the names of types.
type cased struct {
	rows map[string]*advice.Row
	res  *load.Result
	err  error
}

var casesOnce sync.Map // of func() cased, by GOARCH

// casesFor loads and analyses the packages once for each GOARCH.
func casesFor(t *testing.T, goarch string) cased {
	t.Helper()
	f, _ := casesOnce.LoadOrStore(goarch, sync.OnceValue(func() (c cased) {
		c.rows, c.res, c.err = analyseCases(goarch, advice.Options{}, casePatterns...)
		return c
	}))
	c := f.(func() cased)()
	if c.err != nil {
		t.Fatal(c.err)
	}
	return c
}

func analyseCases(goarch string, opt advice.Options, patterns ...string) (map[string]*advice.Row, *load.Result, error) {
	res, err := load.Load(context.Background(), load.Config{
		Dir: repository, Patterns: patterns, GOOS: "linux", GOARCH: goarch,
	})
	if err != nil {
		return nil, nil, err
	}
	arch, err := layout.ArchOf(goarch)
	if err != nil {
		return nil, nil, err
	}
	rt, err := sizer.NewRuntime(res.GoVersion, arch, "")
	if err != nil {
		return nil, nil, err
	}
	rep := advice.Analyse(advice.Input{Decls: res.Decls, Runtime: rt, Packages: len(res.Packages), GOOS: res.GOOS}, opt)
	rows := make(map[string]*advice.Row, len(rep.Types))
	for i := range rep.Types {
		rows[rep.Types[i].Name] = &rep.Types[i]
	}
	if len(rows) != len(rep.Types) {
		return nil, nil, fmt.Errorf("%d types have %d names: two are called the same", len(rep.Types), len(rows))
	}
	return rows, res, nil
}

func TestCases(t *testing.T) {
	answersAMD64 := append(answersAG[:len(answersAG):len(answersAG)], answersGZ...)
	for _, c := range []struct {
		goarch  string
		answers []answer
	}{{"amd64", answersAMD64}, {"386", answers32}, {"arm", answers32}} {
		t.Run(c.goarch, func(t *testing.T) {
			got := casesFor(t, c.goarch)
			seen := map[string]bool{}
			for _, want := range c.answers {
				if seen[want.name] {
					t.Errorf("%s has two answers", want.name)
				}
				seen[want.name] = true
				if row := got.rows[want.name]; row != nil {
					want.check(t, row)
				} else if !strings.HasPrefix(want.name, "clib.") || haveC(t) {
					t.Errorf("%s: no such row", want.name)
				}
			}
			if c.goarch != "amd64" {
				return
			}
			for name, row := range got.rows {
				if !seen[name] && !strings.HasSuffix(name, "Tight") && !row.Test && row.Form == layout.Named && !strings.Contains(name, ".C.") {
					t.Errorf("%s has a row and no answer", name)
				}
			}
			for _, p := range got.res.Problems {
				if p.Package == "" || !strings.HasSuffix(p.Package, "/clib") || haveC(t) {
					t.Errorf("%s: %s", p.Pos, p.Message)
				}
			}
		})
	}
}

// check compares a row with what is right.
func (a answer) check(t *testing.T, row *advice.Row) {
	t.Helper()
	if row.Now == nil {
		t.Errorf("%s: unknown: %s", a.name, row.Unknown)
		return
	}
	better := row.Best
	if better == nil {
		better = row.Would
	}
	got := answer{name: a.name, size: row.Now.Size, slot: row.Now.Object.Bytes()}
	got.best, got.bestSlot = got.size, got.slot
	if better != nil {
		got.best, got.bestSlot, got.moved = better.Size, better.Object.Bytes(), len(better.Moved)
	}
	for _, k := range row.Keep {
		if k.Reason == "" || k.Pos.File == "" {
			t.Errorf("%s is kept for %+v, which lacks a reason or a place", a.name, k)
		}
		if got.keep == "" || k.Kind == a.keep {
			got.keep = k.Kind
		}
	}
	if got != a {
		t.Errorf("%s:\n got %s\nwant %s", a.name, got, a)
	}
	if better == nil {
		return
	}
	if a.keep != "" && row.Best != nil && len(row.Best.Moved) > 0 {
		t.Errorf("%s is kept (%s), and its order is advised all the same", a.name, a.keep)
	}
	if a.keep == "" && row.Would != nil {
		t.Errorf("%s may change, and its order is not advised", a.name)
	}
	if saves := a.slot - a.bestSlot; math.Abs(better.Saves-saves) > 1e-9 {
		t.Errorf("%s saves %g B, want %g", a.name, better.Saves, saves)
	}
	if better.ElementSaves != a.size-a.best {
		t.Errorf("%s saves %d B an element, want %d", a.name, better.ElementSaves, a.size-a.best)
	}
	if paper := a.slot == a.bestSlot && a.size != a.best; better.PaperOnly != paper {
		t.Errorf("%s shrinks on paper only: %v, want %v", a.name, better.PaperOnly, paper)
	}
	if own := a.moved > 0; better.ByOthers == own {
		t.Errorf("%s shrinks only by others: %v, want %v", a.name, better.ByOthers, !own)
	}
	if got := better.Padding + row.Now.Size - row.Now.Padding; better.Size != got {
		t.Errorf("%s has %d B of payload and %d B of padding in its best %d B", a.name, row.Now.Size-row.Now.Padding, better.Padding, better.Size)
	}
}

func (a answer) String() string {
	return fmt.Sprintf("size %d → %d, slot %.4g → %.4g, %d fields moved, kept %q", a.size, a.best, a.slot, a.bestSlot, a.moved, string(a.keep))
}

// haveC reports whether cgo can be used here.
func haveC(t *testing.T) bool {
	t.Helper()
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	return err == nil && strings.TrimSpace(string(out)) == "1"
}

// TestUnion holds that a C union is bytes to Go: it needs no alignment.
func TestUnion(t *testing.T) {
	if !haveC(t) {
		t.Skip("cgo cannot be used here: there is no C compiler, or CGO_ENABLED is 0")
	}
	row := casesFor(t, "amd64").rows["clib.Holder"]
	if row == nil || row.Now == nil {
		t.Fatalf("clib.Holder has no layout: %+v", row)
	}
	for _, f := range row.Now.Fields {
		if f.Name == "Either" && (f.Offset != 49 || f.Size != 8 || f.Align != 1) {
			t.Errorf("the union is %d B at offset %d, aligned to %d; want 8 B at 49, aligned to 1", f.Size, f.Offset, f.Align)
		}
	}
}

// TestTightPairs holds that a type's best order costs what the same fields
// cost when they are written down in that order.
func TestTightPairs(t *testing.T) {
	got := casesFor(t, "amd64")
	n := 0
	for name, tight := range got.rows {
		loose, ok := strings.CutSuffix(name, "Tight")
		row := got.rows[loose]
		if !ok || row == nil {
			continue
		}
		n++
		if tight.Best != nil || tight.Would != nil {
			t.Errorf("%s is in its best order, and has a better one", name)
		}
		if row.Best == nil {
			t.Errorf("%s has no better order, want that of %s", loose, name)
			continue
		}
		if row.Best.Size != tight.Now.Size || row.Best.Object != tight.Now.Object || row.Best.Padding != tight.Now.Padding {
			t.Errorf("%s would be %d B with %d B of padding, %+v; %s is %d B with %d B, %+v",
				loose, row.Best.Size, row.Best.Padding, row.Best.Object, name, tight.Now.Size, tight.Now.Padding, tight.Now.Object)
		}
	}
	if n < 60 {
		t.Errorf("%d pairs of orders, want at least 60", n)
	}
}

// TestGuarded holds that no better order parts a lock from what it guards.
func TestGuarded(t *testing.T) {
	got := casesFor(t, "amd64")
	for _, c := range []struct {
		name string
		runs []string // in the order of the better one
	}{
		{"guarded.Cache", []string{"mu items hits old"}},
		{"guarded.Embedded", []string{"Mutex n down"}},
		{"session.Limiter", []string{"mu last spent shut"}},
		{"session.Store[*session.Session]", []string{"mu values lookup"}},
	} {
		row := got.rows[c.name]
		if row == nil || row.Best == nil {
			t.Errorf("%s has no better order", c.name)
			continue
		}
		if order := orderOf(row); !strings.Contains(order+" ", " "+strings.Join(c.runs, " ")+" ") {
			t.Errorf("%s: the better order is%s, which parts %q", c.name, order, c.runs)
		}
	}
}

// orderOf is the names of a row's fields in the better order, a space before each.
func orderOf(row *advice.Row) string {
	var b strings.Builder
	for _, i := range row.Best.Order {
		b.WriteString(" " + row.Decl.Type.Fields[i].Name)
	}
	return b.String()
}

// TestUnknown holds what a package that does not compile still tells.
func TestUnknown(t *testing.T) {
	rows, res, err := analyseCases("amd64", advice.Options{}, "./testdata/broken")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []answer{
		{"broken.Found", 24, 16, 24, 16, 1, ""},
		{"broken.Behind", 56, 56, 64, 64, 0, ""},
		{"broken.Func.local", 24, 16, 24, 16, 1, ""},
	} {
		if row := rows[a.name]; row != nil {
			a.check(t, row)
		} else {
			t.Errorf("%s: no such row", a.name)
		}
	}
	for name, part := range map[string]string{"broken.Lost": "field C", "broken.Holder": "field In.C", "broken.Missing": "field T"} {
		if row := rows[name]; row == nil || row.Now != nil || !strings.Contains(row.Unknown, part) {
			t.Errorf("%s: row %+v, want one that is unknown for its %s", name, row, part)
		}
	}
	for _, at := range []string{`broken\.go:\d+:\d+: .*undeclared`, `imports\.go:\d+:\d+: .*nothere`} {
		found := false
		for _, p := range res.Problems {
			found = found || regexp.MustCompile(at).MatchString(p.Pos.String()+": "+p.Message)
		}
		if !found {
			t.Errorf("no problem is like %q: %v", at, res.Problems)
		}
	}
	if row := casesFor(t, "amd64").rows["generic.Unused[T]"]; row == nil || row.Now != nil || !strings.Contains(row.Unknown, "type parameter T") {
		t.Errorf("a generic type that is never instantiated: row %+v, want one that depends on T", row)
	}
}

// TestNamedTypes holds the rows of defined types that are no structs.
func TestNamedTypes(t *testing.T) {
	res, err := load.Load(context.Background(), load.Config{
		Dir: repository, GOOS: "linux", GOARCH: "amd64", All: true,
		Patterns: []string{"./testdata/padding/arrays", "./testdata/padding/embed", "./testdata/padding/nested", "./testdata/padding/recursive", "./testdata/padding/unkeyed"},
	})
	if err != nil {
		t.Fatal(err)
	}
	rt, err := sizer.ParseRuntime("go1.26.8/amd64")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, row := range advice.Analyse(advice.Input{Decls: res.Decls, Runtime: rt}, advice.Options{}).Types {
		if row.Now != nil {
			got[row.Name] = fmt.Sprintf("%s %d %.0f", row.Kind, row.Now.Size, row.Now.Object.Bytes())
		}
	}
	for name, want := range map[string]string{
		"arrays.Matrix":    "array 108 112",
		"embed.Number":     "int64 8 8",
		"nested.Map":       "map 8 8",
		"recursive.Walker": "interface 16 16",
		"unkeyed.List":     "slice 24 24",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// TestPlatformPads holds the types that are padded for their platform.
func TestPlatformPads(t *testing.T) {
	for goarch, want := range map[string]int64{"amd64": 96, "arm64": 160, "386": 96, "arm": 64} {
		rows, _, err := analyseCases(goarch, advice.Options{}, "./testdata/padding/padded")
		if err != nil {
			t.Fatal(err)
		}
		row := rows["padded.Lines"]
		if row == nil || row.Now == nil || row.Now.Size != want || row.Best != nil || len(row.Keep) == 0 {
			t.Errorf("%s: padded.Lines is %+v, want %d B and kept", goarch, cmp.Or(row, &advice.Row{}).Now, want)
		}
	}
}

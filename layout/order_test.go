package layout

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// bestByTrying is the smallest size of any order of a struct, the fewest
// pointer bytes at that size, and the fewest moved fields of the orders that
// reach the size, found by trying all.
func bestByTrying(r *Layout, units []unit, allowed func([]int) bool) (size, moved, ptrBytes int64) {
	size = 1 << 60
	row := identity(len(units))
	p := &puzzle{r: r, units: units}
	var try func(k int)
	try = func(k int) {
		if k < len(row) {
			for i := k; i < len(row); i++ {
				row[k], row[i] = row[i], row[k]
				try(k + 1)
				row[k], row[i] = row[i], row[k]
			}
			return
		}
		fields := p.fieldsOf(row)
		if !allowed(fields) {
			return
		}
		s, b := r.InOrder(fields)
		if s > size {
			return
		}
		m := movedByLIS(fields)
		if s < size {
			size, moved, ptrBytes = s, m, b
		}
		moved = min(moved, m)
		ptrBytes = min(ptrBytes, b)
	}
	try(0)
	return size, moved, ptrBytes
}

// movedByLIS counts the fields outside a longest rising subsequence.
func movedByLIS(order []int) int64 {
	best := 0
	length := make([]int, len(order))
	for i := range order {
		length[i] = 1
		for k := range i {
			if order[k] < order[i] {
				length[i] = max(length[i], length[k]+1)
			}
		}
		best = max(best, length[i])
	}
	return int64(len(order) - best)
}

func TestBestOrderByTryingAll(t *testing.T) {
	const seed = 20
	rng := rand.New(rand.NewPCG(seed, 1))
	found := map[string]int{}
	for n := range 3000 {
		arch, _ := ArchOf([]string{"amd64", "arm", "s390x", "386"}[rng.IntN(4)])
		l := NewLayouter(arch)
		typ := randomStruct(rng, 2+rng.IntN(6), fmt.Sprint("T", n))
		var c Constraints
		for rng.IntN(3) == 0 {
			first := rng.IntN(len(typ.Fields))
			c.Together = append(c.Together, Run{First: first, Last: min(first+rng.IntN(3), len(typ.Fields)-1)})
		}
		for i, f := range typ.Fields {
			if (f.Type.Kind == Int64 || f.Type.Kind == Uint64) && rng.IntN(2) == 0 {
				c.Atomic64 = append(c.Atomic64, i)
			}
		}
		c.Elements = rng.IntN(2) == 0
		r, err := l.Of(typ)
		if err != nil {
			t.Fatal(err)
		}
		units := c.units(typ)
		narrow, err := l.narrowed(typ, typ, c.Atomic64, c.Elements)
		if err != nil {
			t.Fatal(err)
		}
		got, err := BestOrder(l, typ, c)
		if err != nil {
			t.Fatal(err)
		}
		allowed := func(order []int) bool { return narrow == nil || len(narrow.breaks(order)) == 0 }
		size, moved, ptrBytes := bestByTrying(r, units, allowed)
		free, _, _ := bestByTrying(r, units, func([]int) bool { return true })
		what := fmt.Sprintf("seed %d, type %d, %s: %s together %v atomic %v: order %v moved %v size %d (now %d)", seed, n, arch.Name, describe(typ), c.Together, c.Atomic64, got.Fields, got.Moved, got.Size, r.Size)
		if len(got.Breaks) > 0 {
			found["breaks"]++
			if size != r.Size || got.Size != free || free >= r.Size {
				t.Errorf("%s: breaks %v; %d is reached without, %d with", what, got.Breaks, size, free)
			}
			continue
		}
		if got.Size < r.Size {
			found["smaller"]++
			found[fmt.Sprint("moved ", len(got.Moved))]++
		}
		if got.Size != size || int64(len(got.Moved)) != moved || movedByLIS(got.Fields) != moved {
			t.Errorf("%s: want size %d by %d moves", what, size, moved)
		}
		if s, b := r.InOrder(got.Fields); s != got.Size || b != got.PtrBytes {
			t.Errorf("%s: its size is %d, pointer bytes %d not %d", what, s, b, got.PtrBytes)
		}
		if !got.Exact {
			t.Errorf("%s: not exact", what)
		}
		if !allowed(got.Fields) {
			t.Errorf("%s: breaks an atomic", what)
		}
		c.Pointers = true
		byPointers, err := BestOrder(l, typ, c)
		if err != nil {
			t.Fatal(err)
		}
		if len(byPointers.Breaks) > 0 {
			if r.PtrBytes != ptrBytes {
				t.Errorf("%s: by pointers %v breaks %v, but %d pointer bytes are reached", what, byPointers.Fields, byPointers.Breaks, ptrBytes)
			}
		} else if byPointers.Size != size || byPointers.PtrBytes != ptrBytes || !allowed(byPointers.Fields) {
			t.Errorf("%s: by pointers %v size %d pointer bytes %d, want %d", what, byPointers.Fields, byPointers.Size, byPointers.PtrBytes, ptrBytes)
		}
	}
	for _, kind := range []string{"smaller", "moved 1", "moved 2", "moved 3", "breaks"} {
		if found[kind] == 0 {
			t.Errorf("seed %d: the types had none of kind %q: %v", seed, kind, found)
		}
	}
}

// TestBestOrderAfterChanges has structs a field of which has shrunk, so that
// atomic fields behind it may have lost their offsets.
func TestBestOrderAfterChanges(t *testing.T) {
	const seed = 21
	rng := rand.New(rand.NewPCG(seed, 1))
	var moved, broken, fine int
	for n := range 2000 {
		arch, err := ArchOf([]string{"amd64", "arm"}[n%2])
		if err != nil {
			t.Fatal(err)
		}
		l := NewLayouter(arch)
		before := randomStruct(rng, 2+rng.IntN(4), "T")
		var c Constraints
		for i := range before.Fields {
			if rng.IntN(2) == 0 {
				before.Fields[i].Type = tInt64
				c.Atomic64 = append(c.Atomic64, i)
			}
		}
		if rng.IntN(3) == 0 {
			c.Together = []Run{{First: 0, Last: len(before.Fields) - 1 - rng.IntN(2)}}
		}
		shrunk := rng.IntN(len(before.Fields))
		after := Reorder(before, nil)
		before.Fields[shrunk].Type = structOf("in", tInt32, tInt32, tInt32, tInt32)
		after.Fields[shrunk].Type = structOf("in", tInt32, tInt32, tInt32)
		c.Before, c.Elements = before, rng.IntN(2) == 0
		o, err := BestOrder(l, after, c)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("seed %d, type %d, %s: %s, field %d shrunk, atomic %v, together %v: %+v", seed, n, arch.Name, describe(before), shrunk, c.Atomic64, c.Together, o)
		r, err := l.Of(after)
		if err != nil {
			t.Fatal(err)
		}
		old, err := l.Of(before)
		if err != nil {
			t.Fatal(err)
		}
		units := c.units(after)
		allowed := func(order []int) bool {
			b, err := l.Breaks(before, after, order, c.Atomic64, c.Elements)
			return err == nil && len(b) == 0
		}
		size, _, _ := bestByTrying(r, units, allowed)
		stays := allowed(identity(len(after.Fields)))
		switch {
		case len(o.Breaks) == 0:
			fine++
			if o.Size != size || !allowed(o.Fields) {
				t.Errorf("%s: want size %d", what, size)
			}
			if !stays {
				moved++
			}
		case stays && size < r.Size || !stays && size <= old.Size:
			t.Errorf("%s: size %d is reached without breaking any", what, size)
		default:
			broken++
		}
	}
	if moved == 0 || broken == 0 || fine == 0 {
		t.Errorf("seed %d: %d orders restored offsets, %d could not, %d are fine: want some of each", seed, moved, broken, fine)
	}
}

// TestBestOrderOfCases has shapes whose best order is known, most of them from
// users' reports.
func TestBestOrderOfCases(t *testing.T) {
	tTime := structOf("time.Time", tUint64, tInt64, &Type{Kind: Pointer, Name: "*time.Location", Elem: tInt})
	settings := []*Type{
		tBool, tInt64, tBool, tInt64, tBool, tInt64, tInt8, tInt64, tBool, tSlice, tBool, tPointer, tBool,
		tInt64, tInt8, tString, tBool, tInt32, tBool, tInt64, tBool, tString, tBool,
	}
	for _, c := range []struct {
		name        string
		arch        string
		fields      []*Type
		constraints Constraints
		size        int64
		moved       int
	}{
		// One of nine fields reaches the smallest size: no sorting.
		{"minimal", "amd64", []*Type{tString, tString, tBool, tInt64, tInt64, tString, tBool, tSlice, tInt64}, Constraints{}, 104, 1},
		{"best as it is", "amd64", []*Type{tInt64, tString, tTime, tInt32, tBool}, Constraints{}, 56, 0},
		{"flags between words", "amd64", settings, Constraints{}, 128, 10},
		{"around an array", "amd64", []*Type{tBool, arrayOf(4, tInt64), tBool}, Constraints{}, 40, 1},
		{"tiny", "amd64", []*Type{tBool, tInt32, tBool}, Constraints{}, 8, 1},
		{"tinier", "amd64", []*Type{tBool, tInt16, tBool}, Constraints{}, 4, 1},
		// RUNTIME.md §7: a zero-size last field takes a byte.
		{"zero tail", "amd64", []*Type{tInt64, tEmpty}, Constraints{}, 8, 1},
		{"only zero-size", "amd64", []*Type{tEmpty, arrayOf(0, tInt64)}, Constraints{}, 0, 0},
		{"zero tail in padding", "amd64", []*Type{tInt64, tInt32, tEmpty}, Constraints{}, 16, 0},
		{"not comparable", "amd64", []*Type{tPointer, arrayOf(0, tFunc)}, Constraints{}, 8, 1},
		// RUNTIME.md §7: atomic.Int64 is aligned to 8 on 32-bit platforms too.
		{"atomic type", "386", []*Type{tInt32, tAtomic, tInt32}, Constraints{}, 16, 1},
		{"atomic types in an array", "arm", []*Type{tBool, arrayOf(2, tAtomic), tBool}, Constraints{}, 24, 1},
		{"atomic type between flags", "arm", []*Type{tBool, tAtomic, tString, tBool}, Constraints{}, 24, 1},
		{"atomic type between flags", "amd64", []*Type{tBool, tAtomic, tString, tBool}, Constraints{}, 32, 1},
		// A field for sync/atomic functions stays on its 8-byte offset.
		{"atomic functions", "amd64", []*Type{tInt64, tBool, tPointer, tBool}, Constraints{Atomic64: []int{0}}, 24, 1},
		{"atomic functions", "arm", []*Type{tInt64, tBool, tPointer, tBool, tPointer, tPointer, tPointer}, Constraints{Atomic64: []int{0}}, 28, 1},
		{"atomic functions by pointers", "amd64", []*Type{tInt64, tPointer}, Constraints{Atomic64: []int{0}, Pointers: true}, 16, 1},
		// A mutex stays above what it guards.
		{"run", "amd64", []*Type{tBool, structOf("sync.Mutex", tInt32, tInt32), tPointer, tBool, tInt32, tInt16}, Constraints{Together: []Run{{First: 1, Last: 3}}}, 24, 2},
	} {
		arch, err := ArchOf(c.arch)
		if err != nil {
			t.Fatal(err)
		}
		o, err := BestOrder(NewLayouter(arch), structOf("T", c.fields...), c.constraints)
		if err != nil {
			t.Fatal(err)
		}
		if o.Size != c.size || len(o.Moved) != c.moved || !o.Exact && !c.constraints.Pointers {
			t.Errorf("%s (%s): %+v, want size %d by %d moves", c.name, c.arch, o, c.size, c.moved)
		}
	}
}

// TestBestOrderBreaks has structs whose every better order takes an atomic field
// off its offset: as an element, a size of 20 bytes on arm would do so.
func TestBestOrderBreaks(t *testing.T) {
	arm, err := ArchOf("arm")
	if err != nil {
		t.Fatal(err)
	}
	typ := structOf("T", tInt64, tBool, tPointer, tBool, tPointer)
	for _, c := range []struct {
		constraints Constraints
		size        int64
		breaks      []int
	}{
		{Constraints{}, 20, nil},
		{Constraints{Atomic64: []int{0}}, 20, nil},
		{Constraints{Atomic64: []int{0}, Elements: true}, 20, []int{0}},
		{Constraints{Elements: true}, 20, nil},
	} {
		o, err := BestOrder(NewLayouter(arm), typ, c.constraints)
		if err != nil {
			t.Fatal(err)
		}
		if o.Size != c.size || !slices.Equal(o.Breaks, c.breaks) {
			t.Errorf("%+v: %+v, want size %d, breaks %v", c.constraints, o, c.size, c.breaks)
		}
	}
}

// TestBestOrderMovesNearby has fields that can go to several places.
func TestBestOrderMovesNearby(t *testing.T) {
	amd64, err := ArchOf("amd64")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fields []*Type
		want   []int
	}{
		{[]*Type{tBool, tInt64, tBool, tInt64, tInt64}, []int{0, 2, 1, 3, 4}},
		{[]*Type{tInt64, tInt64, tBool, tInt64, tBool, tInt64, tInt64}, []int{0, 1, 3, 2, 4, 5, 6}},
		{[]*Type{tInt64, tInt64, tInt64, tEmpty}, []int{0, 1, 3, 2}},
	} {
		o, err := BestOrder(NewLayouter(amd64), structOf("T", c.fields...), Constraints{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.Fields, c.want) {
			t.Errorf("%s: order %v, want %v", describe(structOf("T", c.fields...)), o.Fields, c.want)
		}
	}
}

// TestBestOrderOfManyFields has structs that no full search ends for.
func TestBestOrderOfManyFields(t *testing.T) {
	const seed = 300
	rng := rand.New(rand.NewPCG(seed, 1))
	amd64, err := ArchOf("amd64")
	if err != nil {
		t.Fatal(err)
	}
	for n, fields := range []int{20, 30, 40, 60, 80, 120, 300, 300, 1000, 6000} {
		typ := randomStruct(rng, fields, "T")
		what := fmt.Sprintf("seed %d, type %d of %d fields", seed, n, fields)
		l := NewLayouter(amd64)
		r, err := l.Of(typ)
		if err != nil {
			t.Fatal(err)
		}
		o, err := BestOrder(l, typ, Constraints{})
		if err != nil {
			t.Fatal(err)
		}
		if want := roundUp(r.Size-r.HolePadding(), r.Align); o.Size != want {
			t.Errorf("%s: size %d, want %d", what, o.Size, want)
		}
		if s, b := r.InOrder(o.Fields); s != o.Size || b != o.PtrBytes {
			t.Errorf("%s: says size %d pointer bytes %d, and has %d and %d", what, o.Size, o.PtrBytes, s, b)
		}
		if sorted := slices.Sorted(slices.Values(o.Fields)); !slices.Equal(sorted, identity(fields)) {
			t.Errorf("%s: not each field once: %v", what, o.Fields)
		}
		if fields <= 1000 && movedByLIS(o.Fields) != int64(len(o.Moved)) {
			t.Errorf("%s: says that %d fields move, and moves %d", what, len(o.Moved), movedByLIS(o.Fields))
		}
		units := (&Constraints{}).units(typ)
		p := newPuzzle(r, nil, units, place{}, 0, false)
		if sorted := p.movedWeight(p.sorted()); len(o.Moved) > sorted {
			t.Errorf("%s: moves %d fields, sorting moves %d", what, len(o.Moved), sorted)
		}
		again, err := BestOrder(NewLayouter(amd64), typ, Constraints{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(o, again) {
			t.Errorf("%s: another order the second time", what)
		}
		if fields > few {
			continue
		}
		// Fields that are alike keep their order where that costs no move.
		for i := range o.Fields {
			for k := i + 1; k < fields; k++ {
				a, b := o.Fields[k], o.Fields[i]
				if a < b && p.units[a].class == p.units[b].class {
					swapped := slices.Clone(o.Fields)
					swapped[i], swapped[k] = a, b
					if movedByLIS(swapped) <= int64(len(o.Moved)) {
						t.Errorf("%s: order %v has %d before %d for nothing", what, o.Fields, b, a)
					}
				}
			}
		}
	}
}

func TestBestOrderErrors(t *testing.T) {
	amd64, err := ArchOf("amd64")
	if err != nil {
		t.Fatal(err)
	}
	two := structOf("two", tBool, tInt64)
	for _, c := range []struct {
		typ         *Type
		constraints Constraints
		want        string
	}{
		{tInt, Constraints{}, "not a struct"},
		{structOf("open", &Type{Kind: Param, Name: "T", Why: "T"}), Constraints{}, "type parameter T"},
		{two, Constraints{Together: []Run{{First: 1, Last: 2}}}, "no fields 1 to 2"},
		{two, Constraints{Together: []Run{{First: -1, Last: 0}}}, "no fields -1 to 0"},
		{two, Constraints{Together: []Run{{First: 1, Last: 0}}}, "no fields 1 to 0"},
		{two, Constraints{Atomic64: []int{2}}, "no field 2"},
	} {
		if _, err := BestOrder(NewLayouter(amd64), c.typ, c.constraints); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: error %v, want %q in it", c.typ.Name, c.constraints, err, c.want)
		}
	}
}

func TestReorder(t *testing.T) {
	typ := structOf("T", tBool, tInt64, tInt16)
	for _, c := range []struct {
		order []int
		want  string
	}{
		{[]int{1, 2, 0}, "F1 F2 F0"},
		{[]int{2}, "F2 F0 F1"},
		{[]int{7, -1, 2, 2, 1}, "F2 F1 F0"},
		{nil, "F0 F1 F2"},
	} {
		r := Reorder(typ, c.order)
		var names []string
		for _, f := range r.Fields {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != c.want || r.Name != "T" || r == typ || typ.Fields[0].Name != "F0" {
			t.Errorf("Reorder %v: %s, want %s", c.order, got, c.want)
		}
	}
}

func BenchmarkBestOrder(b *testing.B) {
	amd64, err := ArchOf("amd64")
	if err != nil {
		b.Fatal(err)
	}
	for _, fields := range []int{8, 16, 32, 100, 300} {
		b.Run(fmt.Sprint(fields), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, uint64(fields)))
			l := NewLayouter(amd64)
			types := make([]*Type, 64)
			for i := range types {
				types[i] = structOf("T")
				for k := range fields {
					types[i].Fields = append(types[i].Fields, Field{Name: fmt.Sprint("F", k), Type: frequent[rng.IntN(len(frequent))]})
				}
			}
			for i := 0; b.Loop(); i++ {
				if _, err := BestOrder(l, types[i%len(types)], Constraints{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package sizer

// Fact is a figure of the model in one release family.
type Fact struct {
	Name   string `json:"name"`   // "malloc header"
	Value  string `json:"value"`  // in words, with units
	Source string `json:"source"` // file of the release's source tree, and what to look for in it
	Proof  Proof  `json:"proof"`
	// Changed says that the family before had another value.
	Changed bool `json:"changed"`
}

// factRow is a value that a fact has from one family on.
type factRow struct {
	from          int // minor
	value, source string
}

// fact is a figure through all families. proofs holds one proof a family, from
// the oldest.
type fact struct {
	name   string
	rows   []factRow
	proofs [newestMinor - oldestMinor + 1]Proof
}

const (
	oldClasses = "src/runtime/sizeclasses.go"
	newClasses = "src/internal/runtime/gc/sizeclasses.go"
	newMalloc  = "src/internal/runtime/gc/malloc.go"
	malloc     = "src/runtime/malloc.go"
	mheap      = "src/runtime/mheap.go"
)

// facts is what the model rests on. What was read of the releases before
// go1.26 are public copies of single files: of go1.21 sizeclasses.go and
// malloc.go; of go1.22 msize_allocheaders.go, mbitmap_allocheaders.go and
// mheap.go; of go1.23 sizeclasses.go, malloc.go and mheap.go; of go1.24
// map_noswiss.go; of go1.25 malloc.go, mheap.go and mgcmark_greenteagc.go; and
// the lists of experiments of all of them.
var facts = []fact{
	{
		name: "size classes",
		rows: []factRow{
			{21, "67 classes of 8 to 32768 B", oldClasses + ": class_to_size, class_to_allocnpages"},
			{25, "67 classes of 8 to 32768 B", newClasses + ": SizeClassToSize, SizeClassToNPages"},
		},
		proofs: [...]Proof{ReadSource, Inferred, ReadSource, Inferred, Inferred, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "page",
		rows: []factRow{
			{21, "8192 B", oldClasses + ": _PageShift"},
			{25, "8192 B", newMalloc + ": PageSize"},
		},
		proofs: [...]Proof{ReadSource, Inferred, ReadSource, Inferred, Inferred, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "largest small object",
		rows: []factRow{
			{21, "32768 B; whole pages beyond", malloc + ": mallocgc, size <= maxSmallSize"},
			{22, "32760 B; whole pages beyond", malloc + ": mallocgc, size <= maxSmallSize-mallocHeaderSize"},
		},
		proofs: [...]Proof{ReadSource, ReadSource, ReadSource, Inferred, ReadSource, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "malloc header",
		rows: []factRow{
			{21, "none", malloc + ": mallocgc"},
			{22, "8 B before a pointerful object over 512 B (32-bit: over 128 B), up to the largest small object", "src/runtime/mbitmap_allocheaders.go: mallocHeaderSize, minSizeForMallocHeader"},
			{23, "8 B before a pointerful object over 512 B (32-bit: over 128 B), up to the largest small object", "src/runtime/mbitmap.go: mallocHeaderSize, minSizeForMallocHeader"},
			{25, "8 B before a pointerful object over 512 B (32-bit: over 128 B), up to the largest small object", newMalloc + ": MallocHeaderSize, MinSizeForMallocHeader"},
		},
		proofs: [...]Proof{ReadSource, ReadSource, ReadSource, Inferred, ReadSource, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "tiny block",
		rows: []factRow{
			{21, "16 B, shared by pointer-free objects under 16 B; each is aligned by its size", malloc + ": mallocgc, tinyoffset"},
			{24, "16 B, shared by pointer-free objects under 16 B; each is aligned by its size", malloc + ": mallocgcTiny"},
		},
		proofs: [...]Proof{ReadSource, Inferred, ReadSource, Inferred, ReadSource, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "pointer bitmap",
		rows: []factRow{
			{21, "outside the heap", "src/runtime/mbitmap.go: heapArena.bitmap"},
			{22, "1 bit a word at the end of each span of pointerful objects without a header", mheap + ": initSpan"},
		},
		proofs: [...]Proof{Inferred, ReadSource, ReadSource, Inferred, ReadSource, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "mark bits",
		rows: []factRow{
			{21, "outside the heap", mheap + ": initSpan, newMarkBits"},
			{25, "outside the heap; with greenteagc 128 B in each span of objects of 16 to 512 B (32-bit: to 128 B)", "src/runtime/mgcmark_greenteagc.go: spanInlineMarkBits, gcUsesSpanInlineMarkBits"},
			{26, "128 B in each span of objects of 16 to 512 B (32-bit: to 128 B); with nogreenteagc outside the heap", "src/runtime/mgcmark_greenteagc.go: spanInlineMarkBits, gcUsesSpanInlineMarkBits"},
		},
		proofs: [...]Proof{Inferred, ReadSource, ReadSource, Inferred, ReadSource, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "maps",
		rows: []factRow{
			{21, "buckets of 8 with overflow chains", "src/runtime/map.go: hmap, bmap"},
			{24, "groups of 8 in tables (Swiss); with noswissmap the buckets", "src/internal/runtime/maps/map.go, src/runtime/map_noswiss.go"},
			{26, "groups of 8 in tables (Swiss)", "src/internal/runtime/maps/map.go"},
			{27, "groups of 8 in tables (Swiss); with mapsplitgroup keys and elements apart", "src/internal/runtime/maps/map.go, src/internal/runtime/maps/group.go"},
		},
		proofs: [...]Proof{Inferred, Inferred, Inferred, ReadSource, ReadSource, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "update of a full small map",
		rows: []factRow{
			{21, "no growth", "src/runtime/map.go: mapassign"},
			{24, "an assignment to a key that is there makes a map of 8 entries grow to a table of 16", "src/internal/runtime/maps/map.go: Map.Put"},
			{27, "no growth", "src/internal/runtime/maps/map.go: Map.Put"},
		},
		proofs: [...]Proof{Unverified, Unverified, Unverified, Unverified, Unverified, MeasuredBoth, MeasuredBoth},
	},
	{
		name: "slices on the stack",
		rows: []factRow{
			{21, "those of constant size that do not escape", "src/cmd/compile/internal/walk/builtin.go: walkMakeSlice"},
			{25, "also make with a variable length, up to 32 B, that does not escape", "src/cmd/compile/internal/walk/builtin.go: walkMakeSlice"},
			{26, "also make with a variable length and the first 32 B of a slice grown by append", "src/cmd/compile/internal/slice/slice.go"},
		},
		proofs: [...]Proof{Unverified, Unverified, Unverified, Unverified, Unverified, MeasuredBoth, MeasuredBoth},
	},
}

// factsOf returns the facts of a release family.
func factsOf(minor int) []Fact {
	out := make([]Fact, 0, len(facts))
	for _, f := range facts {
		i := f.rowOf(minor)
		row := f.rows[i]
		out = append(out, Fact{
			Name: f.name, Value: row.value, Source: row.source,
			Proof:   f.proofs[minor-oldestMinor],
			Changed: i > 0 && row.from == minor && row.value != f.rows[i-1].value,
		})
	}
	return out
}

// rowOf is the index of the row that holds for a family.
func (f *fact) rowOf(minor int) int {
	i := len(f.rows) - 1
	for i > 0 && f.rows[i].from > minor {
		i--
	}
	return i
}

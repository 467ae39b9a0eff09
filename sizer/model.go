package sizer

// MapDesign names how maps are laid out in memory.
type MapDesign string

// The map designs.
const (
	// BucketMaps are the chained buckets of 8 of src/runtime/map.go: go1.23
	// and before, and go1.24 and go1.25 with noswissmap.
	BucketMaps MapDesign = "buckets"
	// SwissMaps are the groups of 8 slots of src/internal/runtime/maps,
	// go1.24 and after: key and element lie side by side in each slot.
	SwissMaps MapDesign = "swiss"
	// SplitSwissMaps are SwissMaps whose groups hold 8 keys, then 8 elements:
	// go1.27 with mapsplitgroup.
	SplitSwissMaps MapDesign = "swiss+split"
)

// Model is the data that the allocator's rules are functions of. Sizes are in
// bytes. The files named are those of go1.26.8 and go1.27.3; where an older
// release has the figure elsewhere, [Releases] says so.
type Model struct {
	// Classes are the size classes from number 1 up, by size. They are shared
	// and must not be changed.
	// Source: src/internal/runtime/gc/sizeclasses.go.
	Classes []Class `json:"-"`
	// PageSize is the unit in which spans and large objects are handed out.
	// Source: src/internal/runtime/gc/malloc.go, PageSize.
	PageSize int64 `json:"page_size"`
	// MaxSmall is the largest request that a size class serves; larger ones get
	// pages of their own.
	// Source: src/runtime/malloc.go, mallocgc: size <= maxSmallSize-gc.MallocHeaderSize
	// since go1.22, maxSmallSize before.
	MaxSmall int64 `json:"max_small"`
	// HeaderSize is the malloc header in front of a pointerful object larger
	// than HeaderOver; 0 where the release has none (go1.21).
	// Source: src/internal/runtime/gc/malloc.go, MallocHeaderSize.
	HeaderSize int64 `json:"header_size"`
	// HeaderOver is the size up to which a pointerful object needs no header:
	// its pointer bitmap lies at the end of its span.
	// Source: src/internal/runtime/gc/malloc.go, MinSizeForMallocHeader.
	HeaderOver int64 `json:"header_over"`
	// TinySize is the block that pointer-free objects smaller than itself
	// share, and TinyClass the number of its size class.
	// Source: src/internal/runtime/gc/sizeclasses.go, TinySize, TinySizeClass.
	TinySize  int64 `json:"tiny_size"`
	TinyClass int   `json:"tiny_class"`
	// HeapBits says that a span of pointerful objects up to HeaderOver ends in
	// a bitmap of one bit a word (since go1.22; before, the bitmap lay outside
	// the heap). Source: src/runtime/mheap.go, initSpan.
	HeapBits bool `json:"heap_bits"`
	// MarkBits is what Green Tea reserves for mark bits in a span of objects of
	// MarkFrom bytes up to HeaderOver, pointerful or not; 0 without Green Tea.
	// Source: src/runtime/mgcmark_greenteagc.go, spanInlineMarkBits,
	// gcUsesSpanInlineMarkBits.
	MarkBits int64 `json:"mark_bits"`
	MarkFrom int64 `json:"mark_from"`
	// MaxAlloc is the size of the heap's address space; no object can reach it.
	// Source: src/runtime/malloc.go, maxAlloc (heapAddrBits).
	MaxAlloc int64     `json:"max_alloc"`
	Maps     MapDesign `json:"maps"`
}

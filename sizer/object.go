package sizer

// Object is one allocation, in bytes.
type Object struct {
	Requested int64 `json:"requested"` // asked of the allocator
	Header    int64 `json:"header"`    // malloc header in front of the object
	// Slot is what the allocator hands out: the size class, whole pages, or
	// the tiny block that the object shares. Zero for zero-size objects.
	Slot int64 `json:"slot"`
	// Sharing is how many like objects share the Slot: over 1 only in tiny
	// blocks.
	Sharing int64 `json:"sharing"`
	Class   int   `json:"class"` // number of the size class; 0: none (zero-size or large)
	Pages   int64 `json:"pages"` // of a large object, in pages of the runtime; else 0
	// Pointerful says that the garbage collector scans the object. Pointerful
	// and pointer-free objects of a class lie in different spans.
	Pointerful bool `json:"pointerful"`
	// Tiny says that the object is pointer-free and under the tiny size: Bytes
	// is then its expected share in a stream of like objects.
	Tiny       bool       `json:"tiny"`
	Provenance Provenance `json:"provenance"`
}

// Bytes is what one such object adds to the heap: Slot, or the expected share
// of it in a stream of like objects.
func (o Object) Bytes() float64 {
	if o.Sharing <= 1 {
		return float64(o.Slot)
	}
	return float64(o.Slot) / float64(o.Sharing)
}

// Rounding is what the allocator adds to the request beside the header: Bytes
// - Header - Requested. It is the external loss of one object.
func (o Object) Rounding() float64 { return o.Bytes() - float64(o.Header) - float64(o.Requested) }

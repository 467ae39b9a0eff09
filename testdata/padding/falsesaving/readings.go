// Package falsesaving holds types whose size another order shrinks, next to
// each other those where the heap gives bytes back and those where it does
// not.
package falsesaving

// Reading is 48 bytes and 40 with its flags together, and both are objects of
// 48 bytes. In a slice each element would be 8 bytes smaller.
type Reading struct {
	Valid   bool
	Samples [4]int64
	Last    bool
}

// ReadingTight is Reading in its best order.
type ReadingTight struct {
	Samples [4]int64
	Valid   bool
	Last    bool
}

// Span goes from 32 bytes to 24, and so does its object.
type Span struct {
	Open   bool
	Bounds [2]int64
	Closed bool
}

// SpanTight is Span in its best order.
type SpanTight struct {
	Bounds [2]int64
	Open   bool
	Closed bool
}

// Week gets 8 bytes smaller, from 72 to 64, and its object 16, from 80 to 64.
type Week struct {
	Planned bool
	Days    [7]int64
	Booked  bool
}

// WeekTight is Week in its best order.
type WeekTight struct {
	Days    [7]int64
	Planned bool
	Booked  bool
}

// Wave is 32 bytes and 24 in order: the alignment of a complex number is that
// of its parts.
type Wave struct {
	Up    bool
	Phase complex128
	Down  bool
}

// WaveTight is Wave in its best order.
type WaveTight struct {
	Phase complex128
	Up    bool
	Down  bool
}

// Grid loses bytes of 4-byte alignment: 44 and 40, objects of 48 both.
type Grid struct {
	Row   int16
	Cells [9]int32
	Col   int16
}

// GridTight is Grid in its best order.
type GridTight struct {
	Cells [9]int32
	Row   int16
	Col   int16
}

// Pulse loses single bytes: 24 and 22, objects of 24 both.
type Pulse struct {
	Kind  uint8
	Beats [10]uint16
	Rate  uint8
}

// PulseTight is Pulse in its best order.
type PulseTight struct {
	Beats [10]uint16
	Kind  uint8
	Rate  uint8
}

// Route has two strings between flags: 56 and 48 bytes, 64 and 48 on the heap.
type Route struct {
	Up   bool
	From string
	Down bool
	To   string
	Cost float64
}

// RouteTight is Route in its best order.
type RouteTight struct {
	Up   bool
	Down bool
	From string
	To   string
	Cost float64
}

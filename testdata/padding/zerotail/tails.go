// Package zerotail holds structs whose last field has no size. It gets a byte
// all the same, so that its address is not that of the next object, and with
// the rounding after it often a whole word.
package zerotail

import "structs"

// Mark is an empty struct with a name, and a method that go vet looks for.
type Mark struct{}

func (*Mark) Lock()   {}
func (*Mark) Unlock() {}

// Tailed types lose their tail to a field without a size: each is a word
// smaller with the field in front.
type (
	// TailStruct ends in an empty struct: 16 and 8.
	TailStruct struct {
		N int64
		_ struct{}
	}
	// TailFuncs ends in what makes a type incomparable: 16 and 8.
	TailFuncs struct {
		P *int
		_ [0]func()
	}
	// TailMark ends in a named mark: 32 and 24.
	TailMark struct {
		S string
		N int64
		_ Mark
	}
	// TailEmbedded ends in an embedded mark: 24 and 16.
	TailEmbedded struct {
		A, B float64
		Mark
	}
	// TailArrays ends in arrays of no elements and of empty elements: 16 and 8.
	TailArrays struct {
		N uint64
		_ [0]string
		_ [5]struct{}
	}
	// TailLast is 40, and 32 in order; on the heap 48 and 32.
	TailLast struct {
		A       uint32
		B, C, D uint64
		Done    struct{}
	}
	// TailBytes ends in an array of no bytes: 5 and 4, rounded to 8 and 4.
	TailBytes struct {
		N uint32
		_ [0]byte
	}
	// TailNarrow is of 2-byte alignment: 4 and 2.
	TailNarrow struct {
		N uint16
		_ [0]int16
	}
	// TailChans is 112 bytes as an object, and 96 in order.
	TailChans struct {
		Words [12]int
		_     [0]chan int
	}
)

// Tails of no cost, and tails that must stay.
type (
	// Free has room for the byte in the padding that is there anyway: 16.
	Free struct {
		N int64
		M int32
		_ struct{}
	}
	// Empty has only fields without a size, and none itself.
	Empty struct {
		A struct{}
		B [0]int64
		C Mark
	}
	// Aligned has no size either, and aligns what holds it to 8.
	Aligned struct{ _ [0]uint64 }
	// Leading has its mark in front, where it is free: 24.
	Leading struct {
		_ [0]func()
		S string
		N int64
	}
	// Inside has its mark between two fields, where it is free: 32.
	Inside struct {
		A    uint32
		B, C uint64
		Done struct{}
		D    uint64
	}
	// Raised is aligned to 8 by a mark between two numbers: 16, and 8 with the
	// mark in front.
	Raised struct {
		A uint32
		_ [0]uint64
		B uint32
	}
	// Host ends in the mark of the host's layout, which keeps it there: 16.
	Host struct {
		N int64
		_ structs.HostLayout
	}
)

// Wrap is 24 for the tail of what it holds, which is the only thing to change:
// 16 then.
type Wrap struct {
	In TailStruct
	On bool
}

// Row is an array of eight such: 128 bytes and 64.
type Row struct{ Cells [8]TailStruct }

// Phantom has a parameter that only marks: 16 at an argument without a size,
// 8 with the mark in front.
type Phantom[Unit any] struct {
	Value float64
	unit  Unit
}

// Phantom with and without a size in it.
type (
	Metre = Phantom[struct{}]
	Count = Phantom[int32]
)

// Unit returns what a value is counted in.
func (p Phantom[Unit]) Unit() Unit { return p.unit }

// The best orders.
type (
	TailStructTight struct {
		_ struct{}
		N int64
	}
	TailFuncsTight struct {
		_ [0]func()
		P *int
	}
	TailMarkTight struct {
		_ Mark
		S string
		N int64
	}
	TailEmbeddedTight struct {
		Mark
		A, B float64
	}
	TailArraysTight struct {
		_ [0]string
		_ [5]struct{}
		N uint64
	}
	TailLastTight struct {
		Done    struct{}
		A       uint32
		B, C, D uint64
	}
	TailBytesTight struct {
		_ [0]byte
		N uint32
	}
	TailNarrowTight struct {
		_ [0]int16
		N uint16
	}
	TailChansTight struct {
		_     [0]chan int
		Words [12]int
	}
	RaisedTight struct {
		_ [0]uint64
		A uint32
		B uint32
	}
)

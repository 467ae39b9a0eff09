// Package padded holds types that are wide on purpose: bytes between fields
// that different cores write, or that fill a cache line.
package padded

import (
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// Ends are far from each other by an array of bytes: 136, would be 128.
type Ends struct {
	Closed bool
	Head   atomic.Uint64
	_      [64]byte
	Tail   atomic.Uint64
	_      [40]byte
	Late   bool
}

// Lines are apart by the platform's own cache line: of 64 bytes on amd64, of
// 128 on arm64.
type Lines struct {
	On    bool
	Reads atomic.Int64
	_     cpu.CacheLinePad
	Write atomic.Int64
	Off   bool
}

// Embedded embeds the pad.
type Embedded struct {
	On bool
	N  int64
	cpu.CacheLinePad
	Off bool
}

// Words are apart by an array of words: 72, would be 64.
type Words struct {
	On  bool
	N   int64
	_   [6]uint64
	Off bool
	M   int32
}

// Hot has no pad: 24, best 16.
type Hot struct {
	A bool
	B int64
	C bool
}

// Aligned is filled up to the alignment of the next field by a blank that
// changes nothing: 16, in any order that keeps it.
type Aligned struct {
	A uint32
	_ uint32
	B uint64
}

// Named is no padding for its name alone: its bytes are used. 32 and 24.
type Named struct {
	On   bool
	Name [8]byte
	N    int64
	Off  bool
	M    int32
}

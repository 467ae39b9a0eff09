// Package alone holds types that look wasteful and are to be let alone, for
// one reason each.
package alone

import (
	"encoding/binary"
	"io"
	"structs"
	"sync/atomic"
)

// Counters keeps two busy words on cache lines of their own: 128.
type Counters struct {
	Reads  atomic.Uint64
	_      [56]byte
	Writes atomic.Uint64
	_      [56]byte
}

// Header is read from a wire: 14 bytes there, 24 in memory.
type Header struct {
	Kind  uint8
	Size  uint32
	Flags uint8
	Sum   uint64
}

// ReadHeader reads one.
func ReadHeader(r io.Reader) (h Header, err error) {
	err = binary.Read(r, binary.LittleEndian, &h)
	return h, err
}

// Stat is the kernel's: 40, would be 32.
type Stat struct {
	_     structs.HostLayout
	Mode  uint16
	Inode uint64
	User  uint32
	Dev   uint64
	Links uint16
}

// Point is written without keys: 24, would be 16.
type Point struct {
	Named bool
	X     float64
	Open  bool
}

// Origin is a Point.
var Origin = Point{true, 0, false}

// Record is printed as JSON: 24, would be 16.
type Record struct {
	OK   bool  `json:"ok"`
	At   int64 `json:"at"`
	Last bool  `json:"last"`
}

package wire

import (
	bin "encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	//lint:ignore ST1001 the case is a package without a name
	. "unsafe"
)

// Renamed is read with a package under another name.
type Renamed struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// FromRenamed reads it.
func FromRenamed(r io.Reader, v *Renamed) error { return bin.Read(r, bin.BigEndian, v) }

// Dotted is cast with a package without a name.
type Dotted struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// AtDotted returns the bytes as a Dotted.
func AtDotted(p *byte) *Dotted { return (*Dotted)(Pointer(p)) }

// Gob is encoded by the names of its fields, in whatever order: 24, best 16.
type Gob struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Encode encodes it.
func Encode(w io.Writer, v *Gob) error { return gob.NewEncoder(w).Encode(v) }

// Printed is only printed, for people: 24, best 16.
type Printed struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Print prints it.
func Print(v Printed) string { return fmt.Sprintf("%+v", v) }

// Slept is read through a function value.
type Slept struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// ReadSlept reads one when it is called.
func ReadSlept(r io.Reader) func() error {
	var all [2]Slept
	return func() error { return bin.Read(r, bin.LittleEndian, all[:]) }
}

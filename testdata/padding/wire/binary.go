// Package wire holds types whose order of fields is a format: of bytes on a
// wire, or of memory that somebody else reads.
package wire

import (
	"bytes"
	"encoding/asn1"
	"encoding/binary"
	"io"
)

// Read is read with encoding/binary: 21 bytes on the wire, 32 in memory, and
// would be 24.
type Read struct {
	Kind uint8
	Seq  uint64
	Flag uint32
	Sum  uint64
}

// From reads it.
func From(r io.Reader) (h Read, err error) {
	err = binary.Read(r, binary.LittleEndian, &h)
	return h, err
}

// Written is written by value.
type Written struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// To writes it.
func To(w io.Writer, h Written) error { return binary.Write(w, binary.BigEndian, h) }

// Listed is written as a slice.
type Listed struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// All writes them all.
func All(w io.Writer, all []Listed) error { return binary.Write(w, binary.BigEndian, all) }

// Sized is asked for its length on the wire.
type Sized struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Len returns it.
func Len() int { return binary.Size(Sized{}) }

// Appended is appended to bytes, in an array.
type Appended struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Append appends two.
func Append(b []byte, two [2]Appended) ([]byte, error) {
	return binary.Append(b, binary.NativeEndian, &two)
}

// Decoded is read from bytes.
type Decoded struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Decode decodes one.
func Decode(b []byte, d *Decoded) (int, error) { return binary.Decode(b, binary.BigEndian, d) }

// Part is no argument of encoding/binary itself: what holds it is.
type Part struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Whole holds it.
type Whole struct {
	Length uint16
	First  Part
	Rest   [2]Part
}

// WriteWhole writes it.
func WriteWhole(w io.Writer, h *Whole) error { return binary.Write(w, binary.BigEndian, h) }

// Sequence is an ASN.1 sequence, of its fields in their order.
type Sequence struct {
	Critical bool
	Serial   int64
	Final    bool
}

// Marshal marshals it.
func Marshal(s Sequence) ([]byte, error) { return asn1.Marshal(s) }

// Parsed is unmarshalled from ASN.1.
type Parsed struct {
	Critical bool
	Serial   int64
	Final    bool
}

// Parse parses it.
func Parse(b []byte) (p Parsed, err error) {
	_, err = asn1.Unmarshal(b, &p)
	return p, err
}

// Local is written from a variable in a function, by way of a buffer.
func Local() []byte {
	type local struct {
		Kind uint8
		Seq  uint64
		Flag uint8
	}
	var b bytes.Buffer
	v := local{Kind: 1}
	if err := binary.Write(&b, binary.LittleEndian, &v); err != nil {
		return nil
	}
	return b.Bytes()
}

// Free is in the same file and nobody's format: 24 and 16.
type Free struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// FreeTight is Free in its best order.
type FreeTight struct {
	Kind uint8
	Flag uint8
	Seq  uint64
}

package session

import (
	"bytes"
	"encoding/binary"
	"sync/atomic"
)

// Ticket is what a client carries in its cookie. It is written field by field
// with encoding/binary: the order is the format, of 22 bytes.
type Ticket struct {
	Version uint8
	User    uint64
	Flags   uint8
	Expires uint64
	Sum     uint32
}

// MarshalBinary returns the 22 bytes of a ticket.
func (t *Ticket) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	err := binary.Write(&b, binary.BigEndian, t)
	return b.Bytes(), err
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (t *Ticket) UnmarshalBinary(data []byte) error {
	return binary.Read(bytes.NewReader(data), binary.BigEndian, t)
}

// Meters counts what all cores do at once: each busy word has a cache line of
// its own.
type Meters struct {
	Logins   atomic.Uint64
	_        [56]byte
	Failures atomic.Uint64
	_        [56]byte
}

// Event is a line of the audit log, which prints fields in their order.
//
//heft:keep the auditors' reader knows columns by their number
type Event struct {
	Allowed bool
	Unix    int64
	Bot     bool
	User    *User
	Session string
}

// Package hostlayout holds types whose order is a contract with the host: a
// structs.HostLayout field says so.
package hostlayout

import "structs"

// Frame is 24 bytes, and would be 16.
type Frame struct {
	_    structs.HostLayout
	Kind uint8
	Len  uint64
	Flag uint8
}

// Holder holds one among its own fields, which may move: 40 and 32.
type Holder struct {
	On bool
	Frame
	Off bool
}

// HolderTight is Holder in its best order.
type HolderTight struct {
	Frame
	On  bool
	Off bool
}

// Named has the mark as a field with a name, in the middle: 32, would be 24.
type Named struct {
	Mode   uint16
	Inode  uint64
	Layout structs.HostLayout
	User   uint32
	Device uint64
	Link   uint16
}

// Embedded embeds the mark itself: 24, would be 16.
type Embedded struct {
	structs.HostLayout
	Kind uint8
	Len  uint64
	Flag uint8
}

// Renamed embeds it through an alias.
type Renamed struct {
	Mark
	Kind uint8
	Len  uint64
	Flag uint8
}

// Mark is the mark.
type Mark = structs.HostLayout

// Of is generic and marked: of bytes 24, would be 16.
type Of[T any] struct {
	_    structs.HostLayout
	Kind T
	Len  uint64
	Flag T
}

// Bytes is an instance.
var Bytes Of[uint8]

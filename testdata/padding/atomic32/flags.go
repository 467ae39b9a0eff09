// Package atomic32 holds types whose size on 32-bit platforms does not follow
// from that on 64-bit ones. A file for each platform holds the compiler to it.
package atomic32

import "sync/atomic"

// Plain is 32 bytes, and 20 on 32-bit platforms, where the count is at offset
// 4: no place for a 64-bit atomic.
type Plain struct {
	On    bool
	Count int64
	Name  string
}

// PlainFirst has its count where every platform takes it: 32, and 20.
type PlainFirst struct {
	Count int64
	Name  string
	On    bool
}

// Typed is 32, and 24 for the alignment of its count.
type Typed struct {
	On    bool
	Count atomic.Int64
	Name  string
}

// Flags goes from 40 to 32, and from 32 to 24.
type Flags struct {
	On    bool
	Count atomic.Int64
	Name  string
	Off   bool
}

// FlagsTight is Flags in its best order.
type FlagsTight struct {
	On    bool
	Off   bool
	Count atomic.Int64
	Name  string
}

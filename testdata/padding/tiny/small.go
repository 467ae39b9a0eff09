// Package tiny holds types without pointers and under 16 bytes: several of
// them share a block of 16, and what one costs is its share.
package tiny

// Flags12 goes from 12 bytes, alone in its block, to 8, two in a block.
type Flags12 struct {
	On    bool
	Count int32
	Off   bool
}

// Flags12Tight is Flags12 in its best order.
type Flags12Tight struct {
	Count int32
	On    bool
	Off   bool
}

// Flags6 goes from 6 bytes, two in a block, to 4, four in a block.
type Flags6 struct {
	On    bool
	Count int16
	Off   bool
}

// Flags6Tight is Flags6 in its best order.
type Flags6Tight struct {
	Count int16
	On    bool
	Off   bool
}

// Flags10 goes from 10 bytes to 8: alone, and two in a block.
type Flags10 struct {
	A uint8
	B uint16
	C uint8
	D uint16
	E uint8
}

// Flags10Tight is Flags10 in its best order.
type Flags10Tight struct {
	B    uint16
	D    uint16
	A, C uint8
	E    uint8
}

// Flags16 goes from 16 bytes to 12, alone in a block of 16 both times.
type Flags16 struct {
	A uint8
	B float32
	C uint8
	D float32
}

// Flags16Tight is Flags16 in its best order.
type Flags16Tight struct {
	A, C uint8
	B    float32
	D    float32
}

// Flags8 goes from 8 bytes to 6, and two share a block both times.
type Flags8 struct {
	A uint8
	B uint16
	C uint8
	D uint16
}

// Flags8Tight is Flags8 in its best order.
type Flags8Tight struct {
	A, C uint8
	B    uint16
	D    uint16
}

// One, Three and Five cost 1, 3.2 and 5.33 bytes.
type (
	One   struct{ A uint8 }
	Three struct{ A [3]uint8 }
	Five  struct{ A [5]bool }
)

// Link is as small, but a pointer keeps it out of the blocks: 8 bytes.
type Link struct{ Next *Link }

// Nothing costs nothing.
type Nothing struct{}

// Package ladder holds sizes that lie just above a size class: what an object
// costs is not its size, and no order of fields changes that.
package ladder

// The rungs cost 24, 32, 48, 48, 80, 144, 288, 1152, 4864 and 40960 bytes.
type (
	Rung17    struct{ Body [17]byte }
	Rung25    struct{ Body [25]byte }
	Rung33    struct{ Body [33]byte }
	Rung40    struct{ Body [40]byte }
	Rung65    struct{ Body [65]byte }
	Rung129   struct{ Body [129]byte }
	Rung257   struct{ Body [257]byte }
	Rung1025  struct{ Body [1025]byte }
	Rung4097  struct{ Body [4097]byte }
	Rung32769 struct{ Body [32769]byte }
)

// The exact ones fill their size class to the last byte.
type (
	Exact16    struct{ Body [16]byte }
	Exact24    struct{ Body [24]byte }
	Exact112   struct{ Body [14]int64 }
	Exact1408  struct{ Body [1408]byte }
	Exact32760 struct{ Body [32760]byte }
)

// Digest is a key of 33 bytes without padding, in an object of 48.
type Digest struct {
	Kind byte
	Sum  [32]byte
}

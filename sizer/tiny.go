package sizer

// TinyStream simulates the tiny allocator of one P: pointer-free objects under
// the tiny size, in the order in which they are allocated, share blocks
// (src/runtime/malloc.go, mallocgcTiny). A mixed stream does not cost the mean
// of like streams: the order decides.
//
// The runtime drops its current block at every garbage collection and at every
// ReadMemStats, and each P has its own: see Reset.
type TinyStream struct {
	block   int64 // bytes of a block
	ptrSize int64
	open    bool  // there is a current block
	off     int64 // its first free byte
	blocks  int64
}

// TinyStream returns a stream without a current block.
func (r Runtime) TinyStream() TinyStream {
	return TinyStream{block: r.Model.TinySize, ptrSize: r.Arch.PtrSize}
}

// Add allocates a pointer-free object of size bytes and returns what the heap
// grows by: 0 where it fits the current block, or the size of a block. A size
// that the tiny allocator does not serve returns 0 and changes nothing.
func (s *TinyStream) Add(size int64) int64 {
	if size <= 0 || size >= s.block {
		return 0
	}
	if off := alignTiny(s.off, size, s.ptrSize); s.open && off+size <= s.block {
		s.off = off + size
		return 0
	}
	s.blocks++
	// The new block becomes the current one only if it has more room left.
	if !s.open || size < s.off {
		s.open, s.off = true, size
	}
	return s.block
}

// Reset drops the current block, as a garbage collection does.
func (s *TinyStream) Reset() { s.open, s.off = false, 0 }

// Blocks is the number of blocks taken so far.
func (s *TinyStream) Blocks() int64 { return s.blocks }

// Bytes is what the blocks taken so far cost.
func (s *TinyStream) Bytes() int64 { return s.blocks * s.block }

// alignTiny aligns the offset of an object by its size, whatever its type.
// On 32-bit a 12-byte object is aligned to 8, since it may start with a 64-bit
// field for sync/atomic (golang.org/issue/37262).
func alignTiny(off, size, ptrSize int64) int64 {
	align := int64(1)
	switch {
	case size%8 == 0, ptrSize == 4 && size == 12:
		align = 8
	case size%4 == 0:
		align = 4
	case size%2 == 0:
		align = 2
	}
	return (off + align - 1) &^ (align - 1)
}

// tinySharing is how many objects of size bytes share a block in a stream of
// like objects. Alignment never matters there: it divides size, but for 12
// bytes, of which only one fits.
func tinySharing(size, block int64) int64 { return block / size }

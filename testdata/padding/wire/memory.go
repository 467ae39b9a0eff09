package wire

import "unsafe"

// Cast is seen in memory of another type.
type Cast struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// At returns the bytes as a Cast.
func At(p *[24]byte) *Cast { return (*Cast)(unsafe.Pointer(p)) }

// Viewed is seen as bytes.
type Viewed struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// View returns the memory of a Viewed.
func View(v *Viewed) []byte { return (*[24]byte)(unsafe.Pointer(v))[:] }

// Offset has the offset of a field taken.
type Offset struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Flag is where the flag is.
const Flag = unsafe.Offsetof(Offset{}.Flag)

// Sliced is seen as bytes by a slice.
type Sliced struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Memory returns the memory of a slice of them.
func Memory(s []Sliced) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(Sliced{})))
}

// Asked is only asked for its size, in whatever order: 24 and 16.
type Asked struct {
	Kind uint8
	Seq  uint64
	Flag uint8
}

// Size is its size.
const Size = unsafe.Sizeof(Asked{})

package clib

import "unsafe"

// Sizes are the sizes of Mirror, Holder and Nest, and the offset of the union.
func Sizes() (mirror, holder, nest, either uintptr) {
	return unsafe.Sizeof(Mirror{}), unsafe.Sizeof(Holder{}), unsafe.Sizeof(Nest{}), unsafe.Offsetof(Holder{}.Either)
}

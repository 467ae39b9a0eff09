package clib

import "unsafe"

// Sizes are the sizes of Mirror, Holder and Nest.
func Sizes() (mirror, holder, nest uintptr) {
	return unsafe.Sizeof(Mirror{}), unsafe.Sizeof(Holder{}), unsafe.Sizeof(Nest{})
}

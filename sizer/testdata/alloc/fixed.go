package main

import "unsafe"

// fixedType is an allocation whose type the compiler knows. From go1.27 on it
// calls a function made for the size class of such a type.
type fixedType struct {
	size, ptrBytes int
	alloc          func() unsafe.Pointer
}

func fixedOf[T any](ptrBytes int, alloc func() *T) fixedType {
	var zero T
	return fixedType{int(unsafe.Sizeof(zero)), ptrBytes, func() unsafe.Pointer { return unsafe.Pointer(alloc()) }}
}

// headed is a pointer, and words without one.
type headed[W any] struct {
	P *byte
	W W
}

var fixed = []fixedType{
	fixedOf(0, func() *[1]byte { return new([1]byte) }),
	fixedOf(0, func() *[2]byte { return new([2]byte) }),
	fixedOf(0, func() *[3]byte { return new([3]byte) }),
	fixedOf(0, func() *[4]byte { return new([4]byte) }),
	fixedOf(0, func() *[5]byte { return new([5]byte) }),
	fixedOf(0, func() *[6]byte { return new([6]byte) }),
	fixedOf(0, func() *[7]byte { return new([7]byte) }),
	fixedOf(0, func() *[8]byte { return new([8]byte) }),
	fixedOf(0, func() *[9]byte { return new([9]byte) }),
	fixedOf(0, func() *[10]byte { return new([10]byte) }),
	fixedOf(0, func() *[11]byte { return new([11]byte) }),
	fixedOf(0, func() *[12]byte { return new([12]byte) }),
	fixedOf(0, func() *[13]byte { return new([13]byte) }),
	fixedOf(0, func() *[14]byte { return new([14]byte) }),
	fixedOf(0, func() *[15]byte { return new([15]byte) }),
	fixedOf(0, func() *[16]byte { return new([16]byte) }),
	fixedOf(0, func() *[17]byte { return new([17]byte) }),
	fixedOf(0, func() *[20]byte { return new([20]byte) }),
	fixedOf(0, func() *[24]byte { return new([24]byte) }),
	fixedOf(0, func() *[25]byte { return new([25]byte) }),
	fixedOf(0, func() *[32]byte { return new([32]byte) }),
	fixedOf(0, func() *[33]byte { return new([33]byte) }),
	fixedOf(0, func() *[40]byte { return new([40]byte) }),
	fixedOf(0, func() *[48]byte { return new([48]byte) }),
	fixedOf(0, func() *[49]byte { return new([49]byte) }),
	fixedOf(0, func() *[56]byte { return new([56]byte) }),
	fixedOf(0, func() *[64]byte { return new([64]byte) }),
	fixedOf(0, func() *[65]byte { return new([65]byte) }),
	fixedOf(0, func() *[72]byte { return new([72]byte) }),
	fixedOf(0, func() *[80]byte { return new([80]byte) }),
	fixedOf(0, func() *[81]byte { return new([81]byte) }),
	fixedOf(0, func() *[88]byte { return new([88]byte) }),
	fixedOf(0, func() *[96]byte { return new([96]byte) }),
	fixedOf(0, func() *[97]byte { return new([97]byte) }),
	fixedOf(0, func() *[112]byte { return new([112]byte) }),
	fixedOf(0, func() *[128]byte { return new([128]byte) }),
	fixedOf(0, func() *[129]byte { return new([129]byte) }),
	fixedOf(0, func() *[256]byte { return new([256]byte) }),
	fixedOf(0, func() *[512]byte { return new([512]byte) }),
	fixedOf(0, func() *[513]byte { return new([513]byte) }),
	fixedOf(0, func() *[520]byte { return new([520]byte) }),
	fixedOf(0, func() *[1024]byte { return new([1024]byte) }),
	fixedOf(0, func() *[1032]byte { return new([1032]byte) }),
	fixedOf(1*ptrSize, func() *[1]*byte { return new([1]*byte) }),
	fixedOf(2*ptrSize, func() *[2]*byte { return new([2]*byte) }),
	fixedOf(3*ptrSize, func() *[3]*byte { return new([3]*byte) }),
	fixedOf(4*ptrSize, func() *[4]*byte { return new([4]*byte) }),
	fixedOf(5*ptrSize, func() *[5]*byte { return new([5]*byte) }),
	fixedOf(6*ptrSize, func() *[6]*byte { return new([6]*byte) }),
	fixedOf(7*ptrSize, func() *[7]*byte { return new([7]*byte) }),
	fixedOf(8*ptrSize, func() *[8]*byte { return new([8]*byte) }),
	fixedOf(9*ptrSize, func() *[9]*byte { return new([9]*byte) }),
	fixedOf(10*ptrSize, func() *[10]*byte { return new([10]*byte) }),
	fixedOf(11*ptrSize, func() *[11]*byte { return new([11]*byte) }),
	fixedOf(12*ptrSize, func() *[12]*byte { return new([12]*byte) }),
	fixedOf(13*ptrSize, func() *[13]*byte { return new([13]*byte) }),
	fixedOf(16*ptrSize, func() *[16]*byte { return new([16]*byte) }),
	fixedOf(17*ptrSize, func() *[17]*byte { return new([17]*byte) }),
	fixedOf(31*ptrSize, func() *[31]*byte { return new([31]*byte) }),
	fixedOf(32*ptrSize, func() *[32]*byte { return new([32]*byte) }),
	fixedOf(33*ptrSize, func() *[33]*byte { return new([33]*byte) }),
	fixedOf(34*ptrSize, func() *[34]*byte { return new([34]*byte) }),
	fixedOf(64*ptrSize, func() *[64]*byte { return new([64]*byte) }),
	fixedOf(65*ptrSize, func() *[65]*byte { return new([65]*byte) }),
	fixedOf(71*ptrSize, func() *[71]*byte { return new([71]*byte) }),
	fixedOf(72*ptrSize, func() *[72]*byte { return new([72]*byte) }),
	fixedOf(128*ptrSize, func() *[128]*byte { return new([128]*byte) }),
	fixedOf(ptrSize, func() *headed[[1]uintptr] { return new(headed[[1]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[2]uintptr] { return new(headed[[2]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[3]uintptr] { return new(headed[[3]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[4]uintptr] { return new(headed[[4]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[7]uintptr] { return new(headed[[7]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[8]uintptr] { return new(headed[[8]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[9]uintptr] { return new(headed[[9]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[10]uintptr] { return new(headed[[10]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[15]uintptr] { return new(headed[[15]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[31]uintptr] { return new(headed[[31]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[62]uintptr] { return new(headed[[62]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[63]uintptr] { return new(headed[[63]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[64]uintptr] { return new(headed[[64]uintptr]) }),
	fixedOf(ptrSize, func() *headed[[127]uintptr] { return new(headed[[127]uintptr]) }),
}

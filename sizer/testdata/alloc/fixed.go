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

type word = uintptr

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
	fixedOf(ptrSize, func() *headed1 { return new(headed1) }),
	fixedOf(ptrSize, func() *headed2 { return new(headed2) }),
	fixedOf(ptrSize, func() *headed3 { return new(headed3) }),
	fixedOf(ptrSize, func() *headed4 { return new(headed4) }),
	fixedOf(ptrSize, func() *headed7 { return new(headed7) }),
	fixedOf(ptrSize, func() *headed8 { return new(headed8) }),
	fixedOf(ptrSize, func() *headed9 { return new(headed9) }),
	fixedOf(ptrSize, func() *headed10 { return new(headed10) }),
	fixedOf(ptrSize, func() *headed15 { return new(headed15) }),
	fixedOf(ptrSize, func() *headed31 { return new(headed31) }),
	fixedOf(ptrSize, func() *headed62 { return new(headed62) }),
	fixedOf(ptrSize, func() *headed63 { return new(headed63) }),
	fixedOf(ptrSize, func() *headed64 { return new(headed64) }),
	fixedOf(ptrSize, func() *headed127 { return new(headed127) }),
}

// A headedN is a pointer and N words without one.
type (
	headed1 struct {
		p *byte
		w [1]word
	}
	headed2 struct {
		p *byte
		w [2]word
	}
	headed3 struct {
		p *byte
		w [3]word
	}
	headed4 struct {
		p *byte
		w [4]word
	}
	headed7 struct {
		p *byte
		w [7]word
	}
	headed8 struct {
		p *byte
		w [8]word
	}
	headed9 struct {
		p *byte
		w [9]word
	}
	headed10 struct {
		p *byte
		w [10]word
	}
	headed15 struct {
		p *byte
		w [15]word
	}
	headed31 struct {
		p *byte
		w [31]word
	}
	headed62 struct {
		p *byte
		w [62]word
	}
	headed63 struct {
		p *byte
		w [63]word
	}
	headed64 struct {
		p *byte
		w [64]word
	}
	headed127 struct {
		p *byte
		w [127]word
	}
)

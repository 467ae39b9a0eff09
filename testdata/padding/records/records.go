// Package records holds one generic record at sizes around powers of two:
// with a pointer each costs a size class more than its bytes, without one it
// costs just them.
package records

// Record is a body of any type with its owner.
type Record[Body any] struct {
	Owner *int
	Body  Body
}

// Records with a pointer.
type (
	R512   = Record[[504]byte]   // 512: the last without a header
	R520   = Record[[512]byte]   // 576
	R1024  = Record[[1016]byte]  // 1152
	R2048  = Record[[2040]byte]  // 2304
	R4096  = Record[[4088]byte]  // 4864
	R8192  = Record[[8184]byte]  // 9472
	R32752 = Record[[32744]byte] // 32768: the last with a header
	R32768 = Record[[32760]byte] // 32768: a large object, without a header
	R32776 = Record[[32768]byte] // 40960
)

// Bare is a record without an owner.
type Bare[Body any] struct{ Body Body }

// Records without a pointer.
type (
	B512  = Bare[[512]byte]
	B520  = Bare[[520]byte]
	B1024 = Bare[[1024]byte]
	B4096 = Bare[[4096]byte]
)

// Words is 1016 bytes, 127 pointers: 1024 with the header. One more is 1152.
type (
	Words127 struct{ W [127]*int }
	Words128 struct{ W [128]*int }
)

// Package fewest holds types where a full sort would move most fields and one
// or two would do, and types where none has to move.
package fewest

import "time"

// Account goes from 112 bytes to 104 with one field moved, and is an object of
// 112 both times.
type Account struct {
	ID      string
	Name    string
	Enabled bool
	Created int64
	Updated int64
	Owner   string
	Deleted bool
	Tags    []string
	Count   int64
}

// AccountTight is Account with one field moved.
type AccountTight struct {
	ID      string
	Name    string
	Created int64
	Updated int64
	Owner   string
	Enabled bool
	Deleted bool
	Tags    []string
	Count   int64
}

// Sorted is neither sorted nor is there a byte to have: 56.
type Sorted struct {
	ID   int64
	Name string
	At   time.Time
	N    int32
	OK   bool
}

// Endpoint has its pointers not in front, which costs no byte: 40.
type Endpoint struct {
	Address []byte
	Zone    string
}

// Numbered has a word behind a number, and could not be smaller: 24.
type Numbered struct {
	N    uint32
	Name string
}

// Steps has narrow fields between words: 48, best 32, with two fields moved.
type Steps struct {
	A int64
	B int32
	C int64
	D int16
	E int64
	F int16
}

// StepsTight is Steps with two fields moved.
type StepsTight struct {
	A int64
	B int32
	D int16
	F int16
	C int64
	E int64
}

// Twins has fields of equal form, which are never changed for each other: 48
// and 40, with one field moved.
type Twins struct {
	A bool
	B int64
	C int64
	D bool
	E int64
	F int64
}

// TwinsTight is Twins with one field moved.
type TwinsTight struct {
	A bool
	D bool
	B int64
	C int64
	E int64
	F int64
}

// Two needs two fields moved: 56 and 40, 64 and 48 on the heap.
type Two struct {
	A bool
	B string
	C bool
	D int64
	E bool
	F int64
}

// TwoTight is Two with two fields moved.
type TwoTight struct {
	A, C, E bool
	B       string
	D       int64
	F       int64
}

// Exact can be filled to the last byte, and only with the right fields side by
// side: 32 and 16, with two fields moved.
type Exact struct {
	A int8
	B int32
	C int8
	D int64
	E int16
}

// ExactTight is Exact with two fields moved.
type ExactTight struct {
	A int8
	C int8
	E int16
	B int32
	D int64
}

// Package clib holds types that are shared with C.
package clib

/*
#include <stdint.h>
struct point { uint8_t kind; uint64_t number; uint8_t flag; };
typedef struct { char tag; int three : 3; int five : 5; double value; } bits;
#pragma pack(push, 1)
struct packed { uint8_t kind; uint64_t number; };
#pragma pack(pop)
union either { int whole; double real; };
enum colour { RED, GREEN };
struct nest { struct point at; union either what; enum colour tint; struct nest *next; };
static uint64_t number(void *p) { return ((struct point *)p)->number; }
static int whole(union either u) { return u.whole; }
*/
import "C"

import "unsafe"

// Mirror has the fields of struct point, and is passed to C as one: 24, would
// be 16.
type Mirror struct {
	Kind   uint8
	Number uint64
	Flag   uint8
}

// Number asks C for the number.
func Number(m *Mirror) uint64 { return uint64(C.number(unsafe.Pointer(m))) }

// Holder holds C's types by value. Their order is C's, its own is free. A
// union is bytes to Go, and stands at offset 49, where C would not have it.
type Holder struct {
	On     bool
	Point  C.struct_point
	Bits   C.bits
	Off    bool
	Either C.union_either
	Packed C.struct_packed
}

// Whole asks C for the whole number of a holder's union.
func Whole(h *Holder) int { return int(C.whole(h.Either)) }

// Nest holds C's nested struct, an enumeration and pointers.
type Nest struct {
	Tint  C.enum_colour
	Inner C.struct_nest
	Next  *C.struct_nest
	Size  C.size_t
	Tail  C.char
}

// Free is in a file that imports C and has nothing of it: 24, best 16.
type Free struct {
	A bool
	B int64
	C bool
}

// FreeTight is Free in its best order.
type FreeTight struct {
	A bool
	C bool
	B int64
}

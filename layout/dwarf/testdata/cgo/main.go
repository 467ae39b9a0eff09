// Command cgo holds types that cgo makes of C types.
package main

/*
#include <stdint.h>

struct frame {
	char     kind;
	uint64_t stamp;
	char     flags;
};

typedef struct { short a; double b; struct frame in; } packet;

static void fill(packet *p) { p->in.stamp = 7; }
*/
import "C"

// Wrapper holds C types by value.
type Wrapper struct {
	ok     bool
	frame  C.struct_frame
	packet C.packet
	done   bool
}

func main() {
	w := &Wrapper{}
	C.fill(&w.packet)
	println(w.packet.in.stamp, w.frame.stamp)
}

// Package pointers holds types where an order changes how far the collector
// has to look for pointers, and no byte of any object.
package pointers

// Note is 32 bytes, of which the collector reads 32.
type Note struct {
	ID   uint64
	Text string
	Ref  *int
}

// NoteSorted is 32 bytes, of which it reads 16.
type NoteSorted struct {
	Ref  *int
	Text string
	ID   uint64
}

// Buffer reads 1008 bytes for the pointer at its end; 8 would do.
type Buffer struct {
	Words [125]uint64
	Next  *Buffer
}

// Mixed gets smaller and its pointers nearer: 40 and 32, 40 bytes and 16.
type Mixed struct {
	On   bool
	N    int64
	Up   bool
	Name string
}

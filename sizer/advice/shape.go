package advice

import (
	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// shapeOf prices a layout. names, where not nil, gives the declared index of
// each field of the layout.
func shapeOf(l *layout.Layouter, r *layout.Layout, rt sizer.Runtime, declared []int) Shape {
	s := Shape{
		Size:     r.Size,
		Align:    r.Align,
		Padding:  r.Padding,
		PtrBytes: r.PtrBytes,
		Object:   rt.Object(r.Size, r.PtrBytes),
	}
	s.Lines = r.Arch.Lines(r.Size, slotAlign(rt, s.Object))
	s.ZeroTail = zeroTail(l, r)
	if r.Type.Kind != layout.Struct {
		return s
	}
	s.Fields = make([]Field, 0, len(r.Fields)+len(r.Holes))
	holes := r.Holes
	for i := range r.Fields {
		f := &r.Fields[i]
		for len(holes) > 0 && holes[0].Offset < f.Offset {
			s.Fields = append(s.Fields, holeOf(holes[0]))
			holes = holes[1:]
		}
		index := i
		if declared != nil {
			index = declared[i]
		}
		pointers, err := l.Pointers(f.Type)
		if err != nil {
			pointers = "" // a field of a type that has a layout has one too
		}
		s.Fields = append(s.Fields, Field{
			Name: f.Name, Type: f.Type.Name, Offset: f.Offset, Size: f.Size, Align: f.Align,
			PtrBytes: f.PtrBytes, Pointers: pointers, Padding: f.Padding, Embedded: f.Embedded, Index: index,
		})
	}
	for _, h := range holes {
		s.Fields = append(s.Fields, holeOf(h))
	}
	return s
}

func holeOf(h layout.Hole) Field {
	return Field{Offset: h.Offset, Size: h.Size, Padding: h.Size, Index: -1}
}

// zeroTail counts the padding of r, at every depth, that only a zero-size last
// field asks for.
func zeroTail(l *layout.Layouter, r *layout.Layout) int64 {
	if r.Padding == 0 {
		return 0
	}
	var n int64
	switch r.Type.Kind {
	case layout.Array:
		if e, err := l.Of(r.Type.Elem); err == nil {
			n = r.Type.Len * zeroTail(l, e)
		}
	case layout.Struct:
		if k := len(r.Holes); k > 0 && r.Holes[k-1].ZeroTail {
			n = r.Holes[k-1].Size
		}
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Padding > 0 {
				if e, err := l.Of(f.Type); err == nil {
					n += zeroTail(l, e)
				}
			}
		}
	}
	return n
}

// slotAlign is a power of two that divides the address of every object like o.
// A slot is aligned to the largest power of two that divides its size, and
// pages to their own; a header moves the object behind it.
func slotAlign(rt sizer.Runtime, o sizer.Object) int64 {
	switch {
	case o.Header > 0:
		return o.Header
	case o.Pages > 0:
		return rt.Model.PageSize
	}
	return max(o.Slot&-o.Slot, 1)
}

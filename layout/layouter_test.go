package layout

import "testing"

func TestZeroTail(t *testing.T) {
	amd64, _ := ArchOf("amd64")
	arm, _ := ArchOf("arm")
	i64, empty := &Type{Kind: Int64, Name: "int64"}, &Type{Kind: Struct, Name: "struct{}"}
	s := &Type{Kind: Struct, Name: "T", Fields: []Field{{Name: "n", Type: i64}, {Name: "_", Type: empty}}}
	for _, c := range []struct {
		arch Arch
		size int64
	}{{amd64, 16}, {arm, 12}} {
		l, err := NewLayouter(c.arch).Of(s)
		if err != nil {
			t.Fatal(err)
		}
		if l.Size != c.size || !l.Holes[0].ZeroTail {
			t.Errorf("%s: size %d holes %+v, want size %d with a zero tail", c.arch.Name, l.Size, l.Holes, c.size)
		}
		if l.Payload()+l.Padding != l.Size {
			t.Errorf("%s: payload %d + padding %d != size %d", c.arch.Name, l.Payload(), l.Padding, l.Size)
		}
	}
}

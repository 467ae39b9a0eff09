package wire

import (
	"bytes"
	"testing"
)

func TestFormats(t *testing.T) {
	h, err := From(bytes.NewReader([]byte{1, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0}))
	if want := (Read{1, 2, 3, 4}); err != nil || h != want {
		t.Errorf("read %+v (%v), want %+v", h, err, want)
	}
	var b bytes.Buffer
	if err := To(&b, Written{1, 2, 3}); err != nil || !bytes.Equal(b.Bytes(), []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 3}) {
		t.Errorf("wrote % x (%v)", b.Bytes(), err)
	}
	if Len() != 10 || Flag != 16 || Size != 24 {
		t.Errorf("length %d, offset %d, size %d, want 10, 16, 24", Len(), Flag, Size)
	}
	if at := At(&[24]byte{0: 1, 16: 3}); at.Kind != 1 || at.Flag != 3 {
		t.Errorf("cast to %+v", at)
	}
	p, err := Marshal(Sequence{Critical: true, Serial: 5})
	if s, perr := Parse(p); err != nil || perr != nil || s != (Parsed{true, 5, false}) {
		t.Errorf("parsed %+v (%v, %v)", s, err, perr)
	}
}

package sizer_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer"
)

func TestObject(t *testing.T) {
	for _, tt := range []struct {
		runtime        string
		size, ptrBytes int64
		want           sizer.Object
	}{
		// RUNTIME.md §0, §1.1, §2, §3.
		{"go1.26.8", 0, 0, sizer.Object{Sharing: 1, Provenance: sizer.Exact}},
		{"go1.26.8", 5, 0, sizer.Object{Requested: 5, Slot: 16, Sharing: 3, Class: 2, Tiny: true, Provenance: sizer.Simulated}},
		{"go1.26.8", 8, 0, sizer.Object{Requested: 8, Slot: 16, Sharing: 2, Class: 2, Tiny: true, Provenance: sizer.Simulated}},
		{"go1.26.8", 8, 8, sizer.Object{Requested: 8, Slot: 8, Sharing: 1, Class: 1, Pointerful: true, Provenance: sizer.Exact}},
		{"go1.26.8", 15, 0, sizer.Object{Requested: 15, Slot: 16, Sharing: 1, Class: 2, Tiny: true, Provenance: sizer.Simulated}},
		{"go1.26.8", 16, 0, sizer.Object{Requested: 16, Slot: 16, Sharing: 1, Class: 2, Provenance: sizer.Exact}},
		{"go1.26.8", 40, 8, sizer.Object{Requested: 40, Slot: 48, Sharing: 1, Class: 5, Pointerful: true, Provenance: sizer.Exact}},
		{"go1.26.8", 520, 8, sizer.Object{Requested: 520, Header: 8, Slot: 576, Sharing: 1, Class: 27, Pointerful: true, Provenance: sizer.Exact}},
		{"go1.26.8", 32760, 0, sizer.Object{Requested: 32760, Slot: 32768, Sharing: 1, Class: 67, Provenance: sizer.Exact}},
		{"go1.26.8", 32760, 8, sizer.Object{Requested: 32760, Header: 8, Slot: 32768, Sharing: 1, Class: 67, Pointerful: true, Provenance: sizer.Exact}},
		{"go1.26.8", 32761, 0, sizer.Object{Requested: 32761, Slot: 32768, Sharing: 1, Pages: 4, Provenance: sizer.Exact}},
		{"go1.26.8", 32768, 8, sizer.Object{Requested: 32768, Slot: 32768, Sharing: 1, Pages: 4, Pointerful: true, Provenance: sizer.Exact}},
		{"go1.26.8", 32769, 0, sizer.Object{Requested: 32769, Slot: 40960, Sharing: 1, Pages: 5, Provenance: sizer.Exact}},
		// Go 1.21 had no header, and a class for 32768 bytes.
		{"go1.21", 520, 8, sizer.Object{Requested: 520, Slot: 576, Sharing: 1, Class: 27, Pointerful: true, Provenance: sizer.Read}},
		{"go1.21", 1024, 8, sizer.Object{Requested: 1024, Slot: 1024, Sharing: 1, Class: 32, Pointerful: true, Provenance: sizer.Read}},
		{"go1.21", 32768, 8, sizer.Object{Requested: 32768, Slot: 32768, Sharing: 1, Class: 67, Pointerful: true, Provenance: sizer.Read}},
		{"go1.22", 1024, 8, sizer.Object{Requested: 1024, Header: 8, Slot: 1152, Sharing: 1, Class: 33, Pointerful: true, Provenance: sizer.Read}},
		// What no process can hold, and what no size is.
		{"go1.26.8/arm", 1 << 33, 0, sizer.Object{Requested: 1 << 33, Slot: 1 << 33, Sharing: 1, Pages: 1 << 20, Provenance: sizer.Unknown}},
		{"go1.26.8", math.MaxInt64, 8, sizer.Object{Requested: math.MaxInt64, Slot: math.MaxInt64, Sharing: 1, Pages: 1 << 50, Pointerful: true, Provenance: sizer.Unknown}},
		{"go1.26.8", -1, 8, sizer.Object{Sharing: 1, Provenance: sizer.Exact}},
		{"go1.26.8", math.MinInt64, 0, sizer.Object{Sharing: 1, Provenance: sizer.Exact}},
	} {
		if got := parse(t, tt.runtime).Object(tt.size, tt.ptrBytes); got != tt.want {
			t.Errorf("%s: Object(%d, %d) = %+v, want %+v", tt.runtime, tt.size, tt.ptrBytes, got, tt.want)
		}
	}
	if o := (sizer.Runtime{}).Object(24, 8); o.Provenance != sizer.Unknown || o.Requested != 24 {
		t.Errorf("the zero Runtime makes %+v of 24 bytes", o)
	}
}

// TestParts holds that the parts of an object sum to its bytes, and that a
// larger object never costs less.
func TestParts(t *testing.T) {
	for _, spec := range []string{"go1.21", "go1.22", "go1.25/386", "go1.26.8", "go1.27.3", "go1.27.3/arm", "go1.27.3/wasm", "go1.26.8+nogreenteagc"} {
		r := parse(t, spec)
		for _, ptrBytes := range []int64{0, r.Arch.PtrSize} {
			last := sizer.Object{}
			for size := int64(0); size <= 300_000; size++ {
				o := r.Object(size, ptrBytes)
				if got := float64(o.Requested) + float64(o.Header) + o.Rounding(); math.Abs(got-o.Bytes()) > 1e-9 {
					t.Fatalf("%s: %d bytes: %d + %d + %v is not %v", r, size, o.Requested, o.Header, o.Rounding(), o.Bytes())
				}
				if o.Requested != size || o.Rounding() < -1e-9 || o.Sharing < 1 || o.Header+size > o.Slot {
					t.Fatalf("%s: %d bytes: %+v", r, size, o)
				}
				if o.Bytes() < last.Bytes() {
					t.Fatalf("%s: %d bytes cost %v, one more %v", r, size-1, last.Bytes(), o.Bytes())
				}
				if up := r.RoundUpSize(size, ptrBytes > 0); !o.Tiny && up != o.Slot-o.Header {
					t.Fatalf("%s: %d bytes round up to %d in a slot of %d with a header of %d", r, size, up, o.Slot, o.Header)
				}
				if o.Class > 0 {
					if c := r.Model.Classes[o.Class-1]; c.Size != o.Slot || o.Pages != 0 {
						t.Fatalf("%s: %d bytes are in class %d of %d: %+v", r, size, o.Class, c.Size, o)
					}
				} else if o.Slot != o.Pages*r.Model.PageSize {
					t.Fatalf("%s: %d bytes: %+v", r, size, o)
				}
				last = o
			}
		}
	}
}

func TestRoundUpSize(t *testing.T) {
	for _, tt := range []struct {
		runtime  string
		size     int64
		pointers bool
		rounded  int64
	}{
		// RUNTIME.md §4: what growslice rounds 1 byte, 128 pointers, 64
		// strings, 48 slices and 2048 pointers to.
		{"go1.26.8", 0, false, 0},
		{"go1.26.8", 1, false, 8},
		{"go1.26.8", 17, false, 24},
		{"go1.26.8", 128 * 8, true, 143 * 8},
		{"go1.26.8", 64 * 16, true, 71*16 + 8},
		{"go1.26.8", 32 * 24, true, 37 * 24},
		{"go1.26.8", 2303 * 8, true, 2303 * 8},
		{"go1.26.8", 32768, true, 32768},
		{"go1.26.8", 32769, false, 40960},
		{"go1.21", 128 * 8, true, 128 * 8},
		{"go1.26.8/arm", 64 * 4, true, 70 * 4}, // 256 + 8 in the class of 288
		{"go1.26.8", math.MaxInt64, false, math.MaxInt64},
		{"go1.26.8", -5, true, 0},
	} {
		if got := parse(t, tt.runtime).RoundUpSize(tt.size, tt.pointers); got != tt.rounded {
			t.Errorf("%s: RoundUpSize(%d, %v) = %d, want %d", tt.runtime, tt.size, tt.pointers, got, tt.rounded)
		}
	}
}

func TestArray(t *testing.T) {
	r := parse(t, "go1.27.3/amd64")
	for _, tt := range []struct{ n, size, ptrBytes, slot int64 }{
		// RUNTIME.md §6.
		{1000, 0, 0, 0}, {0, 24, 8, 0}, {100, 1, 0, 112}, {3, 16, 8, 48}, {10, 8, 0, 80},
		{33, 16, 16, 576}, {32, 16, 16, 512}, {4095, 8, 8, 32768}, {4096, 8, 8, 32768}, {4097, 8, 8, 40960},
		{1_000_000, 24, 8, 24_002_560},
	} {
		o, err := r.Array(tt.n, tt.size, tt.ptrBytes)
		if err != nil || o.Slot != tt.slot || o.Requested != tt.n*tt.size || o.Pointerful != (tt.ptrBytes > 0 && tt.n > 0) {
			t.Errorf("Array(%d, %d, %d) = %+v, %v, want a slot of %d", tt.n, tt.size, tt.ptrBytes, o, err, tt.slot)
		}
	}
	for _, tt := range []struct {
		runtime           string
		n, size, ptrBytes int64
		want              string
	}{
		{"go1.27.3/amd64", -1, 8, 0, "negative"},
		{"go1.27.3/amd64", 1, -8, 0, "negative"},
		{"go1.27.3/amd64", 1, 8, -8, "negative"},
		{"go1.27.3/amd64", math.MaxInt64, math.MaxInt64, 8, "larger than the address space of amd64"},
		{"go1.27.3/amd64", 1<<45 + 1, 8, 0, "larger than the address space of amd64 (281474976710656 bytes)"},
		{"go1.27.3/arm", 1 << 30, 4, 0, "larger than the address space of arm (4294967295 bytes)"},
		{"go1.27.3/mips", 1 << 29, 4, 0, "larger than the address space of mips (2147483647 bytes)"},
	} {
		o, err := parse(t, tt.runtime).Array(tt.n, tt.size, tt.ptrBytes)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Array(%d, %d, %d) = %+v, %v, want an error with %q", tt.runtime, tt.n, tt.size, tt.ptrBytes, o, err, tt.want)
		}
	}
	if o, err := r.Array(1<<45, 8, 0); err != nil || o.Slot != 1<<48 {
		t.Errorf("an array of all the address space = %+v, %v", o, err)
	}
}

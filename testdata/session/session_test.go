package session

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// perSession is what New adds to the heap, in bytes, the mean of ten sessions:
//
//	Session 264 → 288; its ID 43 → 48, token 64                              400
//	User 104 → 112; name 18 → 24, mail 27 → 32, three roles 48               216
//	its preferences: map 48, one group of 8+8·32 = 264 → 288; zone 16        352
//	its phone: a string 16                                                    16
//	tiny blocks: phone 14; theme 5 + start 9; address 4 + visits 8;
//	  bucket 4 + score 8                                                      64
//	values: map 48, group 264 → 288; two strings 16, of 36 → 48 and 40 → 48;
//	  a slice 24 of two strings 32                                           520
//	rights, 12: map 48, directory 8, table 32, two groups of 200 = 400 → 416 504
//	8 items of 48; article 12 → a block of 16; 4 remarks of 16 + 24;
//	  the slice grown to 8 words                                             736
//	20 visits of 32, paths of 24; the slice grown to 32 words               1376
//	3 notices of 30 → 32; the slice grown to 4 strings                       160
//	failure: 8, of one session in ten                                          0.8
//
// With GOEXPERIMENT=mapsplitgroup the groups of the rights are 136 bytes, two
// of them 272 → 288.
var perSession = 4344.8

func TestNew(t *testing.T) {
	const n = 10_000
	bytes, blocks := perInstance(n, New)
	if math.Abs(bytes-perSession) > 0.01 {
		t.Errorf("%d sessions take %.4f bytes each, want %.1f", n, bytes, perSession)
	}
	if math.Abs(blocks-97.05) > 0.01 {
		t.Errorf("%d sessions take %.4f blocks each, want 97.05", n, blocks)
	}
}

// perInstance returns the heap bytes and blocks that each of n values made by
// build keeps alive beside the slot that holds it: the median of three
// readings, since a thread that starts meanwhile is on the heap too.
func perInstance[T any](n int, build func(int) T) (bytes, blocks float64) {
	var b, o []float64
	for range 3 {
		bytes, blocks := reading(n, build)
		b, o = append(b, bytes), append(o, blocks)
	}
	slices.Sort(b)
	slices.Sort(o)
	return b[1], o[1]
}

func reading[T any](n int, build func(int) T) (bytes, blocks float64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	held := make([]T, n)
	build(0)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range held {
		held[i] = build(i)
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(held)
	bytes = float64(int64(after.HeapAlloc - before.HeapAlloc))
	blocks = float64(int64(after.HeapObjects - before.HeapObjects))
	return bytes / float64(n), blocks / float64(n)
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"Session", unsafe.Sizeof(Session{}), 264},
		{"User", unsafe.Sizeof(User{}), 104},
		{"Item", unsafe.Sizeof(Item{}), 48},
		{"Visit", unsafe.Sizeof(Visit{}), 32},
		{"Tenant", unsafe.Sizeof(Tenant{}), 80},
		{"loginError", unsafe.Sizeof(loginError{}), 8},
		{"Grant", unsafe.Sizeof(Grant{}), 40},
		{"Device", unsafe.Sizeof(Device{}), 80},
		{"Challenge", unsafe.Sizeof(Challenge{}), 40},
		{"Limiter", unsafe.Sizeof(Limiter{}), 56},
		{"Ticket", unsafe.Sizeof(Ticket{}), 40},
		{"Meters", unsafe.Sizeof(Meters{}), 128},
		{"Event", unsafe.Sizeof(Event{}), 48},
		{"Store[*Session]", unsafe.Sizeof(Store[*Session]{}), 56},
	} {
		if c.got != c.want {
			t.Errorf("%s is %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}

func TestTicket(t *testing.T) {
	in := Ticket{Version: 1, User: 2, Flags: 3, Expires: 4, Sum: 5}
	b, err := in.MarshalBinary()
	if err != nil || len(b) != 22 {
		t.Fatalf("a ticket is written as %d bytes (%v), want 22", len(b), err)
	}
	var out Ticket
	if err := out.UnmarshalBinary(b); err != nil || out != in {
		t.Errorf("read %+v (%v), want %+v", out, err, in)
	}
}

func TestContents(t *testing.T) {
	s := New(20)
	if s.Failure == nil || !strings.Contains(s.Failure.Error(), "20") {
		t.Errorf("session 20 failed with %v, want an error with its number", s.Failure)
	}
	if New(21).Failure != nil {
		t.Error("session 21 has failed, want one session in ten")
	}
	if len(s.Rights) != 12 || len(s.Values) != 6 || len(s.Cart) != 8 || len(s.History) != 20 {
		t.Errorf("session 20 has %d rights, %d values, %d items, %d visits", len(s.Rights), len(s.Values), len(s.Cart), len(s.History))
	}
	if s.Tenant != New(1).Tenant {
		t.Error("sessions do not share their tenant")
	}
	if d := NewDevice(1); len(d.Grants) != 2 {
		t.Errorf("a device has %d grants, want 2", len(d.Grants))
	}
	var store Store[*Session]
	if !store.Put(s.ID, s) || store.Get(s.ID) != s || store.Get("") != nil {
		t.Error("a store does not give back what was put there, and only that")
	}
	l := Limiter{Burst: 2, Rate: 1}
	var passed []bool
	for _, unix := range []int64{0, 0, 0, 2} {
		passed = append(passed, l.Allow(unix))
	}
	if want := []bool{true, true, false, true}; !slices.Equal(passed, want) {
		t.Errorf("a limiter with a burst of 2 lets pass %v, want %v", passed, want)
	}
}

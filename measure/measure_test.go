package measure

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

type pojo struct {
	_ bool
	b int64
	_ string
	_ *int
}

var (
	sinkPtr  *[5]int64
	sinkByte []byte
)

// Slots by RUNTIME.md §1.2, §2, §4, §5, §6: what one instance retains.
func TestPerInstance(t *testing.T) {
	check := func(name string, want float64, s Sample, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(s.Bytes-want) > agreement {
			t.Errorf("%s: %v, want %.2f B", name, s, want)
		}
	}
	const n = 24000
	s, err := PerInstance(n, func(i int) *[5]int64 { return new([5]int64) })
	check("40 bytes in a slot of 48", 48, s, err)
	s, err = PerInstance(n, func(i int) pojo { return pojo{b: int64(i)} })
	check("a struct value in an object of its own", 48, s, err)
	s, err = PerInstance(n, func(i int) int32 { return int32(i) })
	check("int32 values, four to a tiny block", 4, s, err)
	s, err = PerInstance(n, func(i int) []byte { return make([]byte, 33) })
	check("a slice's backing store", 48, s, err)
	s, err = PerInstance(n, func(i int) map[string]int { return map[string]int{"a": i} })
	check("a map with one entry", 256, s, err)
	s, err = PerInstance(n, func(i int) chan int { return make(chan int, 10) })
	check("a channel", 192, s, err)
	s, err = PerInstance(n, func(i int) func() int { return func() int { return i } })
	check("a closure over an int", 16, s, err)
	s, err = PerInstance(n, func(i int) any { return i + 256 })
	check("an int in an interface", 8, s, err)
	s, err = PerInstance(n, func(i int) struct{} { return struct{}{} })
	check("an empty struct", 0, s, err)
	if _, err := PerInstance(0, func(i int) int { return i }); err == nil {
		t.Error("no instances: no error")
	}
}

func TestPerInstanceCountsGarbageApart(t *testing.T) {
	s, err := PerInstance(2400, func(i int) *[5]int64 {
		sinkByte = make([]byte, 1024)
		return new([5]int64)
	})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.Bytes-48) > 1 || math.Abs(s.Allocated-(48+1024)) > 1 {
		t.Errorf("%.2f B kept of %.2f B allocated, want 48 of 1072", s.Bytes, s.Allocated)
	}
}

func TestBytesPerOpKeepsFractions(t *testing.T) {
	i := 0
	got := BytesPerOp(func() {
		if i++; i%100 == 0 {
			sinkByte = make([]byte, 24)
		}
	})
	// A round may begin anywhere in the hundred: one allocation more or less.
	if math.Abs(got-0.24) > 0.24/float64(opUnit)*100 {
		t.Errorf("%v B, want 0.24", got)
	}
	if got := BytesPerOp(func() {}); got != 0 {
		t.Errorf("a function that allocates nothing: %v B", got)
	}
}

// busy allocates on all processors until the test ends.
func busy(t *testing.T) {
	var stop atomic.Bool
	done := make(chan bool)
	const workers = 2
	for range workers {
		go func() {
			var keep [][]byte
			for !stop.Load() {
				keep = append(keep, make([]byte, 100))
				if len(keep) > 1000 {
					keep = nil
				}
				runtime.Gosched()
			}
			done <- true
		}()
	}
	t.Cleanup(func() {
		stop.Store(true)
		for range workers {
			<-done
		}
	})
}

func TestBesideOtherGoroutines(t *testing.T) {
	busy(t)
	s := PerOp(func() { sinkPtr = new([5]int64) })
	if math.Abs(s.Bytes-48) > 0.5 {
		t.Errorf("per call %v, want 48", s)
	}
	// With one processor a round is over before another goroutine runs.
	if s.Noise == "" && runtime.GOMAXPROCS(0) > 1 {
		t.Errorf("two goroutines allocate, and %v says nothing of it", s)
	}
	i, err := PerInstance(4800, func(i int) *[5]int64 { return new([5]int64) })
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(i.Bytes-48) > 0.5 {
		t.Errorf("per instance %v, want 48", i)
	}
}

// record is a TB that keeps what it is told.
type record struct{ errors, logs []string }

func (*record) Helper()                        {}
func (r *record) Errorf(f string, args ...any) { r.errors = append(r.errors, fmt.Sprintf(f, args...)) }
func (r *record) Logf(f string, args ...any)   { r.logs = append(r.logs, fmt.Sprintf(f, args...)) }

func fortyEight() { sinkPtr = new([5]int64) }

func TestAtMost(t *testing.T) {
	var r record
	AtMost(&r, 40, 20*Percent, fortyEight)
	if len(r.errors) != 0 {
		t.Errorf("48 B are within 40 B + 20%%, but: %s", r.errors)
	}
	AtMost(&r, 40, 19*Percent, fortyEight)
	if len(r.errors) != 1 {
		t.Fatalf("48 B against 40 B + 19%%: %d failures", len(r.errors))
	}
	for _, want := range []string{"48.00 B", "limit of 40 B + 19% = 47.60 B", "measure.fortyEight", "measure_test.go:"} {
		if !strings.Contains(r.errors[0], want) {
			t.Errorf("the failure lacks %q:\n%s", want, r.errors[0])
		}
	}
	r = record{}
	AtMostPerInstance(&r, 100, 0, 1000, func(i int) map[string]int { return map[string]int{"a": i} })
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "256.00 B") {
		t.Errorf("a map of 256 B against 100 B: %q", r.errors)
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	m := NewMeter()
	defer m.Close()
	var a, b Reading
	m.Read(&a)
	for range 100 {
		m.Read(&b)
	}
	m.Read(&b)
	if d := b.Mallocs - a.Mallocs; d > 10 {
		t.Errorf("100 readings made %d allocations", d)
	}
	if b.HeapAlloc == 0 || b.Mapped < b.HeapInuse || b.Goroutines < 1 || b.GoalBytes == 0 {
		t.Errorf("an implausible reading: %+v", b)
	}
	if runtime.GOOS == "linux" && (b.RSS == 0 || b.PSS == 0 || b.PeakRSS < b.RSS/2) {
		t.Errorf("resident sizes: %+v", b)
	}
}

func TestField(t *testing.T) {
	const text = "Name:\tx\nVmHWM:\t   12 kB\nRss:                 345 kB\nPss:  7 kB"
	for name, want := range map[string]uint64{"VmHWM:": 12 << 10, "Rss:": 345 << 10, "Pss:": 7 << 10, "ss:": 0, "Swap:": 0, "Name:": 0} {
		if got := field([]byte(text), name); got != want {
			t.Errorf("%s %d, want %d", name, got, want)
		}
	}
}

func BenchmarkBench(b *testing.B) {
	Bench(b, "session", func(i int) *[5]int64 { return new([5]int64) })
}

func TestBench(t *testing.T) {
	was := flag.Lookup("test.benchtime").Value.String()
	if err := flag.Set("test.benchtime", "24000x"); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("test.benchtime", was)
	r := testing.Benchmark(BenchmarkBench)
	if got := r.Extra["B/session"]; math.Abs(got-48) > 0.1 {
		t.Errorf("B/session is %v after %d instances, want 48", got, r.N)
	}
	if got := r.Extra["objects/session"]; math.Abs(got-1) > 0.01 {
		t.Errorf("objects/session is %v, want 1", got)
	}
}

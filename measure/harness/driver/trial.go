package driver

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
	"unsafe"

	"github.com/seed-ac4d27cc/heft/measure"
)

// Trial is one run of a plan.
type Trial struct {
	plan   Plan
	meter  *measure.Meter
	result Result

	err   error
	learn func(t *Trial, n int)
	slots unsafe.Pointer // to the slice that keeps the instances
	boxed bool
	base  int // index of the first instance of this pass
	// at is the instance being built. The watcher reads it without the cost of
	// an atomic store for every instance.
	at       int
	started  bool // Measure was called
	finished bool // and returned
}

// Places before the first instance, as Failure.At.
const (
	atWarmUp = -1
	atSetup  = -2
)

// Measure runs the plan with a constructor, which keeps instance i by
// [Kept.Keep]. It is called by the function given to [Register], after the
// set-up.
func (t *Trial) Measure(build func(i int)) {
	t.started = true
	t.at = atWarmUp
	build(0)
	if t.err != nil {
		t.fail(FailedError, t.err.Error(), "")
		return
	}
	if t.learn == nil {
		t.fail(FailedEntry, "the constructor kept nothing", "")
		return
	}
	switch t.plan.Mode {
	case Pilot:
		t.pilot(build)
	case Empty:
		t.pass(t.plan.N, nothing)
	default:
		t.pass(t.plan.N, build)
	}
	t.finished = true
}

// nothing is a variable, so that calls of it are calls.
var nothing = func(i int) {}

// pass builds n instances between two readings. It allocates nothing of its
// own between them.
func (t *Trial) pass(n int, build func(i int)) bool {
	r := &t.result
	t.learn(t, n)
	start := time.Now()
	quiet := t.meter.Settle()
	r.Collecting = time.Since(start)
	t.meter.Read(&r.Before)
	every := max(1, t.plan.Every)
	next := every
	for i := 0; i < n; i++ {
		t.at = t.base + i
		build(t.base + i)
		if t.err != nil {
			t.partial(i)
			t.fail(FailedError, t.err.Error(), "")
			return false
		}
		if i == next {
			next += every
			progress(i)
			if t.plan.MaxMemory > 0 && t.meter.Mapped() > t.plan.MaxMemory {
				t.partial(i + 1)
				t.fail(FailedMemory, fmt.Sprintf("%d bytes are mapped, the limit is %d", t.meter.Mapped(), t.plan.MaxMemory), "")
				return false
			}
		}
	}
	t.meter.Read(&r.Built)
	start = time.Now()
	quiet = t.meter.Settle() && quiet
	r.Collecting += time.Since(start)
	t.meter.Read(&r.After)
	runtime.KeepAlive(t.slots)
	r.N, r.Quiet = n, quiet
	r.Elapsed = r.Built.Time.Sub(r.Before.Time)
	return true
}

// partial reads the meters after n of the instances.
func (t *Trial) partial(n int) {
	r := &t.result
	t.meter.Read(&r.Built)
	r.Quiet = t.meter.Settle()
	t.meter.Read(&r.After)
	runtime.KeepAlive(t.slots)
	r.N = n
	r.Elapsed = r.Built.Time.Sub(r.Before.Time)
}

const (
	pilotTime  = 50 * time.Millisecond
	pilotBytes = 32 << 20
	pilotMost  = 4096
)

// pilot builds 1, 8, 64 … instances, until that takes a while.
func (t *Trial) pilot(build func(i int)) {
	r := &t.result
	for n := 1; n <= pilotMost; n *= 8 {
		t.plan.Every = max(1, n/8)
		if !t.pass(n, build) {
			return
		}
		t.base += n
		p := Pass{
			N:         n,
			Bytes:     int64(r.After.HeapAlloc - r.Before.HeapAlloc),
			Allocated: int64(r.Built.TotalAlloc - r.Before.TotalAlloc),
			Mapped:    int64(r.After.Mapped - r.Before.Mapped),
			Elapsed:   r.Elapsed,
		}
		r.Passes = append(r.Passes, p)
		if p.Elapsed > pilotTime || p.Bytes > pilotBytes || p.Allocated > 4*pilotBytes {
			return
		}
	}
}

// run calls an entry's function and turns what goes wrong into a Failure.
func (t *Trial) run(entry func(t *Trial)) {
	t.at = atSetup
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			if t.finished || t.result.Failure != nil {
				return
			}
			if p := recover(); p != nil {
				if n := t.at - t.base; n > 0 {
					t.partial(n)
				}
				t.fail(FailedPanic, fmt.Sprint(p), string(debug.Stack()))
				return
			}
			if !t.started || !t.finished {
				t.fail(FailedGoexit, "its goroutine ended (runtime.Goexit, or testing's FailNow)", "")
			}
		}()
		entry(t)
	}()
	<-done
}

func (t *Trial) fail(kind FailureKind, message, stack string) {
	t.result.Failure = &Failure{Kind: kind, At: t.at, Message: message, Stack: stack}
}

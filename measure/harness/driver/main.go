package driver

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seed-ac4d27cc/heft/measure"
)

var entries = map[string]func(t *Trial){}

// Register names what can be measured. The function prepares what the
// constructor needs, calls [Trial.Measure] and keeps alive what it prepared.
func Register(name string, f func(t *Trial)) { entries[name] = f }

// Main runs the plan of the environment and exits the process.
func Main() {
	var plan Plan
	if err := json.Unmarshal([]byte(os.Getenv(Env)), &plan); err != nil {
		fmt.Fprintf(os.Stderr, "read the trial's plan from %s: %v\n", Env, err)
		os.Exit(2)
	}
	os.Unsetenv(Env)
	t := &Trial{plan: plan, meter: measure.NewMeter()}
	t.result.GoVersion, t.result.Arch, t.result.Procs = version(), runtime.GOARCH, runtime.GOMAXPROCS(0)
	t.result.Experiment = experiment()
	openProgress(plan.Result + ".at")
	threads()
	if plan.Limit > 0 {
		go t.watch()
	}
	switch f, ok := entries[plan.Entry]; {
	case plan.Mode == Types:
		t.run(func(t *Trial) {
			t.started = true
			t.types()
		})
	case !ok:
		t.fail(FailedEntry, fmt.Sprintf("the program has no entry %q", plan.Entry), "")
	default:
		t.run(f)
		if !t.started && t.result.Failure == nil {
			t.fail(FailedEntry, "nothing was measured", "")
		}
	}
	t.write()
	os.Exit(0)
}

// write leaves the result in its file.
func (t *Trial) write() {
	text, err := json.Marshal(&t.result)
	if err == nil {
		err = os.WriteFile(t.plan.Result, text, 0o600)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "write the trial's result: %v\n", err)
		os.Exit(2)
	}
}

// watch ends a trial whose time has passed, with the stacks of all goroutines.
func (t *Trial) watch() {
	buf := make([]byte, 64<<10)
	time.Sleep(t.plan.Limit)
	r := t.result
	r.Failure = &Failure{
		Kind: FailedLimit, At: t.at,
		Message: fmt.Sprintf("not at the end after %v", t.plan.Limit),
		Stack:   string(buf[:runtime.Stack(buf, true)]),
	}
	if n := t.at - t.base; n > 0 {
		m := measure.NewMeter()
		m.Read(&r.Built)
		m.Read(&r.After)
		r.N = n
	}
	t.result = r
	t.write()
	os.Exit(0)
}

// threads starts the threads that the runtime may need, beforehand: a thread
// started between two readings is 5,320 bytes of heap.
func threads() {
	const count = 4
	ready, leave := make(chan bool), make(chan bool)
	for range count {
		go func() {
			runtime.LockOSThread()
			ready <- true
			<-leave
			runtime.UnlockOSThread()
			ready <- true
		}()
	}
	for range count {
		<-ready
	}
	close(leave)
	for range count {
		<-ready
	}
}

// version is the release without the experiments that runtime.Version adds.
func version() string {
	v, _, _ := strings.Cut(runtime.Version(), " ")
	v, _, _ = strings.Cut(v, "-X:")
	return v
}

// experiment is the GOEXPERIMENT that the binary was built with.
func experiment() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOEXPERIMENT" {
				return s.Value
			}
		}
	}
	return ""
}

var (
	progressFile *os.File
	progressText [20]byte
)

// openProgress makes the file that tells the parent that package
// initialisation is over, and how far construction is.
func openProgress(name string) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return
	}
	progressFile = f
	progress(0)
}

// progress writes the count of instances built, allocating nothing.
func progress(n int) {
	if progressFile == nil {
		return
	}
	for i := len(progressText) - 1; i >= 0; i-- {
		progressText[i] = byte('0' + n%10)
		n /= 10
	}
	progressFile.WriteAt(progressText[:], 0)
}

// Package driver is the program that runs in a trial: it builds instances and
// reads the meters around them. The harness compiles its source, and that of
// package measure, into a program with the package under test, and starts that
// as a process of its own for every trial.
//
// The package is not used in heft itself. It imports the standard library and
// measure only, and keeps to what go1.22 has.
package driver

import (
	"time"

	"github.com/seed-ac4d27cc/heft/measure"
)

// Env is the environment variable that holds a trial's Plan as JSON.
const Env = "HEFT_TRIAL"

// Mode is what a trial does.
type Mode string

// The modes.
const (
	Run   Mode = "run"   // build N instances
	Empty Mode = "empty" // the same with a constructor that does nothing: the noise floor
	Pilot Mode = "pilot" // few instances, then more, to learn size and time
	Types Mode = "types" // objects of every type of the table
)

// Plan is what a trial is to do.
type Plan struct {
	Mode      Mode          `json:"mode"`
	Entry     string        `json:"entry"`      // name of what is measured
	N         int           `json:"n"`          // instances
	MaxMemory uint64        `json:"max_memory"` // bytes mapped beyond which to give up; 0: none
	Limit     time.Duration `json:"limit"`      // of building, in nanoseconds; 0: none
	Every     int           `json:"every"`      // instances between two looks at memory
	Result    string        `json:"result"`     // file that gets the Result; Result+".at" gets the progress
	Rounds    int           `json:"rounds"`     // of Types: how often each type is measured
}

// FailureKind says why a trial did not end well.
type FailureKind string

// The kinds of failures.
const (
	FailedPanic  FailureKind = "panic"
	FailedError  FailureKind = "error"   // the constructor returned an error
	FailedGoexit FailureKind = "goexit"  // the constructor ended its goroutine
	FailedLimit  FailureKind = "limit"   // the time limit passed
	FailedMemory FailureKind = "memory"  // more than MaxMemory was mapped
	FailedEntry  FailureKind = "unknown" // the program has no such entry
)

// Failure is why a trial did not end well.
type Failure struct {
	Kind    FailureKind `json:"kind"`
	At      int         `json:"at"` // the instance being built; -1: the warm-up call, -2: the set-up
	Message string      `json:"message"`
	Stack   string      `json:"stack,omitempty"`
}

// Result is what a trial found. Sizes are in bytes.
type Result struct {
	GoVersion  string        `json:"go_version"`
	Arch       string        `json:"arch"`
	Experiment string        `json:"experiment,omitempty"` // that the binary was built with
	Procs      int           `json:"procs"`                // GOMAXPROCS
	N          int           `json:"n"`                    // instances built
	Type       string        `json:"type"`                 // of what the constructor returns
	Size       uint64        `json:"size"`                 // of such a value
	ObjectSize uint64        `json:"object_size"`          // of the object that the value points to, or is boxed in
	ObjectPtrs uint64        `json:"object_ptrs"`          // pointer bytes of that object's type
	Boxed      bool          `json:"boxed"`                // each value is kept in an object of its own, which counts
	Holder     uint64        `json:"holder"`               // of the slice that keeps the instances, not counted
	Elapsed    time.Duration `json:"elapsed"`              // building, in nanoseconds
	Collecting time.Duration `json:"collecting"`           // until the heap was stable, in nanoseconds
	Quiet      bool          `json:"quiet"`                // HeapAlloc became stable before both readings

	Before measure.Reading `json:"before"` // holder allocated, heap settled
	Built  measure.Reading `json:"built"`  // instances built, garbage not collected
	After  measure.Reading `json:"after"`  // heap settled

	Passes []Pass       `json:"passes,omitempty"` // of a pilot
	Table  []TypeResult `json:"table,omitempty"`  // of Types

	Failure *Failure `json:"failure,omitempty"`

	// Wall is how long the process ran; the parent fills it in.
	Wall time.Duration `json:"-"`
}

// Pass is a pilot's construction of N instances.
type Pass struct {
	N         int           `json:"n"`
	Bytes     int64         `json:"bytes"`     // retained by all
	Allocated int64         `json:"allocated"` // by all, garbage included
	Mapped    int64         `json:"mapped"`    // grown by all
	Elapsed   time.Duration `json:"elapsed"`
}

// TypeResult is what objects of one type of the table used.
type TypeResult struct {
	ID       int     `json:"id"`
	Size     uint64  `json:"size"`      // as the compiler lays it out
	Align    uint64  `json:"align"`     //
	PtrBytes uint64  `json:"ptr_bytes"` // as the type's descriptor has it
	N        int     `json:"n"`         // objects a round
	Bytes    []int64 `json:"bytes"`     // HeapAlloc grown by N objects, each round
	Skipped  string  `json:"skipped,omitempty"`
}

package harness

import (
	"time"

	"github.com/seed-ac4d27cc/heft/measure"
)

// Schema names and versions the JSON form of a Report.
const Schema = "heft.measure/1"

// Report is the result of "heft measure". Sizes are in bytes.
type Report struct {
	Schema  string `json:"schema"`
	Target  string `json:"target"`  // as "session.New"
	Package string `json:"package"` // import path
	Expr    string `json:"expr"`    // the Go expression that makes instance i
	Setup   string `json:"setup,omitempty"`
	Type    string `json:"type"` // of what it makes
	// Boxed: each value is kept in a heap object of its own, which counts.
	// Else what the value refers to counts, and the value itself, Held bytes
	// of the slice that keeps the instances, does not.
	Boxed      bool       `json:"boxed"`
	Held       uint64     `json:"held"`
	Conditions Conditions `json:"conditions"`
	MaxMemory  uint64     `json:"max_memory"`
	N          int        `json:"n"`        // instances in each trial
	Why        string     `json:"why"`      // what N follows from
	Trials     int        `json:"trials"`   // processes of each group
	Groups     []Result   `json:"groups"`   // as they were given
	Compare    []Contrast `json:"compare"`  // of every two groups
	Warnings   []string   `json:"warnings"` // what a reader must know
	// Command repeats the measurement, in a shell.
	Command string `json:"command,omitempty"`
}

// Result is what one group's processes used.
type Result struct {
	Group   Group  `json:"group"`
	Runtime string `json:"runtime"` // of the program itself, as "go1.27.3/amd64+mapsplitgroup"

	Bytes     Figure `json:"bytes"`     // retained by an instance: HeapAlloc
	Objects   Figure `json:"objects"`   // of them, tiny objects that share a block once
	Allocated Figure `json:"allocated"` // to build an instance, garbage included
	Rate      Figure `json:"rate"`      // instances a second
	// Goroutines is how many an instance leaves running.
	Goroutines float64 `json:"goroutines"`

	// Floor is what a run of the same shape used that builds nothing.
	Floor   int64   `json:"floor"`
	Scaling Scaling `json:"scaling"`
	// Overhead is the share of the processes' time that went neither to the
	// constructor nor to collections: starting, the slice that keeps the
	// instances, reading meters, and the loop, as the empty run needs for it.
	Overhead float64 `json:"overhead"`
	Times    Times   `json:"times"` // of a process
	Meters   []Row   `json:"meters"`
	Plan     *Plan   `json:"plan,omitempty"`

	Exec []string `json:"exec,omitempty"` // command that the program ran under
	// Runs are the trials' own readings.
	Runs []Run `json:"runs"`
}

// Times are where a process's time went, in seconds: the medians of the trials.
type Times struct {
	Building   float64 `json:"building"`   // the constructor, collections while it runs included
	Collecting float64 `json:"collecting"` // until the heap was stable, before and after
	Harness    float64 `json:"harness"`    // all else; see Overhead
}

// Run is one trial's readings.
type Run struct {
	Before  measure.Reading `json:"before"`
	Built   measure.Reading `json:"built"`
	After   measure.Reading `json:"after"`
	Elapsed time.Duration   `json:"elapsed"` // building, in nanoseconds
	Quiet   bool            `json:"quiet"`   // the heap became stable before both readings
}

// Figure is the median of a group's trials.
type Figure struct {
	Center float64 `json:"center"`
	// Lo and Hi bound the median with the Confidence, by order statistics; with
	// fewer than six trials they are the least and the greatest value.
	Lo         float64   `json:"lo"`
	Hi         float64   `json:"hi"`
	Confidence float64   `json:"confidence"`
	CV         float64   `json:"cv"` // standard deviation divided by the mean
	Values     []float64 `json:"values"`
}

// Scaling says whether an instance costs the same among fewer.
type Scaling struct {
	N     int     `json:"n"`     // instances: a quarter
	Bytes float64 `json:"bytes"` // retained by each
	By    float64 `json:"by"`    // more than among N
	// Agrees: within the interval, or a hundredth of a byte.
	Agrees bool `json:"agrees"`
}

// Row is a meter, per instance and in all.
type Row struct {
	Meter   string `json:"meter"`
	Unit    string `json:"unit"` // "B", "objects", "collections", "%", "ms", "B/s"
	Total   Figure `json:"total"`
	Each    Figure `json:"each"`              // per instance
	NoEach  bool   `json:"no_each,omitempty"` // Each means nothing for this meter
	Unknown bool   `json:"unknown,omitempty"` // nothing tells: both figures are empty
	Meaning string `json:"meaning"`
}

// Contrast sets one group's bytes per instance against another's.
type Contrast struct {
	Name string  `json:"name"` // "B - A"
	A    string  `json:"a"`
	B    string  `json:"b"`
	Diff float64 `json:"diff"` // B - A
	Lo   float64 `json:"lo"`   // bounds of Diff: those of B and A apart
	Hi   float64 `json:"hi"`
	Pct  float64 `json:"pct"` // of A
	P    float64 `json:"p"`   // that both are the same, by the U test
	// Same: the difference is within the spread, to be shown as "~".
	Same bool `json:"same"`
}

package harness

import "github.com/seed-ac4d27cc/heft/layout"

// VerifySchema names and versions the JSON form of a Verification.
const VerifySchema = "heft.verify/1"

// Verification is the result of "heft verify": what is predicted of types,
// beside what processes used. Sizes are in bytes.
type Verification struct {
	Schema     string         `json:"schema"`
	Patterns   []string       `json:"patterns"`
	Tolerance  float64        `json:"tolerance"` // in bytes an object
	Conditions Conditions     `json:"conditions"`
	Trials     int            `json:"trials"` // processes of each program
	Rounds     int            `json:"rounds"` // of each type in a process
	Groups     []Verdict      `json:"groups"`
	Compare    []TypeContrast `json:"compare"` // types that differ between groups
	Warnings   []string       `json:"warnings"`
	// Command repeats it, in a shell.
	Command string `json:"command,omitempty"`
}

// Failed counts the types of all groups whose difference is over the tolerance.
func (v *Verification) Failed() int {
	n := 0
	for _, g := range v.Groups {
		n += g.Failed
	}
	return n
}

// Verdict is what one group's programs used.
type Verdict struct {
	Group    Group      `json:"group"`
	Runtime  string     `json:"runtime"`  // as "go1.27.3/amd64+mapsplitgroup"
	Programs int        `json:"programs"` // built
	Exec     []string   `json:"exec,omitempty"`
	Types    []Verified `json:"types"`
	Measured int        `json:"measured"` // of Types
	Shapes   int        `json:"shapes"`   // of Measured: rebuilt, since they cannot be named
	Failed   int        `json:"failed"`   // of Measured
	Skipped  int        `json:"skipped"`  // of Types: not measured, with the reason
}

// Verified is a type, predicted and measured.
type Verified struct {
	Name    string      `json:"name"`
	Package string      `json:"package"`
	Form    layout.Form `json:"form"`
	Pos     layout.Pos  `json:"pos"`
	// Shape: a type of the same size, alignment and pointer map was measured
	// in its place, since it cannot be named.
	Shape bool `json:"shape,omitempty"`

	Size       int64   `json:"size"`
	Predicted  float64 `json:"predicted"`  // an object by the sizer
	Provenance string  `json:"provenance"` // of Predicted
	N          int     `json:"n"`          // objects in a round
	Measured   float64 `json:"measured"`   // an object: what most rounds agree on
	Lo         float64 `json:"lo"`         // least and most of all rounds
	Hi         float64 `json:"hi"`
	Odd        int     `json:"odd,omitempty"` // rounds that do not agree
	Diff       float64 `json:"diff"`          // Measured - Predicted
	// Allowed is what Diff may be: the tolerance, and for objects that share
	// blocks one block more or less over all N.
	Allowed float64 `json:"allowed"`
	OK      bool    `json:"ok"` // Diff is within Allowed
	// Why says why it was not measured, or what differs beside the bytes.
	Why string `json:"why,omitempty"`
}

// TypeContrast is a type that costs otherwise in another group.
type TypeContrast struct {
	Name    string  `json:"name"`
	Package string  `json:"package"`
	A       string  `json:"a"`
	B       string  `json:"b"`
	AtA     float64 `json:"at_a"` // bytes measured
	AtB     float64 `json:"at_b"`
	Diff    float64 `json:"diff"` // AtB - AtA
}

package sizer

// Provenance says how a figure was had.
type Provenance string

// The provenances.
const (
	Exact     Provenance = "exact"     // by a rule that is verified against the runtime
	Read      Provenance = "read"      // by a rule that was read in the runtime's source, and not measured
	Simulated Provenance = "simulated" // by a rule with a random part: a mean
	Measured  Provenance = "measured"  // read from a process
	Unknown   Provenance = "unknown"
)

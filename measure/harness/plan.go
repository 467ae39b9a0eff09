package harness

import "math"

// Plan is what many sessions need, from what some used. Sizes are in bytes.
type Plan struct {
	Sessions int64   `json:"sessions"`
	Live     float64 `json:"live"`   // heap that the sessions retain
	Spans    float64 `json:"spans"`  // of spans above Live: free slots, tables
	Stacks   float64 `json:"stacks"` // of goroutines that sessions leave running
	Meta     float64 `json:"meta"`   // the runtime's own tables
	// Base is what the process had in memory before the first session.
	Base  float64 `json:"base"`
	Goals []Goal  `json:"goals"`
	// MemLimit is a GOMEMLIMIT that leaves a quarter of Live as garbage, and
	// Container the memory of a container for it.
	MemLimit  float64 `json:"memlimit"`
	Container float64 `json:"container"`
	// Checked is what a run of that many used.
	Checked *Checked `json:"checked,omitempty"`
}

// Goal is a heap goal: the size at which the next collection ends, so the most
// that the heap holds while sessions come and go.
type Goal struct {
	GOGC int     `json:"gogc"`
	Heap float64 `json:"heap"` // live + (live + stacks + globals)·GOGC/100 (runtime/mgcpacer.go)
	RSS  float64 `json:"rss"`  // of a process with such a heap
}

// Checked sets the plan against a process.
type Checked struct {
	GOGC     string  `json:"gogc"`
	Live     float64 `json:"live"`     // HeapAlloc at the end
	PeakRSS  float64 `json:"peak_rss"` // of the whole process
	Planned  float64 `json:"planned"`  // RSS by the plan for this GOGC
	OffLive  float64 `json:"off_live"` // measured / planned - 1
	OffRSS   float64 `json:"off_rss"`
	Sessions int64   `json:"sessions"`
}

const (
	// limitGarbage is the share of the live heap that the suggested limit
	// leaves for garbage.
	limitGarbage = 0.25
	// containerSpare is the share of a container above GOMEMLIMIT, which covers
	// what the runtime maps, not the program's own pages and threads.
	containerSpare = 0.10
)

// planFor scales a group's rows to many sessions.
func planFor(sessions int64, r *Result) *Plan {
	each := map[string]float64{}
	for _, row := range r.Meters {
		each[row.Meter] = row.Each.Center
	}
	n := float64(sessions)
	p := &Plan{Sessions: sessions, Live: n * r.Bytes.Center}
	p.Spans = n * max(0, each["HeapInuse"]-each["HeapAlloc"])
	p.Stacks = n * max(0, each["StackInuse"])
	p.Meta = n * max(0, each["metadata"])
	for _, run := range r.Runs {
		p.Base = max(p.Base, float64(run.Before.RSS)-float64(run.Before.HeapAlloc))
	}
	outside := p.Spans + p.Stacks + p.Meta + p.Base
	for _, gogc := range []int{50, 100, 200} {
		heap := max(p.Live+(p.Live+p.Stacks)*float64(gogc)/100, 4<<20*float64(gogc)/100)
		p.Goals = append(p.Goals, Goal{GOGC: gogc, Heap: heap, RSS: heap + outside})
	}
	p.MemLimit = math.Ceil(p.Live*(1+limitGarbage) + outside)
	p.Container = math.Ceil(p.MemLimit * (1 + containerSpare))
	return p
}

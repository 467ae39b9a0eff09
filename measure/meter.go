package measure

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// Reading is one reading of every meter of this process. Sizes are in bytes.
// The comments say what a meter counts; see MemStats and runtime/metrics
// (go1.26.8) for the definitions.
type Reading struct {
	Time time.Time `json:"-"`

	HeapAlloc   uint64 `json:"heap_alloc"`   // slots handed out and not yet swept: live, and dead but not collected
	Objects     uint64 `json:"objects"`      // such slots; tiny objects that share a block count once
	Live        uint64 `json:"live"`         // marked by the last collection (/gc/heap/live:bytes)
	TotalAlloc  uint64 `json:"total_alloc"`  // slots ever handed out
	Mallocs     uint64 `json:"mallocs"`      // objects ever allocated, each tiny object for itself
	HeapInuse   uint64 `json:"heap_inuse"`   // spans that hold at least one object
	HeapIdle    uint64 `json:"heap_idle"`    // spans that hold none, returned to the system or not
	Released    uint64 `json:"released"`     // of HeapIdle: returned to the system
	StackInuse  uint64 `json:"stack_inuse"`  // stacks of goroutines, and of threads
	Metadata    uint64 `json:"metadata"`     // mspans, mcaches, collector and profiling tables
	Mapped      uint64 `json:"mapped"`       // all that the runtime has mapped (MemStats.Sys)
	RSS         uint64 `json:"rss"`          // resident, by the kernel; 0: not known on this system
	PSS         uint64 `json:"pss"`          // RSS with shared pages divided among their users; 0: not known
	PeakRSS     uint64 `json:"peak_rss"`     // largest RSS that the process had; 0: not known
	Goroutines  int    `json:"goroutines"`   // that exist
	Collections uint32 `json:"collections"`  // completed
	PauseNs     uint64 `json:"pause_ns"`     // total stop-the-world time of collections
	GCCPUNs     uint64 `json:"gc_cpu_ns"`    // estimated processor time of collections, idle workers left out
	TotalCPUNs  uint64 `json:"total_cpu_ns"` // processor time that the process could have used
	GoalBytes   uint64 `json:"goal"`         // heap size that starts to end the next collection
	GCDisabled  bool   `json:"gc_disabled"`  // GOGC is off
}

// Meter reads a process's meters. Between two readings it allocates nothing;
// it is not safe for concurrent use.
type Meter struct {
	stats   runtime.MemStats
	samples []metrics.Sample
	proc    procFiles
}

const (
	sampleLive = iota
	sampleGoal
	sampleGCCPU
	sampleGCIdle
	sampleTotalCPU
	sampleGoroutines
	sampleGOGC
	sampleMapped
	sampleCount
)

// NewMeter returns a Meter, with everything that it needs allocated.
func NewMeter() *Meter {
	m := &Meter{samples: make([]metrics.Sample, sampleCount)}
	for i, name := range [sampleCount]string{
		sampleLive:       "/gc/heap/live:bytes",
		sampleGoal:       "/gc/heap/goal:bytes",
		sampleGCCPU:      "/cpu/classes/gc/total:cpu-seconds",
		sampleGCIdle:     "/cpu/classes/gc/mark/idle:cpu-seconds",
		sampleTotalCPU:   "/cpu/classes/total:cpu-seconds",
		sampleGoroutines: "/sched/goroutines:goroutines",
		sampleGOGC:       "/gc/gogc:percent",
		sampleMapped:     "/memory/classes/total:bytes",
	} {
		m.samples[i].Name = name
	}
	m.proc.open()
	var r Reading
	m.Read(&r) // the runtime/metrics tables are made on first use
	return m
}

// Close gives back the files that m holds open.
func (m *Meter) Close() { m.proc.close() }

// Read fills r. It stops the world for a moment, which flushes every
// processor's cache of free slots, so that the figures are exact
// (runtime.ReadMemStats); the resident sizes are read after that.
func (m *Meter) Read(r *Reading) {
	s := &m.stats
	runtime.ReadMemStats(s)
	metrics.Read(m.samples)
	r.Time = time.Now()
	r.HeapAlloc = s.HeapAlloc
	r.Objects = s.Mallocs - s.Frees
	r.TotalAlloc = s.TotalAlloc
	r.Mallocs = s.Mallocs
	r.HeapInuse = s.HeapInuse
	r.HeapIdle = s.HeapIdle
	r.Released = s.HeapReleased
	r.StackInuse = s.StackInuse
	r.Metadata = s.MSpanSys + s.MCacheSys + s.GCSys + s.BuckHashSys + s.OtherSys
	r.Mapped = s.Sys
	r.Collections = s.NumGC
	r.PauseNs = s.PauseTotalNs
	r.Live = m.bytes(sampleLive)
	r.GoalBytes = m.bytes(sampleGoal)
	r.GCCPUNs = m.nanoseconds(sampleGCCPU) - m.nanoseconds(sampleGCIdle)
	r.TotalCPUNs = m.nanoseconds(sampleTotalCPU)
	r.Goroutines = int(m.bytes(sampleGoroutines))
	// GOGC=off reads as the largest uint64.
	r.GCDisabled = m.bytes(sampleGOGC) > 1<<40
	r.RSS, r.PSS, r.PeakRSS = m.proc.read()
}

// HeapAlloc is the HeapAlloc meter alone, flushed and exact.
func (m *Meter) HeapAlloc() uint64 {
	runtime.ReadMemStats(&m.stats)
	return m.stats.HeapAlloc
}

// Mapped is roughly what the runtime has mapped, without stopping the world.
func (m *Meter) Mapped() uint64 {
	s := m.samples[sampleMapped : sampleMapped+1]
	metrics.Read(s)
	return m.bytes(sampleMapped)
}

func (m *Meter) bytes(i int) uint64 {
	if m.samples[i].Value.Kind() != metrics.KindUint64 {
		return 0 // a release without this metric
	}
	return m.samples[i].Value.Uint64()
}

func (m *Meter) nanoseconds(i int) uint64 {
	if m.samples[i].Value.Kind() != metrics.KindFloat64 {
		return 0
	}
	return uint64(m.samples[i].Value.Float64() * 1e9)
}

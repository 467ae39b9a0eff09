package harness

// meter is a row of the table: what it reads of a run, and what it counts.
type meter struct {
	name, unit string
	read       func(r Run) float64
	once       bool // of the whole process: nothing per instance
	meaning    string
}

func delta(a, b uint64) float64 { return float64(int64(b - a)) }

// meters are read of every run, from the smallest count of memory to the
// largest, then what construction took. Definitions: runtime.MemStats and runtime/metrics (go1.26.8).
var meters = []meter{
	{"HeapAlloc", "B", func(r Run) float64 { return delta(r.Before.HeapAlloc, r.After.HeapAlloc) }, false,
		"slots in use, headers and rounding included"},
	{"live objects", "objects", func(r Run) float64 { return delta(r.Before.Objects, r.After.Objects) }, false,
		"such slots; a block of tiny objects is one"},
	{"/gc/heap/live:bytes", "B", func(r Run) float64 { return delta(r.Before.Live, r.After.Live) }, false,
		"slots that the last collection marked"},
	{"allocated", "B", func(r Run) float64 { return delta(r.Before.TotalAlloc, r.Built.TotalAlloc) }, false,
		"slots ever handed out, garbage included"},
	{"HeapInuse", "B", func(r Run) float64 { return delta(r.Before.HeapInuse, r.After.HeapInuse) }, false,
		"spans in use: their free slots and tables too"},
	{"StackInuse", "B", func(r Run) float64 { return delta(r.Before.StackInuse, r.After.StackInuse) }, false,
		"stacks of goroutines, outside of the heap"},
	{"metadata", "B", func(r Run) float64 { return delta(r.Before.Metadata, r.After.Metadata) }, false,
		"the runtime's tables: spans, marks, finalizers"},
	{"mapped", "B", func(r Run) float64 { return delta(r.Before.Mapped, r.After.Mapped) }, false,
		"all asked of the system, used or not"},
	{"RSS", "B", func(r Run) float64 { return delta(r.Before.RSS, r.After.RSS) }, false,
		"pages in memory: what a container is charged"},
	{"PSS", "B", func(r Run) float64 { return delta(r.Before.PSS, r.After.PSS) }, false,
		"RSS, shared pages divided among processes"},
	{"peak RSS", "B", func(r Run) float64 { return float64(r.After.PeakRSS) }, true,
		"the most that the whole process had in memory"},
	{"collections", "collections", func(r Run) float64 { return float64(r.Built.Collections - r.Before.Collections) }, true,
		"garbage collections while building"},
	{"GC share", "%", gcShare, true,
		"of the processor time while building"},
	{"GC pauses", "ms", func(r Run) float64 { return delta(r.Before.PauseNs, r.Built.PauseNs) / 1e6 }, true,
		"that stopped the program while building"},
	{"allocation rate", "B/s", func(r Run) float64 {
		if r.Elapsed <= 0 {
			return 0
		}
		return delta(r.Before.TotalAlloc, r.Built.TotalAlloc) / r.Elapsed.Seconds()
	}, true, "bytes allocated a second while building"},
}

func gcShare(r Run) float64 {
	all := delta(r.Before.TotalCPUNs, r.Built.TotalCPUNs)
	if all <= 0 {
		return 0
	}
	return 100 * delta(r.Before.GCCPUNs, r.Built.GCCPUNs) / all
}

// rows are the meters of a group's runs of n instances.
func rows(runs []Run, n int) []Row {
	var out []Row
	for _, m := range meters {
		var total, each []float64
		known := false
		for _, r := range runs {
			v := m.read(r)
			known = known || v != 0
			total = append(total, v)
			each = append(each, v/float64(n))
		}
		if !known && (m.name == "RSS" || m.name == "PSS" || m.name == "peak RSS") && runs[0].After.RSS == 0 {
			continue // a system without these accounts
		}
		out = append(out, Row{Meter: m.name, Unit: m.unit, Total: figureOf(total), Each: figureOf(each), NoEach: m.once, Meaning: m.meaning})
	}
	return out
}

package measure

import "time"

const (
	// opUnit divides every round: a multiple of the 16, 8, 5, 4, 3 and 2 like
	// objects that share a tiny block, so that whole blocks are counted.
	opUnit   = 240
	opRound  = 5 * time.Millisecond // what a round lasts at least, or opMost calls
	opMost   = opUnit << 10
	slowCall = time.Millisecond // beyond which a round is few calls
)

// BytesPerOp returns the bytes that one call of f allocates, in the units of
// the allocator's slots. It is exact and keeps its fraction: a call that
// allocates 24 bytes once in a hundred times costs 0.24. See [PerOp] for more.
func BytesPerOp(f func()) float64 { return PerOp(f).Bytes }

// PerOp calls f some thousand times, or as often as some milliseconds allow,
// and returns what one call allocates, whether it is kept or not. The first
// call does not count. Objects counts every object, tiny ones too.
func PerOp(f func()) Sample {
	m := NewMeter()
	defer m.Close()
	f()
	n := callsInRound(f)
	fill := func() {
		for range n {
			f()
		}
	}
	plain := func() round {
		var before, after Reading
		m.Read(&before)
		fill()
		m.Read(&after)
		b := difference(after.TotalAlloc, before.TotalAlloc)
		return round{bytes: b, allocated: b, objects: difference(after.Mallocs, before.Mallocs)}
	}
	attributed := func() round {
		var r round
		for _, s := range profile(fill) {
			r.bytes += s.bytes
			r.allocated += s.bytes
			r.objects += s.objects
		}
		return r
	}
	return sampleOf(n, plain, attributed)
}

func callsInRound(f func()) int {
	start := time.Now()
	f()
	if d := time.Since(start); d > slowCall {
		return max(1, int(opRound/d))
	}
	n := opUnit
	for {
		start := time.Now()
		for range n {
			f()
		}
		if d := time.Since(start); d >= opRound || n >= opMost {
			return n
		}
		n *= 2
	}
}

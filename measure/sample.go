package measure

import (
	"fmt"
	"slices"
)

// Sample is what was measured of one instance, or of one call.
type Sample struct {
	Bytes     float64 `json:"bytes"`     // retained by an instance, or allocated by a call
	Lo        float64 `json:"lo"`        // least Bytes of the rounds that count
	Hi        float64 `json:"hi"`        // most Bytes of the rounds that count
	Objects   float64 `json:"objects"`   // heap objects in Bytes; tiny objects that share a block count once
	Allocated float64 `json:"allocated"` // bytes allocated to build an instance, garbage included
	N         int     `json:"n"`         // instances or calls in a round
	Rounds    int     `json:"rounds"`    // rounds run
	// Noise says what disturbed the measurement and how the figures were had
	// all the same; empty where nothing did.
	Noise string `json:"noise,omitempty"`
}

// String is "208.00 B (5.00 objects)", with the interval where there is one.
func (s Sample) String() string {
	text := fmt.Sprintf("%.2f B (%.2f objects)", s.Bytes, s.Objects)
	if s.Lo != s.Hi {
		text += fmt.Sprintf(", rounds from %.2f to %.2f B", s.Lo, s.Hi)
	}
	if s.Noise != "" {
		text += "; " + s.Noise
	}
	return text
}

// round is one round's figures, each over all instances or calls.
type round struct{ bytes, objects, allocated float64 }

const (
	// agreement is how far rounds that agree may differ, in bytes an instance.
	agreement = 0.01
	minRounds = 3
	maxRounds = 9
	// loneRounds is how many that all differ are enough.
	loneRounds = 4
)

// sampleOf runs rounds until most of them agree. Where they do not, since
// other goroutines allocate or since the instances differ by chance, it counts
// by call stack what the measured code itself allocates.
func sampleOf(n int, plain, attributed func() round) Sample {
	var all []round
	for len(all) < maxRounds {
		all = append(all, plain())
		if len(all) < minRounds {
			continue
		}
		if most := agreeing(all, n); len(most) >= minRounds && 2*len(most) > len(all) {
			s := summary(most, n)
			s.Rounds = len(all)
			if d := len(all) - len(most); d > 0 {
				s.Noise = fmt.Sprintf("%d of %d rounds were disturbed and left out", d, len(all))
			}
			return s
		}
		if len(all) >= loneRounds && len(agreeing(all, n)) == 1 {
			break // no two agree: more will not either
		}
		pause(len(all))
	}
	var own []round
	for range minRounds {
		own = append(own, attributed())
	}
	s, p := summary(own, n), summary(all, n)
	s.Rounds = len(all) + len(own)
	if s.Bytes >= p.Lo && s.Bytes <= p.Hi && len(agreeing(own, n)) < len(own) {
		// Both ways vary alike: the instances do, and the more rounds tell more.
		p.Rounds = s.Rounds
		p.Noise = "instances differ, or something else allocates: the middle of the rounds"
		return p
	}
	s.Noise = fmt.Sprintf("%d rounds did not agree (%.2f to %.2f B), since something else allocates: counted by call stack", len(all), p.Lo, p.Hi)
	return s
}

// agreeing returns the largest set of rounds whose bytes an instance lie
// within [agreement].
func agreeing(all []round, n int) []round {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, byBytes)
	var best []round
	from := 0
	for to := range sorted {
		for sorted[to].bytes-sorted[from].bytes > agreement*float64(n) {
			from++
		}
		if to+1-from > len(best) {
			best = sorted[from : to+1]
		}
	}
	return best
}

// summary is the median round, with the bounds of all.
func summary(rounds []round, n int) Sample {
	sorted := slices.Clone(rounds)
	slices.SortFunc(sorted, byBytes)
	mid := sorted[len(sorted)/2]
	per := func(v float64) float64 { return v / float64(n) }
	return Sample{
		Bytes: per(mid.bytes), Lo: per(sorted[0].bytes), Hi: per(sorted[len(sorted)-1].bytes),
		Objects: per(mid.objects), Allocated: per(mid.allocated), N: n,
	}
}

func byBytes(a, b round) int {
	switch {
	case a.bytes < b.bytes:
		return -1
	case a.bytes > b.bytes:
		return 1
	}
	return 0
}

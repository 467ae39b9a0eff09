package measure

import (
	"fmt"
	"strings"
)

// Tolerance is a share of a limit: 20*Percent is a fifth.
type Tolerance float64

// Percent is a hundredth.
const Percent Tolerance = 0.01

// TB is the part of testing.TB that the guards use.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
}

// AtMost fails the test if one call of f allocates more than limit bytes and
// the tolerance above that. The message holds both figures, the interval, and
// the lines that allocated most. Rounds that other goroutines disturb are
// measured again, and the log says so.
func AtMost(t TB, limit float64, tolerance Tolerance, f func()) {
	t.Helper()
	check(t, "a call allocates", PerOp(f), limit, tolerance, func() ([]site, int) {
		const calls = opUnit
		return profile(func() {
			for range calls {
				f()
			}
		}), calls
	})
}

// AtMostPerInstance fails the test if one of n instances that build returns
// retains more than limit bytes and the tolerance above that; see [PerInstance]
// for what counts, and [AtMost].
func AtMostPerInstance[T any](t TB, limit float64, tolerance Tolerance, n int, build func(i int) T) {
	t.Helper()
	s, err := PerInstance(n, build)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	check(t, "an instance retains", s, limit, tolerance, func() ([]site, int) {
		h := newHolder[T](n)
		return profile(func() {
			for i := range n {
				h.keep(i, build(i))
			}
		}), n
	})
}

// shownSites is how many allocation sites a failure lists.
const shownSites = 5

func check(t TB, what string, s Sample, limit float64, tolerance Tolerance, sites func() ([]site, int)) {
	t.Helper()
	if s.Noise != "" {
		t.Logf("measure: %s", s.Noise)
	}
	most := limit * (1 + float64(tolerance))
	if s.Bytes <= most {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %.2f B, over the limit of %s", what, s.Bytes, bytesText(limit))
	if tolerance != 0 {
		fmt.Fprintf(&b, " + %.4g%% = %s", float64(tolerance/Percent), bytesText(most))
	}
	fmt.Fprintf(&b, " (%.2f to %.2f B in %d rounds of %d, %.2f objects)", s.Lo, s.Hi, s.Rounds, s.N, s.Objects)
	if raceEnabled {
		b.WriteString("\nbuilt with -race, which gives every object under 16 bytes 16 of its own")
	}
	list, n := sites()
	if len(list) > 0 {
		b.WriteString("\nmost was allocated by:")
	}
	for i, s := range list {
		if i == shownSites {
			fmt.Fprintf(&b, "\n\tand %d more lines", len(list)-i)
			break
		}
		fmt.Fprintf(&b, "\n\t%10.2f B %8.2f objects  %s", s.bytes/float64(n), s.objects/float64(n), s)
	}
	t.Errorf("%s", b.String())
}

func bytesText(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.2f", v), ".00") + " B" }

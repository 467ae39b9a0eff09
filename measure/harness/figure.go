package harness

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

const confidence = 0.95

var thresholds = benchmath.DefaultThresholds

// figureOf is the median of trials with its interval.
func figureOf(values []float64) Figure {
	f := Figure{Values: append([]float64{}, values...)}
	if len(values) == 0 {
		return f
	}
	s := benchmath.NewSample(slices.Clone(values), &thresholds)
	sum := benchmath.AssumeNothing.Summary(s, confidence)
	f.Center, f.Lo, f.Hi, f.Confidence = sum.Center, sum.Lo, sum.Hi, sum.Confidence
	if math.IsInf(f.Lo, 0) || math.IsInf(f.Hi, 0) || math.IsNaN(f.Lo) {
		f.Lo, f.Hi = slices.Min(values), slices.Max(values)
		// Both ends of n values miss the median when all lie on one side.
		f.Confidence = 1 - math.Pow(2, 1-float64(len(values)))
	}
	f.CV = variation(values)
	return f
}

// variation is the standard deviation divided by the mean.
func variation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	var mean, sum float64
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	if mean == 0 {
		return 0
	}
	return math.Sqrt(sum/float64(len(values)-1)) / math.Abs(mean)
}

// same reports whether all values of a figure are within a hundredth of a byte.
func (f Figure) same() bool { return slices.Max(f.Values)-slices.Min(f.Values) < 0.01 }

// contrast compares two groups' figures.
func contrast(a, b string, x, y Figure) Contrast {
	c := Contrast{
		Name: b + " - " + a, A: a, B: b,
		Diff: y.Center - x.Center, Lo: y.Lo - x.Hi, Hi: y.Hi - x.Lo,
	}
	if x.Center != 0 {
		c.Pct = 100 * c.Diff / x.Center
	}
	cmp := benchmath.AssumeNothing.Compare(
		benchmath.NewSample(slices.Clone(x.Values), &thresholds),
		benchmath.NewSample(slices.Clone(y.Values), &thresholds))
	c.P = cmp.P
	switch {
	case x.same() && y.same():
		// Nothing spreads: every difference is one.
		c.Same = math.Abs(c.Diff) < 0.01
	default:
		c.Same = !(cmp.P <= cmp.Alpha) || c.Lo <= 0 && c.Hi >= 0
	}
	if math.IsNaN(c.P) {
		c.P = 1
	}
	return c
}

// pairs orders the comparisons of groups: B-A, B-C, C-A for three, and each
// later group with each earlier one for more.
func pairs(n int) [][2]int {
	if n == 3 {
		return [][2]int{{0, 1}, {2, 1}, {0, 2}}
	}
	var out [][2]int
	for b := 1; b < n; b++ {
		for a := range b {
			out = append(out, [2]int{a, b})
		}
	}
	return out
}

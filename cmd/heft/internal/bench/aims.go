package main

import (
	"fmt"
	"io"
	"time"
)

// aim is what heft is to need at most, as a share of what fieldalignment needs
// for all of a subject.
type aim struct {
	subject string
	caches  string
	what    string
	at      float64
	ratio   func(h, peer *result) float64
}

var aims = []aim{
	{"std", warm, "wall time", 0.3, wallRatio},
	{"prometheus", warm, "wall time", 0.6, wallRatio},
	{"std", warm, "peak memory", 0.5, rssRatio},
	{"prometheus", warm, "peak memory", 0.5, rssRatio},
	{"kubernetes", warm, "peak memory", 0.5, rssRatio},
	{"std", cold, "CPU time", 1. / 10, cpuRatio},
	{"prometheus", cold, "CPU time", 1. / 40, cpuRatio},
}

func wallRatio(h, peer *result) float64 { return ratio(h, peer, wallOf) }
func cpuRatio(h, peer *result) float64  { return ratio(h, peer, cpuOf) }
func rssRatio(h, peer *result) float64  { return ratio(h, peer, rssOf) }

// linearSlack is how much more CPU time a package may take among all packages
// of a subject than among a quarter of them, for time linear in packages.
const linearSlack = 1.1

// writeAims writes the aims that results tell about, and returns how many of
// them are missed.
func writeAims(w io.Writer, results []result) (missed int) {
	say := func(ok bool, format string, args ...any) {
		word := "met"
		if !ok {
			word = "MISSED"
			missed++
		}
		fmt.Fprintf(w, "- %s: %s\n", word, fmt.Sprintf(format, args...))
	}
	for _, a := range aims {
		for i := range results {
			r := &results[i]
			if r.work.name != a.subject || r.caches != a.caches || r.packages > 0 || r.tool.name != "fieldalignment" {
				continue
			}
			if h := heftOf(results, r); h != nil {
				got := a.ratio(h, r)
				say(got > 0 && got <= a.at, "%s, %s: %s is %.3f of %s's, the aim is %.3f", a.subject, a.caches, a.what, got, r.tool.name, a.at)
			}
		}
	}
	var first *result
	for i := range results {
		r := &results[i]
		switch {
		case r.packages == 0:
		case first == nil || first.work.name != r.work.name:
			first = r
		case i+1 == len(results) || results[i+1].work.name != r.work.name:
			a, b := perPackage(first), perPackage(r)
			say(float64(b) <= linearSlack*float64(a), "%s, %s: %v of CPU time a package among %d, %v among %d; the aim is at most %.1f times as much",
				r.work.name, r.caches, a, first.packages, b, r.packages, linearSlack)
		}
	}
	return missed
}

func perPackage(r *result) time.Duration {
	return (median(r.runs, cpuOf) / time.Duration(r.packages)).Round(time.Microsecond)
}

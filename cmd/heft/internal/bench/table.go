package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// median returns the middle of what get gives for each run; of an even number,
// the mean of the two in the middle.
func median[T ~int64](runs []reading, get func(reading) T) T {
	v := make([]T, len(runs))
	for i, r := range runs {
		v[i] = get(r)
	}
	slices.Sort(v)
	n := len(v)
	if n == 0 {
		return 0
	}
	return (v[(n-1)/2] + v[n/2]) / 2
}

func wallOf(r reading) time.Duration { return r.wall }
func cpuOf(r reading) time.Duration  { return r.cpu }
func rssOf(r reading) int64          { return r.rss }

// writeTable writes results as a Markdown table: medians, the range of wall
// times, and each beside heft's, a ratio of heft's to the tool's.
func writeTable(w io.Writer, results []result) {
	if len(results) == 0 {
		return
	}
	fmt.Fprintln(w, "| subject | caches | tool | runs | wall s | range | CPU s | peak MiB | heft's wall | heft's CPU | heft's peak |")
	fmt.Fprintln(w, "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for i := range results {
		r := &results[i]
		name := r.work.name
		if r.packages > 0 {
			name = fmt.Sprintf("%s, %d packages", name, r.packages)
		}
		lo := slices.MinFunc(r.runs, func(a, b reading) int { return cmp.Compare(a.wall, b.wall) })
		hi := slices.MaxFunc(r.runs, func(a, b reading) int { return cmp.Compare(a.wall, b.wall) })
		fmt.Fprintf(w, "| %s | %s | %s | %d | %.2f | %.2f–%.2f | %.2f | %d |",
			name, r.caches, r.tool.name, len(r.runs), median(r.runs, wallOf).Seconds(), lo.wall.Seconds(), hi.wall.Seconds(),
			median(r.runs, cpuOf).Seconds(), median(r.runs, rssOf)>>20)
		h := heftOf(results, r)
		if h == nil || h == r {
			fmt.Fprintln(w, " | | |")
			continue
		}
		fmt.Fprintf(w, " %.3f× | %.3f× | %.2f× |\n", ratio(h, r, wallOf), ratio(h, r, cpuOf), ratio(h, r, rssOf))
	}
	fmt.Fprintln(w)
}

// heftOf is heft's result for the same work with caches in the same state.
func heftOf(results []result, r *result) *result {
	for i := range results {
		h := &results[i]
		if h.tool.name == heft.name && h.work.name == r.work.name && h.caches == r.caches && h.packages == r.packages {
			return h
		}
	}
	return nil
}

// ratio is a median of one result over that of another; 0 where that is 0.
func ratio[T ~int64](a, b *result, get func(reading) T) float64 {
	d := median(b.runs, get)
	if d == 0 {
		return 0
	}
	return float64(median(a.runs, get)) / float64(d)
}

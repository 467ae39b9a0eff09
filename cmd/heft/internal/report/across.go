package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// Across writes each distinct layout of a type, headed by the runtimes that
// share it.
func Across(w io.Writer, rep *advice.AcrossReport, f Format) error {
	p := &printer{w: w}
	runtimes := 0
	for _, g := range rep.Groups {
		runtimes += len(g.Runtimes)
	}
	p.println(f.paint(bold, oneLine(fmt.Sprintf("%s · %s under %s · std of %s", rep.Name,
		plural(len(rep.Groups), "layout", "layouts"), plural(runtimes, "runtime", "runtimes"), rep.Stdlib))))
	for _, g := range rep.Groups {
		p.println()
		for _, line := range spans(g.Runtimes) {
			hanging(p, "", line)
		}
		if err := acrossGroup(p, rep, g.Type, f); err != nil {
			return err
		}
	}
	p.println()
	hanging(p, "", "\"heft runtimes\" says how the figures of each release were proved.")
	return p.err
}

func acrossGroup(p *printer, rep *advice.AcrossReport, r advice.Row, f Format) error {
	if r.Now == nil {
		p.println(" unknown: " + oneLine(r.Unknown))
		return p.err
	}
	s := r.Now
	head := fmt.Sprintf(" size %s, align %d, pointer bytes %s, slot %s", f.number(s.Size), s.Align, f.number(s.PtrBytes), f.mean(s.Object.Bytes()))
	p.println(head)
	if n := rep.Count; n > 0 {
		many := fmt.Sprintf(" %s one by one %s", count(n), f.mean(float64(n)*s.Object.Bytes()))
		if r.Array != nil {
			many += ", in one slice " + f.mean(r.Array.Bytes())
		}
		p.println(many)
	}
	p.println()
	// Lines of the cache differ between the architectures: none are drawn.
	if err := byteTable(p, &advice.Report{}, s, nil, f); err != nil {
		return err
	}
	p.println()
	p.println(" " + losses(s, f))
	if b := better(r); b != nil {
		p.println(" " + orderLine(r, b, f))
	}
	return p.err
}

// span is a runtime's name in parts.
type span struct{ release, arch, experiments string }

// spans says which runtimes a list names: releases in a row as a range,
// architectures of the same releases together, and experiments that make no
// difference to their release on a line of their own.
func spans(runtimes []string) []string {
	var plain []span
	turned := map[string][]span{} // by experiments
	var order []string
	in := map[span]bool{}
	for _, rt := range runtimes {
		s := parseSpan(rt)
		in[s] = true
		if s.experiments == "" {
			plain = append(plain, s)
			continue
		}
		if turned[s.experiments] == nil {
			order = append(order, s.experiments)
		}
		turned[s.experiments] = append(turned[s.experiments], s)
	}
	lines := archLines(plain)
	var also []string
	for _, x := range order {
		rest := slices.DeleteFunc(turned[x], func(s span) bool { return in[span{release: s.release, arch: s.arch}] })
		if len(rest) == 0 {
			also = append(also, x)
			continue
		}
		for _, l := range archLines(rest) {
			lines = append(lines, "with "+x+": "+l)
		}
	}
	if len(also) > 0 {
		lines = append(lines, "also with "+strings.Join(also, ", "))
	}
	return lines
}

func parseSpan(rt string) span {
	head, experiments, _ := strings.Cut(rt, "+")
	release, arch, _ := strings.Cut(head, "/")
	return span{release, arch, experiments}
}

// archLines are lines of releases and the architectures that they hold for.
func archLines(list []span) []string {
	releases := map[string][]string{}
	var arches []string
	for _, s := range list {
		if releases[s.arch] == nil {
			arches = append(arches, s.arch)
		}
		releases[s.arch] = append(releases[s.arch], s.release)
	}
	byRange := map[string][]string{}
	var order []string
	for _, a := range arches {
		r := ranges(releases[a])
		if byRange[r] == nil {
			order = append(order, r)
		}
		byRange[r] = append(byRange[r], a)
	}
	var lines []string
	for _, r := range order {
		lines = append(lines, r+" on "+strings.Join(byRange[r], ", "))
	}
	return lines
}

// ranges writes releases in a row as "go1.22 to go1.26.8".
func ranges(releases []string) string {
	var parts []string
	for i := 0; i < len(releases); {
		j := i
		for j+1 < len(releases) && minor(releases[j+1]) == minor(releases[j])+1 {
			j++
		}
		switch {
		case j == i:
			parts = append(parts, releases[i])
		default:
			parts = append(parts, releases[i]+" to "+releases[j])
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// minor is 26 of "go1.26.8", or -2 where there is none.
func minor(release string) int {
	s, _ := strings.CutPrefix(release, "go1.")
	end := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		s = s[:end]
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -2
	}
	return n
}

// AcrossCSV writes a row for each runtime.
func AcrossCSV(w io.Writer, rep *advice.AcrossReport) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	if err := c.Write(append([]string{"runtime"}, csvHeader()...)); err != nil {
		return err
	}
	for _, g := range rep.Groups {
		for _, rt := range g.Runtimes {
			if err := c.Write(append([]string{rt}, csvRecord(&advice.Report{Count: rep.Count}, g.Type)...)); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

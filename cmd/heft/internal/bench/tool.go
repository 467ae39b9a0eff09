package main

import "slices"

// tool is a program to measure.
type tool struct {
	name    string
	pkg     string // of its main function
	version string // "" is of this module
	// whole says how it is told to read all types of packages, one how to show
	// one type; nil: it does not.
	whole, one func(w work) []string
	findings   []int // exit codes that say that it has findings, beside 0
}

var heft = tool{
	name: "heft", pkg: "github.com/seed-ac4d27cc/heft/cmd/heft",
	whole: func(w work) []string { return append([]string{"layout"}, w.patterns...) },
	one:   func(w work) []string { return append([]string{"layout", "--type", w.typ}, w.patterns...) },
}

// allPeers are tools that look for better orders of fields, or show where
// fields lie.
var allPeers = []tool{
	{
		name:    "fieldalignment",
		pkg:     "golang.org/x/tools/go/analysis/passes/fieldalignment/cmd/fieldalignment",
		version: "v0.52.0",
		// without -test=false it reads tests, too, which heft does with --tests
		whole:    func(w work) []string { return append([]string{"-test=false"}, w.patterns...) },
		findings: []int{3},
	},
	{
		name:    "structlayout",
		pkg:     "honnef.co/go/tools/cmd/structlayout",
		version: "v0.8.2",
		one:     func(w work) []string { return append(slices.Clone(w.patterns), w.typ) },
	},
}

func peerNames() []string {
	var names []string
	for _, t := range allPeers {
		names = append(names, t.name)
	}
	return names
}

// argv is the command that does a work; nil where the tool does not do such.
func (t *tool) argv(p place, w work) []string {
	args := t.whole
	if w.typ != "" {
		args = t.one
	}
	if args == nil {
		return nil
	}
	return append([]string{p.bin(t.name)}, args(w)...)
}

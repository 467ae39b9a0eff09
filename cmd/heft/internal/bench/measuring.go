package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// measureBench is "bench measure": what heft predicts beside what processes
// used, and what measuring costs.
type measureBench struct {
	place  place
	parts  []part
	seed   uint64
	n      int // objects of the study
	shapes int // random types on each toolchain
	other  int // random types on each architecture under emulation
	trials int // processes of each group
	check  bool

	missed int // aims
	stdout io.Writer
	stderr io.Writer
}

// part is a section of the figures.
type part struct {
	name string
	run  func(b *measureBench, ctx context.Context) error
}

var allParts = []part{
	{"objects", (*measureBench).objects},
	{"session", (*measureBench).session},
	{"types", (*measureBench).types},
	{"random", (*measureBench).randomTypes},
	{"emulated", (*measureBench).emulated},
	{"speed", (*measureBench).speed},
}

func (b *measureBench) progress(done, total int, what string) {
	fmt.Fprintf(b.stderr, "%d of %d: %s\n", done+1, total, what)
}

// toolchains are the releases that figures are had on.
var toolchains = []harness.Group{{Name: "go1.26.8", Toolchain: "go1.26.8"}, {Name: "go1.27.3", Toolchain: "go1.27.3"}}

func benchMeasure(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	b := &measureBench{stdout: stdout, stderr: stderr}
	fs := flag.NewFlagSet("bench measure", flag.ContinueOnError)
	fs.SetOutput(stderr)
	var known []string
	for _, p := range allParts {
		known = append(known, p.name)
	}
	dir := fs.String("dir", "", "keep source trees in `DIR` (default heft-bench in the user's cache folder)")
	parts := fs.String("parts", strings.Join(known, ","), "run these `PARTS`, comma-separated")
	fs.Uint64Var(&b.seed, "seed", 1, "seed of the random types")
	fs.IntVar(&b.n, "n", 10_000_000, "build `N` of each object of the study")
	fs.IntVar(&b.shapes, "shapes", 2000, "verify `N` random types on each toolchain")
	fs.IntVar(&b.other, "other", 500, "verify `N` random types on each architecture under emulation")
	fs.IntVar(&b.trials, "trials", 3, "measure in `N` processes of each group")
	fs.BoolVar(&b.check, "check", false, "fail where an aim is missed")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	switch {
	case fs.NArg() > 0:
		return fmt.Errorf("bench measure takes no arguments, and got %q", fs.Args())
	case b.n < 1 || b.shapes < 1 || b.other < 1 || b.trials < 1:
		return errors.New("-n, --shapes, --other and --trials take numbers over 0")
	}
	var err error
	if b.parts, err = pick("part", *parts, allParts, func(p part) string { return p.name }); err != nil {
		return err
	}
	if b.place, err = openPlace(*dir); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n", machine(ctx))
	for _, p := range b.parts {
		fmt.Fprintf(stderr, "%s\n", p.name)
		if err := p.run(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if b.check && b.missed > 0 {
		return fmt.Errorf("%d aims missed", b.missed)
	}
	return nil
}

// aim writes whether an aim is met.
func (b *measureBench) aim(met bool, format string, args ...any) {
	word := "met"
	if !met {
		word, b.missed = "MISSED", b.missed+1
	}
	fmt.Fprintf(b.stdout, "- %s: %s\n", word, fmt.Sprintf(format, args...))
}

// limit is of construction in one process, for machines that others use too.
const limit = 30 * time.Minute

// exact is a difference to two decimals.
func exact(v float64) string {
	if v > -0.005 && v < 0.005 {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", v)
}

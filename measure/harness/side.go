package harness

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
)

// side is a group with its program.
type side struct {
	group      Group
	tree       *tree
	target     *target
	call       *call
	binary     string
	dir        string
	conditions Conditions
	pilot      driver.Pass
	results    []*driver.Result
	quarters   []*driver.Result
	floor      *driver.Result
	warnings   []string
}

// entryName is the name that a program registers its one constructor by.
const entryName = "instance"

// newSide finds the target in a group's tree and builds the program.
func newSide(ctx context.Context, c *Config, cache *cache, g Group) (*side, error) {
	t, err := openTree(ctx, cache, c.Dir, c.Tags, g)
	if err != nil {
		return nil, err
	}
	s := &side{group: g, tree: t, dir: t.cmd.dir, conditions: c.Conditions}
	if s.target, err = findTarget(ctx, t.cmd, c.Target, c.Expr != ""); err != nil {
		return nil, err
	}
	src, err := readSource(s.target.pkg, false)
	if err != nil {
		return nil, err
	}
	tests := len(s.target.pkg.TestGoFiles)+len(s.target.pkg.XTestGoFiles) > 0
	if c.Expr == "" && tests && src.find(s.target.recv, s.target.name) == nil {
		if src, err = readSource(s.target.pkg, true); err != nil {
			return nil, err
		}
	}
	if s.call, err = callOf(s.target, src, c.Setup, c.Expr, c.Receiver); err != nil {
		return nil, err
	}
	if t.cached(s.target.pkg) && (s.call.inside || s.target.pkg.Name == "main") {
		if s.target.pkg, err = t.own(ctx, s.target.pkg); err != nil {
			return nil, err
		}
		if src, err = readSource(s.target.pkg, s.call.test != ""); err != nil {
			return nil, err
		}
		s.warnings = append(s.warnings, fmt.Sprintf("package %s is in the module cache: measured in a temporary copy of its module", s.target.pkg.ImportPath))
	}
	root, err := t.root(s.target.pkg)
	if err != nil {
		return nil, err
	}
	p, err := newProgram(t.cmd, root)
	if err != nil {
		return nil, err
	}
	u := &unit{pkg: s.target.pkg, src: src, inside: s.call.inside, test: s.call.test}
	if err := u.resolve(ctx, t.cmd, s.call.snippet); err != nil {
		return nil, err
	}
	u.body = []string{s.call.text(entryName)}
	if err := p.add(u); err != nil {
		return nil, err
	}
	if len(s.conditions.Exec) == 0 {
		if s.conditions.Exec, err = emulator(t.cmd.vars.GOOS, t.cmd.vars.GOARCH); err != nil {
			return nil, err
		}
	}
	if s.binary, err = p.build(ctx, cache); err != nil {
		return nil, fmt.Errorf("build %s: %w", s.target, err)
	}
	return s, nil
}

// run runs a trial of n instances.
func (s *side) run(ctx context.Context, mode driver.Mode, n int, maxMemory uint64) (*driver.Result, error) {
	plan := driver.Plan{Mode: mode, Entry: entryName, N: n, MaxMemory: maxMemory, Every: s.every()}
	r, err := trial(ctx, s.binary, s.dir, plan, s.conditions)
	if err != nil {
		return nil, fmt.Errorf("measure %s%s: %w", s.target, s.in(), err)
	}
	if r.Failure != nil {
		return nil, &ConstructorError{Target: s.target.String() + s.in(), Failure: *r.Failure, Measured: s.measured(mode, r)}
	}
	return r, nil
}

func (s *side) in() string {
	if s.group.Name == "" {
		return ""
	}
	return " in group " + s.group.Name
}

// every is how many instances are built between two looks at the memory
// mapped: about 16 MiB or five milliseconds of them.
func (s *side) every() int {
	const bytes, most = 16 << 20, 1 << 16
	n := most
	if a := s.pilot.Allocated / int64(max(1, s.pilot.N)); a > 0 {
		n = int(min(int64(n), bytes/a))
	}
	if s.pilot.N > 0 {
		if each := s.pilot.Elapsed / time.Duration(s.pilot.N); each > 0 {
			n = min(n, int(5*time.Millisecond/each))
		}
	}
	return max(1, n)
}

// measured says what was known of the instances built before a failure.
func (s *side) measured(mode driver.Mode, r *driver.Result) string {
	var parts []string
	if r.N > 0 && r.After.HeapAlloc > 0 && r.Before.HeapAlloc > 0 {
		each := float64(int64(r.After.HeapAlloc-r.Before.HeapAlloc)) / float64(r.N)
		parts = append(parts, fmt.Sprintf("%.2f B an instance over %d instances", each, r.N))
	}
	if n := len(s.results); n > 0 {
		parts = append(parts, fmt.Sprintf("%.2f B in %d trials before", s.figure(perInstance).Center, n))
	} else if mode != driver.Pilot && s.pilot.N > 0 {
		parts = append(parts, fmt.Sprintf("%.2f B over %d instances before", float64(s.pilot.Bytes)/float64(s.pilot.N), s.pilot.N))
	}
	return strings.Join(parts, "; ")
}

func perInstance(r *driver.Result) float64 {
	return delta(r.Before.HeapAlloc, r.After.HeapAlloc) / float64(r.N)
}

func (s *side) figure(read func(r *driver.Result) float64) Figure {
	var values []float64
	for _, r := range s.results {
		values = append(values, read(r))
	}
	return figureOf(values)
}

// ConstructorError is a constructor that did not build all instances.
type ConstructorError struct {
	Target   string
	Failure  driver.Failure
	Measured string // of what was built before; may be empty
}

func (e *ConstructorError) Error() string {
	at := fmt.Sprintf("at i = %d", e.Failure.At)
	switch e.Failure.At {
	case -1:
		at = "in the warm-up call (i = 0)"
	case -2:
		at = "in the set-up"
	}
	what := map[driver.FailureKind]string{
		driver.FailedPanic:  "it panics " + at,
		driver.FailedError:  "it returns an error " + at,
		driver.FailedGoexit: "it does not return " + at,
		driver.FailedLimit:  "it does not end: " + at,
		driver.FailedMemory: "it uses too much memory " + at,
		driver.FailedEntry:  "it cannot be measured",
	}[e.Failure.Kind]
	text := fmt.Sprintf("measure %s: %s: %s", e.Target, what, e.Failure.Message)
	if e.Failure.Kind == driver.FailedMemory {
		text += ": raise --max-memory or ask for fewer by -n"
	}
	if e.Measured != "" {
		text += " (measured until then: " + e.Measured + ")"
	}
	if e.Failure.Stack != "" {
		text += "\n" + userStack(e.Failure.Stack)
	}
	return text
}

// userStack is a goroutine's stack without the frames of the harness.
func userStack(stack string) string {
	lines := strings.Split(strings.TrimSpace(stack), "\n")
	var keep []string
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if strings.HasPrefix(l, "\t") || strings.HasPrefix(l, "goroutine ") {
			keep = append(keep, l)
			continue
		}
		if strings.Contains(l, "/heftprogram") || strings.HasPrefix(l, "runtime/debug.Stack(") {
			i++ // and the line with its place
			continue
		}
		keep = append(keep, l)
	}
	return strings.Join(keep, "\n")
}

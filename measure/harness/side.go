package harness

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
)

// side is a group with its program.
type side struct {
	group      Group
	tree       *tree
	target     *target
	src        *source
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
	s, err := locate(ctx, c, t, g)
	if err != nil {
		return nil, err
	}
	return s, s.build(ctx, cache, entryName)
}

// locate finds the target and the code that makes an instance of it.
func locate(ctx context.Context, c *Config, t *tree, g Group) (*side, error) {
	s := &side{group: g, tree: t, dir: t.cmd.dir, conditions: c.Conditions}
	var err error
	if s.target, err = findTarget(ctx, t.cmd, c.Target, c.Expr != ""); err != nil {
		return nil, err
	}
	if s.src, err = readSource(s.target.pkg, false); err != nil {
		return nil, err
	}
	tests := len(s.target.pkg.TestGoFiles)+len(s.target.pkg.XTestGoFiles) > 0
	if c.Expr == "" && tests && s.src.find(s.target.recv, s.target.name) == nil {
		if s.src, err = readSource(s.target.pkg, true); err != nil {
			return nil, err
		}
	}
	if s.call, err = callOf(s.target, s.src, c.Setup, c.Expr, c.Receiver); err != nil {
		return nil, err
	}
	if s.call.shape {
		if err := s.reshape(ctx); err != nil {
			return nil, err
		}
	}
	if t.cached(s.target.pkg) && (s.call.inside || s.target.pkg.Name == "main") {
		if s.target.pkg, err = t.own(ctx, s.target.pkg); err != nil {
			return nil, err
		}
		if s.src, err = readSource(s.target.pkg, s.call.test != ""); err != nil {
			return nil, err
		}
		s.warnings = append(s.warnings, fmt.Sprintf("package %s is in the module cache: measured in a temporary copy of its module", s.target.pkg.ImportPath))
	}
	if len(s.conditions.Exec) == 0 {
		if s.conditions.Exec, err = emulator(t.cmd.vars.GOOS, t.cmd.vars.GOARCH); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// unit is the code that registers what is measured by a name.
func (s *side) unit(ctx context.Context, name string) (*unit, error) {
	u := &unit{pkg: s.target.pkg, src: s.src, inside: s.call.inside, test: s.call.test}
	if err := u.resolve(ctx, s.tree.cmd, s.call.snippet); err != nil {
		return nil, err
	}
	if s.call.shape {
		u.imports["heftunsafe"], u.imports["heftatomic"] = "unsafe", "sync/atomic"
		u.body = []string{"\tvar (\n\t\t_ heftunsafe.Pointer\n\t\t_ heftatomic.Int64\n\t)\n"}
	}
	u.body = append(u.body, s.call.text(name))
	return u, nil
}

// build builds the program that measures the target by a name.
func (s *side) build(ctx context.Context, cache *cache, name string) error {
	u, err := s.unit(ctx, name)
	if err != nil {
		return err
	}
	root, err := s.tree.root(s.target.pkg)
	if err != nil {
		return err
	}
	p, err := newProgram(s.tree.cmd, root)
	if err != nil {
		return err
	}
	if err := p.add(u); err != nil {
		return err
	}
	if s.binary, err = p.build(ctx, cache); err != nil {
		return fmt.Errorf("build %s: %w", s.target, err)
	}
	return nil
}

// reshape has a type of the standard library that nothing outside may name
// measured by its shape.
func (s *side) reshape(ctx context.Context) error {
	fail := func(err error) error { return fmt.Errorf("measure %s: %w", s.target, err) }
	g := s.group
	r, err := load.Load(ctx, load.Config{Dir: s.tree.cmd.dir, Patterns: []string{s.target.pkg.ImportPath}, Tags: s.tree.cmd.tags,
		GOARCH: g.Arch, Toolchain: g.Toolchain, Experiment: g.Experiment, All: true})
	if err != nil {
		return fail(err)
	}
	for _, d := range r.Decls {
		if d.Form != layout.Named || d.Package != s.target.pkg.ImportPath || bareName(d) != s.target.name {
			continue
		}
		text, err := shapeOf(d.Type)
		if err != nil {
			return fail(err)
		}
		if s.call.snippet, err = parseSnippet("", "heftdriver.New["+text+"]()"); err != nil {
			return fail(err)
		}
		s.warnings = append(s.warnings, fmt.Sprintf("%s cannot be named outside of the standard library: measured by a type of the same size, alignment and pointer map", s.target))
		return nil
	}
	return fail(errors.New("it has type parameters or is local, and nothing can be put into the standard library: measure what uses it"))
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

package harness

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
)

// Measure measures what one instance of cfg.Target uses, in every group. The
// error says what could not be built or run; a [ConstructorError] that the
// constructor itself failed, a [ProcessError] that its process did.
func Measure(ctx context.Context, cfg Config) (*Report, error) {
	c := &cfg
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	cache, err := openCache(c.CacheDir)
	if err != nil {
		return nil, err
	}
	steps := len(c.Groups) * (3 + c.Trials)
	done := 0
	step := func(s *side, what string) {
		c.progress(done, steps, strings.TrimSpace(s.group.Name+" "+what))
		done++
	}
	var sides []*side
	for _, g := range c.Groups {
		step(&side{group: g}, "build")
		s, err := newSide(ctx, c, cache, g)
		if err != nil {
			if g.Name != "" {
				err = fmt.Errorf("group %s: %w", g.Name, err)
			}
			return nil, err
		}
		sides = append(sides, s)
	}
	for _, s := range sides {
		step(s, "pilot")
		r, err := s.run(ctx, driver.Pilot, 0, c.MaxMemory)
		if err != nil {
			return nil, err
		}
		s.pilot = r.Passes[len(r.Passes)-1]
	}
	n, why, err := c.count(sides)
	if err != nil {
		return nil, err
	}
	for _, s := range sides {
		step(s, "empty run")
		if s.floor, err = s.run(ctx, driver.Empty, n, c.MaxMemory); err != nil {
			return nil, err
		}
	}
	if err := c.runTrials(ctx, sides, n, step); err != nil {
		return nil, err
	}
	return c.report(ctx, sides, n, why)
}

// quarterTrials is how many trials of N/4 each group has.
const quarterTrials = 2

// runTrials runs the groups' processes in turns, each round beginning with
// another group.
func (c *Config) runTrials(ctx context.Context, sides []*side, n int, step func(*side, string)) error {
	for round := range c.Trials {
		for i := range sides {
			s := sides[(i+round)%len(sides)]
			step(s, fmt.Sprintf("trial %d of %d", round+1, c.Trials))
			r, err := s.run(ctx, driver.Run, n, c.MaxMemory)
			if err != nil {
				return err
			}
			s.results = append(s.results, r)
			if round < quarterTrials && n >= 4 {
				q, err := s.run(ctx, driver.Run, n/4, c.MaxMemory)
				if err != nil {
					return err
				}
				s.quarters = append(s.quarters, q)
			}
		}
	}
	return nil
}

// need is the bytes that n instances may map, from a pilot's pass.
func (c *Config) need(s *side, n int) float64 {
	each := func(v int64) float64 { return float64(v) / float64(s.pilot.N) }
	live := max(0, each(s.pilot.Bytes))
	garbage := min(max(0, each(s.pilot.Allocated)-live), live*c.garbageFactor())
	// Spans hold a tenth more than their slots in use, and marks.
	return float64(n) * (1.1*(live+garbage) + 16)
}

// count is N: as many that a rare disturbance is nothing to an instance,
// bounded by memory and time, the same for all groups.
func (c *Config) count(sides []*side) (n int, why string, err error) {
	if c.N > 0 {
		for _, s := range sides {
			if need := c.need(s, c.N); need > float64(c.MaxMemory) {
				each := float64(s.pilot.Bytes) / float64(s.pilot.N)
				return 0, "", fmt.Errorf("measure %s%s: %d instances of %.1f B need about %.0f MiB with GOGC=%s, more than the %d MiB allowed: ask for at most %d by -n, or raise --max-memory",
					s.target, s.in(), c.N, each, need/(1<<20), c.GOGC, c.MaxMemory>>20, int(float64(c.MaxMemory)*float64(c.N)/need))
			}
		}
		return c.N, "given", nil
	}
	n, why = roundUp(int(math.Ceil(event/resolution)), tinyUnit), "noise: a thread that the runtime starts is under 0.01 B an instance"
	for _, s := range sides {
		if m := int(0.8 * float64(c.MaxMemory) / c.need(s, 1)); m < n {
			n, why = m, fmt.Sprintf("memory: more need over %d MiB", c.MaxMemory>>20)
		}
		if each := s.pilot.Elapsed / time.Duration(s.pilot.N); each > 0 {
			if m := int(trialTime / each); m < n {
				n, why = m, fmt.Sprintf("time: more take over %v", trialTime)
			}
		}
	}
	if n < 1 {
		return 0, "", fmt.Errorf("measure %s: one instance needs more than the %d MiB allowed: raise --max-memory", sides[0].target, c.MaxMemory>>20)
	}
	if n > tinyUnit {
		n -= n % tinyUnit
	}
	return n, why, nil
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

func (c *Config) report(ctx context.Context, sides []*side, n int, why string) (*Report, error) {
	first := sides[0]
	r := &Report{
		Schema: Schema, Target: first.target.String(), Package: first.target.pkg.ImportPath,
		Expr: displayed(first.call.expr), Setup: c.Setup, Type: first.results[0].Type, Boxed: first.results[0].Boxed, Held: first.results[0].Size,
		Conditions: c.Conditions, MaxMemory: c.MaxMemory, N: n, Why: why, Trials: c.Trials,
		Compare: []Contrast{}, Warnings: []string{},
	}
	for _, s := range sides {
		res := s.result(n)
		if c.Sessions > 0 {
			res.Plan = planFor(c.Sessions, &res)
			if c.Check {
				if err := c.check(ctx, s, &res); err != nil {
					return nil, err
				}
			}
		}
		if s.call.shape {
			r.Type = "*" + s.target.String()
		}
		r.Groups = append(r.Groups, res)
		r.Warnings = append(r.Warnings, s.remarks(&res)...)
	}
	if len(sides) > 1 {
		for _, p := range pairs(len(sides)) {
			a, b := r.Groups[p[0]], r.Groups[p[1]]
			r.Compare = append(r.Compare, contrast(a.Group.Name, b.Group.Name, a.Bytes, b.Bytes))
		}
	}
	return r, nil
}

// displayed is an expression without the names of the harness.
func displayed(expr string) string {
	return strings.NewReplacer("heftunsafe.", "unsafe.", "heftatomic.", "atomic.", "heftdriver.New[", "new(", "]()", ")", targetPackage+".", "", "heftReceiver.", "receiver.").Replace(expr)
}

func (s *side) result(n int) Result {
	r := Result{Group: s.group, Exec: s.conditions.Exec, Runtime: runtimeName(s)}
	for _, t := range s.results {
		r.Runs = append(r.Runs, Run{Before: t.Before, Built: t.Built, After: t.After, Elapsed: t.Elapsed, Quiet: t.Quiet})
	}
	r.Bytes = s.figure(perInstance)
	r.Objects = s.figure(func(t *driver.Result) float64 { return delta(t.Before.Objects, t.After.Objects) / float64(t.N) })
	r.Allocated = s.figure(func(t *driver.Result) float64 {
		return delta(t.Before.TotalAlloc, t.Built.TotalAlloc) / float64(t.N)
	})
	r.Rate = s.figure(func(t *driver.Result) float64 {
		return float64(t.N) / max(t.Elapsed.Seconds(), 1e-9)
	})
	r.Goroutines = s.figure(func(t *driver.Result) float64 {
		return float64(t.After.Goroutines-t.Before.Goroutines) / float64(t.N)
	}).Center
	r.Floor = int64(s.floor.After.HeapAlloc - s.floor.Before.HeapAlloc)
	own := func(t *driver.Result) time.Duration { return t.Wall - t.Elapsed - t.Collecting + s.floor.Elapsed }
	r.Overhead = s.figure(func(t *driver.Result) float64 { return float64(own(t)) / float64(max(t.Wall, 1)) }).Center
	r.Times = Times{
		Building:   s.figure(func(t *driver.Result) float64 { return (t.Elapsed - s.floor.Elapsed).Seconds() }).Center,
		Collecting: s.figure(func(t *driver.Result) float64 { return t.Collecting.Seconds() }).Center,
		Harness:    s.figure(func(t *driver.Result) float64 { return own(t).Seconds() }).Center,
	}
	if len(s.quarters) > 0 {
		q := &side{results: s.quarters}
		f := q.figure(perInstance)
		r.Scaling = Scaling{N: s.quarters[0].N, Bytes: f.Center, By: f.Center - r.Bytes.Center}
		r.Scaling.Agrees = f.Hi >= r.Bytes.Lo-resolution && f.Lo <= r.Bytes.Hi+resolution ||
			math.Abs(r.Scaling.By)*float64(r.Scaling.N) <= event
	} else {
		r.Scaling = Scaling{N: n, Bytes: r.Bytes.Center, Agrees: true}
	}
	r.Meters = append(s.predictions(n), rows(r.Runs, n)...)
	return r
}

// runtimeName is "go1.27.3/amd64+mapsplitgroup", of the program itself.
func runtimeName(s *side) string {
	t := s.results[0]
	name := t.GoVersion + "/" + t.Arch
	for _, x := range strings.Split(s.tree.cmd.vars.GOEXPERIMENT, ",") {
		if x != "" {
			name += "+" + x
		}
	}
	return name
}

// remarks are what a reader of a group's figures must know.
func (s *side) remarks(r *Result) []string {
	out := append([]string{}, s.warnings...)
	say := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		if s.group.Name != "" {
			text = s.group.Name + ": " + text
		}
		out = append(out, text)
	}
	if !r.Scaling.Agrees {
		say("an instance costs %.2f B among %d and %.2f B among %d: the cost is not constant, something is shared or grows",
			r.Bytes.Center, s.results[0].N, r.Scaling.Bytes, r.Scaling.N)
	}
	if r.Goroutines > 0.01 {
		run := r.Runs[0]
		say("%d goroutines are still running that construction started, %.2f an instance: their stacks, %.0f B an instance, are in StackInuse and not in the heap",
			run.After.Goroutines-run.Before.Goroutines, r.Goroutines, delta(run.Before.StackInuse, run.After.StackInuse)/float64(s.results[0].N))
	}
	unquiet := 0
	for _, run := range r.Runs {
		if !run.Quiet {
			unquiet++
		}
	}
	if unquiet > 0 {
		say("the heap did not become stable in %d of %d trials: something else runs in the program", unquiet, len(r.Runs))
	}
	if len(s.conditions.Exec) > 0 {
		say("run under %s: resident sizes and times are the emulator's too", strings.Join(s.conditions.Exec, " "))
	}
	if odd := r.Bytes.odd(); odd > 0 {
		say("%d of %d trials differ from the others, which agree to the byte", odd, len(r.Bytes.Values))
	}
	return out
}

// odd counts the values that are not the one that more than half share.
func (f Figure) odd() int {
	counts := map[float64]int{}
	most := 0
	for _, v := range f.Values {
		counts[v]++
		most = max(most, counts[v])
	}
	if 2*most <= len(f.Values) {
		return 0
	}
	return len(f.Values) - most
}

// check runs as many instances as the plan is for.
func (c *Config) check(ctx context.Context, s *side, res *Result) error {
	if c.Sessions > math.MaxInt32 {
		return errors.New("--check runs at most 2147483647 sessions")
	}
	n := int(c.Sessions)
	if need := c.need(s, n); need > float64(c.MaxMemory) {
		return fmt.Errorf("check %d sessions: they need about %.0f MiB, more than the %d MiB allowed: raise --max-memory", n, need/(1<<20), c.MaxMemory>>20)
	}
	t, err := s.run(ctx, driver.Run, n, c.MaxMemory)
	if err != nil {
		return err
	}
	k := &Checked{GOGC: c.GOGC, Sessions: c.Sessions, Live: delta(t.Before.HeapAlloc, t.After.HeapAlloc), PeakRSS: float64(t.After.PeakRSS)}
	p := res.Plan
	f := c.garbageFactor()
	garbage := max(0, res.Allocated.Center*float64(n)-p.Live)
	heap := p.Live + min(garbage, (p.Live+p.Stacks)*f) + float64(t.Holder)
	k.Planned = heap + p.Spans + p.Stacks + p.Meta + p.Base
	k.OffLive, k.OffRSS = k.Live/p.Live-1, k.PeakRSS/k.Planned-1
	p.Checked = k
	return nil
}

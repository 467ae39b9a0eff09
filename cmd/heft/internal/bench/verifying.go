package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/seed-ac4d27cc/heft/measure/harness"
	"github.com/seed-ac4d27cc/heft/measure/harness/random"
)

// verdicts writes a row for each group of a verification, and the aim that
// nothing differs.
func (b *measureBench) verdicts(what string, v *harness.Verification, took time.Duration) {
	var measured, differ int
	for _, g := range v.Groups {
		fmt.Fprintf(b.stdout, "| %s | %s | %d | %d | %d | %d | %.0f |\n", what, g.Runtime, g.Measured, g.Shapes, g.Skipped, g.Failed, took.Seconds())
		measured, differ = measured+g.Measured, differ+g.Failed
		for _, t := range g.Types {
			if t.N > 0 && !t.OK {
				fmt.Fprintf(b.stderr, "%s %s: predicted %.2f B, measured %.2f B %s\n", g.Runtime, t.Name, t.Predicted, t.Measured, t.Why)
			}
		}
	}
	if differ > 0 || measured == 0 {
		b.missed++
	}
}

func (b *measureBench) verdictHead() {
	fmt.Fprintf(b.stdout, "\n| types | runtime | measured | of them by shape | not measured | differences | s |\n|---|---|---|---|---|---|---|\n")
}

// types verifies every type of std and of prometheus on both toolchains.
func (b *measureBench) types(ctx context.Context) error {
	b.verdictHead()
	for i := range allSubjects {
		s := allSubjects[i]
		if s.name == "kubernetes" {
			continue
		}
		fmt.Fprintf(b.stderr, "fetching %s\n", s.title())
		if err := b.place.prepare(ctx, &s); err != nil {
			return err
		}
		start := time.Now()
		was, had := os.LookupEnv("GOWORK")
		if s.module != "" {
			os.Setenv("GOWORK", "off") // see subjectEnv
		}
		v, err := harness.Verify(ctx, harness.VerifyConfig{Dir: s.dir, Patterns: s.patterns, All: true, Groups: toolchains, Progress: b.progress})
		os.Unsetenv("GOWORK")
		if had {
			os.Setenv("GOWORK", was)
		}
		if err != nil {
			return err
		}
		b.verdicts(s.title(), v, time.Since(start))
	}
	return nil
}

// randomTypes verifies types made by chance on both toolchains.
func (b *measureBench) randomTypes(ctx context.Context) error {
	b.verdictHead()
	return b.random(ctx, b.shapes, toolchains)
}

// random verifies types made by chance.
func (b *measureBench) random(ctx context.Context, n int, groups []harness.Group) error {
	types := random.Types(rand.New(rand.NewPCG(b.seed, 1)), n)
	start := time.Now()
	v, err := harness.VerifyTypes(ctx, harness.VerifyConfig{Groups: groups, Progress: b.progress}, types)
	if err != nil {
		return err
	}
	b.verdicts(fmt.Sprintf("random, seed %d", b.seed), v, time.Since(start))
	return nil
}

// emulated verifies random types on other architectures, under qemu.
func (b *measureBench) emulated(ctx context.Context) error {
	b.verdictHead()
	for _, arch := range []string{"arm", "arm64", "mipsle", "riscv64", "s390x"} {
		if err := b.random(ctx, b.other, []harness.Group{{Name: arch, Arch: arch}}); err != nil {
			return err
		}
	}
	return nil
}

const (
	speedTypes = 1000
	speedAim   = time.Minute
)

// speed times what measuring costs beside what is measured.
func (b *measureBench) speed(ctx context.Context) error {
	fmt.Fprintf(b.stdout, "\n| constructor | instances | building, s | collecting, s | overhead | of the whole |\n|---|---|---|---|---|---|\n")
	for _, expr := range []string{"new(int)", "new([64]byte)", "map[int]int{i: i}"} {
		rep, err := harness.Measure(ctx, harness.Config{Target: "bytes", Expr: expr, N: sessions, Trials: b.trials, Progress: b.progress,
			Conditions: harness.Conditions{Limit: limit}})
		if err != nil {
			return err
		}
		g := rep.Groups[0]
		fmt.Fprintf(b.stdout, "| %s | %d | %.3f | %.3f | %.3f s | %.2f%% |\n", expr, rep.N, g.Times.Building, g.Times.Collecting, g.Times.Harness, 100*g.Overhead)
	}

	cache, err := os.MkdirTemp(b.place.dir, "measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	types := random.Types(rand.New(rand.NewPCG(b.seed, 2)), speedTypes)
	var took [2]time.Duration
	for i := range took {
		start := time.Now()
		if _, err := harness.VerifyTypes(ctx, harness.VerifyConfig{CacheDir: cache, Progress: b.progress}, types); err != nil {
			return err
		}
		took[i] = time.Since(start)
	}
	fmt.Fprintf(b.stdout, "\n| types in one build | first run, s | second run, s |\n|---|---|---|\n| %d | %.1f | %.1f |\n\n", speedTypes, took[0].Seconds(), took[1].Seconds())
	b.aim(took[0] <= speedAim, "%d types are verified in %.1f s, the aim is %.0f s", speedTypes, took[0].Seconds(), speedAim.Seconds())
	return nil
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// runAcross shows one type under every modelled runtime: of each architecture
// the packages are loaded once, with the files that its build constraints
// choose, and laid out and priced under every release.
func (l *layoutFlags) runAcross(cmd *cobra.Command, args []string, opt advice.Options) error {
	ctx := cmd.Context()
	src, err := l.source.load(ctx, args)
	if err != nil {
		return err
	}
	began := time.Now()
	d, err := oneType(src.in.Decls, l.typ)
	if err != nil {
		return err
	}
	arches := layout.Arches()
	if l.source.goarch != "" {
		arches = []layout.Arch{src.in.Runtime.Arch}
	}
	p := startProgress(cmd.ErrOrStderr(), "loading for each architecture", len(arches))
	loads, err := l.source.loadEach(ctx, args, arches, src.in.Runtime.Arch, p)
	p.end()
	if err != nil {
		return err
	}
	var inputs []advice.Input
	problems := slices.Clone(src.in.Problems)
	for i, in := range loads {
		if in == nil {
			in = &src.in
		} else {
			problems = append(problems, in.Problems...)
		}
		runtimes, err := runtimesOf(arches[i], src.in.Runtime.Release)
		if err != nil {
			return err
		}
		for _, rt := range runtimes {
			inputs = append(inputs, advice.Input{Decls: in.Decls, Runtime: rt, Source: "packages"})
		}
	}
	rep := advice.Across(inputs, d.Package, d.Name, opt)
	rep.Stdlib = src.in.Runtime.Release
	src.timing.analysing = time.Since(began)
	rep.Problems = append(rep.Problems, dedup(problems)...)

	began = time.Now()
	f := report.Format{Exact: l.exact, Color: l.out.color(cmd)}
	if err := l.out.write(cmd, func(w io.Writer) error {
		switch {
		case l.out.json:
			return report.JSON(w, rep)
		case l.out.csv:
			return report.AcrossCSV(w, rep)
		}
		return report.Across(w, rep, f)
	}); err != nil {
		return err
	}
	src.timing.printing = time.Since(began)
	if l.timing {
		src.timing.print(cmd.ErrOrStderr())
	}
	return l.verdict(cmd, rep.Problems, false)
}

// oneType is the declaration that --type names; the error lists what it could
// mean if that is more than one.
func oneType(decls []layout.Decl, typ string) (*layout.Decl, error) {
	re, _, err := chooseTypes(decls, typ)
	if err != nil {
		return nil, err
	}
	var found *layout.Decl
	var names []string
	for i := range decls {
		d := &decls[i]
		full := advice.FullName(d.Package, d.Name)
		if (re.MatchString(d.Name) || re.MatchString(full)) && !slices.Contains(names, full) {
			found = cmp.Or(found, d)
			names = append(names, full)
		}
	}
	if len(names) > 1 {
		slices.Sort(names)
		more := ""
		if len(names) > 5 {
			more = ", …"
		}
		return nil, usagef("--across shows one type, --type %q matches %d: %s%s", typ, len(names), strings.Join(names[:min(5, len(names))], ", "), more)
	}
	return found, nil
}

// loadEach loads the packages for each architecture but own, which is loaded
// already: its place is nil.
func (s *sourceFlags) loadEach(ctx context.Context, patterns []string, arches []layout.Arch, own layout.Arch, p *progress) ([]*advice.Input, error) {
	loads := make([]*advice.Input, len(arches))
	errs := make([]error, len(arches))
	slots := make(chan struct{}, min(2, runtime.GOMAXPROCS(0)))
	var wait sync.WaitGroup
	for i, arch := range arches {
		if arch == own {
			p.step()
			continue
		}
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots; p.step() }()
			cfg := s.config(patterns, target{goarch: arch.Name})
			cfg.GOOS = goosFor(cmp.Or(s.goos, runtime.GOOS), arch.Name)
			res, err := load.Load(ctx, cfg)
			if err != nil {
				errs[i] = fmt.Errorf("for %s/%s: %w", cfg.GOOS, arch.Name, err)
				return
			}
			in := inputOf(res, sizer.Runtime{}, s.dir)
			loads[i] = &in
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return loads, nil
}

// runtimesOf are the runtimes of an architecture: each release family, the one
// that own belongs to by own's full name, and each with those experiments
// turned over that change what the allocator hands out.
func runtimesOf(arch layout.Arch, own string) ([]sizer.Runtime, error) {
	var out []sizer.Runtime
	for _, r := range sizer.Releases() {
		release := r.Family
		if own == release || strings.HasPrefix(own, release+".") || strings.HasPrefix(own, release+"rc") {
			release = own
		}
		plain, err := sizer.NewRuntime(release, arch, "")
		if err != nil {
			return nil, err
		}
		out = append(out, plain)
		for _, x := range r.Experiments {
			name := x
			if plain.Has(x) {
				name = "no" + x
			}
			rt, err := sizer.NewRuntime(release, arch, name)
			if err != nil || sameModel(rt.Model, plain.Model) {
				continue // not of this architecture, or of no effect on single objects
			}
			out = append(out, rt)
		}
	}
	return out, nil
}

func sameModel(a, b sizer.Model) bool {
	same := slices.Equal(a.Classes, b.Classes)
	a.Classes, b.Classes = nil, nil
	return same && fmt.Sprint(a) == fmt.Sprint(b)
}

// dedup keeps the first of equal problems.
func dedup(problems []advice.Problem) []advice.Problem {
	seen := map[advice.Problem]bool{}
	return slices.DeleteFunc(problems, func(p advice.Problem) bool {
		defer func() { seen[p] = true }()
		return seen[p]
	})
}

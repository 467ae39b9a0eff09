package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// layoutBench is "bench layout": heft layout beside tools that read the same
// packages for the same purpose.
type layoutBench struct {
	place    place
	rounds   int
	subjects []subject
	tools    []tool

	setup, cold, coldPeers, scaling, check bool

	stdout, stderr io.Writer
}

func benchLayout(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	b := &layoutBench{stdout: stdout, stderr: stderr}
	fs := flag.NewFlagSet("bench layout", flag.ContinueOnError)
	fs.SetOutput(stderr)
	dir := fs.String("dir", "", "keep tools, source trees and build caches in `DIR` (default heft-bench in the user's cache folder)")
	names := fs.String("subjects", strings.Join(subjectNames(), ","), "read these `SUBJECTS`, comma-separated")
	peers := fs.String("peers", strings.Join(peerNames(), ","), "run heft beside these `TOOLS`, comma-separated")
	fs.IntVar(&b.rounds, "rounds", 5, "run each tool `N` times, in turn with the others")
	fs.BoolVar(&b.setup, "setup", false, "fetch and build everything, and run nothing")
	fs.BoolVar(&b.cold, "cold", false, "run heft once with empty caches in place of the rounds; with --scaling, in each round")
	fs.BoolVar(&b.coldPeers, "cold-peers", false, "with --cold also the peers, which takes many minutes a subject")
	fs.BoolVar(&b.scaling, "scaling", false, "run heft over a quarter, a half and all of each subject's packages in place of the rounds")
	fs.BoolVar(&b.check, "check", false, "fail where an aim is missed")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	switch {
	case fs.NArg() > 0:
		return fmt.Errorf("bench layout takes no arguments, and got %q", fs.Args())
	case b.rounds < 1:
		return errors.New("--rounds takes a number over 0")
	case b.coldPeers && !b.cold:
		return errors.New("--cold-peers goes with --cold")
	case b.coldPeers && b.scaling:
		return errors.New("--scaling runs heft alone: it takes no --cold-peers")
	}
	var err error
	if b.subjects, err = pick("subject", *names, allSubjects, func(s subject) string { return s.name }); err != nil {
		return err
	}
	chosen, err := pick("peer", *peers, allPeers, func(t tool) string { return t.name })
	if err != nil {
		return err
	}
	b.tools = append([]tool{heft}, chosen...)
	if b.place, err = openPlace(*dir); err != nil {
		return err
	}
	return b.run(ctx)
}

// pick returns those of all that a comma-separated list names, in the order of all.
func pick[T any](what, list string, all []T, name func(T) string) ([]T, error) {
	var picked []T
	var known []string
	want := slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" })
	for _, v := range all {
		known = append(known, name(v))
		if slices.Contains(want, name(v)) {
			picked = append(picked, v)
		}
	}
	for _, w := range want {
		if !slices.Contains(known, w) {
			return nil, fmt.Errorf("no %s %q: some of %s", what, w, strings.Join(known, ", "))
		}
	}
	return picked, nil
}

func (b *layoutBench) run(ctx context.Context) error {
	for i := range b.tools {
		fmt.Fprintf(b.stderr, "building %s\n", b.tools[i].name)
		if err := b.place.build(ctx, &b.tools[i]); err != nil {
			return err
		}
	}
	for i := range b.subjects {
		fmt.Fprintf(b.stderr, "fetching %s\n", b.subjects[i].title())
		if err := b.place.prepare(ctx, &b.subjects[i]); err != nil {
			return err
		}
	}
	if b.setup {
		return nil
	}
	fmt.Fprintf(b.stdout, "%s\n\n", machine(ctx))
	var results []result
	for i := range b.subjects {
		var r []result
		var err error
		switch s := &b.subjects[i]; {
		case b.scaling:
			r, err = b.scale(ctx, s)
		case b.cold:
			r, err = b.runCold(ctx, s)
		default:
			r, err = b.runWarm(ctx, s)
		}
		results = append(results, r...)
		if err != nil {
			writeTable(b.stdout, results)
			return err
		}
	}
	writeTable(b.stdout, results)
	missed := writeAims(b.stdout, results)
	if b.check && missed > 0 {
		return fmt.Errorf("%d aims missed", missed)
	}
	return nil
}

// runWarm runs every tool in rounds, with caches that a first run, which is
// not counted, has filled.
func (b *layoutBench) runWarm(ctx context.Context, s *subject) ([]result, error) {
	var results []result
	for _, w := range s.work() {
		var group []result
		for i := range b.tools {
			if argv := b.tools[i].argv(b.place, w); argv != nil {
				group = append(group, result{subject: s, work: w, tool: &b.tools[i], argv: argv, caches: warm})
			}
		}
		for i := range group {
			fmt.Fprintf(b.stderr, "%s: %s: filling caches\n", w.name, group[i].tool.name)
			if _, err := b.place.measure(ctx, &group[i], b.place.warmCaches()); err != nil {
				return results, err
			}
		}
		for round := range b.rounds {
			for i := range group {
				r := &group[(i+round)%len(group)] // nobody is always first
				fmt.Fprintf(b.stderr, "%s: round %d of %d: %s\n", w.name, round+1, b.rounds, r.tool.name)
				m, err := b.place.measureIn(ctx, r)
				if err != nil {
					return results, err
				}
				r.runs = append(r.runs, m)
			}
		}
		results = append(results, group...)
	}
	return results, nil
}

// runCold runs each tool once, with caches of its own that are empty.
func (b *layoutBench) runCold(ctx context.Context, s *subject) ([]result, error) {
	var results []result
	w := s.work()[0]
	for i := range b.tools {
		t := &b.tools[i]
		argv := t.argv(b.place, w)
		if argv == nil || t.name != heft.name && !b.coldPeers {
			continue
		}
		fmt.Fprintf(b.stderr, "%s: cold: %s\n", w.name, t.name)
		r := result{subject: s, work: w, tool: t, argv: argv, caches: cold}
		m, err := b.place.measureIn(ctx, &r)
		if err != nil {
			return results, err
		}
		r.runs = append(r.runs, m)
		results = append(results, r)
	}
	return results, nil
}

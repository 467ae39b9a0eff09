package main

import (
	"context"
	"fmt"
	"strings"
)

// scale runs heft over every fourth package of a subject, every second, and
// all, in rounds: with caches that a first run has filled, or with empty ones.
func (b *layoutBench) scale(ctx context.Context, s *subject) ([]result, error) {
	all, err := s.packages(ctx)
	if err != nil {
		return nil, err
	}
	var group []result
	for _, step := range []int{4, 2, 1} {
		w := s.work()[0]
		w.patterns = everyNth(all, step)
		r := result{subject: s, work: w, tool: &b.tools[0], argv: b.tools[0].argv(b.place, w), caches: warm, packages: len(w.patterns)}
		if b.cold {
			r.caches = cold
		} else {
			fmt.Fprintf(b.stderr, "%s: %d packages: filling caches\n", s.name, r.packages)
			if _, err := b.place.measure(ctx, &r, b.place.warmCaches()); err != nil {
				return nil, err
			}
		}
		group = append(group, r)
	}
	for round := range b.rounds {
		for i := range group {
			r := &group[(i+round)%len(group)]
			fmt.Fprintf(b.stderr, "%s: round %d of %d: %d packages\n", s.name, round+1, b.rounds, r.packages)
			m, err := b.place.measureIn(ctx, r)
			if err != nil {
				return nil, err
			}
			r.runs = append(r.runs, m)
		}
	}
	return group, nil
}

// packages lists the import paths of a subject's packages.
func (s *subject) packages(ctx context.Context) ([]string, error) {
	args := append([]string{"list", "-f", "{{.ImportPath}}"}, s.patterns...)
	out, err := goOutput(ctx, s.dir, subjectEnv, args...)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", s.name, err)
	}
	return strings.Fields(string(out)), nil
}

func everyNth(all []string, n int) []string {
	var some []string
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

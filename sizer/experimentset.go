package sizer

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// experimentSet is the state of all experiments of one release for one
// architecture.
type experimentSet struct {
	minor    int
	goarch   string
	baseline map[string]bool // by name; every known one has an entry
	on       map[string]bool
}

func newExperimentSet(minor int, goarch string) *experimentSet {
	s := &experimentSet{minor: minor, goarch: goarch, baseline: map[string]bool{}}
	for _, x := range experiments {
		if x.knownIn(minor) {
			s.baseline[x.name] = x.onIn(minor, goarch)
		}
	}
	s.on = maps.Clone(s.baseline)
	return s
}

// parse applies a GOEXPERIMENT string: names with commas between them, "noX"
// for one to turn off, "none" for all, "regabi" for the two parts of it
// (src/internal/buildcfg/exp.go, ParseGOEXPERIMENT).
func (s *experimentSet) parse(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		if err := s.apply(strings.TrimSpace(name)); err != nil {
			return err
		}
	}
	for _, x := range []string{"regabiargs", "regabiwrappers"} {
		if regabiFixed(s.minor, s.goarch) {
			s.on[x] = s.baseline[x]
		}
	}
	if s.on["regabiargs"] && !s.on["regabiwrappers"] {
		return errors.New("experiment regabiargs needs regabiwrappers")
	}
	return nil
}

func (s *experimentSet) apply(name string) error {
	switch name {
	case "":
		return nil
	case "none":
		for x := range s.on {
			s.on[x] = false
		}
		return nil
	}
	base, off := strings.CutPrefix(name, "no")
	targets := []string{base}
	if base == "regabi" {
		targets = []string{"regabiargs", "regabiwrappers"}
	}
	for _, x := range targets {
		if _, ok := s.on[x]; !ok {
			return fmt.Errorf("unknown experiment %q for %s: one of %s", name, familyOf(s.minor), strings.Join(s.names(), ", "))
		}
		s.on[x] = !off
	}
	return nil
}

// names lists the experiments that the release knows, by name.
func (s *experimentSet) names() []string { return slices.Sorted(maps.Keys(s.baseline)) }

// differing lists the experiments that are not as the release has them by
// itself, by name, "noX" for one that is off.
func (s *experimentSet) differing() []string {
	var out []string
	for _, x := range s.names() {
		switch {
		case s.on[x] && !s.baseline[x]:
			out = append(out, x)
		case !s.on[x] && s.baseline[x]:
			out = append(out, "no"+x)
		}
	}
	return out
}

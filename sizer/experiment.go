package sizer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// Experiment is a GOEXPERIMENT flag of one or more releases.
type Experiment struct {
	Name string `json:"name"`
	// First and Last are the release families that know the flag: "go1.24".
	First string `json:"first"`
	Last  string `json:"last"`
	// Default are the release families that have it on by themselves.
	Default []string `json:"default,omitempty"`
	// Effect is what it changes of an object's bytes; "none" for most.
	Effect string `json:"effect"`
	Proof  Proof  `json:"proof"`
}

// experiment is a row of the table. Its releases are minors; a zero from
// means that the flag is never on by itself.
type experiment struct {
	name        string
	first, last int
	on          int // first minor that has it on by itself, up to last; 0: none
	arch        func(layout.Arch) bool
	effect      string
	proof       Proof
}

const noEffect = "none"

var experiments = []experiment{
	{name: "greenteagc", first: 25, last: 27, on: 26, effect: "spans of objects of 16 to 512 B (32-bit: 128 B) hold 128 B of mark bits: fewer objects a span", proof: MeasuredBoth},
	{name: "mapsplitgroup", first: 27, last: 27, effect: "map groups hold 8 keys, then 8 elements", proof: MeasuredBoth},
}

// Experiments returns every experiment of the modelled releases, by name.
func Experiments() []Experiment {
	var out []Experiment
	for _, x := range experiments {
		e := Experiment{Name: x.name, First: familyOf(x.first), Last: familyOf(x.last), Effect: x.effect, Proof: x.proof}
		for v := x.first; v <= x.last; v++ {
			if x.on > 0 && v >= x.on {
				e.Default = append(e.Default, familyOf(v))
			}
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Experiment) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// experimentSet is the state of all experiments of one release.
type experimentSet struct {
	minor    int
	baseline map[string]bool
	on       map[string]bool
}

func newExperimentSet(minor int, arch layout.Arch) *experimentSet {
	s := &experimentSet{minor: minor, baseline: map[string]bool{}, on: map[string]bool{}}
	for _, x := range experiments {
		if minor >= x.first && minor <= x.last {
			v := x.on > 0 && minor >= x.on && (x.arch == nil || x.arch(arch))
			s.baseline[x.name], s.on[x.name] = v, v
		}
	}
	return s
}

// apply sets an experiment by its name in GOEXPERIMENT: "x", "nox" or "none".
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
	x, v := name, true
	if strings.HasPrefix(name, "no") {
		x, v = name[len("no"):], false
	}
	if _, ok := s.on[x]; !ok {
		return fmt.Errorf("unknown experiment %q for %s: one of %s", name, familyOf(s.minor), strings.Join(s.names(), ", "))
	}
	s.on[x] = v
	return nil
}

func (s *experimentSet) names() []string {
	var names []string
	for x := range s.on {
		names = append(names, x)
	}
	slices.Sort(names)
	return names
}

// differing lists the experiments that are not as the release has them by
// itself, by name.
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

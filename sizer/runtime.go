package sizer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// Runtime is a Go release for an architecture with its experiments, and the
// data that the rules of its allocator are functions of. It is a value: make
// one by [NewRuntime], [ParseRuntime] or [Runtime.With]. The zero Runtime, and
// one that was read from JSON, model nothing: objects of theirs are Unknown.
type Runtime struct {
	// Release is "go1.26.8", "go1.27rc1", or a family such as "go1.25".
	Release string `json:"release"`
	// Arch is the architecture that the objects live on.
	Arch layout.Arch `json:"arch"`
	// Experiments are those that differ from what the release does by itself,
	// by name: "mapsplitgroup", "nogreenteagc".
	Experiments []string `json:"experiments,omitempty"`
	// Model is the data; it follows from the fields above.
	Model Model `json:"model"`

	minor int // of the release family: 26 for go1.26
}

// fallback is what ParseRuntime completes partial forms from.
const (
	fallbackRelease = "go1.27"
	fallbackArch    = "amd64"
)

var releasePattern = regexp.MustCompile(`^go1\.(0|[1-9][0-9]{0,5})(\.[0-9]+|(?:rc|beta)[0-9]+)?(-[\w.-]+)?$`)

// NewRuntime returns the runtime of a release, as runtime.Version or "go
// version" prints it ("go1.26.8", "go1.27rc1", "go1.26.8 X:nogreenteagc",
// "devel go1.27-2f1c9e4 …"), for an architecture, with the experiments of a
// GOEXPERIMENT string as "go env GOEXPERIMENT" prints it: names separated by
// commas, "noNAME" for one that is turned off, "none" for all. The error says
// which releases or experiments are known.
func NewRuntime(release string, arch layout.Arch, experiment string) (Runtime, error) {
	name, built, err := releaseOf(release)
	if err != nil {
		return Runtime{}, err
	}
	m := releasePattern.FindStringSubmatch(name)
	if m == nil {
		return Runtime{}, fmt.Errorf("not a Go release: %q: want a form like go1.26.8, go1.25 or go1.27rc1", release)
	}
	minor, err := strconv.Atoi(m[1])
	if err != nil || minor < oldestMinor || minor > newestMinor {
		return Runtime{}, fmt.Errorf("go1.%s is not modelled: 1.%d to 1.%d", m[1], oldestMinor, newestMinor)
	}
	if _, err := layout.ArchOf(arch.Name); err != nil {
		return Runtime{}, err
	}
	r := Runtime{Release: name, Arch: arch, minor: minor}
	set := newExperimentSet(minor, arch.Name)
	if err := set.parse(built + "," + experiment); err != nil {
		return Runtime{}, err
	}
	r.Experiments = set.differing()
	r.Model = modelOf(minor, arch, set)
	return r, nil
}

// ParseRuntime parses "go1.27.3/amd64+mapsplitgroup", the form of
// [Runtime.String]. A release that is not given is go1.27, an architecture
// amd64; see [Runtime.With] for the partial forms.
func ParseRuntime(s string) (Runtime, error) {
	arch, err := layout.ArchOf(fallbackArch)
	if err != nil {
		return Runtime{}, err
	}
	r, err := NewRuntime(fallbackRelease, arch, "")
	if err != nil {
		return Runtime{}, err
	}
	if strings.TrimSpace(s) == "" {
		return Runtime{}, fmt.Errorf("runtime %q: want a form like go1.27.3/amd64+mapsplitgroup, go1.25, arm64 or +nogreenteagc", s)
	}
	return r.With(s)
}

// With returns the runtime that a spec names, completed from r:
//
//	go1.27.3/amd64+mapsplitgroup   all three parts
//	go1.25, go1.25/arm             another release: without r's experiments
//	/arm64, arm64                  another architecture: with r's experiments
//	+mapsplitgroup, arm+nogreenteagc
//	                               more experiments, beside r's
//
// Experiments follow a "+" each, or commas after one. The empty spec is r
// itself.
func (r Runtime) With(spec string) (Runtime, error) {
	fail := func(err error) (Runtime, error) {
		return Runtime{}, fmt.Errorf("runtime %q: %w", spec, err)
	}
	head, plus, _ := strings.Cut(strings.TrimSpace(spec), "+")
	release, goarch, slash := strings.Cut(head, "/")
	if !slash && !strings.HasPrefix(release, "go") && !strings.HasPrefix(release, "devel") {
		release, goarch = "", head
	}
	experiments := strings.ReplaceAll(plus, "+", ",")
	if release == "" {
		release = r.Release
		experiments = strings.Join(append(slices.Clone(r.Experiments), experiments), ",")
	}
	arch := r.Arch
	if goarch != "" {
		var err error
		if arch, err = layout.ArchOf(goarch); err != nil {
			return fail(err)
		}
	}
	n, err := NewRuntime(release, arch, experiments)
	if err != nil {
		return fail(err)
	}
	return n, nil
}

// String is "go1.27.3/amd64+mapsplitgroup": what [ParseRuntime] reads.
func (r Runtime) String() string {
	s := r.Release + "/" + r.Arch.Name
	for _, x := range r.Experiments {
		s += "+" + x
	}
	return s
}

// Family is the release without its patch: "go1.26" of "go1.26.8".
func (r Runtime) Family() string { return familyOf(r.minor) }

// Has reports whether an experiment is on, by itself or by name.
func (r Runtime) Has(experiment string) bool {
	if slices.Contains(r.Experiments, experiment) {
		return true
	}
	if slices.Contains(r.Experiments, "no"+experiment) {
		return false
	}
	return newExperimentSet(r.minor, r.Arch.Name).on[experiment]
}

// provenance is that of an exact rule: the rules of releases that no toolchain
// was at hand for are only read.
func (r Runtime) provenance() Provenance {
	if r.minor < firstMeasuredMinor {
		return Read
	}
	return Exact
}

func familyOf(minor int) string { return "go1." + strconv.Itoa(minor) }

// releaseOf finds the release in a version string, and the experiments that
// the toolchain was built with or the binary linked with ("X:a,b").
func releaseOf(version string) (name, experiments string, err error) {
	for _, word := range strings.Fields(version) {
		switch {
		case name == "" && strings.HasPrefix(word, "go1."):
			name = word
		case strings.HasPrefix(word, "X:"):
			experiments = word[len("X:"):]
		}
	}
	if name == "" {
		return "", "", fmt.Errorf("not a Go release: %q: want a form like go1.26.8, go1.25 or go1.27rc1", version)
	}
	return name, experiments, nil
}

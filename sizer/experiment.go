package sizer

import (
	"cmp"
	"slices"
)

// Experiment is a GOEXPERIMENT flag of the modelled releases.
type Experiment struct {
	Name string `json:"name"`
	// First and Last are the release families that know the flag.
	First string `json:"first"`
	Last  string `json:"last"`
	// Default are the families that have it on by themselves, at least for
	// amd64.
	Default []string `json:"default,omitempty"`
	// Effect is what turning it over changes of the bytes that values cost, or
	// NoEffect.
	Effect string `json:"effect"`
	// Proof is how Effect was established.
	Proof Proof `json:"proof"`
}

// NoEffect is the Effect of an experiment that changes no byte of any value.
const NoEffect = "none"

// experiment is a row of the table of experiments.
type experiment struct {
	name        string
	first, last int // minors that know the flag
	// on says whether a release has it on by itself; nil: none has.
	on     func(minor int, goarch string) bool
	effect string
	proof  Proof
}

func always(int, string) bool { return true }

func since(first int) func(int, string) bool {
	return func(minor int, _ string) bool { return minor >= first }
}

// regabiOn says where arguments are passed in registers
// (src/internal/buildcfg/exp.go, ParseGOEXPERIMENT).
func regabiOn(minor int, goarch string) bool {
	switch goarch {
	case "amd64", "arm64", "ppc64", "ppc64le", "riscv64":
		return true
	case "loong64":
		return minor >= 22
	case "s390x":
		return minor >= 26
	}
	return false
}

// regabiFixed says where that cannot be changed: everywhere but in go1.26 for
// s390x.
func regabiFixed(minor int, goarch string) bool { return minor != 26 || goarch != "s390x" }

// haveXchg8 says where go1.24 uses its new mutex.
func haveXchg8(_ int, goarch string) bool {
	switch goarch {
	case "386", "amd64", "arm", "arm64", "ppc64", "ppc64le":
		return true
	}
	return false
}

// experiments lists the flags of src/internal/goexperiment/flags.go; which are
// on follows src/internal/buildcfg/exp.go. The rows of go1.26 and go1.27 are
// compared with the toolchains in a test; those before are read.
var experiments = []experiment{
	{"aliastypeparams", 23, 25, since(24), NoEffect, ReadSource},
	{"allocheaders", 22, 22, always, "off: no malloc header, no pointer bitmap in spans: objects as in go1.21", ReadSource},
	{"arenas", 21, 27, nil, "objects made in an arena have no size class", MeasuredBoth},
	{"boringcrypto", 21, 27, nil, NoEffect, ReadSource},
	{"cacheprog", 21, 25, nil, NoEffect, ReadSource},
	{"cgocheck2", 21, 27, nil, NoEffect, ReadSource},
	{"coverageredesign", 21, 24, always, NoEffect, ReadSource},
	{"dwarf5", 25, 27, always, NoEffect, ReadSource},
	{"exectracer2", 22, 22, always, NoEffect, ReadSource},
	{"fieldtrack", 21, 27, nil, NoEffect, ReadSource},
	{"goroutineleakprofile", 26, 26, nil, NoEffect, Measured126},
	{"greenteagc", 25, 27, since(26), "on: 128 B of mark bits in each span of objects of 16 to 512 B (32-bit: 128 B), so fewer objects a span; no object changes", MeasuredBoth},
	{"heapminimum512kib", 21, 27, nil, NoEffect, MeasuredBoth},
	{"jsonv2", 25, 27, since(27), "what encoding/json builds while it decodes; no type changes", MeasuredBoth},
	{"loopvar", 21, 27, nil, NoEffect, ReadSource},
	{"mapsplitgroup", 27, 27, nil, "on: map groups hold 8 keys, then 8 elements, without padding between the two", Measured127},
	{"newinliner", 22, 27, nil, NoEffect, ReadSource},
	{"pagetrace", 21, 22, nil, NoEffect, ReadSource},
	{"preemptibleloops", 21, 27, nil, NoEffect, ReadSource},
	{"randomizedheapbase64", 26, 27, always, NoEffect, MeasuredBoth},
	{"rangefunc", 22, 25, nil, NoEffect, ReadSource},
	{"regabiargs", 21, 27, regabiOn, NoEffect, ReadSource},
	{"regabiwrappers", 21, 27, regabiOn, NoEffect, ReadSource},
	{"runtimefreegc", 26, 27, nil, NoEffect, MeasuredBoth},
	{"runtimesecret", 26, 27, nil, "inside secret.Do pointer-free objects under 16 B share no block", ReadSource},
	{"simd", 26, 27, nil, NoEffect, ReadSource},
	{"sizespecializedmalloc", 26, 27, since(27), NoEffect, MeasuredBoth},
	{"spinbitmutex", 24, 24, haveXchg8, NoEffect, ReadSource},
	{"staticlockranking", 21, 27, nil, "on: the runtime's own mutexes are 16 B, not 8: a channel is 120 B, not 112", MeasuredBoth},
	{"swissmap", 24, 25, always, "off: maps are the buckets of go1.23", ReadSource},
	{"synchashtriemap", 24, 25, always, "off: sync.Map is the pair of maps of go1.23", ReadSource},
	{"synctest", 24, 25, nil, NoEffect, ReadSource},
}

// Experiments returns every experiment of the modelled releases, by name.
func Experiments() []Experiment {
	out := make([]Experiment, 0, len(experiments))
	for _, x := range experiments {
		e := Experiment{Name: x.name, First: familyOf(x.first), Last: familyOf(x.last), Effect: x.effect, Proof: x.proof}
		for v := x.first; v <= x.last; v++ {
			if x.onIn(v, fallbackArch) {
				e.Default = append(e.Default, familyOf(v))
			}
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Experiment) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

func (x *experiment) knownIn(minor int) bool { return minor >= x.first && minor <= x.last }

func (x *experiment) onIn(minor int, goarch string) bool {
	return x.knownIn(minor) && x.on != nil && x.on(minor, goarch)
}

package sizer

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// The release families that are modelled, as minors of Go 1, and the first of
// them that the rules were measured on.
const (
	oldestMinor        = 21
	newestMinor        = 27
	firstMeasuredMinor = 26
)

// Proof says how a figure of the model was established.
type Proof string

// The proofs, from the strongest.
const (
	MeasuredBoth Proof = "measured on go1.26.8 and go1.27.3"
	Measured126  Proof = "measured on go1.26.8"
	Measured127  Proof = "measured on go1.27.3"
	ReadSource   Proof = "read from source, not measured"
	Inferred     Proof = "inferred from other releases, which were read"
	Unverified   Proof = "unverified"
)

// Release is a modelled release family.
type Release struct {
	Family string `json:"family"` // "go1.26"
	Facts  []Fact `json:"facts"`
	// Experiments are the flags that the family knows; Default are those of
	// them that are on by themselves on amd64.
	Experiments []string `json:"experiments"`
	Default     []string `json:"default"`
}

// Changes are the facts that differ from the family before.
func (r Release) Changes() []Fact {
	var out []Fact
	for _, f := range r.Facts {
		if f.Changed {
			out = append(out, f)
		}
	}
	return out
}

// Releases returns the modelled release families, oldest first.
func Releases() []Release {
	var out []Release
	for v := oldestMinor; v <= newestMinor; v++ {
		r := Release{Family: familyOf(v), Facts: factsOf(v)}
		set := newExperimentSet(v, fallbackArch)
		r.Experiments = set.names()
		r.Default = slices.DeleteFunc(set.names(), func(x string) bool { return !set.baseline[x] })
		out = append(out, r)
	}
	return out
}

// modelOf is the model of a release family for an architecture. The figures
// are explained in facts.go.
func modelOf(minor int, arch layout.Arch, set *experimentSet) Model {
	m := Model{
		Classes:   sizeClasses,
		PageSize:  8192,
		MaxSmall:  32768,
		TinySize:  16,
		TinyClass: 2,
		MaxAlloc:  maxAlloc(arch),
		Maps:      BucketMaps,
	}
	if minor >= 23 || set.on["allocheaders"] {
		m.HeaderSize = 8
		m.HeaderOver = arch.PtrSize * arch.PtrSize * 8
		m.MaxSmall -= m.HeaderSize
		m.HeapBits = true
	}
	if set.on["greenteagc"] {
		m.MarkBits, m.MarkFrom = 128, 16
	}
	switch {
	case set.on["mapsplitgroup"]:
		m.Maps = SplitSwissMaps
	case minor >= 26 || set.on["swissmap"]:
		m.Maps = SwissMaps
	}
	return m
}

// maxAlloc is the largest request of an architecture
// (src/runtime/malloc.go, heapAddrBits and maxAlloc, go1.26.8 and go1.27.3;
// iOS, which has 40 bits, counts as any arm64).
func maxAlloc(arch layout.Arch) int64 {
	switch {
	case arch.Name == "wasm":
		return 1 << 32
	case arch.Name == "mips" || arch.Name == "mipsle":
		return 1<<31 - 1
	case arch.PtrSize == 4:
		return 1<<32 - 1
	}
	return 1 << 48
}

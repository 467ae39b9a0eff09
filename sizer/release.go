package sizer

import "github.com/seed-ac4d27cc/heft/layout"

// The release families that are modelled, as minors of Go 1, and the first of
// them that the rules were measured on.
const (
	oldestMinor        = 21
	newestMinor        = 27
	firstMeasuredMinor = 26
)

// Proof says how a figure of the model was established.
type Proof string

// MeasuredBoth is the proof of a figure that was measured on both toolchains.
const MeasuredBoth Proof = "measured on go1.26.8 and go1.27.3"

// Fact is a figure of the model.
type Fact struct {
	Name   string `json:"name"`   // "malloc header"
	Value  string `json:"value"`  // "8 B for pointerful objects over 512 B (32-bit: 128 B)"
	Source string `json:"source"` // file and identifier in the release's source tree
	Proof  Proof  `json:"proof"`
	// Changed says that the release before had another value.
	Changed bool `json:"changed"`
}

// Release is a modelled release family.
type Release struct {
	Family string `json:"family"` // "go1.26"
	Facts  []Fact `json:"facts"`
	// Experiments are the names of those that the family knows, those that are
	// on by themselves marked.
	Experiments []string `json:"experiments"`
	Default     []string `json:"default"` // of Experiments, those on by themselves (on amd64)
}

// Releases returns the modelled release families, oldest first.
func Releases() []Release {
	var out []Release
	for v := oldestMinor; v <= newestMinor; v++ {
		out = append(out, Release{Family: familyOf(v)})
	}
	return out
}

// modelOf is the model of a release family.
func modelOf(minor int, arch layout.Arch, set *experimentSet) Model {
	m := Model{
		Classes:   classes68,
		PageSize:  8192,
		MaxSmall:  32768,
		TinySize:  16,
		TinyClass: 2,
		MaxAlloc:  1<<48 - 1,
		Maps:      BucketMaps,
	}
	if minor >= 22 {
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

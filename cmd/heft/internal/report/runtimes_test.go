package report

import (
	"bytes"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer"
)

func TestRuntimes(t *testing.T) {
	list := &Runtimes{
		Schema: RuntimesSchema,
		Releases: []sizer.Release{
			{Family: "go1.25", Facts: []sizer.Fact{
				{Name: "page", Value: "8192 B", Source: "a.go: PageSize", Proof: sizer.ReadSource},
				{Name: "maps", Value: "buckets", Source: "map.go: hmap", Proof: sizer.Inferred},
			}},
			{Family: "go1.26", Facts: []sizer.Fact{
				{Name: "page", Value: "8192 B", Source: "b.go: PageSize", Proof: sizer.MeasuredBoth},
				{Name: "maps", Value: "groups of eight slots, each a key beside its element, in tables that split when they are full", Source: "maps.go: Map", Proof: sizer.MeasuredBoth, Changed: true},
			}},
		},
		Architectures: []Architecture{{"arm", 4, 4, 64, 128, 1<<32 - 1}, {"arm64", 8, 8, 128, 512, 1 << 48}},
		Experiments: []sizer.Experiment{
			{Name: "quick", First: "go1.25", Last: "go1.26", Effect: sizer.NoEffect, Proof: sizer.ReadSource},
			{Name: "slim", First: "go1.25", Last: "go1.26", Default: []string{"go1.26"}, Effect: "on: objects are smaller", Proof: sizer.MeasuredBoth},
		},
	}
	golden(t, "runtimes.txt", func(b *bytes.Buffer) error {
		err := RuntimesText(b, list, Format{})
		narrow(t, b.String())
		return err
	})
	golden(t, "runtimes.json", func(b *bytes.Buffer) error { return JSON(b, list) })
}

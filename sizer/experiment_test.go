package sizer_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// TestExperiments turns experiments over, and holds the model that follows
// against the allocator: all that are said to be measured with -heft.full,
// otherwise greenteagc, the one that changes spans.
func TestExperiments(t *testing.T) {
	onToolchains(t, func(t *testing.T, c *toolchain) {
		for _, x := range sizer.Experiments() {
			if !strings.HasPrefix(string(x.Proof), "measured") || x.Name != "greenteagc" && !*exhaustive {
				continue
			}
			own := c.runtime(t, runtime.GOARCH, "")
			r, err := own.With("+" + x.Name)
			if err != nil {
				continue // the release does not know it
			}
			if own.Has(x.Name) {
				r = c.runtime(t, runtime.GOARCH, "no"+x.Name)
			}
			experiment := strings.Join(r.Experiments, ",")
			t.Run(experiment, func(t *testing.T) {
				p := c.build(t, runtime.GOARCH, experiment)
				check(t, p, r, append(boundaries(r), sample(newRand(t), r, *sampleSize, 1<<16)...))
				checkFixed(t, p, r)
				checkSpans(t, p, r)
				checkStreams(t, p, r, 1<<10)
			})
		}
	})
}

// TestExperimentsOfToolchains compares the flags that a release knows, and
// those that are on by themselves on each architecture, with the toolchain.
func TestExperimentsOfToolchains(t *testing.T) {
	onToolchains(t, func(t *testing.T, c *toolchain) {
		known := flagsOf(t, c)
		family := c.runtime(t, runtime.GOARCH, "").Family()
		for _, rel := range sizer.Releases() {
			if rel.Family == family && !slices.Equal(rel.Experiments, known) {
				t.Errorf("%s knows the experiments %q, the model %q", c.release, known, rel.Experiments)
			}
		}
		for _, arch := range layout.Arches() {
			r := c.runtime(t, arch.Name, "")
			var got []string
			for _, x := range known {
				if r.Has(x) {
					got = append(got, x)
				}
			}
			if want := onByItself(t, c, arch.Name); !slices.Equal(got, want) {
				t.Errorf("%s for %s has %q on by itself, the model %q", c.release, arch.Name, want, got)
			}
		}
	})
}

// onByItself asks the go command for the build tags of experiments.
func onByItself(t *testing.T, c *toolchain, goarch string) []string {
	t.Helper()
	goos := "linux"
	switch goarch {
	case "wasm":
		goos = "js"
	}
	cmd := c.command("list", "-f", `{{join context.ToolTags " "}}`, "unsafe")
	cmd.Env = append(cmd.Env, "GOOS="+goos, "GOARCH="+goarch, "GOEXPERIMENT=")
	out, err := output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	var on []string
	for _, tag := range strings.Fields(out) {
		if x, ok := strings.CutPrefix(tag, "goexperiment."); ok {
			on = append(on, x)
		}
	}
	slices.Sort(on)
	return on
}

func TestExperimentTable(t *testing.T) {
	all := sizer.Experiments()
	if !slices.IsSortedFunc(all, func(a, b sizer.Experiment) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the experiments are not in order")
	}
	for _, x := range all {
		if x.Effect == "" || x.Proof == "" || strings.HasPrefix(x.Name, "no") {
			t.Errorf("incomplete: %+v", x)
		}
		for _, family := range []string{x.First, x.Last} {
			r := parse(t, family+"/amd64")
			on, off := parse(t, family+"+"+x.Name), parse(t, family+"+no"+x.Name)
			if byItself := slices.Contains(x.Default, family); r.Has(x.Name) != byItself {
				t.Errorf("%s: %s on by itself: %v, in the list %v", family, x.Name, r.Has(x.Name), byItself)
			}
			if strings.HasPrefix(x.Name, "regabi") {
				continue // cannot be changed on amd64
			}
			if !on.Has(x.Name) || off.Has(x.Name) {
				t.Errorf("%s: %s cannot be turned over: %v, %v", family, x.Name, on, off)
			}
			// What changes no value changes no figure of the model.
			if x.Effect == sizer.NoEffect && !equalModels(on.Model, off.Model) {
				t.Errorf("%s: %s has no effect, but the models differ:\n%+v\n%+v", family, x.Name, on.Model, off.Model)
			}
		}
	}
}

func equalModels(a, b sizer.Model) bool {
	same := slices.Equal(a.Classes, b.Classes)
	a.Classes, b.Classes = nil, nil
	return same && jsonOf(a) == jsonOf(b)
}

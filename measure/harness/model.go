package harness

import (
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// runtime is the model of what the tree's programs run on. The error says that
// there is none for the release or architecture.
func (t *tree) runtime() (sizer.Runtime, error) {
	arch, err := layout.ArchOf(t.cmd.vars.GOARCH)
	if err != nil {
		return sizer.Runtime{}, err
	}
	return sizer.NewRuntime(t.cmd.vars.GOVERSION, arch, modelled(t.cmd.vars.GOEXPERIMENT))
}

// modelled are those of the experiments that the model knows; others change no
// bytes.
func modelled(experiments string) string {
	known := map[string]bool{}
	for _, x := range sizer.Experiments() {
		known[x.Name] = true
	}
	var keep []string
	for _, x := range strings.Split(experiments, ",") {
		if known[strings.TrimPrefix(x, "no")] {
			keep = append(keep, x)
		}
	}
	return strings.Join(keep, ",")
}

// object predicts the one object that an instance is. It is known of a type,
// and of values without pointers in objects of their own: no meter of the
// runtime tells what a constructor's objects were requested with.
func (s *side) object(r *driver.Result) (o sizer.Object, known bool) {
	if !s.call.typ && !(r.Boxed && r.ObjectPtrs == 0) {
		return o, false
	}
	model, err := s.tree.runtime()
	if err != nil {
		return o, false
	}
	return model.Object(int64(r.ObjectSize), int64(r.ObjectPtrs)), true
}

// predictions are the rows of what an instance asks of the allocator, and gets.
func (s *side) predictions(n int) []Row {
	o, known := s.object(s.results[0])
	row := func(name string, each float64, meaning string) Row {
		if !known {
			return Row{Meter: name, Unit: "B", Unknown: true, Meaning: meaning, Total: figureOf(nil), Each: figureOf(nil)}
		}
		return Row{Meter: name, Unit: "B", Total: figureOf([]float64{each * float64(n)}), Each: figureOf([]float64{each}), Meaning: meaning}
	}
	return []Row{
		row("requested", float64(o.Requested), "bytes asked for: nothing tells it of functions"),
		row("predicted", o.Bytes(), "the slots for that, by the model of heft layout"),
	}
}

package report

import (
	"bytes"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/measure/harness"
)

func fig(center, lo, hi, cv float64) harness.Figure {
	return harness.Figure{Center: center, Lo: lo, Hi: hi, CV: cv, Confidence: 0.97, Values: []float64{lo, center, hi}}
}

// measureSample is a comparison of two runtimes, with a plan.
func measureSample() *harness.Report {
	result := func(name, runtime string, bytes float64) harness.Result {
		return harness.Result{
			Group: harness.Group{Name: name}, Runtime: runtime,
			Bytes: fig(bytes, bytes-0.01, bytes+0.01, 0.0001), Objects: fig(97.05, 97.05, 97.05, 0), Allocated: fig(4904.8, 4904.8, 4904.9, 0),
			Rate: fig(20658, 20000, 21000, 0.04), Scaling: harness.Scaling{N: 6000, Bytes: bytes, Agrees: name == "A", By: 1.5},
			Meters: []harness.Row{
				{Meter: "HeapAlloc", Unit: "B", Total: fig(104275200, 1, 2, 0), Each: fig(bytes, 1, 2, 0), Meaning: "slots in use, headers and rounding included"},
				{Meter: "GC share", Unit: "%", Total: fig(9.5, 9, 10, 0.16), NoEach: true, Meaning: "of the processor time while building"},
				{Meter: "collections", Unit: "collections", Total: fig(6, 5, 7, 0.1), NoEach: true, Meaning: "garbage collections while building"},
				{Meter: "allocation rate", Unit: "B/s", Total: fig(101292441, 1, 2, 0.2), NoEach: true, Meaning: "bytes allocated a second while building"},
			},
		}
	}
	a, b := result("A", "go1.26.8/amd64", 4344.8), result("B", "go1.27.3/amd64+mapsplitgroup", 4216.8)
	b.Plan = &harness.Plan{
		Sessions: 500000, Live: 2108400000, Spans: 123000000, Meta: 82000000, Base: 2600000,
		Goals:    []harness.Goal{{GOGC: 50, Heap: 3162600000, RSS: 3370200000}, {GOGC: 100, Heap: 4216800000, RSS: 4424400000}},
		MemLimit: 2843100000, Container: 3127410000,
		Checked: &harness.Checked{GOGC: "100", Sessions: 500000, Live: 2108400100, PeakRSS: 3000000000, Planned: 3100000000, OffLive: 0.00001, OffRSS: -0.032},
	}
	return &harness.Report{
		Schema: harness.Schema, Target: "session.New", Type: "*session.Session", Held: 8, N: 24000, Trials: 3, Why: "memory: more need over 1024 MiB",
		Conditions: harness.Conditions{GOGC: "100", Procs: 1, MemLimit: "4GiB"}, Groups: []harness.Result{a, b},
		Compare: []harness.Contrast{
			{Name: "B - A", A: "A", B: "B", Diff: -128, Lo: -128.02, Hi: -127.98, Pct: -2.95, P: 0.002},
			{Name: "C - A", A: "A", B: "C", Diff: 0.01, Lo: -0.5, Hi: 0.5, P: 0.7, Same: true},
		},
		Warnings: []string{"B: an instance costs 4216.80 B among 24000 and 4218.30 B among 6000: the cost is not constant, something is shared or grows"},
		Command:  "heft measure --group A=go1.26.8 ./session.New",
	}
}

func verifySample() *harness.Verification {
	return &harness.Verification{
		Schema: harness.VerifySchema, Conditions: harness.Conditions{GOGC: "100", Procs: 1},
		Groups: []harness.Verdict{{
			Group: harness.Group{Name: "arm"}, Runtime: "go1.26.8/arm", Measured: 4, Shapes: 1, Failed: 2, Skipped: 1,
			Types: []harness.Verified{
				{Name: "session.Grant", Form: layout.Named, Size: 40, Predicted: 48, Measured: 48, Lo: 48, Hi: 48, N: 480, OK: true},
				{Name: "session.New.key", Form: layout.Local, Shape: true, Size: 3, Predicted: 3.2, Measured: 3.2, Lo: 3.2, Hi: 3.2, N: 240, OK: true},
				{Name: "session.Wrong", Form: layout.Named, Size: 40, Predicted: 48, Measured: 64, Lo: 48, Hi: 64, N: 480, Diff: 16, Odd: 1},
				{Name: "session.Size", Form: layout.Named, Size: 40, Predicted: 48, Measured: 48, Lo: 48, Hi: 48, N: 480, Why: "size is 44, predicted 40"},
				{Name: "session.Huge", Form: layout.Named, Size: 1 << 40, Why: "an object of 1099511627776 bytes is more than the memory allowed"},
			},
		}},
		Compare: []harness.TypeContrast{{Name: "session.Cache", A: "A", B: "B", AtA: 192, AtB: 128, Diff: -64}},
	}
}

func TestMeasureText(t *testing.T) {
	golden(t, "measure.txt", func(b *bytes.Buffer) error {
		err := Measure(b, measureSample(), Format{})
		narrow(t, b.String())
		return err
	})
	golden(t, "measure.csv", func(b *bytes.Buffer) error { return MeasureCSV(b, measureSample()) })
}

func TestVerifyText(t *testing.T) {
	golden(t, "verify.txt", func(b *bytes.Buffer) error {
		err := Verify(b, verifySample(), false, Format{})
		narrow(t, b.String())
		return err
	})
	golden(t, "verify.csv", func(b *bytes.Buffer) error { return VerifyCSV(b, verifySample()) })
}

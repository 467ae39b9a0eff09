package main

import (
	"context"
	"fmt"
	"math"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/measure/harness"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// object is one of the study: an expression that makes it, and its type.
type object struct {
	name  string
	setup string
	expr  string
	typ   layout.Type
}

func scalar(k layout.Kind) *layout.Type { return &layout.Type{Kind: k, Name: "scalar"} }

func array(n int64, k layout.Kind) layout.Type {
	return layout.Type{Kind: layout.Array, Name: "array", Len: n, Elem: scalar(k)}
}

func record(kinds ...layout.Kind) layout.Type {
	t := layout.Type{Kind: layout.Struct, Name: "struct"}
	for i, k := range kinds {
		t.Fields = append(t.Fields, layout.Field{Name: fmt.Sprint("f", i), Type: scalar(k)})
	}
	return t
}

// studied are the single objects of the study. A string's object is its bytes.
var studied = []object{
	{name: "empty object", expr: "new(struct{})", typ: record()},
	{name: "nine mixed fields, as declared", expr: "new(struct{ a bool; b int64; c int8; d float64; e int16; f int32; g uint16; h float32; i int })",
		typ: record(layout.Bool, layout.Int64, layout.Int8, layout.Float64, layout.Int16, layout.Int32, layout.Uint16, layout.Float32, layout.Int)},
	{name: "nine mixed fields, reordered", expr: "new(struct{ b int64; d float64; i int; f int32; h float32; e int16; g uint16; a bool; c int8 })",
		typ: record(layout.Int64, layout.Float64, layout.Int, layout.Int32, layout.Float32, layout.Int16, layout.Uint16, layout.Bool, layout.Int8)},
	{name: "[1]byte", expr: "new([1]byte)", typ: array(1, layout.Uint8)},
	{name: "[10]byte", expr: "new([10]byte)", typ: array(10, layout.Uint8)},
	{name: "[10]int32", expr: "new([10]int32)", typ: array(10, layout.Int32)},
	{name: "string of 10 bytes", setup: "text := make([]byte, 10)", expr: "string(text)", typ: array(10, layout.Uint8)},
	{name: "string of 100 bytes", setup: "text := make([]byte, 100)", expr: "string(text)", typ: array(100, layout.Uint8)},
}

// predict is what an object of a type uses on a runtime written as in
// "go1.27.3/amd64".
func predict(t *layout.Type, runtime string) (size int64, bytes float64, err error) {
	r, err := sizer.ParseRuntime(runtime)
	if err != nil {
		return 0, 0, err
	}
	l, err := layout.NewLayouter(r.Arch).Of(t)
	if err != nil {
		return 0, 0, err
	}
	return l.Size, r.Object(l.Size, l.PtrBytes).Bytes(), nil
}

// objects measures the objects of the study on both toolchains.
func (b *measureBench) objects(ctx context.Context) error {
	fmt.Fprintf(b.stdout, "\n| object | runtime | instances | size | predicted | measured | difference |\n|---|---|---|---|---|---|---|\n")
	worst, rows := 0.0, 0
	for _, o := range studied {
		fmt.Fprintf(b.stderr, "%s\n", o.name)
		rep, err := harness.Measure(ctx, harness.Config{Target: "bytes", Setup: o.setup, Expr: o.expr,
			N: b.n, Trials: b.trials, Groups: toolchains, Progress: b.progress, Conditions: harness.Conditions{Limit: limit}})
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		for _, g := range rep.Groups {
			size, want, err := predict(&o.typ, g.Runtime)
			if err != nil {
				return fmt.Errorf("%s: %w", o.name, err)
			}
			diff := g.Bytes.Center - want
			worst = max(worst, math.Abs(diff))
			rows++
			fmt.Fprintf(b.stdout, "| %s | %s | %d | %d | %.2f | %.2f | %s |\n", o.name, g.Runtime, rep.N, size, want, g.Bytes.Center, exact(diff))
		}
	}
	fmt.Fprintln(b.stdout)
	b.aim(worst < 0.005, "the largest difference of %d rows is %.4f B", rows, worst)
	return nil
}

const (
	sessions     = 1_000_000
	sessionBytes = 4344.8 // testdata/session.New; session_test.go there adds it up
)

// session measures a million sessions.
func (b *measureBench) session(ctx context.Context) error {
	rep, err := harness.Measure(ctx, harness.Config{Target: "./testdata/session.New", N: sessions, Trials: b.trials, Progress: b.progress,
		Conditions: harness.Conditions{Limit: limit}})
	if err != nil {
		return err
	}
	g := rep.Groups[0]
	off := g.Bytes.Center/sessionBytes - 1
	fmt.Fprintf(b.stdout, "\n| constructor | runtime | instances | predicted | measured | off | heap | overhead of the harness |\n|---|---|---|---|---|---|---|---|\n")
	fmt.Fprintf(b.stdout, "| session.New | %s | %d | %.1f | %.4f | %+.5f%% | %.0f MiB | %.2f%% |\n\n",
		g.Runtime, rep.N, sessionBytes, g.Bytes.Center, 100*off, g.Bytes.Center*sessions/(1<<20), 100*g.Overhead)
	b.aim(math.Abs(off) <= 0.0001, "the mean of a million sessions is off by %.5f%%, the aim is 0.01%%", 100*math.Abs(off))
	b.aim(g.Overhead <= 0.05, "%.2f%% of the processes' time was the harness's own, the aim is 5%%", 100*g.Overhead)
	return nil
}

package main

import (
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// verifyFlags are the flags of "heft verify".
type verifyFlags struct {
	process    processFlags
	out        output
	typ        string
	tests, all bool
	tolerance  float64
	everything bool
	exact      bool
}

func newVerify() *cobra.Command {
	v := &verifyFlags{}
	cmd := &cobra.Command{
		Use:   "verify [flags] [packages]",
		Short: "Set what is predicted of every type beside what processes used",
		Long: `Set what is predicted of every type beside what processes used.

A program with a table of all the packages' types is built, and fresh processes
allocate objects of each. A type that cannot be named from outside of its package,
such as one local to a function, is measured by its shape: a type of the same size,
alignment and pointer map (marked *). Sizes, alignments and pointer bytes are
compared, too.

The exit code is 1 when a difference is over --tolerance: by default 0. Only where
small objects share a block of 16 bytes is there chance, in which block the first
and the last of them lie: all together they may be off by one block.`,
		Example: `  heft verify ./session
  heft verify --type 'Session|Grant' ./...
  heft verify --runtime go1.27.3/arm ./session
  heft verify --group A=go1.26.8 --group B=go1.27.3 std`,
		ValidArgsFunction: completePackages,
		RunE:              func(cmd *cobra.Command, args []string) error { return v.run(cmd, args) },
	}
	f := cmd.Flags()
	v.process.add(cmd, 2)
	v.out.jsonFlags(cmd)
	v.out.csvFlag(cmd)
	f.StringVar(&v.typ, "type", "", "verify only types whose names `REGEXP` matches")
	f.BoolVar(&v.tests, "tests", false, "also the packages' tests")
	f.BoolVar(&v.all, "all", false, "also named types that are no structs")
	f.Float64Var(&v.tolerance, "tolerance", 0, "let an object differ by `BYTES`")
	f.BoolVar(&v.everything, "show-all", false, "show every type, not only a few of those that agree")
	f.BoolVar(&v.exact, "bytes", false, "show all sizes in bytes, also large ones")
	for _, name := range []string{"type", "tolerance"} {
		complete(cmd, name, nil)
	}
	return cmd
}

func (v *verifyFlags) run(cmd *cobra.Command, args []string) error {
	groups, conditions, memory, err := v.process.parsed()
	if err != nil {
		return err
	}
	var typ *regexp.Regexp
	if v.typ != "" {
		if typ, err = regexp.Compile(v.typ); err != nil {
			return usagef("--type %q: %w", v.typ, err)
		}
	}
	if v.tolerance < 0 {
		return usagef("--tolerance %v: want 0 or more bytes", v.tolerance)
	}
	step, end := showProgress(cmd, "verifying")
	rep, err := harness.Verify(cmd.Context(), harness.VerifyConfig{
		Dir: v.process.dir, Tags: v.process.tags, Patterns: args, Type: typ, Tests: v.tests, All: v.all, Groups: groups,
		Tolerance: v.tolerance, Trials: v.process.trials, MaxMemory: memory, Conditions: conditions, Progress: step,
	})
	end()
	if err != nil {
		return err
	}
	rep.Command = repeat(cmd, args)
	if v.process.bench != "" {
		if err := writeFile(v.process.bench, rep.WriteBench); err != nil {
			return err
		}
	}
	f := report.Format{Exact: v.exact, Color: v.out.color(cmd)}
	if err := v.out.write(cmd, func(w io.Writer) error {
		switch {
		case v.out.json:
			return report.JSON(w, rep)
		case v.out.csv:
			return report.VerifyCSV(w, rep)
		}
		return report.Verify(w, rep, v.everything, f)
	}); err != nil {
		return err
	}
	if rep.Failed() > 0 {
		return &exitError{code: exitFindings}
	}
	return nil
}

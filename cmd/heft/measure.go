package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// measureFlags are the flags of "heft measure".
type measureFlags struct {
	process  processFlags
	out      output
	n        int
	expr     string
	setup    string
	receiver string
	sessions int64
	check    bool
	exact    bool
}

func newMeasure() *cobra.Command {
	m := &measureFlags{}
	cmd := &cobra.Command{
		Use:   "measure [flags] package.Func | package.Type | --expr EXPR package",
		Short: "Measure what one instance uses, in processes of its own",
		Long: `Measure what one instance uses, in processes of its own.

A program is built around a constructor (func() T or func(int) T, with or without
an error, exported or not, in any package that the go command can build here), a
type (its zero values), a method with --receiver, or any expression with --expr,
in which i is the number of the instance. Fresh processes build many instances and
read the heap before and after. Nothing is written into your tree.

A struct, an array or a number is kept in a heap object of its own, which counts;
of a pointer, string, slice, map, channel, function or interface what it refers
to counts. With --group the same is done under several runtimes or versions of the
code, their processes in turns, and the differences are shown: ~ where they drown
in the spread.

386 programs do not run under qemu-i386: other architectures do where qemu-user
is installed, or under --exec.`,
		Example: `  heft measure ./session.New
  heft measure -n 5000000 --trials 7 ./session.Grant
  heft measure --expr 'srv.Session(i)' --setup 'srv := NewServer(8)' ./server
  heft measure --group A=go1.26.8 --group B=go1.27.3+mapsplitgroup ./session.New
  heft measure --group before=@HEAD~1 --group after=@ ./session.New
  heft measure --sessions 500000 --check ./session.New`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 1, len(args) == 0 && m.expr != "":
				return nil
			case len(args) == 0:
				return usagef("name what to measure, as ./session.New")
			}
			return usagef("measure one thing at a time: there are %d", len(args))
		},
		RunE: func(cmd *cobra.Command, args []string) error { return m.run(cmd, args) },
	}
	f := cmd.Flags()
	m.process.add(cmd, 6)
	m.out.jsonFlags(cmd)
	m.out.csvFlag(cmd)
	f.IntVarP(&m.n, "instances", "n", 0, "build `N` instances in each process; default is as many as make noise vanish")
	f.StringVar(&m.expr, "expr", "", "measure what the Go `EXPRESSION` makes in the package; i is the number of the instance")
	f.StringVar(&m.setup, "setup", "", "Go `STATEMENTS` that prepare what the instances need, and do not count")
	f.StringVar(&m.receiver, "receiver", "", "Go `EXPRESSION` for the receiver of a method, evaluated once")
	f.Int64Var(&m.sessions, "sessions", 0, "also plan the memory for `N` instances")
	f.BoolVar(&m.check, "check", false, "run as many as --sessions says and compare")
	f.BoolVar(&m.exact, "bytes", false, "show all sizes in bytes, also large ones")
	for _, name := range []string{"instances", "expr", "setup", "receiver", "sessions"} {
		complete(cmd, name, nil)
	}
	return cmd
}

func (m *measureFlags) run(cmd *cobra.Command, args []string) error {
	groups, conditions, memory, err := m.process.parsed()
	if err != nil {
		return err
	}
	target := "."
	if len(args) > 0 {
		target = args[0]
	}
	step, end := showProgress(cmd, "measuring")
	rep, err := harness.Measure(cmd.Context(), harness.Config{
		Dir: m.process.dir, Tags: m.process.tags, Target: target, Expr: m.expr, Setup: m.setup, Receiver: m.receiver,
		Groups: groups, N: m.n, Trials: m.process.trials, MaxMemory: memory, Conditions: conditions,
		Sessions: m.sessions, Check: m.check, Progress: step,
	})
	end()
	if err != nil {
		return err
	}
	rep.Command = repeat(cmd, args)
	if m.process.bench != "" {
		if err := writeFile(m.process.bench, rep.WriteBench); err != nil {
			return err
		}
	}
	f := report.Format{Exact: m.exact, Color: m.out.color(cmd)}
	return m.out.write(cmd, func(w io.Writer) error {
		switch {
		case m.out.json:
			return report.JSON(w, rep)
		case m.out.csv:
			return report.MeasureCSV(w, rep)
		}
		return report.Measure(w, rep, f)
	})
}

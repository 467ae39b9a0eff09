package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitFine     = 0
	exitFindings = 1 // findings pass the user's threshold
	exitFailure  = 2 // wrong use, a failure, or packages that have problems
)

// exitError ends a command with a code of its own. Its message may be empty:
// what there is to say has been said.
type exitError struct {
	code    int
	message string
}

func (e *exitError) Error() string { return e.message }

// usageError is an error in how the command was called.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run is the command: it takes its arguments and streams, and returns the exit
// code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitFine
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		if e.message != "" {
			fmt.Fprintln(stderr, "heft:", e.message)
		}
		return e.code
	}
	fmt.Fprintln(stderr, "heft:", strings.TrimSpace(err.Error()))
	if _, ok := errors.AsType[usageError](err); ok {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	}
	return exitFailure
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "heft",
		Short: "What Go data costs in memory, to the byte",
		Long: `Heft tells what Go data costs in memory, to the byte: what the compiler lays
out, what the allocator hands out for it, and which order of fields would
really cost less.`,
		Example: `  heft layout ./...
  heft layout --type Session ./session
  heft runtimes`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newLayout(), newRuntimes(), newMeasure(), newVerify(), newVersion(), newDocs())
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 100 "))
	return root
}

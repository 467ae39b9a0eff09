// Bench measures heft beside other tools that do the same work, each run a
// fresh process, and beside running programs, and prints what BENCHMARKS.md
// shows.
//
//	go run ./cmd/heft/internal/bench layout           heft layout and its peers, warm
//	go run ./cmd/heft/internal/bench layout --setup   fetch and build what that needs, run nothing
//	go run ./cmd/heft/internal/bench layout --cold    heft with empty caches
//	go run ./cmd/heft/internal/bench measure          what heft predicts beside what processes use
//
// Tools, the source trees that they read, and build caches of their own go
// into one folder, by default heft-bench in the user's cache folder. Nothing
// else is written, but for what the go command keeps in its module cache.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// benchmarks are the benchmarks by name: each takes the arguments after it.
var benchmarks = map[string]func(ctx context.Context, stdout, stderr io.Writer, args []string) error{
	"layout":  benchLayout,
	"measure": benchMeasure,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Stderr, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	var names []string
	for name := range benchmarks {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(args) == 0 {
		return fmt.Errorf("name a benchmark: %s", strings.Join(names, ", "))
	}
	b, ok := benchmarks[args[0]]
	if !ok {
		return fmt.Errorf("no benchmark %q: one of %s", args[0], strings.Join(names, ", "))
	}
	return b(ctx, stdout, stderr, args[1:])
}

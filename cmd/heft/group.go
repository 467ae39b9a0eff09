package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// processFlags say what processes run under, and what they are compared with.
type processFlags struct {
	dir, tags string
	groups    []string
	runtime   string
	trials    int
	gogc      string
	memLimit  string
	procs     int
	maxMemory string
	limit     time.Duration
	exec      string
	bench     string
}

func (p *processFlags) add(cmd *cobra.Command, trials int) {
	f := cmd.Flags()
	f.StringVarP(&p.dir, "chdir", "C", "", "look packages up in `DIR`")
	f.StringVar(&p.tags, "tags", "", "build tags, as `LIST` of the go command's -tags")
	f.StringArrayVar(&p.groups, "group", nil, "repeat it as `NAME=SPEC`: a runtime (A=go1.27.3+mapsplitgroup), a revision (old=@HEAD~1, new=@) or a version of a module (old=example.com/m@v1.2.0); once for each group")
	f.StringVar(&p.runtime, "runtime", "", "build for `SPEC`, such as go1.27.3, arm or go1.27.3/amd64+mapsplitgroup")
	f.IntVar(&p.trials, "trials", trials, "run `N` processes of each group")
	f.StringVar(&p.gogc, "gogc", "100", "run with GOGC=`PERCENT`, or off")
	f.StringVar(&p.memLimit, "memlimit", "", "run with GOMEMLIMIT=`SIZE`")
	f.IntVar(&p.procs, "procs", 1, "run with GOMAXPROCS=`N`")
	f.StringVar(&p.maxMemory, "max-memory", "", "let a process map `SIZE` at most, such as 4GiB; default is half of what is available")
	f.DurationVar(&p.limit, "limit", 5*time.Minute, "end a process that builds longer than `TIME`, or has not begun to after a tenth of it and 30s")
	f.StringVar(&p.exec, "exec", "", "run the program under `COMMAND`, as go test -exec does; for another GOARCH default is qemu-user where it is installed")
	f.StringVar(&p.bench, "bench", "", "also write the results in the standard benchmark format to `FILE`")
	for _, name := range []string{"group", "trials", "gogc", "memlimit", "procs", "max-memory", "limit", "exec", "tags"} {
		complete(cmd, name, nil)
	}
	_ = cmd.RegisterFlagCompletionFunc("runtime", completeRuntime)
	_ = cmd.MarkFlagDirname("chdir")
	cmd.MarkFlagsMutuallyExclusive("group", "runtime")
}

// parsed are the groups, what all processes run under, and the memory that one
// may map (0: the default).
func (p *processFlags) parsed() (groups []harness.Group, c harness.Conditions, memory uint64, err error) {
	for _, s := range p.groups {
		g, err := harness.ParseGroup(s)
		if err != nil {
			return nil, c, 0, usageError{err}
		}
		groups = append(groups, g)
	}
	if p.runtime != "" {
		g, err := harness.ParseGroup("runtime=" + p.runtime)
		if err != nil || g.Revision != "" || g.Module != "" {
			return nil, c, 0, usagef("--runtime %q: want a form like go1.27.3, arm or go1.27.3/amd64+mapsplitgroup", p.runtime)
		}
		g.Name = ""
		groups = []harness.Group{g}
	}
	if p.maxMemory != "" {
		if memory, err = parseSize(p.maxMemory); err != nil {
			return nil, c, 0, usagef("--max-memory %q: %w", p.maxMemory, err)
		}
	}
	if p.trials < 1 {
		return nil, c, 0, usagef("--trials %d: want at least 1", p.trials)
	}
	c = harness.Conditions{GOGC: p.gogc, MemLimit: p.memLimit, Procs: p.procs, Limit: p.limit, Exec: strings.Fields(p.exec)}
	return groups, c, memory, nil
}

// parseSize reads a size as GOMEMLIMIT does: "512MiB", "4GiB", "1000000".
func parseSize(s string) (uint64, error) {
	number, unit := s, uint64(1)
	for i, name := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if n, ok := strings.CutSuffix(s, name); ok {
			number, unit = n, 1<<(10*(i+1))
		}
	}
	number = strings.TrimSuffix(number, "B")
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || n == 0 || n > math.MaxInt64/unit {
		return 0, fmt.Errorf("want a size such as 512MiB or 4GiB")
	}
	return n * unit, nil
}

// showProgress returns a function that shows how far a harness is, and one that
// ends that.
func showProgress(cmd *cobra.Command, what string) (step func(done, total int, what string), end func()) {
	p := startProgress(cmd.ErrOrStderr(), what, -1)
	return func(done, total int, now string) { p.to(done, total, now) }, p.end
}

// repeat is the command line that repeats what was run, for a shell.
func repeat(cmd *cobra.Command, args []string) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "json", "csv", "output", "bench", "bytes":
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(interface{ GetSlice() []string }); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			switch {
			case f.Value.Type() == "bool" && v == "true":
				words = append(words, "--"+f.Name)
			case len(f.Name) == 1:
				words = append(words, "-"+f.Name, quoted(v))
			default:
				words = append(words, "--"+f.Name, quoted(v))
			}
		}
	})
	for _, a := range args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// quoted is a word as a POSIX shell takes it.
func quoted(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=+@:,%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

package harness

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// WriteBench writes the trials in the standard benchmark format, a line for
// each process, so that benchstat reads them: benchstat -col .config@group
// or -col /group compares groups.
func (r *Report) WriteBench(w io.Writer) error {
	b := &benchWriter{w: w}
	b.printf("pkg: %s\n", r.Package)
	for _, g := range r.Groups {
		b.runtime(g.Runtime)
		name := "Benchmark" + benchName(r.Target)
		if g.Group.Name != "" {
			name += "/group=" + benchName(g.Group.Name)
		}
		for i := range g.Runs {
			b.printf("%s %d %.4f B/instance %.4f objects/instance %.4f allocated-B/instance %.2f ns/instance\n",
				name, r.N, g.Bytes.Values[i], g.Objects.Values[i], g.Allocated.Values[i], 1e9/g.Rate.Values[i])
		}
	}
	return b.err
}

// WriteBench writes what was measured of each type in the standard benchmark
// format, beside what was predicted.
func (v *Verification) WriteBench(w io.Writer) error {
	b := &benchWriter{w: w}
	for _, g := range v.Groups {
		b.runtime(g.Runtime)
		for _, t := range g.Types {
			if t.N == 0 {
				continue
			}
			name := "BenchmarkObject/type=" + benchName(t.Name)
			if g.Group.Name != "" {
				name += "/group=" + benchName(g.Group.Name)
			}
			b.printf("%s %d %.4f B/object %.4f predicted-B/object\n", name, t.N, t.Measured, t.Predicted)
		}
	}
	return b.err
}

type benchWriter struct {
	w   io.Writer
	err error
}

func (b *benchWriter) printf(format string, args ...any) {
	if b.err == nil {
		_, b.err = fmt.Fprintf(b.w, format, args...)
	}
}

// runtime writes what "go test -bench" would, of "go1.26.8/amd64+x".
func (b *benchWriter) runtime(name string) {
	head, experiments, _ := strings.Cut(name, "+")
	toolchain, arch, _ := strings.Cut(head, "/")
	b.printf("goarch: %s\ntoolchain: %s\n", arch, toolchain)
	if experiments != "" {
		b.printf("goexperiment: %s\n", strings.ReplaceAll(experiments, "+", ","))
	} else {
		b.printf("goexperiment:\n") // takes back the last group's
	}
}

// benchName is a name that is one word and no path.
func benchName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '/':
			return '_'
		case !unicode.IsPrint(r):
			return '?'
		}
		return r
	}, s)
	return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):]
}

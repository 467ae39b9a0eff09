package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/dwarf"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// sourceFlags say where types are read from, and for which runtime.
type sourceFlags struct {
	dir          string // -C
	tags         string
	goos, goarch string
	runtime      string
	binary       string
	tests, all   bool
	anyOrder     bool // advice may be for more than the smallest size on one GOARCH
}

func (s *sourceFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&s.dir, "chdir", "C", "", "look packages up in `DIR`")
	f.StringVar(&s.tags, "tags", "", "build tags, as `LIST` of the go command's -tags")
	f.StringVar(&s.goos, "goos", "", "choose files for `GOOS`; default is the go command's")
	f.StringVar(&s.goarch, "goarch", "", "choose files and sizes for `GOARCH`; default is the go command's")
	f.StringVar(&s.runtime, "runtime", "", "price objects under `SPEC`, such as go1.27.3/amd64+mapsplitgroup, go1.24 or arm64 (see heft runtimes)")
	f.StringVar(&s.binary, "binary", "", "read types from the DWARF of the Go program `FILE`; packages then choose by import path")
	f.BoolVar(&s.tests, "tests", false, "also the packages' tests")
	f.BoolVar(&s.all, "all", false, "also named types that are no structs")
	complete(cmd, "goos", knownGOOS)
	complete(cmd, "goarch", archNames())
	complete(cmd, "tags", nil)
	cmd.RegisterFlagCompletionFunc("runtime", completeRuntime)
	cmd.MarkFlagDirname("chdir")
}

// source is what was read.
type source struct {
	in     advice.Input
	shapes []string
	timing timing
}

// load reads types from packages, or from a binary.
func (s *sourceFlags) load(ctx context.Context, patterns []string) (*source, error) {
	if s.binary != "" {
		return s.readBinary(patterns)
	}
	t, err := s.target(ctx)
	if err != nil {
		return nil, err
	}
	undo, err := t.use()
	defer undo()
	if err != nil {
		return nil, err
	}
	res, err := load.Load(ctx, s.config(patterns, t))
	if err != nil {
		return nil, s.explain(err, patterns)
	}
	if len(res.Packages) == 0 && len(res.Problems) == 0 {
		return nil, s.explain(fmt.Errorf("load %s: no packages", strings.Join(patterns, " ")), patterns)
	}
	rt := t.runtime
	if !t.given {
		arch, err := layout.ArchOf(res.GOARCH)
		if err != nil {
			return nil, err
		}
		if rt, err = sizer.NewRuntime(res.GoVersion, arch, res.Experiment); err != nil {
			return nil, err
		}
	}
	in := inputOf(res, rt, s.dir)
	return &source{in: in, timing: timing{listing: res.Timing.Listing, parsing: res.Timing.Parsing, checking: res.Timing.Checking}}, nil
}

func (s *sourceFlags) config(patterns []string, t target) load.Config {
	return load.Config{
		Dir: s.dir, Patterns: patterns, Tags: s.tags, GOOS: s.goos, GOARCH: t.goarch,
		Experiment: t.experiment, Tests: s.tests, All: s.all, AnyOrder: s.anyOrder,
	}
}

// inputOf makes the analysis' input of what was loaded in a folder.
func inputOf(res *load.Result, rt sizer.Runtime, dir string) advice.Input {
	short := shortener(dir)
	in := advice.Input{
		Decls: res.Decls, Runtime: rt, Packages: len(res.Packages), Source: "packages", GOOS: res.GOOS,
	}
	if release, _, _ := strings.Cut(rt.String(), "/"); release != res.GoVersion {
		in.Stdlib = res.GoVersion
	}
	for i := range in.Decls {
		d := &in.Decls[i]
		d.Pos = short(d.Pos)
		for k := range d.Keep {
			d.Keep[k].Pos = short(d.Keep[k].Pos)
		}
	}
	for _, p := range res.Problems {
		in.Problems = append(in.Problems, advice.Problem{Package: p.Package, Pos: short(p.Pos), Message: p.Message})
	}
	return in
}

// shortener returns a function that writes a file's path relative to the
// current directory where that is shorter, as the go command does. The go
// command's own messages name files relative to dir.
func shortener(dir string) func(layout.Pos) layout.Pos {
	cwd, err := os.Getwd()
	if err != nil {
		return func(p layout.Pos) layout.Pos { return p }
	}
	return func(p layout.Pos) layout.Pos {
		switch {
		case p.File == "":
			return p
		case !filepath.IsAbs(p.File):
			p.File = filepath.Join(dir, p.File)
			return p
		}
		if rel, err := filepath.Rel(cwd, p.File); err == nil && len(rel) < len(p.File) {
			p.File = rel
		}
		return p
	}
}

// readBinary reads types from a Go program. Its runtime is its own; --runtime
// prices its types under another release.
func (s *sourceFlags) readBinary(patterns []string) (*source, error) {
	if s.goos != "" || s.goarch != "" || s.tags != "" || s.tests {
		return nil, usagef("--binary: a program is built already; it takes none of --goos, --goarch, --tags and --tests")
	}
	began := time.Now()
	path := s.binary
	if s.dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(s.dir, path)
	}
	res, err := dwarf.Read(path, dwarf.Options{All: s.all, Packages: patterns})
	if err != nil {
		return nil, err
	}
	arch, err := layout.ArchOf(res.GOARCH)
	if err != nil {
		return nil, fmt.Errorf("read binary %s: %w", s.binary, err)
	}
	rt, err := sizer.NewRuntime(res.GoVersion, arch, res.Experiment)
	if err != nil {
		return nil, fmt.Errorf("read binary %s: %w", s.binary, err)
	}
	own := rt
	if rt, err = rt.With(s.runtime); err != nil {
		return nil, usageError{err}
	}
	if rt.Arch != own.Arch {
		return nil, usagef("--runtime %s: the program is built for %s", s.runtime, own.Arch.Name)
	}
	in := advice.Input{
		Decls: res.Decls, Runtime: rt, Packages: len(res.Packages), Source: s.binary, GOOS: res.GOOS,
	}
	if rt.Release != own.Release {
		in.Stdlib = own.Release
	}
	for _, p := range res.Problems {
		in.Problems = append(in.Problems, advice.Problem{Package: p.Package, Type: p.Type, Message: p.Message})
	}
	return &source{in: in, shapes: res.Shapes, timing: timing{parsing: time.Since(began)}}, nil
}

// explain adds to an error of loading what patterns ran into: the go command's
// "..." does not enter a folder named testdata.
func (s *sourceFlags) explain(err error, patterns []string) error {
	for _, p := range patterns {
		if dir, rest, ok := s.behindTestdata(p); ok {
			return fmt.Errorf("%w\n%q never enters a folder named testdata; name its packages from within: -C %s %s", err, "...", dir, rest)
		}
	}
	return err
}

// behindTestdata reports whether a pattern with "..." stops before a folder
// named testdata, and how to get behind it.
func (s *sourceFlags) behindTestdata(pattern string) (dir, rest string, ok bool) {
	head, _, wild := strings.Cut(pattern, "...")
	if !wild {
		return "", "", false
	}
	elems := strings.Split(filepath.ToSlash(head), "/")
	for i, e := range elems {
		if e == "testdata" && i < len(elems)-1 {
			below := strings.Join(elems[i+1:], "/")
			return filepath.Join(s.dir, filepath.Join(elems[:i+1]...)), "./" + below + "...", true
		}
	}
	root := filepath.Join(s.dir, filepath.FromSlash(head))
	if info, err := os.Stat(filepath.Join(root, "testdata")); err == nil && info.IsDir() {
		return filepath.Join(root, "testdata"), "./...", true
	}
	return "", "", false
}

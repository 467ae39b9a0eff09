// Package load reads Go packages from source and returns the types that they
// declare, as plain data for package layout.
//
// It lists packages with the go command and checks declarations only: no
// package is compiled, and of dependencies no more is parsed and checked than
// the declarations of the named packages reach.
package load

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/seed-ac4d27cc/heft/layout"
)

// Config says what to load, and for which platform.
type Config struct {
	Dir        string   // where patterns are resolved; "" is the current directory
	Patterns   []string // as the go command takes them; none is "."
	Tags       string   // comma-separated build tags, as -tags
	GOOS       string   // "" is the go command's own
	GOARCH     string   // "" is the go command's own
	Toolchain  string   // GOTOOLCHAIN, such as "go1.27.3"; "" is the go command's own
	Experiment string   // GOEXPERIMENT; "" is the go command's own
	Tests      bool     // also the packages' tests
	All        bool     // also defined types that are no structs
	// AnyOrder looks in files not loaded for literals without keys of every
	// struct type, and not only of those that could be smaller on GOARCH.
	AnyOrder bool
	// Cache is the folder that keeps results between runs, and "off" is none.
	// If it is "", the environment's HEFTCACHE says the same, and else it is a
	// folder in the user's cache folder.
	Cache string
}

// Result is what was loaded.
type Result struct {
	GoVersion  string // of the toolchain whose standard library was read, as "go1.26.8"
	GOOS       string
	GOARCH     string
	Experiment string   // GOEXPERIMENT as the go command has it
	Packages   []string // import paths of the packages named, sorted
	Decls      []layout.Decl
	Problems   []Problem // what does not type-check or could not be read
	Timing     Timing
}

// Problem is an error in the source of a package named or of one it needs.
type Problem struct {
	Package string // import path
	Pos     layout.Pos
	Message string
}

// Timing is how long the parts of loading took, in wall time.
type Timing struct {
	Listing, Parsing, Checking time.Duration
}

// Load loads the packages that cfg names. Errors in their source are problems
// of the result; the error is about patterns that name nothing, or a go
// command that fails.
func Load(ctx context.Context, cfg Config) (*Result, error) {
	start := time.Now()
	var ge goEnv
	var envErr error
	var wg sync.WaitGroup
	wg.Go(func() { ge, envErr = cfg.goEnv(ctx) })
	listed, err := cfg.list(ctx, listMode, cfg.Patterns)
	wg.Wait()
	if envErr != nil {
		return nil, envErr
	}
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", strings.Join(cfg.Patterns, " "), err)
	}
	if cfg.GOARCH == "" {
		cfg.GOARCH = ge.GOARCH
	}
	if _, err := layout.ArchOf(cfg.GOARCH); err != nil {
		return nil, err
	}
	roots, all, problems := cfg.graph(listed, nil)
	if len(roots) == 0 {
		return nil, fmt.Errorf("load %s: %w", strings.Join(cfg.Patterns, " "), nothing(problems))
	}
	res := &Result{}
	res.Timing.Listing = time.Since(start)
	res.GoVersion, res.GOOS, res.GOARCH, res.Experiment = ge.GOVERSION, ge.GOOS, ge.GOARCH, ge.GOEXPERIMENT
	store := openCache(cfg.Cache)
	var key string
	hashing := time.Now()
	if store != nil {
		key = cfg.key(ge, roots, all)
	}
	decls, more, cached := store.get(key)
	res.Timing.Parsing += time.Since(hashing)
	if !cached {
		decls, more = cfg.read(roots, &res.Timing)
	}
	if paths := needCgo(roots); len(paths) > 0 {
		// Their types need what cgo makes of the C declarations.
		start := time.Now()
		compiled, err := cfg.list(ctx, listMode|packages.NeedCompiledGoFiles, paths)
		if err != nil {
			return nil, fmt.Errorf("run cgo for %s: %w", strings.Join(paths, " "), err)
		}
		roots, _, problems = cfg.graph(listed, compiled)
		res.Timing.Listing += time.Since(start)
		decls, more = cfg.read(roots, &res.Timing)
	} else if !cached {
		// What cgo makes of C depends on more than the sources listed.
		store.put(key, decls, more)
	}
	res.Decls = decls
	res.Problems = append(problems, more...)
	for _, p := range roots {
		res.Packages = append(res.Packages, p.path)
	}
	slices.Sort(res.Packages)
	res.Packages = slices.Compact(res.Packages)
	return res, nil
}

// ErrNoPackages says that the patterns matched no package.
var ErrNoPackages = errors.New("no packages match")

// nothing says why no package could be loaded, and what to do, in one line.
func nothing(problems []Problem) error {
	if len(problems) == 0 {
		return ErrNoPackages
	}
	lines := strings.Split(strings.TrimSpace(problems[0].Message), "\n")
	msg := strings.TrimPrefix(lines[0], "go: ")
	if n := len(lines) - 1 + len(problems) - 1; n > 0 {
		msg += fmt.Sprintf(" (and %d more errors)", n)
	}
	switch {
	case strings.Contains(msg, "go.work"):
		msg += "; set GOWORK=off in the environment to load the module without its workspace, or take the missing modules out of go.work"
	case strings.Contains(msg, "does not contain main module"), strings.Contains(msg, "go.mod file not found"):
		msg += "; run this in the folder of a module (-C DIR), or name packages by import path"
	}
	return errors.New(msg)
}

// read indexes, parses and checks what the named packages need, and collects
// their declarations.
func (cfg *Config) read(roots []*pkg, timing *Timing) ([]layout.Decl, []Problem) {
	start := time.Now()
	r := &reacher{}
	r.reach(roots, cfg.All)
	timing.Parsing += time.Since(start)
	start = time.Now()
	c := &checker{fset: token.NewFileSet(), sizes: types.SizesFor("gc", cfg.GOARCH)}
	col := newCollector(c, cfg.All)
	used := map[*pkg]ties{}
	var mu sync.Mutex
	c.visit = func(p *pkg) {
		u := &usage{newTies(), col.converter}
		u.uses(p)
		mu.Lock()
		defer mu.Unlock()
		used[p] = u.ties
		col.walk(p)
	}
	c.check(r.reached)
	col.ties = newTies()
	for _, p := range roots {
		col.ties.add(used[p])
	}
	unseen := make([]ties, len(roots))
	parallelIndex(len(roots), func(i int) { unseen[i] = col.unseen(roots[i], cfg.AnyOrder) })
	for _, t := range unseen {
		col.ties.add(t)
	}
	decls := col.finish()
	timing.Checking += time.Since(start)
	slices.SortStableFunc(col.problems, func(a, b Problem) int { return strings.Compare(a.Message, b.Message) })
	return decls, append(col.problems, problemsOf(roots, r.reached)...)
}

// needCgo lists the named packages with types that are unknown before cgo has
// run.
func needCgo(roots []*pkg) []string {
	var paths []string
	for _, p := range roots {
		if p.needCgo {
			paths = append(paths, p.path)
		}
	}
	return paths
}

// problemsOf gathers what is wrong with the packages, the named ones first.
func problemsOf(roots, reached []*pkg) []Problem {
	var out []Problem
	told := map[Problem]bool{}
	add := func(p *pkg) {
		for _, err := range p.unread {
			out = append(out, Problem{Package: p.path, Message: err.Error()})
		}
		for _, e := range slices.Concat(p.listErrs, p.errs) {
			if !told[e] {
				told[e] = true
				out = append(out, e)
			}
		}
	}
	for _, p := range roots {
		add(p)
	}
	for _, p := range reached {
		if !p.root {
			add(p)
		}
	}
	return out
}

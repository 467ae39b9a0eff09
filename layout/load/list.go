package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed-ac4d27cc/heft/layout"
)

// env is the environment of the go command for cfg.
func (cfg *Config) env() []string {
	env := os.Environ()
	set := func(key, value string) {
		if value != "" {
			env = append(env, key+"="+value)
		}
	}
	set("GOOS", cfg.GOOS)
	set("GOARCH", cfg.GOARCH)
	set("GOTOOLCHAIN", cfg.Toolchain)
	set("GOEXPERIMENT", cfg.Experiment)
	if cfg.Dir != "" {
		set("PWD", cfg.Dir)
	}
	return env
}

// goEnv is what the go command says of itself.
type goEnv struct {
	GOVERSION, GOOS, GOARCH, GOEXPERIMENT, GOROOT, GOMODCACHE string
}

func (cfg *Config) goEnv(ctx context.Context) (goEnv, error) {
	var e goEnv
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOVERSION", "GOOS", "GOARCH", "GOEXPERIMENT", "GOROOT", "GOMODCACHE")
	cmd.Dir, cmd.Env = cfg.Dir, cfg.env()
	out, err := cmd.Output()
	if err != nil {
		return e, fmt.Errorf("run go env: %w", goError(err))
	}
	if err := json.Unmarshal(out, &e); err != nil {
		return e, fmt.Errorf("run go env: %w", err)
	}
	return e, nil
}

// goError is the go command's own word on why it failed.
func goError(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if msg := strings.TrimSpace(string(exit.Stderr)); msg != "" {
			return errors.New(msg)
		}
	}
	return err
}

const listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest

// list asks the go command for the packages and all that they import.
func (cfg *Config) list(ctx context.Context, mode packages.LoadMode, patterns []string) ([]*packages.Package, error) {
	pc := &packages.Config{Mode: mode, Context: ctx, Dir: cfg.Dir, Env: cfg.env(), Tests: cfg.Tests}
	if cfg.Tags != "" {
		pc.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	return packages.Load(pc, patterns...)
}

// graph turns a listing into our packages. The first result are the packages
// named, the second all of them, both in a stable order. Of the packages in
// compiled, the files that cgo wrote are taken.
func (cfg *Config) graph(listed, compiled []*packages.Package) (roots, all []*pkg, problems []Problem) {
	byID := map[string]*pkg{}
	cgo := map[string]*packages.Package{}
	for _, lp := range compiled {
		cgo[lp.ID] = lp
	}
	var visit func(lp *packages.Package) *pkg
	visit = func(lp *packages.Package) *pkg {
		if p := byID[lp.ID]; p != nil {
			return p
		}
		p := &pkg{id: lp.ID, path: lp.PkgPath, name: lp.Name, paths: lp.GoFiles, other: lp.IgnoredFiles, deps: make(map[string]*pkg, len(lp.Imports))}
		byID[lp.ID] = p
		all = append(all, p)
		for _, e := range lp.Errors {
			// The parser and the checker will say more of an error in the
			// source; the go command's word counts where it stops them.
			if len(lp.GoFiles) == 0 || e.Kind == packages.ListError {
				p.missing = firstLine(e.Msg)
				p.listErrs = append(p.listErrs, Problem{Package: lp.PkgPath, Pos: cfg.place(e.Pos, lp), Message: e.Msg})
			}
		}
		if len(lp.GoFiles) > 0 {
			p.missing = ""
		} else if p.missing == "" && lp.PkgPath != "unsafe" {
			p.missing = "it has no Go files"
		}
		for path, dep := range lp.Imports {
			p.deps[path] = visit(dep)
		}
		if lc := cgo[lp.ID]; lc != nil {
			p.cgoRan = true
			for _, e := range lc.Errors {
				p.listErrs = append(p.listErrs, Problem{Package: lp.PkgPath, Pos: cfg.place(e.Pos, lp), Message: e.Msg})
			}
			p.paths = nil
			for _, f := range lc.CompiledGoFiles {
				// In the build cache, files have no extension.
				if ext := filepath.Ext(f); ext == ".go" || ext == "" {
					p.paths = append(p.paths, f)
				}
			}
			for path, dep := range lc.Imports {
				if p.deps[path] == nil {
					p.deps[path] = visit(dep)
				}
			}
			p.written = lp.GoFiles
		}
		return p
	}
	testOf := map[string]bool{} // packages that their test variant replaces
	for _, lp := range listed {
		if lp.ForTest != "" && lp.PkgPath == lp.ForTest {
			testOf[lp.PkgPath] = true
		}
	}
	for _, lp := range listed {
		p := visit(lp)
		if strings.HasSuffix(lp.ID, ".test") && lp.Name == "main" || lp.ForTest == "" && testOf[lp.PkgPath] {
			continue // the generated test main; the package without its tests
		}
		if len(lp.GoFiles) == 0 {
			// Without an error a "..." has matched it and its build
			// constraints exclude all files: the go command passes over it.
			problems = append(problems, p.listErrs...)
			continue
		}
		p.root = true
		roots = append(roots, p)
	}
	slices.SortFunc(roots, func(a, b *pkg) int { return strings.Compare(a.id, b.id) })
	slices.SortFunc(all, func(a, b *pkg) int { return strings.Compare(a.id, b.id) })
	return roots, all, problems
}

// place reads the position of the go command's error about a package, which
// may name a file by a short path, or none.
func (cfg *Config) place(s string, lp *packages.Package) layout.Pos {
	pos := parsePos(s)
	switch {
	case pos.File == "" && len(lp.GoFiles) > 0:
		pos.File = lp.GoFiles[0]
	case pos.File != "" && !filepath.IsAbs(pos.File):
		if path, err := filepath.Abs(filepath.Join(cfg.Dir, pos.File)); err == nil {
			pos.File = path
		}
	}
	return pos
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// parsePos reads the positions of the go command's errors: file:line:col,
// file:line, or "-".
func parsePos(s string) layout.Pos {
	var pos layout.Pos
	parts := strings.Split(s, ":")
	if len(parts) > 1 && len(parts[0]) == 1 && filepath.VolumeName(s) != "" {
		parts = append([]string{parts[0] + ":" + parts[1]}, parts[2:]...)
	}
	if parts[0] != "-" {
		pos.File = parts[0]
	}
	if len(parts) > 1 {
		fmt.Sscan(parts[1], &pos.Line)
	}
	if len(parts) > 2 {
		fmt.Sscan(parts[2], &pos.Column)
	}
	return pos
}

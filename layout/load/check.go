package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/seed-ac4d27cc/heft/layout"
)

// scanError is a syntax error at an offset.
type scanError struct {
	offset int
	msg    string
}

func scannerErrors(err error) []scanError {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []scanError{{0, err.Error()}}
	}
	var out []scanError
	for _, e := range list {
		out = append(out, scanError{e.Pos.Offset, e.Msg})
	}
	return out
}

// checker parses and type-checks the kept parts of packages, dependencies
// first.
type checker struct {
	fset  *token.FileSet
	sizes types.Sizes
	// visit is called with each named package when it is checked, from several
	// goroutines. Its syntax is dropped after that.
	visit func(p *pkg)

	mu     sync.Mutex
	byFile map[*token.File]*parsed
	pkgs   map[*types.Package]*pkg
}

// pos returns the place in the source of a position.
func (c *checker) pos(pos token.Pos) layout.Pos {
	if pf := c.parsedAt(pos); pf != nil {
		return pf.pos(pos)
	}
	return layout.Pos{}
}

// parsedAt returns the file that holds a position, or nil.
func (c *checker) parsedAt(pos token.Pos) *parsed {
	tf := c.fset.File(pos)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byFile[tf]
}

// pkgOf returns the package that was checked as t, or nil.
func (c *checker) pkgOf(t *types.Package) *pkg {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pkgs[t]
}

// check parses and type-checks the packages, each after those that it imports.
func (c *checker) check(pkgs []*pkg) {
	c.byFile = map[*token.File]*parsed{}
	c.pkgs = map[*types.Package]*pkg{}
	waits := map[*pkg]int{}
	users := map[*pkg][]*pkg{}
	in := map[*pkg]bool{}
	for _, p := range pkgs {
		in[p] = true
	}
	for _, p := range pkgs {
		seen := map[*pkg]bool{}
		for _, dep := range p.deps {
			if dep != p && in[dep] && !seen[dep] {
				seen[dep] = true
				waits[p]++
				users[dep] = append(users[dep], p)
			}
		}
	}
	ready := make(chan *pkg, len(pkgs))
	done := make(chan *pkg, len(pkgs))
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for p := range ready {
				c.parse(p)
				c.checkOne(p)
				if p.root {
					c.visit(p)
				}
				p.info = nil
				for _, pf := range p.parsed {
					pf.ast = nil
				}
				done <- p
			}
		}()
	}
	left, running := len(pkgs), 0
	start := func(p *pkg) {
		waits[p] = -1
		running++
		ready <- p
	}
	for _, p := range pkgs {
		if waits[p] == 0 {
			start(p)
		}
	}
	for left > 0 {
		if running == 0 {
			// An import cycle: the go command has said so. Break it anywhere.
			for _, p := range pkgs {
				if waits[p] > 0 {
					start(p)
					break
				}
			}
		}
		p := <-done
		left--
		running--
		for _, u := range users[p] {
			if waits[u] > 0 {
				if waits[u]--; waits[u] == 0 {
					start(u)
				}
			}
		}
	}
	close(ready)
}

// parse parses what is kept of a package, whose sources of a dependency are
// then dropped.
func (c *checker) parse(p *pkg) {
	for _, f := range p.files {
		pf := f.parse(c.fset)
		if pf == nil {
			continue
		}
		p.errs = append(p.errs, pf.errs...)
		if pf.ast == nil {
			continue
		}
		p.parsed = append(p.parsed, pf)
		c.mu.Lock()
		c.byFile[pf.tf] = pf
		c.mu.Unlock()
	}
	p.forget()
}

// checkOne type-checks one package. What its kept part has wrong is noted.
func (c *checker) checkOne(p *pkg) {
	if p.path == "unsafe" {
		// Its source is documentation only.
		p.types, p.info, p.parsed, p.errs = types.Unsafe, &types.Info{}, nil, nil
		return
	}
	conf := &types.Config{
		FakeImportC:              true,
		DisableUnusedImportCheck: true,
		Sizes:                    c.sizes,
		Importer: importer(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			dep := p.deps[path]
			if dep == nil || dep.missing != "" {
				if dep != nil {
					return nil, errors.New(dep.missing)
				}
				return nil, errors.New("the go command does not list it")
			}
			if dep.types == nil {
				// Nothing of it is kept, or an import cycle.
				return types.NewPackage(dep.path, dep.name), nil
			}
			return dep.types, nil
		}),
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				if !p.cgoRan && strings.Contains(te.Msg, "invalid type") && p.hasCgo() {
					return // follows from a C type: cgo is run if it is needed
				}
				c.note(p, c.pos(te.Pos), te.Msg)
			} else {
				p.errs = append(p.errs, Problem{Package: p.path, Message: err.Error()})
			}
		},
	}
	info := &types.Info{}
	if p.root {
		// Room from the start spares the maps their growth: a byte of kept
		// source in twelve begins an expression, and so on (measured on std).
		n := 0
		for _, pf := range p.parsed {
			n += pf.tf.Size()
		}
		info = &types.Info{
			Types:      make(map[ast.Expr]types.TypeAndValue, n/12),
			Instances:  map[*ast.Ident]types.Instance{},
			Defs:       make(map[*ast.Ident]types.Object, n/75),
			Uses:       make(map[*ast.Ident]types.Object, n/25),
			Selections: make(map[*ast.SelectorExpr]*types.Selection, n/180),
		}
	}
	files := make([]*ast.File, len(p.parsed))
	for i, pf := range p.parsed {
		files[i] = pf.ast
	}
	p.types = types.NewPackage(p.path, p.name)
	p.info = info
	c.mu.Lock()
	c.pkgs[p.types] = p
	c.mu.Unlock()
	defer func() {
		// go/types has panicked on invalid programs before: the package is
		// then unknown, the others are not.
		if r := recover(); r != nil {
			p.errs = append(p.errs, Problem{Package: p.path, Message: fmt.Sprintf("the type checker failed: %v", r)})
		}
	}()
	_ = types.NewChecker(conf, c.fset, p.types, info).Files(files) // errors are noted by conf.Error
}

// note notes an error of the type checker.
func (c *checker) note(p *pkg, pos layout.Pos, msg string) {
	if more, ok := strings.CutPrefix(msg, "\t"); ok && len(p.errs) > 0 {
		// It goes on with the error before, about another place.
		last := &p.errs[len(p.errs)-1]
		last.Message = fmt.Sprintf("%s; %s (%s:%d)", strings.TrimSuffix(last.Message, ":"), more, filepath.Base(pos.File), pos.Line)
		return
	}
	if strings.HasPrefix(msg, "could not import ") && p.told(pos) {
		return
	}
	p.errs = append(p.errs, Problem{Package: p.path, Pos: pos, Message: msg})
}

// told reports whether the go command has an error about the import at pos.
func (p *pkg) told(pos layout.Pos) bool {
	at := func(e Problem) bool { return e.Pos.File == pos.File && e.Pos.Line == pos.Line }
	for _, dep := range p.deps {
		if slices.ContainsFunc(dep.listErrs, at) {
			return true
		}
	}
	return slices.ContainsFunc(p.listErrs, at)
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

package harness

import (
	"context"
	"fmt"
	"go/token"
	"strings"
)

// target is what is measured: a declared name of a package, or the package
// alone, for an expression.
type target struct {
	pkg  *goPackage
	recv string // "(*Server)" or "Server" of a method
	name string // of a function, method or type; "" for the package
	args string // type arguments with their brackets: "[string,*User]"
}

func (t *target) String() string {
	s := t.pkg.ImportPath
	if t.pkg.Name != "" && t.name != "" {
		s = t.pkg.Name
	}
	if t.recv != "" {
		s += "." + t.recv
	}
	if t.name != "" {
		s += "." + t.name + t.args
	}
	return s
}

// findTarget resolves "./session.New", "example.com/m/cache.New[string,*User]",
// "./srv.(*Server).Session", "New" (of the package here), or with wholePackage
// a package alone.
func findTarget(ctx context.Context, c *goCommand, spec string, wholePackage bool) (*target, error) {
	if wholePackage {
		pkg, err := onePackage(ctx, c, spec)
		if err != nil {
			return nil, err
		}
		return &target{pkg: pkg}, nil
	}
	head, args := spec, ""
	if i := strings.IndexByte(spec, '['); i >= 0 {
		head, args = spec[:i], spec[i:]
		if !strings.HasSuffix(args, "]") {
			return nil, fmt.Errorf("measure %s: the type arguments do not end with a ]", spec)
		}
	}
	if token.IsIdentifier(head) {
		pkg, err := onePackage(ctx, c, ".")
		if err != nil {
			return nil, err
		}
		return &target{pkg: pkg, name: head, args: args}, nil
	}
	splits := splitTarget(head)
	if len(splits) == 0 {
		return nil, fmt.Errorf("measure %s: name a function or a type of the package, as %s.New, or give --expr", spec, spec)
	}
	var patterns []string
	for _, s := range splits {
		patterns = append(patterns, s.path)
	}
	pkgs, err := c.list(ctx, patterns...)
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", spec, err)
	}
	var missing *goPackageError
	for i, s := range splits {
		if i >= len(pkgs) {
			break
		}
		p := pkgs[i]
		if p.Dir == "" || p.Name == "" && p.Error != nil {
			if p.Error != nil {
				missing = p.Error
			}
			continue
		}
		return &target{pkg: p, recv: s.recv, name: s.name, args: args}, nil
	}
	if missing != nil {
		return nil, fmt.Errorf("measure %s: %s", spec, missing.Err)
	}
	return nil, fmt.Errorf("measure %s: no such package", spec)
}

func onePackage(ctx context.Context, c *goCommand, pattern string) (*goPackage, error) {
	pkgs, err := c.list(ctx, pattern)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 {
		return nil, fmt.Errorf("measure %s: it names %d packages, want one", pattern, len(pkgs))
	}
	if p := pkgs[0]; p.Error != nil && p.Name == "" {
		return nil, fmt.Errorf("measure %s: %s", pattern, p.Error.Err)
	}
	return pkgs[0], nil
}

type targetSplit struct{ path, recv, name string }

// splitTarget returns the ways to read head as a package path and a name; a
// path's last element may itself hold dots ("gopkg.in/yaml.v3.Marshal"), or be
// nothing but dots ("..Name" is Name of package ".", as is ".Name").
func splitTarget(head string) []targetSplit {
	slash := strings.LastIndexByte(head, '/') + 1
	dir, last := head[:slash], head[slash:]
	var out []targetSplit
	add := func(path, name string) {
		s := targetSplit{path: dir + path, name: name}
		if j := strings.LastIndexByte(name, '.'); j >= 0 {
			s.recv, s.name = name[:j], name[j+1:]
			bare := strings.TrimPrefix(s.recv, "(*")
			if bare != s.recv {
				bare = strings.TrimSuffix(bare, ")")
			}
			if !token.IsIdentifier(bare) {
				return
			}
		}
		if token.IsIdentifier(s.name) {
			out = append(out, s)
		}
	}
	if dots := len(last) - len(strings.TrimLeft(last, ".")); dots > 0 {
		add(last[:max(1, dots-1)], last[dots:])
		return out
	}
	for i := range last {
		if last[i] == '.' {
			add(last[:i], last[i+1:])
		}
	}
	return out
}

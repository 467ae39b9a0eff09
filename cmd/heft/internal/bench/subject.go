package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// subject is source code that tools read.
type subject struct {
	name     string
	module   string // of the module proxy; "" is the standard library
	version  string
	patterns []string
	// typ is one type, for tools that show one at a time, of the package pkg.
	pkg, typ string
	// mend makes the subject's folder one that the go command can list.
	mend func(ctx context.Context, s *subject) error

	dir string // where patterns are resolved, when prepared
}

var allSubjects = []subject{
	{
		name: "std", patterns: []string{"std"}, pkg: "net/http", typ: "Server",
		mend: func(_ context.Context, s *subject) error {
			return os.WriteFile(filepath.Join(s.dir, "go.mod"), []byte("module bench\n"), 0o666)
		},
	},
	{
		name: "prometheus", module: "github.com/prometheus/prometheus", version: "v0.316.0",
		patterns: []string{"./..."}, pkg: "github.com/prometheus/prometheus/tsdb", typ: "Head",
		mend: func(context.Context, *subject) error { return nil },
	},
	{
		name: "kubernetes", module: "k8s.io/kubernetes", version: "v1.36.3",
		patterns: []string{"./pkg/..."}, pkg: "k8s.io/kubernetes/pkg/kubelet", typ: "Kubelet",
		mend: unstage,
	},
}

func subjectNames() []string {
	var names []string
	for _, s := range allSubjects {
		names = append(names, s.name)
	}
	return names
}

func (s *subject) title() string {
	if s.module == "" {
		return s.name
	}
	return s.module + "@" + s.version
}

// work is one thing to read: all of a subject, or one type of it.
type work struct {
	name     string
	dir      string
	patterns []string
	typ      string // "" is all types
}

// work returns what a subject gives to do: first all of it, then one type.
func (s *subject) work() []work {
	return []work{
		{name: s.name, dir: s.dir, patterns: s.patterns},
		{name: s.name + " " + s.typ, dir: s.dir, patterns: []string{s.pkg}, typ: s.typ},
	}
}

// prepare copies a subject's module into the place, mends it, and fetches the
// modules that its packages import.
func (p place) prepare(ctx context.Context, s *subject) error {
	s.dir = filepath.Join(p.dir, "subjects", s.name)
	done := filepath.Join(p.dir, "subjects", s.name+".ready")
	if b, err := os.ReadFile(done); err == nil && string(b) == s.title() {
		return nil
	}
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("prepare %s: %w", s.name, err)
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return fmt.Errorf("prepare %s: %w", s.name, err)
	}
	if s.module != "" {
		from, err := goOutput(ctx, p.dir, nil, "mod", "download", "-json", s.module+"@"+s.version)
		if err != nil {
			return fmt.Errorf("prepare %s: %w", s.name, err)
		}
		tree, err := downloaded(from)
		if err != nil {
			return fmt.Errorf("prepare %s: %w", s.name, err)
		}
		if err := os.CopyFS(s.dir, os.DirFS(tree)); err != nil {
			return fmt.Errorf("prepare %s: %w", s.name, err)
		}
	}
	if err := s.mend(ctx, s); err != nil {
		return fmt.Errorf("prepare %s: %w", s.name, err)
	}
	list := append([]string{"list", "-mod=mod", "-deps", "-f", "{{.ImportPath}}"}, s.patterns...)
	if _, err := goOutput(ctx, s.dir, subjectEnv, list...); err != nil {
		return fmt.Errorf("prepare %s: %w", s.name, err)
	}
	return os.WriteFile(done, []byte(s.title()), 0o666)
}

// subjectEnv is what the go command needs to know in the tree of a module that
// was taken out of its repository: its go.work names modules that the module's
// zip does not hold.
var subjectEnv = []string{"GOWORK=off"}

// unstage makes a copy of k8s.io/kubernetes one that stands by itself: its
// zip lacks the modules that its repository keeps under staging/, which have
// been published with the number v0.N.M for v1.N.M.
func unstage(ctx context.Context, s *subject) error {
	mod, err := os.ReadFile(filepath.Join(s.dir, "go.mod"))
	if err != nil {
		return err
	}
	version := "v0." + strings.TrimPrefix(s.version, "v1.")
	edit := []string{"mod", "edit"}
	for lines := bufio.NewScanner(bytes.NewReader(mod)); lines.Scan(); {
		path, to, ok := strings.Cut(strings.TrimSpace(lines.Text()), " => ")
		if ok && strings.HasPrefix(to, "./staging/") {
			edit = append(edit, "-dropreplace="+path, "-require="+path+"@"+version)
		}
	}
	if len(edit) == 2 {
		return fmt.Errorf("%s replaces no module by one under staging/", filepath.Join(s.dir, "go.mod"))
	}
	if _, err := goOutput(ctx, s.dir, subjectEnv, edit...); err != nil {
		return err
	}
	for _, name := range []string{"go.work", "go.work.sum", "vendor", "staging"} {
		if err := os.RemoveAll(filepath.Join(s.dir, name)); err != nil {
			return err
		}
	}
	return nil
}

package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tree is the code that a group is built from, and the go command that is set
// for it.
type tree struct {
	cmd   *goCommand
	cache *cache
	mains []*goModule
}

// openTree finds the tree of dir as a group wants it: as it stands, at a
// revision, or with a version of a module.
func openTree(ctx context.Context, c *cache, dir, tags string, g Group) (*tree, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if rev := strings.TrimPrefix(g.Revision, "@"); rev != "" {
		if dir, err = checkOut(ctx, c, dir, rev); err != nil {
			return nil, err
		}
	}
	cmd, err := newGoCommand(ctx, dir, tags, g)
	if err != nil {
		return nil, err
	}
	t := &tree{cmd: cmd, cache: c}
	if g.Module != "" {
		if err := t.setVersion(ctx, g.Module); err != nil {
			return nil, err
		}
	}
	if t.mains, err = cmd.mainModules(ctx); err != nil {
		return nil, err
	}
	if len(t.mains) == 0 {
		// Outside of a module there is the standard library to measure.
		if err := t.emptyModule(ctx, keyOf("empty", cmd.vars.GOVERSION), ""); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// checkOut extracts a revision of the repository that holds dir, and returns
// the directory in it that dir is.
func checkOut(ctx context.Context, c *cache, dir, rev string) (string, error) {
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(stderr.String()+" "+err.Error()))
		}
		return strings.TrimSpace(stdout.String()), nil
	}
	fail := func(err error) (string, error) {
		return "", fmt.Errorf("check out revision %s of %s: %w", rev, dir, err)
	}
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return fail(err)
	}
	sha, err := git("rev-parse", "--verify", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return fail(err)
	}
	prefix, err := git("rev-parse", "--show-prefix")
	if err != nil {
		return fail(err)
	}
	to, unlock, err := c.entry("rev", keyOf(top, sha))
	if err != nil {
		return fail(err)
	}
	defer unlock()
	if _, err := os.Stat(filepath.Join(to, "complete")); err != nil {
		archive := exec.CommandContext(ctx, "git", "-C", top, "archive", "--format=tar", sha)
		extract := exec.CommandContext(ctx, "tar", "-x", "-C", to)
		var said bytes.Buffer
		archive.Stderr, extract.Stderr = &said, &said
		if extract.Stdin, err = archive.StdoutPipe(); err != nil {
			return fail(err)
		}
		if err := extract.Start(); err != nil {
			return fail(err)
		}
		err := archive.Run()
		if e := extract.Wait(); err == nil {
			err = e
		}
		if err != nil {
			return fail(fmt.Errorf("%s %w", strings.TrimSpace(said.String()), err))
		}
		if err := os.WriteFile(filepath.Join(to, "complete"), nil, 0o644); err != nil {
			return fail(err)
		}
	}
	at := filepath.Join(to, filepath.FromSlash(prefix))
	if _, err := os.Stat(at); err != nil {
		return fail(fmt.Errorf("it has no directory %s", prefix))
	}
	return at, nil
}

// emptyModule makes an own module with at most one requirement the tree.
func (t *tree) emptyModule(ctx context.Context, key, require string) error {
	dir, unlock, err := t.cache.entry("mod", key)
	if err != nil {
		return err
	}
	defer unlock()
	version := strings.TrimPrefix(t.cmd.vars.GOVERSION, "go")
	version, _, _ = strings.Cut(version, " ")
	if err := writeFileIfNone(filepath.Join(dir, "go.mod"), "module heftprogram.example\n\ngo "+version+"\n"); err != nil {
		return err
	}
	t.cmd.dir = dir
	t.cmd.env = append(t.cmd.env, "GOWORK=off", "GOFLAGS="+withoutMod(t.cmd.vars.GOFLAGS))
	if require != "" {
		if _, err := t.cmd.run(ctx, "get", require); err != nil {
			return err
		}
	}
	t.cmd.vars.GOMOD, t.cmd.vars.GOWORK = filepath.Join(dir, "go.mod"), ""
	t.mains, err = t.cmd.mainModules(ctx)
	return err
}

func withoutMod(flags string) string {
	var keep []string
	for _, f := range strings.Fields(flags) {
		if !strings.HasPrefix(strings.TrimLeft(f, "-"), "mod=") {
			keep = append(keep, f)
		}
	}
	return strings.Join(keep, " ")
}

func writeFileIfNone(path, text string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// setVersion has the tree require a version of a module, in a copy of its
// go.mod.
func (t *tree) setVersion(ctx context.Context, module string) error {
	fail := func(err error) error { return fmt.Errorf("use %s: %w", module, err) }
	name, _, _ := strings.Cut(module, "@")
	if t.cmd.vars.GOWORK != "" {
		return fail(errors.New("there is a go.work, where every module has one version: set GOWORK=off"))
	}
	mains, err := t.cmd.mainModules(ctx)
	if err != nil {
		return fail(err)
	}
	for _, m := range mains {
		if m.Path == name {
			mains = nil // the version stands in for the tree itself
		}
	}
	if len(mains) == 0 {
		if err := t.emptyModule(ctx, keyOf("version", t.cmd.vars.GOVERSION, module), module); err != nil {
			return fail(err)
		}
		return nil
	}
	if err := t.ownModfile(module); err != nil {
		return fail(err)
	}
	if _, err := t.cmd.run(ctx, "get", "-modfile="+t.cmd.modfile, module); err != nil {
		return fail(err)
	}
	return nil
}

// ownModfile gives the go command a copy of the tree's go.mod, and of its
// go.sum, to change.
func (t *tree) ownModfile(purpose string) error {
	dir, unlock, err := t.cache.entry("modfile", keyOf(t.cmd.vars.GOMOD, t.cmd.vars.GOWORK, t.cmd.modfile, purpose))
	if err != nil {
		return err
	}
	defer unlock()
	if t.cmd.vars.GOWORK != "" {
		return t.ownWorkfile(dir)
	}
	from := t.cmd.vars.GOMOD
	if t.cmd.modfile != "" {
		from = t.cmd.modfile
	}
	to := filepath.Join(dir, "go.mod")
	if err := copyFile(to, from); err != nil {
		return err
	}
	sum := strings.TrimSuffix(from, ".mod") + ".sum"
	if err := copyFile(strings.TrimSuffix(to, ".mod")+".sum", sum); err != nil && !os.IsNotExist(err) {
		return err
	}
	t.cmd.modfile = to
	if !strings.Contains(strings.Join(t.cmd.env, " "), "GOFLAGS=") {
		// A vendor directory does not know what the copy requires.
		t.cmd.env = append(t.cmd.env, "GOFLAGS="+strings.TrimSpace(withoutMod(t.cmd.vars.GOFLAGS)+" -mod=mod"))
	}
	return nil
}

// ownWorkfile gives the go command a copy of the tree's go.work, with absolute
// paths.
func (t *tree) ownWorkfile(dir string) error {
	from := t.cmd.vars.GOWORK
	if t.cmd.workfile != "" {
		from = t.cmd.workfile
	}
	to := filepath.Join(dir, "go.work")
	if err := copyFile(to, from); err != nil {
		return err
	}
	if err := copyFile(to+".sum", from+".sum"); err != nil && !os.IsNotExist(err) {
		return err
	}
	edit := func(args ...string) ([]byte, error) {
		return t.cmd.run(context.Background(), append(append([]string{"work", "edit"}, args...), to)...)
	}
	text, err := edit("-json")
	if err != nil {
		return err
	}
	var work struct {
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(text, &work); err != nil {
		return fmt.Errorf("read %s: %w", from, err)
	}
	absolute := func(p string) string {
		if filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(filepath.Dir(from), p)
	}
	for _, u := range work.Use {
		if _, err := edit("-dropuse="+u.DiskPath, "-use="+absolute(u.DiskPath)); err != nil {
			return err
		}
	}
	for _, r := range work.Replace {
		if r.New.Version != "" {
			continue
		}
		old := r.Old.Path
		if r.Old.Version != "" {
			old += "@" + r.Old.Version
		}
		if _, err := edit("-replace=" + old + "=" + absolute(r.New.Path)); err != nil {
			return err
		}
	}
	t.cmd.workfile = to
	return nil
}

// own copies the module of a package in the module cache, where the go command
// takes no overlay, has the tree use the copy, and returns the package there.
func (t *tree) own(ctx context.Context, pkg *goPackage) (*goPackage, error) {
	m := pkg.Module
	fail := func(err error) (*goPackage, error) {
		return nil, fmt.Errorf("copy module %s@%s to measure in it: %w", m.Path, m.Version, err)
	}
	dir, unlock, err := t.cache.entry("module", keyOf(m.Path, m.Version, m.Dir))
	if err != nil {
		return fail(err)
	}
	defer unlock()
	tree := filepath.Join(dir, "tree")
	if _, err := os.Stat(filepath.Join(dir, "complete")); err != nil {
		if err := copyTree(tree, m.Dir); err != nil {
			return fail(err)
		}
		if err := writeFileIfNone(filepath.Join(tree, "go.mod"), "module "+m.Path+"\n"); err != nil {
			return fail(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "complete"), nil, 0o644); err != nil {
			return fail(err)
		}
	}
	if err := t.ownModfile("copy of " + m.Path + "@" + m.Version); err != nil {
		return fail(err)
	}
	replace := "-replace=" + m.Path + "@" + m.Version + "=" + tree
	edit := []string{"mod", "edit", replace, t.cmd.modfile}
	if t.cmd.workfile != "" {
		edit = []string{"work", "edit", replace, t.cmd.workfile}
	}
	if _, err := t.cmd.run(ctx, edit...); err != nil {
		return fail(err)
	}
	own, err := onePackage(ctx, t.cmd, pkg.ImportPath)
	if err != nil {
		return fail(err)
	}
	if t.cached(own) {
		return fail(fmt.Errorf("the go command still uses %s", own.Dir))
	}
	return own, nil
}

// cached reports whether a package lies in the module cache.
func (t *tree) cached(pkg *goPackage) bool {
	return !pkg.Standard && beneath(t.cmd.vars.GOMODCACHE, pkg.Dir)
}

// root is the module that a program with the package in it belongs to.
func (t *tree) root(pkg *goPackage) (*goModule, error) {
	if pkg != nil && pkg.Module != nil && pkg.Module.Main {
		return pkg.Module, nil
	}
	for _, m := range t.mains {
		if m.GoMod == t.cmd.vars.GOMOD {
			return m, nil
		}
	}
	if len(t.mains) == 0 {
		return nil, errors.New("there is no module to build the program in: run heft in a module, or with -C")
	}
	return t.mains[0], nil
}

package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// goCommand runs the go command in a directory with an environment.
type goCommand struct {
	dir  string
	env  []string // beside the process's own
	tags string
	vars goVars
	// modfile and workfile stand in for the tree's go.mod and go.work.
	modfile, workfile string
}

// goVars are the go command's settings that matter here.
type goVars struct {
	GOMOD, GOWORK, GOMODCACHE, GOVERSION, GOARCH, GOOS, GOEXPERIMENT, GOHOSTARCH, GOHOSTOS, GOFLAGS string
}

// newGoCommand asks the go command how it is set in dir.
func newGoCommand(ctx context.Context, dir, tags string, g Group) (*goCommand, error) {
	c := &goCommand{dir: dir, env: g.env(), tags: tags}
	out, err := c.run(ctx, "env", "-json", "GOMOD", "GOWORK", "GOMODCACHE", "GOVERSION", "GOARCH", "GOOS",
		"GOEXPERIMENT", "GOHOSTARCH", "GOHOSTOS", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &c.vars); err != nil {
		return nil, fmt.Errorf("read go env: %w", err)
	}
	c.vars.GOVERSION, _, _ = strings.Cut(c.vars.GOVERSION, " ")
	c.vars.GOVERSION, _, _ = strings.Cut(c.vars.GOVERSION, "-X:") // experiments, as GOEXPERIMENT has them
	if c.vars.GOMOD == os.DevNull || c.vars.GOMOD == "NUL" {
		c.vars.GOMOD = ""
	}
	if c.vars.GOWORK == "off" {
		c.vars.GOWORK = ""
	}
	return c, nil
}

func (c *goCommand) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), c.env...)
	if c.workfile != "" {
		cmd.Env = append(cmd.Env, "GOWORK="+c.workfile)
	}
	if c.dir != "" {
		// The go command trusts PWD where it names the same directory.
		cmd.Env = append(cmd.Env, "PWD="+c.dir)
	}
	return cmd
}

// run runs the go command and returns its standard output. The error holds
// what it said.
func (c *goCommand) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := c.command(ctx, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("run the go command: not found in PATH: install Go, or add its bin directory to PATH")
		}
		return nil, &goError{verb: args[0], message: strings.TrimSpace(stderr.String()), err: err}
	}
	return stdout.Bytes(), nil
}

// goError is a go command that failed.
type goError struct {
	verb, message string
	err           error
}

func (e *goError) Error() string {
	if e.message == "" {
		return fmt.Sprintf("go %s: %v", e.verb, e.err)
	}
	return fmt.Sprintf("go %s: %s", e.verb, e.message)
}

func (e *goError) Unwrap() error { return e.err }

// buildFlags are the flags that all of list, build and test need.
func (c *goCommand) buildFlags() []string {
	var flags []string
	if c.tags != "" {
		flags = append(flags, "-tags="+c.tags)
	}
	if c.modfile != "" {
		flags = append(flags, "-modfile="+c.modfile)
	}
	return flags
}

// goPackage is a package as the go command lists it.
type goPackage struct {
	Dir, ImportPath, Name     string
	Standard                  bool
	Module                    *goModule
	GoFiles, CgoFiles         []string
	TestGoFiles, XTestGoFiles []string
	Imports, Deps             []string
	DepsErrors                []*goPackageError
	Error                     *goPackageError
}

type goModule struct {
	Path, Version, Dir, GoMod, GoVersion string
	Main                                 bool
	Replace                              *goModule
}

type goPackageError struct {
	Pos, Err string
}

// list lists packages without what they import.
func (c *goCommand) list(ctx context.Context, patterns ...string) ([]*goPackage, error) {
	args := append([]string{"list", "-e", "-find",
		"-json=Dir,ImportPath,Name,Standard,Module,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Error"}, c.buildFlags()...)
	out, err := c.run(ctx, append(append(args, "--"), patterns...)...)
	if err != nil {
		return nil, err
	}
	return decodeAll[goPackage](out)
}

// mainModules lists the modules that are worked on; none outside of one.
func (c *goCommand) mainModules(ctx context.Context) ([]*goModule, error) {
	if c.vars.GOMOD == "" && c.vars.GOWORK == "" {
		return nil, nil
	}
	args := append([]string{"list", "-m", "-json"}, c.modFlags()...)
	out, err := c.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	return decodeAll[goModule](out)
}

func (c *goCommand) modFlags() []string {
	if c.modfile != "" {
		return []string{"-modfile=" + c.modfile}
	}
	return nil
}

func decodeAll[T any](text []byte) ([]*T, error) {
	var all []*T
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		v := new(T)
		err := d.Decode(v)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read go list: %w", err)
		}
		all = append(all, v)
	}
}

// beneath reports whether path is dir or in it.
func beneath(dir, path string) bool {
	if dir == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

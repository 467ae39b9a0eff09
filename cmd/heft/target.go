package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// target is the runtime that objects are priced under, and what the go command
// is told so that it lists the files of that runtime.
type target struct {
	given   bool // by --runtime; else the runtime is the go command's own
	runtime sizer.Runtime
	// goroot is that of the toolchain to load with; "" is the go command's own.
	goroot             string
	goarch, experiment string
}

// toolchainPattern is a release that a toolchain can be had of: a family alone
// names none.
var toolchainPattern = regexp.MustCompile(`^go1\.\d+(\.\d+|rc\d+|beta\d+)$`)

// target works out --runtime and --goarch. A release whose toolchain can be had
// is loaded with it; any other is modelled on top of the go command's own
// standard library.
func (s *sourceFlags) target(ctx context.Context) (target, error) {
	if s.runtime == "" {
		return target{goarch: s.goarch}, nil
	}
	own, err := s.ownRuntime(ctx)
	if err != nil {
		return target{}, err
	}
	rt, err := own.With(s.runtime)
	if err != nil {
		return target{}, usageError{err}
	}
	t := target{given: true, runtime: rt, goarch: rt.Arch.Name}
	if s.goarch != "" && s.goarch != t.goarch {
		if strings.Contains(s.runtime, t.goarch) {
			return target{}, usagef("--goarch %s contradicts --runtime %s", s.goarch, s.runtime)
		}
		if t.runtime, err = rt.With("/" + s.goarch); err != nil {
			return target{}, usageError{err}
		}
		t.goarch = s.goarch
	}
	if rt.Release != own.Release && toolchainPattern.MatchString(rt.Release) {
		if t.goroot, err = s.toolchainRoot(ctx, rt.Release); err != nil {
			return target{}, err
		}
	}
	if t.goroot != "" || rt.Family() == own.Family() {
		t.experiment = strings.Join(experimentList(t.runtime.Experiments, own.Experiments), ",")
	}
	return t, nil
}

// experimentList is the GOEXPERIMENT that gives the wanted experiments also
// where the environment sets others, which it turns back.
func experimentList(want, own []string) []string {
	list := slices.Clone(want)
	for _, x := range own {
		back, off := strings.CutPrefix(x, "no")
		if !off {
			back = "no" + x
		}
		if !slices.Contains(want, x) {
			list = append(list, back)
		}
	}
	return list
}

// ownRuntime is what the go command builds for when nothing is asked for.
func (s *sourceFlags) ownRuntime(ctx context.Context) (sizer.Runtime, error) {
	out, err := s.goCommand(ctx, nil, "env", "-json", "GOVERSION", "GOARCH", "GOEXPERIMENT")
	if err != nil {
		return sizer.Runtime{}, fmt.Errorf("ask the go command for its runtime: %w", err)
	}
	var env struct{ GOVERSION, GOARCH, GOEXPERIMENT string }
	if err := json.Unmarshal(out, &env); err != nil {
		return sizer.Runtime{}, fmt.Errorf("ask the go command for its runtime: %w", err)
	}
	arch, err := layout.ArchOf(env.GOARCH)
	if err != nil {
		return sizer.Runtime{}, err
	}
	return sizer.NewRuntime(env.GOVERSION, arch, env.GOEXPERIMENT)
}

// toolchainRoot is the GOROOT of a release, which the go command may have to
// fetch first; "" where it cannot be had, or does not take the module at hand.
func (s *sourceFlags) toolchainRoot(ctx context.Context, release string) (string, error) {
	env := []string{"GOTOOLCHAIN=" + release, "GOEXPERIMENT="}
	out, err := s.goCommand(ctx, env, "env", "GOVERSION", "GOROOT")
	if err == nil {
		// A module may ask for a newer release.
		_, err = s.goCommand(ctx, env, "list", "unsafe")
	}
	if err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil {
			return "", nil
		}
		return "", err
	}
	version, goroot, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if version, _, _ = strings.Cut(strings.TrimSpace(version), " "); version != release {
		return "", nil
	}
	return strings.TrimSpace(goroot), nil
}

// use makes the toolchain to load with the go command of this process, and
// returns what undoes that. GOTOOLCHAIN alone would not do: the go command
// that reads it refuses experiments that only the other toolchain knows, where
// golang.org/x/tools/go/packages calls it with GO111MODULE=off.
func (t target) use() (undo func(), err error) {
	if t.goroot == "" {
		return func() {}, nil
	}
	path, was := os.Getenv("PATH"), os.Getenv("GOTOOLCHAIN")
	err = errors.Join(
		os.Setenv("PATH", filepath.Join(t.goroot, "bin")+string(filepath.ListSeparator)+path),
		os.Setenv("GOTOOLCHAIN", "local"),
	)
	return func() {
		os.Setenv("PATH", path)
		os.Setenv("GOTOOLCHAIN", was)
	}, err
}

func (s *sourceFlags) goCommand(ctx context.Context, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), env...)
	return cmd.Output()
}

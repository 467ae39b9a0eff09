package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// target is the runtime that objects are priced under, and what the go command
// is told so that it lists the files of that runtime.
type target struct {
	given                         bool // by --runtime; else the runtime is the go command's own
	runtime                       sizer.Runtime
	toolchain, goarch, experiment string
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
		switch ok, err := s.hasToolchain(ctx, rt.Release); {
		case err != nil:
			return target{}, err
		case ok:
			t.toolchain = rt.Release
		}
	}
	if t.toolchain != "" || rt.Family() == own.Family() {
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

// hasToolchain reports whether the go command can run as another release,
// which it may have to fetch first.
func (s *sourceFlags) hasToolchain(ctx context.Context, release string) (bool, error) {
	out, err := s.goCommand(ctx, []string{"GOTOOLCHAIN=" + release}, "env", "GOVERSION")
	if err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil {
			return false, nil
		}
		return false, err
	}
	version, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return version == release, nil
}

func (s *sourceFlags) goCommand(ctx context.Context, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), env...)
	return cmd.Output()
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// place is the folder where everything is kept.
type place struct{ dir string }

// openPlace makes a place; "" is the default one.
func openPlace(dir string) (place, error) {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return place{}, fmt.Errorf("%w: name a folder with --dir", err)
		}
		dir = filepath.Join(cache, "heft-bench")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return place{}, err
	}
	return place{dir}, os.MkdirAll(filepath.Join(dir, "bin"), 0o777)
}

func (p place) bin(name string) string { return filepath.Join(p.dir, "bin", name) }

// caches are the caches that a run may read and write.
type caches struct{ dir string }

// warmCaches are those that all tools share and keep from run to run.
func (p place) warmCaches() caches { return caches{filepath.Join(p.dir, "warm")} }

// emptyCaches are new ones, and what removes them.
func (p place) emptyCaches() (caches, func(), error) {
	dir, err := os.MkdirTemp(p.dir, "cold-")
	return caches{dir}, func() { os.RemoveAll(dir) }, err
}

// env is the environment of a run: the go command's build cache and the folder
// below which tools keep caches of their own are the place's.
func (c caches) env() []string {
	return append([]string{
		"GOCACHE=" + filepath.Join(c.dir, "go-build"),
		"XDG_CACHE_HOME=" + filepath.Join(c.dir, "user"),
	}, subjectEnv...)
}

// build installs a tool into the place: heft from this module, others at their
// version from the module proxy.
func (p place) build(ctx context.Context, t *tool) error {
	args, env := []string{"build", "-o", p.bin(t.name), t.pkg}, []string(nil)
	if t.version != "" {
		args, env = []string{"install", t.pkg + "@" + t.version}, []string{"GOBIN=" + p.bin("")}
	}
	if _, err := goOutput(ctx, "", env, args...); err != nil {
		return fmt.Errorf("build %s: %w", t.name, err)
	}
	return nil
}

// goOutput runs the go command and returns what it prints.
func goOutput(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", strings.Join(args[:min(2, len(args))], " "), err, lastLine(errs.String()))
	}
	return out.Bytes(), nil
}

// downloaded reads where "go mod download -json" has put a module.
func downloaded(out []byte) (string, error) {
	var m struct{ Dir, Error string }
	if err := json.Unmarshal(out, &m); err != nil {
		return "", fmt.Errorf("go mod download: %w", err)
	}
	if m.Error != "" {
		return "", fmt.Errorf("go mod download: %s", m.Error)
	}
	return m.Dir, nil
}

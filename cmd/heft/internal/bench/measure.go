package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The states of caches in which a run starts.
const (
	warm = "warm" // filled by a run before
	cold = "cold" // empty
)

// result is what one tool took for one work.
type result struct {
	subject  *subject
	work     work
	tool     *tool
	argv     []string
	caches   string // warm or cold
	packages int    // read, where a part of the subject is
	runs     []reading
}

// reading is what one run took, children that it waited for included.
type reading struct {
	wall time.Duration
	cpu  time.Duration // user and system
	// rss is the largest resident set of any one process of the run, in
	// bytes; 0 where the system does not tell.
	rss int64
}

// measureIn runs a command once, with caches in the state that its result asks for.
func (p place) measureIn(ctx context.Context, r *result) (reading, error) {
	if r.caches == warm {
		return p.measure(ctx, r, p.warmCaches())
	}
	c, remove, err := p.emptyCaches()
	if err != nil {
		return reading{}, err
	}
	defer remove()
	return p.measure(ctx, r, c)
}

// measure runs a command once.
func (p place) measure(ctx context.Context, r *result, c caches) (reading, error) {
	if err := os.MkdirAll(filepath.Join(c.dir, "user"), 0o777); err != nil {
		return reading{}, err
	}
	cmd := exec.CommandContext(ctx, r.argv[0], r.argv[1:]...)
	cmd.Dir = r.work.dir
	cmd.Env = append(os.Environ(), c.env()...)
	var errs bytes.Buffer
	cmd.Stderr = &errs // and what it prints goes to the null device
	began := time.Now()
	err := cmd.Run()
	wall := time.Since(began)
	var exit *exec.ExitError
	if errors.As(err, &exit) && slices.Contains(r.tool.findings, exit.ExitCode()) {
		err = nil
	}
	if err != nil {
		return reading{}, fmt.Errorf("%s: %s: %w: %s", r.work.name, commandLine(r.argv), err, lastLine(errs.String()))
	}
	s := cmd.ProcessState
	return reading{wall: wall, cpu: s.UserTime() + s.SystemTime(), rss: maxRSS(s)}, nil
}

// commandLine is a command as a shell takes it, by its name without folders,
// cut where it is long.
func commandLine(argv []string) string {
	s := strings.Join(append([]string{filepath.Base(argv[0])}, argv[1:]...), " ")
	if len(s) > 100 {
		s = s[:97] + "..."
	}
	return s
}

// lastLine is the last line of what a command has said.
func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

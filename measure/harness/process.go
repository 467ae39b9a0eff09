package harness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
)

// Conditions are what every trial runs under.
type Conditions struct {
	GOGC     string        `json:"gogc"`               // "100", "off"
	MemLimit string        `json:"memlimit,omitempty"` // GOMEMLIMIT; "": none
	Procs    int           `json:"procs"`              // GOMAXPROCS
	Limit    time.Duration `json:"limit"`              // of construction in one trial
	Exec     []string      `json:"exec,omitempty"`     // command that runs the program
}

const (
	// startShare of the limit of construction bounds package initialisation.
	startShare = 10
	// graceLimit is for collections and for an emulator, beside construction.
	graceLimit = 60 * time.Second
	// outputShown is how much of a program's own output an error holds.
	outputShown = 2000
)

// leastStart is what package initialisation may take at least.
var leastStart = 30 * time.Second

// trial runs a program once.
func trial(ctx context.Context, binary string, dir string, plan driver.Plan, c Conditions) (*driver.Result, error) {
	tmp, err := os.MkdirTemp("", "heft-trial")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	plan.Result, plan.Limit = filepath.Join(tmp, "result"), c.Limit
	text, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	argv := append(append([]string{}, c.Exec...), binary)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOGC="+c.GOGC, "GOMEMLIMIT="+orOff(c.MemLimit), driver.Env+"="+string(text))
	if c.Procs > 0 {
		cmd.Env = append(cmd.Env, "GOMAXPROCS="+strconv.Itoa(c.Procs))
	}
	var output head
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.WaitDelay = 2 * time.Second
	ownGroup(cmd)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, startError(argv, err)
	}
	why := supervise(ctx, cmd, plan.Result+".at", c.Limit)
	wall := time.Since(start)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	result, err := os.ReadFile(plan.Result)
	if err == nil {
		r := new(driver.Result)
		if err := json.Unmarshal(result, r); err != nil {
			return nil, fmt.Errorf("read the trial's result: %w", err)
		}
		r.Wall = wall
		return r, nil
	}
	at := ""
	if n, err := os.ReadFile(plan.Result + ".at"); err != nil {
		at = " before package initialisation was over"
	} else if i, err := strconv.Atoi(string(n)); err == nil && i > 0 {
		at = fmt.Sprintf(" after instance %d", i)
	}
	return nil, &ProcessError{What: why + at, Output: output.String()}
}

// ProcessError is a program that ended without a result.
type ProcessError struct {
	What   string // how it ended, and when
	Output string // the end of what it wrote
}

func (e *ProcessError) Error() string {
	out := strings.TrimSpace(e.Output)
	if out == "" {
		return e.What
	}
	if len(out) > outputShown {
		out = out[:outputShown] + "\n…"
	}
	return e.What + "; it wrote:\n\t" + strings.ReplaceAll(out, "\n", "\n\t")
}

func orOff(limit string) string {
	if limit == "" {
		return "off"
	}
	return limit
}

func startError(argv []string, err error) error {
	if errors.Is(err, syscall.ENOEXEC) {
		return fmt.Errorf("run the program: this machine (%s) cannot run it; give a command that can by --exec, such as an emulator", runtime.GOARCH)
	}
	return fmt.Errorf("run %s: %w", argv[0], err)
}

// supervise waits for a process, which it ends when its time is over: by
// SIGQUIT, to which the runtime answers with the stacks of all goroutines, and
// then for good. It says how the process ended.
func supervise(ctx context.Context, cmd *exec.Cmd, started string, limit time.Duration) string {
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	end := func(why string) string {
		signalGroup(cmd, syscall.SIGQUIT)
		select {
		case <-done:
		case <-time.After(2 * time.Second):
			signalGroup(cmd, syscall.SIGKILL)
			<-done
		}
		return why
	}
	startLimit := max(leastStart, limit/startShare)
	total := time.After(limit + startLimit + graceLimit)
	start := time.After(startLimit)
	for {
		select {
		case err := <-done:
			if err == nil {
				return "the program exited by itself with status 0"
			}
			return fmt.Sprintf("the program ended by itself (%v)", err)
		case <-ctx.Done():
			signalGroup(cmd, syscall.SIGKILL)
			<-done
			return "interrupted"
		case <-start:
			if _, err := os.Stat(started); err != nil {
				return end(fmt.Sprintf("the program was ended after %v", startLimit))
			}
		case <-total:
			return end(fmt.Sprintf("the program was ended after %v", limit+startLimit+graceLimit))
		}
	}
}

// head keeps the beginning of what is written to it, and counts the rest.
type head struct {
	text    []byte
	dropped int
}

const headSize = 64 << 10

func (t *head) Write(p []byte) (int, error) {
	n := min(len(p), headSize-len(t.text))
	t.text = append(t.text, p[:n]...)
	t.dropped += len(p) - n
	return len(p), nil
}

func (t *head) String() string { return string(t.text) }

// emulator finds the command that runs programs of a GOARCH here: none where
// the kernel does, else qemu's user emulator.
func emulator(goos, goarch string) ([]string, error) {
	if goos != runtime.GOOS {
		return nil, fmt.Errorf("a program for %s does not run on %s: give a command that runs it by --exec", goos, runtime.GOOS)
	}
	if native(goarch) {
		return nil, nil
	}
	if goarch == "386" {
		return nil, errors.New("programs for 386 do not run on this machine's kernel, and not reliably under qemu-i386: use a machine whose kernel runs them, or see what is predicted by heft layout --runtime 386")
	}
	name := "qemu-" + emulators[goarch]
	for _, n := range []string{name, name + "-static"} {
		if path, err := exec.LookPath(n); err == nil && emulators[goarch] != "" {
			return []string{path}, nil
		}
	}
	return nil, fmt.Errorf("a program for %s does not run on %s, and %s is not installed: install qemu-user, or give a command that runs it by --exec", goarch, runtime.GOARCH, name)
}

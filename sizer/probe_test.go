package sizer_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

var (
	sampleSize = flag.Int("heft.n", 1000, "random objects to allocate on each runtime")
	exhaustive = flag.Bool("heft.full", false, "allocate every size up to 70000 bytes, and under every experiment")
	allArches  = flag.Bool("heft.arches", false, "allocate on every architecture that an emulator is installed for")
	seedFlag   = flag.Uint64("heft.seed", 0, "seed of random objects; 0: from the clock")
)

// secondRelease is the release that the model is proved on beside the one that
// runs the tests.
const secondRelease = "go1.27.3"

// toolchain is a Go toolchain that programs are built with.
type toolchain struct {
	env        []string // chooses it
	release    string   // GOVERSION
	root       string   // GOROOT
	experiment string   // GOEXPERIMENT that it builds with
}

// runtime is the model of what the toolchain builds.
func (c *toolchain) runtime(t *testing.T, goarch, experiment string) sizer.Runtime {
	t.Helper()
	arch, err := layout.ArchOf(goarch)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sizer.NewRuntime(c.release, arch, experiment)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// command is a go command of the toolchain. A GOROOT that the go command has
// set for this test would hide the toolchain's own.
func (c *toolchain) command(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GOROOT=") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, c.env...)
	return cmd
}

var findToolchains = sync.OnceValues(func() ([]*toolchain, error) {
	var found []*toolchain
	for _, env := range [][]string{nil, {"GOTOOLCHAIN=" + secondRelease}} {
		c := &toolchain{env: env}
		out, err := output(c.command("env", "GOVERSION", "GOROOT", "GOEXPERIMENT"))
		if err != nil {
			return found, err
		}
		lines := strings.Split(out, "\n")
		c.release, c.root, c.experiment = lines[0], lines[1], lines[2]
		if len(found) == 0 || found[0].release != c.release {
			found = append(found, c)
		}
	}
	return found, nil
})

// onToolchains runs f as a subtest for the toolchain that runs the tests and
// for secondRelease.
func onToolchains(t *testing.T, f func(*testing.T, *toolchain)) {
	t.Helper()
	found, err := findToolchains()
	for _, c := range found {
		t.Run(c.release, func(t *testing.T) { f(t, c) })
	}
	if err != nil {
		t.Run(secondRelease, func(t *testing.T) { t.Skipf("the toolchain %s cannot be had: %v", secondRelease, err) })
	}
}

// output runs a command and returns what it prints on standard output.
func output(cmd *exec.Cmd) (string, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, stderr.Bytes())
	}
	return string(out), nil
}

// probe is the program testdata/alloc, built.
type probe struct {
	argv []string // runs it
	arch string   // GOARCH
}

// binDir holds the programs that were built.
var binDir string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "alloc")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// build builds testdata/alloc with a toolchain for an architecture under a
// GOEXPERIMENT; emulator is the command that runs it, if any.
func (c *toolchain) build(t *testing.T, goarch, experiment string, emulator ...string) probe {
	t.Helper()
	bin := filepath.Join(binDir, strings.Join([]string{c.release, goarch, experiment}, "-"))
	p := probe{argv: append(emulator, bin), arch: goarch}
	if _, err := os.Stat(bin); err == nil {
		return p
	}
	cmd := c.command("build", "-o", bin, "./testdata/alloc")
	goos := runtime.GOOS
	switch {
	case goarch == "wasm":
		goos = "js"
	case len(emulator) > 0:
		goos = "linux"
	}
	cmd.Env = append(cmd.Env, "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch, "GOEXPERIMENT="+experiment)
	if _, err := output(cmd); err != nil {
		t.Fatal(err)
	}
	return p
}

// ask returns the figures of each answer to the questions: what follows the
// question on its line.
func (p probe) ask(t *testing.T, questions []string, flags ...string) []string {
	t.Helper()
	lines := p.run(t, questions, flags...)
	if len(lines) != len(questions) {
		t.Fatalf("%d questions got %d answers", len(questions), len(lines))
	}
	for i, q := range questions {
		a, ok := strings.CutPrefix(lines[i], q+" ")
		if !ok {
			t.Fatalf("question %q got the answer %q", q, lines[i])
		}
		lines[i] = a
	}
	return lines
}

// run returns the lines of answers, without the heading.
func (p probe) run(t *testing.T, questions []string, flags ...string) []string {
	t.Helper()
	cmd := exec.Command(p.argv[0], append(p.argv[1:], flags...)...)
	cmd.Stdin = strings.NewReader(strings.Join(questions, "\n") + "\n")
	// What a user sets for the collector must not disturb the readings.
	cmd.Env = append(os.Environ(), "GOGC=off", "GODEBUG=")
	out, err := output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if !strings.Contains(lines[0], " "+p.arch+" ") {
		t.Fatalf("the program says that it is %q", lines[0])
	}
	return lines[1:]
}

// newRand returns a source of random numbers whose seed is printed if the test
// fails.
func newRand(t *testing.T) *rand.Rand {
	t.Helper()
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("-heft.seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

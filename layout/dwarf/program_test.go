package dwarf

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var full = flag.Bool("heft.full", false, "read programs of more platforms and ways to build, compiling the standard library for each")

// otherToolchain is the release that binaries are read of beside the go
// command's own.
const otherToolchain = "go1.27.3"

// target is how to build a program of testdata.
type target struct {
	prog string   // folder, from testdata
	env  []string // on top of the environment
	args []string // of go build
}

func (t target) String() string {
	return strings.Join(append(append([]string{t.prog}, t.env...), t.args...), " ")
}

var built struct {
	sync.Mutex
	dir   string
	files map[string]string // by target
	errs  map[string]error
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "heft-dwarf")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built.dir, built.files, built.errs = dir, map[string]string{}, map[string]error{}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// compile builds a program of testdata, once, and returns its file. It skips the
// test if the other toolchain or a C compiler is needed and cannot be had.
func compile(t testing.TB, tg target) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	key := tg.String()
	if _, ok := built.files[key]; !ok {
		file := filepath.Join(built.dir, fmt.Sprintf("%s%d", filepath.Base(tg.prog), len(built.files)))
		args := append([]string{"build", "-o", file}, tg.args...)
		cmd := exec.Command("go", append(args, "./testdata/"+tg.prog)...)
		cmd.Env = append(os.Environ(), tg.env...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		built.files[key] = file
		if err := cmd.Run(); err != nil {
			built.errs[key] = fmt.Errorf("go build %s: %w\n%s", key, err, errs.String())
		}
	}
	if err := built.errs[key]; err != nil {
		t.Fatal(err)
	}
	return built.files[key]
}

// needToolchain skips the test if the other toolchain cannot be had.
func needToolchain(t *testing.T) {
	t.Helper()
	cmd := exec.Command("go", "version")
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+otherToolchain)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), otherToolchain+" ") {
		t.Skipf("the toolchain %s is not here and cannot be fetched: %s", otherToolchain, bytes.TrimSpace(out))
	}
}

// needC skips the test if there is no C compiler.
func needC(t *testing.T) {
	t.Helper()
	out, err := exec.Command("go", "env", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	cc := strings.Fields(string(out))
	if len(cc) == 0 {
		t.Skip("no C compiler: go env CC is empty")
	}
	if _, err := exec.LookPath(cc[0]); err != nil {
		t.Skipf("no C compiler: %v", err)
	}
}

// host is the environment of a build for this machine.
var host = []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}

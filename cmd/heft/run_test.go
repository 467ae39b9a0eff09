package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// result is what a run of the command came to.
type result struct {
	stdout, stderr string
	code           int
}

func heft(args ...string) result {
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	return result{stdout.String(), stderr.String(), code}
}

// atRoot makes the root of the repository the current directory, so that paths
// read as a user's do.
func atRoot(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
}

// ownRelease is the release of the go command that heft asks.
func ownRelease(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		t.Fatal(err)
	}
	release, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return release
}

// golden compares output with a file of testdata, in which go1.N stands for the
// release of the go command.
func golden(t *testing.T, name, got string) {
	t.Helper()
	_, file, _ := strings.Cut(name, "/")
	if file == "" {
		file = name
	}
	path := filepath.Join(testdata, file)
	got = strings.ReplaceAll(got, ownRelease(t), "go1.N")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", file, got)
	}
}

// testdata is where the golden files are, whatever the current directory is.
var testdata = func() string {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		panic(err)
	}
	return dir
}()

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // in standard error
	}{
		{[]string{"layuot"}, `unknown command "layuot"`},
		{[]string{"layout", "--nonsense"}, "unknown flag: --nonsense"},
		{[]string{"layout", "--sort", "weight"}, `--sort "weight": one of saves, name, size, padding, slot`},
		{[]string{"layout", "--optimize", "speed"}, `--optimize "speed": one of slot, pointers`},
		{[]string{"layout", "--top", "-1"}, "no negative numbers"},
		{[]string{"layout", "--count", "many"}, `invalid argument "many"`},
		{[]string{"layout", "--ignore-keep", "mood"}, `--ignore-keep "mood": one of hostlayout,`},
		{[]string{"layout", "--across"}, "--across shows one type: name it by --type"},
		{[]string{"layout", "--across", "--type", "T", "--binary", "x"}, "it takes none of --html, --binary and --runtime"},
		{[]string{"layout", "--json", "--csv"}, "none of the others can be"},
		{[]string{"layout", "--binary", "x", "--goos", "linux"}, "a program is built already"},
		{[]string{"layout", "--type", "(", "./../../testdata/session"}, "error parsing regexp"},
		{[]string{"layout", "--runtime", "go1.3", "."}, "go1.3 is not modelled"},
		{[]string{"layout", "--runtime", "vax", "."}, "unknown GOARCH"},
		{[]string{"layout", "--runtime", "go1.26/arm", "--goarch", "amd64", "."}, "contradicts"},
		{[]string{"runtimes", "all"}, "takes no arguments"},
		{[]string{"version", "all"}, "takes no arguments"},
	} {
		r := heft(c.args...)
		if r.code != exitFailure {
			t.Errorf("heft %s: exit code %d, want %d", strings.Join(c.args, " "), r.code, exitFailure)
		}
		if !strings.Contains(r.stderr, c.want) {
			t.Errorf("heft %s: standard error %q does not say %q", strings.Join(c.args, " "), r.stderr, c.want)
		}
		if r.stdout != "" {
			t.Errorf("heft %s: prints %q", strings.Join(c.args, " "), r.stdout)
		}
	}
}

// Every command must explain itself with an example, and so must heft.
func TestHelp(t *testing.T) {
	root := newRoot()
	commands := [][]string{nil}
	for _, c := range root.Commands() {
		if c.Name() != "help" && c.Name() != "completion" {
			commands = append(commands, []string{c.Name()})
		}
	}
	if len(commands) < 5 {
		t.Fatalf("only %d commands", len(commands))
	}
	for _, c := range commands {
		r := heft(append(c, "--help")...)
		if r.code != exitFine || !strings.Contains(r.stdout, "Examples:\n  ") || !strings.Contains(r.stdout, "heft ") {
			t.Errorf("heft %s --help: exit code %d, no example in\n%s", strings.Join(c, " "), r.code, r.stdout)
		}
		for line := range strings.Lines(r.stdout) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 100 {
				t.Errorf("heft %s --help: a line of %d columns: %s", strings.Join(c, " "), n, line)
			}
		}
	}
	if r := heft(); r.code != exitFine || !strings.Contains(r.stdout, "Available Commands:") {
		t.Errorf("heft alone: exit code %d\n%s", r.code, r.stdout)
	}
}

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// only checks that a folder holds one file of the given content, and nothing
// that was left behind.
func only(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("the file holds %.80q, want %.80q", got, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.txt")
	if err := writeFile(path, text("one")); err != nil {
		t.Fatal(err)
	}
	only(t, path, "one")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(path, text("two")); err != nil {
		t.Fatal(err)
	}
	only(t, path, "two")
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v: want that of the file before", info.Mode(), err)
	}
}

// A file that cannot be written whole must stay as it was.
func TestWriteFileFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.txt")
	if err := writeFile(path, text("before")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := writeFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, strings.Repeat("x", 1<<20)); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "write "+path) {
		t.Errorf("error %v", err)
	}
	only(t, path, "before")
	if err := writeFile(filepath.Dir(path), text("x")); err == nil || !strings.Contains(err.Error(), "it is a directory") {
		t.Errorf("a folder: %v", err)
	}
	if err := writeFile(filepath.Join(path, "below"), text("x")); err == nil {
		t.Error("a file below a file was written")
	}
}

func TestWriteFileBehindLink(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	path, link := filepath.Join(elsewhere, "report.txt"), filepath.Join(dir, "link")
	if err := writeFile(path, text("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := writeFile(link, text("two")); err != nil {
		t.Fatal(err)
	}
	only(t, path, "two")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info.Mode(), err)
	}
}

// What a shell redirects to, such as a device, is written to as it is.
func TestWriteDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full on this system")
	}
	if err := writeFile("/dev/full", text("x")); err == nil || !strings.Contains(err.Error(), "no space left on device") {
		t.Errorf("/dev/full: %v", err)
	}
	if err := writeFile(os.DevNull, text("x")); err != nil {
		t.Error(err)
	}
	r := heft("runtimes", "-o", "/dev/full")
	if r.code != exitFailure || !strings.Contains(r.stderr, "write /dev/full: no space left on device") {
		t.Errorf("exit code %d, standard error %q", r.code, r.stderr)
	}
}

// failing is a standard output that takes no more.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("the pipe is broken") }

func TestStandardOutputFails(t *testing.T) {
	var stderr strings.Builder
	code := run(t.Context(), []string{"runtimes"}, strings.NewReader(""), failing{}, &stderr)
	if code != exitFailure || !strings.Contains(stderr.String(), "write standard output: the pipe is broken") {
		t.Errorf("exit code %d, standard error %q", code, stderr.String())
	}
}

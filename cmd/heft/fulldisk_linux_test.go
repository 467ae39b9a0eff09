package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// On a full disk the old file must stay whole. The test runs itself again in
// a mount namespace of its own, where it may mount a file system of 64 KiB.
func TestFullDisk(t *testing.T) {
	const inside = "HEFT_TEST_FULL_DISK"
	if os.Getenv(inside) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 {
			cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
			cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
		}
		out, err := cmd.CombinedOutput()
		switch {
		case len(out) == 0 && err != nil:
			t.Skipf("no mount namespace here: %v", err)
		case strings.Contains(string(out), "SKIP"):
			t.Skipf("no file system can be mounted here:\n%s", out)
		case err != nil:
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	dir := t.TempDir()
	// What is mounted here must not reach the world outside.
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		t.Skipf("make mounts private: %v", err)
	}
	if err := syscall.Mount("heft", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mount a tmpfs: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	path := filepath.Join(dir, "runtimes.json")
	if err := writeFile(path, text("before")); err != nil {
		t.Fatal(err)
	}
	if err := fillDisk(dir); err != nil {
		t.Fatal(err)
	}
	r := heft("runtimes", "--json", "-o", path)
	if r.code != exitFailure || !strings.Contains(r.stderr, "no space left on device") {
		t.Errorf("exit code %d, standard error %q", r.code, r.stderr)
	}
	if err := os.Remove(filepath.Join(dir, "filler")); err != nil {
		t.Fatal(err)
	}
	only(t, path, "before")
	if r := heft("runtimes", "--json", "-o", path); r.code != exitFine {
		t.Errorf("with room again: exit code %d, standard error %q", r.code, r.stderr)
	}
}

// fillDisk writes until a file system is full and returns what it wrote.
func fillDisk(dir string) error {
	f, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<12)
	for range 1 << 20 {
		if _, err := fmt.Fprintf(w, "%4096d", 0); err != nil {
			return nil
		}
	}
	return errors.New("the file system never fills")
}

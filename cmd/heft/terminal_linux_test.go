package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudo-terminal; what is written to tty can be had by a call
// of printed, which closes it.
func terminal(t *testing.T) (tty *os.File, printed func() string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	text := make(chan string)
	go func() {
		b, _ := io.ReadAll(master) // ends with EIO when the last writer is gone
		text <- string(b)
	}()
	return tty, func() string {
		tty.Close()
		return <-text
	}
}

func TestColor(t *testing.T) {
	atRoot(t)
	t.Setenv("TERM", "xterm")
	for _, c := range []struct {
		env, value string
		want       bool
	}{{"NO_COLOR", "", true}, {"NO_COLOR", "1", false}, {"TERM", "dumb", false}} {
		t.Run(c.env+"="+c.value, func(t *testing.T) {
			t.Setenv(c.env, c.value)
			tty, printed := terminal(t)
			code := run(t.Context(), []string{"runtimes"}, strings.NewReader(""), tty, io.Discard)
			out := printed()
			if code != exitFine || strings.Contains(out, "\x1b[") != c.want || !strings.Contains(out, "go1.21") {
				t.Errorf("exit code %d, colour %v, want %v:\n%.300q", code, !c.want, c.want, out)
			}
		})
	}
	if r := heft("runtimes"); strings.Contains(r.stdout, "\x1b") {
		t.Error("colour without a terminal")
	}
}

// A bar is shown on a terminal, but only when work outlasts a second.
func TestProgress(t *testing.T) {
	tty, printed := terminal(t)
	p := startProgress(tty, "working", 4)
	p.step()
	p.end()
	if out := printed(); out != "" {
		t.Errorf("quick work shows %q", out)
	}
	tty, printed = terminal(t)
	p = startProgress(tty, "working", 4)
	p.step()
	time.Sleep(patience + 300*time.Millisecond)
	p.step()
	p.end()
	if out := printed(); !strings.Contains(out, "working") || !strings.Contains(out, "2/4") {
		t.Errorf("long work shows %q", out)
	}
	var b strings.Builder
	p = startProgress(&b, "working", -1)
	time.Sleep(patience + 300*time.Millisecond)
	p.step()
	p.end()
	if b.String() != "" {
		t.Errorf("off a terminal it shows %q", b.String())
	}
}

//go:build !unix

package harness

import (
	"os/exec"
	"syscall"
)

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// signalGroup signals a trial.
func signalGroup(cmd *exec.Cmd, s syscall.Signal) {
	if s == syscall.SIGKILL {
		_ = cmd.Process.Kill()
		return
	}
	_ = cmd.Process.Signal(s)
}

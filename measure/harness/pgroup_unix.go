//go:build unix

package harness

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a trial a process group of its own: an interrupt from the
// terminal reaches heft alone, which then ends all that the trial started.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup signals a trial and what it started.
func signalGroup(cmd *exec.Cmd, s syscall.Signal) { _ = syscall.Kill(-cmd.Process.Pid, s) }

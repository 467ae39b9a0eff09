//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS is ru_maxrss of wait4: the largest resident set, in bytes, that a
// process or one that it waited for has had. Darwin counts in bytes, others in
// KiB.
func maxRSS(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

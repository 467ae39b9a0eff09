package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// machine is a line about what the figures were had on.
func machine(ctx context.Context) string {
	version := "an unknown Go"
	if out, err := goOutput(ctx, "", nil, "env", "GOVERSION"); err == nil {
		version = strings.TrimSpace(string(out))
	}
	s := fmt.Sprintf("%s, %s/%s, %d cores", version, runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if m := field("/proc/cpuinfo", "model name"); m != "" {
		s += ", " + m
	}
	if kb, err := strconv.ParseInt(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		s += fmt.Sprintf(", %.0f GiB of memory", float64(kb)/(1<<20))
	}
	return s
}

// field is the first value of a name in a file of lines "name : value"; "" if
// there is none.
func field(file, name string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		k, v, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.TrimSpace(k) == name {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

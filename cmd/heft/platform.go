package main

import (
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// knownGOOS are the operating systems of "go tool dist list" (go1.26.8).
var knownGOOS = []string{
	"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd",
	"openbsd", "plan9", "solaris", "wasip1", "windows",
}

// archesOf are the architectures of systems other than Linux that users of
// other architectures are likely to sit at ("go tool dist list", go1.26.8).
var archesOf = map[string][]string{
	"darwin":  {"amd64", "arm64"},
	"windows": {"386", "amd64", "arm64"},
	"freebsd": {"386", "amd64", "arm", "arm64"},
	"netbsd":  {"386", "amd64", "arm", "arm64"},
	"openbsd": {"386", "amd64", "arm", "arm64", "ppc64", "riscv64"},
}

// goosFor is the system to load packages for on an architecture: the one given
// where it runs there, else Linux, or WASI.
func goosFor(goos, goarch string) string {
	switch {
	case slices.Contains(archesOf[goos], goarch):
		return goos
	case goarch == "wasm" && goos == "js":
		return goos
	case goarch == "wasm":
		return "wasip1"
	}
	return "linux"
}

func archNames() []string {
	var names []string
	for _, a := range layout.Arches() {
		names = append(names, a.Name)
	}
	return names
}

package layout

import (
	"fmt"
	"slices"
	"strings"
)

// Arch is what a GOARCH means for layout.
type Arch struct {
	Name      string // GOARCH
	PtrSize   int64  // bytes of a pointer, int and uintptr
	MaxAlign  int64  // largest alignment of a scalar: bytes of a register
	CacheLine int64  // bytes of a cache line as internal/cpu pads for, at least 64
}

// arches lists every GOARCH of "go tool dist list" (go1.26.8 and go1.27.3).
// PtrSize and MaxAlign follow cmd/compile's per-architecture link info
// (cmd/internal/sys/arch.go: PtrSize, RegSize; cmd/compile/internal/ssagen);
// CacheLine is CacheLinePadSize of internal/cpu/cpu_$GOARCH.go where that is
// over 64, and 64 elsewhere.
var arches = []Arch{
	{"386", 4, 4, 64},
	{"amd64", 8, 8, 64},
	{"arm", 4, 4, 64},
	{"arm64", 8, 8, 128},
	{"loong64", 8, 8, 64},
	{"mips", 4, 4, 64},
	{"mips64", 8, 8, 64},
	{"mips64le", 8, 8, 64},
	{"mipsle", 4, 4, 64},
	{"ppc64", 8, 8, 128},
	{"ppc64le", 8, 8, 128},
	{"riscv64", 8, 8, 64},
	{"s390x", 8, 8, 256},
	{"wasm", 8, 8, 64},
}

// Arches returns every GOARCH that the go command can build for, by name.
func Arches() []Arch { return slices.Clone(arches) }

// ArchOf returns the Arch of a GOARCH, or an error that lists the known ones.
func ArchOf(goarch string) (Arch, error) {
	for _, a := range arches {
		if a.Name == goarch {
			return a, nil
		}
	}
	var names []string
	for _, a := range arches {
		names = append(names, a.Name)
	}
	return Arch{}, fmt.Errorf("unknown GOARCH %q: one of %s", goarch, strings.Join(names, ", "))
}

package sizer_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// emulators are the architectures that programs can be run for on a machine of
// another one, and the commands of Debian's qemu-user and nodejs that do so.
// qemu-i386 does not run Go programs
// reliably.
var emulators = []struct {
	goarch, command string
	always          bool // without -heft.arches
}{
	{"arm", "qemu-arm", true},
	{"wasm", "node", false},
	{"arm64", "qemu-aarch64", false},
	{"loong64", "qemu-loongarch64", false},
	{"mips", "qemu-mips", false},
	{"mipsle", "qemu-mipsel", false},
	{"mips64", "qemu-mips64", false},
	{"mips64le", "qemu-mips64el", false},
	{"ppc64", "qemu-ppc64", false},
	{"ppc64le", "qemu-ppc64le", false},
	{"riscv64", "qemu-riscv64", false},
	{"s390x", "qemu-s390x", false},
}

func TestAllocatorUnderEmulation(t *testing.T) {
	for _, e := range emulators {
		if !e.always && !*allArches {
			continue
		}
		t.Run(e.goarch, func(t *testing.T) {
			path, err := exec.LookPath(e.command)
			if err != nil {
				t.Skipf("%s is not installed", e.command)
			}
			onToolchains(t, func(t *testing.T, c *toolchain) {
				argv := []string{path}
				if e.goarch == "wasm" {
					argv = append(argv, "--stack-size=8192", filepath.Join(c.root, "lib", "wasm", "wasm_exec_node.js"))
				}
				r := c.runtime(t, e.goarch, c.experiment)
				p := c.build(t, e.goarch, c.experiment, argv...)
				objects := append(boundaries(r), sample(newRand(t), r, *sampleSize/4, 1<<18)...)
				if *exhaustive {
					objects = everySize(r, 12000)
				}
				check(t, p, r, objects)
				checkFixed(t, p, r)
				checkSpans(t, p, r)
				checkStreams(t, p, r, 1<<10)
			})
		})
	}
}

// TestArchitectures says what the word size changes (RUNTIME.md §0, §3).
func TestArchitectures(t *testing.T) {
	for _, tt := range []struct {
		runtime  string
		size     int64
		pointers bool
		slot     int64
		header   int64
	}{
		// §3: 64-bit and wasm: 512 -> 512, 520 -> 576, 568 -> 576, 576 -> 640.
		{"go1.26.8/amd64", 512, true, 512, 0},
		{"go1.26.8/amd64", 520, true, 576, 8},
		{"go1.26.8/amd64", 568, true, 576, 8},
		{"go1.26.8/amd64", 576, true, 640, 8},
		{"go1.27.3/wasm", 512, true, 512, 0},
		{"go1.27.3/wasm", 520, true, 576, 8},
		{"go1.27.3/s390x", 520, true, 576, 8},
		// §3: 32-bit: 128 -> 128, 132 -> 144; the header is still 8 bytes.
		{"go1.26.8/arm", 128, true, 128, 0},
		{"go1.26.8/arm", 132, true, 144, 8},
		{"go1.27.3/386", 132, true, 144, 8},
		{"go1.27.3/mips", 512, true, 576, 8},
		{"go1.27.3/mipsle", 128, true, 128, 0},
		{"go1.26.8/arm", 132, false, 144, 0},
		{"go1.26.8/arm", 512, false, 512, 0},
		// §1.1: beyond 32760 bytes whole pages, never a header.
		{"go1.26.8/arm", 32760, true, 32768, 8},
		{"go1.26.8/arm", 32764, true, 32768, 0},
		{"go1.26.8/wasm", 32769, false, 40960, 0},
	} {
		r := parse(t, tt.runtime)
		var ptrBytes int64
		if tt.pointers {
			ptrBytes = r.Arch.PtrSize
		}
		o := r.Object(tt.size, ptrBytes)
		if o.Slot != tt.slot || o.Header != tt.header || o.Pointerful != tt.pointers {
			t.Errorf("%s: object of %d bytes, pointers %v: slot %d, header %d, want %d, %d", tt.runtime, tt.size, tt.pointers, o.Slot, o.Header, tt.slot, tt.header)
		}
	}
}

func parse(t *testing.T, s string) sizer.Runtime {
	t.Helper()
	r, err := sizer.ParseRuntime(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

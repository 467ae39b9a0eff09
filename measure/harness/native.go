package harness

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// native reports whether this machine's kernel runs programs for goarch. Kernels
// for amd64 run those for 386 where they are built to: a tiny program tells.
func native(goarch string) bool {
	if goarch == runtime.GOARCH {
		return true
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" || goarch != "386" {
		return false
	}
	dir, err := os.MkdirTemp("", "heft-386")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "exit0")
	if err := os.WriteFile(name, exit386(), 0o700); err != nil {
		return false
	}
	return exec.Command(name).Run() == nil
}

// exit386 is the smallest ELF file for 386 that calls exit(0) (System V ABI,
// Intel386 supplement; Linux system call 1 by int 0x80).
func exit386() []byte {
	const (
		base   = 0x08048000
		header = 52
		entry  = 32
	)
	code := []byte{0x31, 0xdb, 0x31, 0xc0, 0x40, 0xcd, 0x80} // xor ebx, ebx; xor eax, eax; inc eax; int 0x80
	size := uint32(header + entry + len(code))
	b := []byte{0x7f, 'E', 'L', 'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	half := func(values ...uint16) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint16(b, v)
		}
	}
	word := func(values ...uint32) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
	}
	half(2, 3)                                  // an executable for 386
	word(1, base+header+entry, header, 0, 0)    // version, entry point, program headers, no sections, no flags
	half(header, entry, 1, 0, 0, 0)             // one program header
	word(1, 0, base, base, size, size, 5, 4096) // loaded, readable and executable
	return append(b, code...)
}

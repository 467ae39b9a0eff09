package harness

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// The program that tells whether the kernel runs 386 is one that can be run.
func TestExit386(t *testing.T) {
	f, err := elf.NewFile(bytes.NewReader(exit386()))
	if err != nil {
		t.Fatal(err)
	}
	if f.Machine != elf.EM_386 || f.Type != elf.ET_EXEC || len(f.Progs) != 1 || f.Entry < f.Progs[0].Vaddr || f.Entry >= f.Progs[0].Vaddr+f.Progs[0].Memsz {
		t.Errorf("header %+v, segments %+v", f.FileHeader, f.Progs)
	}
	if qemu, err := exec.LookPath("qemu-i386"); err == nil {
		name := filepath.Join(t.TempDir(), "exit0")
		if err := os.WriteFile(name, exit386(), 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(qemu, name).CombinedOutput(); err != nil {
			t.Errorf("qemu-i386: %v %s", err, out)
		}
	}
	if !native(runtime.GOARCH) || native("s390x") && runtime.GOARCH != "s390x" {
		t.Errorf("%s is native, s390x is not", runtime.GOARCH)
	}
}

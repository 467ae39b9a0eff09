package dwarf

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnreadable reads files that are no programs with DWARF. Each error is
// one line that says what the file is and what to do.
func TestUnreadable(t *testing.T) {
	prog := func(env []string, args ...string) func(t *testing.T) string {
		return func(t *testing.T) string { return compile(t, target{prog: "prog", env: env, args: args}) }
	}
	bytesOf := func(s string) func(t *testing.T) string {
		return func(t *testing.T) string {
			name := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(name, []byte(s), 0o644); err != nil {
				t.Fatal(err)
			}
			return name
		}
	}
	part := func(keep func(b []byte) []byte) func(t *testing.T) string {
		return func(t *testing.T) string {
			b, err := os.ReadFile(compile(t, target{prog: "prog", env: host}))
			if err != nil {
				t.Fatal(err)
			}
			return bytesOf(string(keep(b)))(t)
		}
	}
	for _, c := range []struct {
		name string
		file func(t *testing.T) string
		want []string
	}{
		{"built with -w", prog(host, "-ldflags=-w"), []string{`holds no DWARF: built with -ldflags="-w"`, "without -s and -w, e.g. go build -o prog", "./layout/dwarf/testdata/prog"}},
		{"built with -s", prog(host, "-ldflags=-s -X main.v=1"), []string{`holds no DWARF: built with -ldflags="-s -X main.v=1"`}},
		{"WebAssembly", bytesOf("\x00asm\x01\x00\x00\x00"), []string{"a WebAssembly module", "load its packages from source"}},
		{"XCOFF", bytesOf("\x01\xf7\x00\x05" + strings.Repeat("\x00", 60)), []string{"XCOFF", "load its packages from source"}},
		{"Plan 9", bytesOf("\x00\x00\x8a\x97" + strings.Repeat("\x00", 60)), []string{"Plan 9", "load its packages from source"}},
		{"archive", bytesOf("!<arch>\n__.PKGDEF"), []string{"an archive: name an executable"}},
		{"text", bytesOf("#!/bin/sh\nexit\n"), []string{"neither an ELF, a Mach-O nor a PE executable"}},
		{"empty", bytesOf(""), []string{"neither an ELF, a Mach-O nor a PE executable"}},
		{"four bytes", bytesOf("\x7fELF"), []string{"the ELF file is damaged or cut short"}},
		{"PE header only", bytesOf("MZ"), []string{"the PE file is damaged or cut short"}},
		{"Mach-O header only", bytesOf("\xcf\xfa\xed\xfe"), []string{"the Mach-O file is damaged or cut short"}},
		{"universal header only", bytesOf("\xca\xfe\xba\xbe\x00\x00\x00\x02"), []string{"the Mach-O file is damaged or cut short"}},
		{"folder", func(t *testing.T) string { return t.TempDir() }, []string{"not a regular file"}},
		{"missing", func(t *testing.T) string { return filepath.Join(t.TempDir(), "none") }, []string{"none: no such file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Read(c.file(t), Options{})
			if err == nil {
				t.Fatalf("no error, but %d types", len(res.Decls))
			}
			for _, want := range append(c.want, "read binary") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q, want %q in it", err, want)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %q", err)
			}
		})
	}
	t.Run("cut short", func(t *testing.T) {
		for _, n := range []int{64, 1000, 100_000} {
			_, err := Read(part(func(b []byte) []byte { return b[:n] })(t), Options{})
			if err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("the first %d bytes: error %v", n, err)
			}
			_, err = Read(part(func(b []byte) []byte { return b[:len(b)-n] })(t), Options{})
			if err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("without the last %d bytes: error %v", n, err)
			}
		}
	})
}

// TestNotGo reads a program of another language.
func TestNotGo(t *testing.T) {
	for _, name := range []string{"/bin/ls", "/bin/sh", "/usr/bin/env"} {
		if b, err := os.ReadFile(name); err != nil || !bytes.HasPrefix(b, []byte("\x7fELF")) {
			continue
		}
		_, err := Read(name, Options{})
		if err == nil || !strings.Contains(err.Error(), "no Go program") {
			t.Errorf("%s: error %v", name, err)
		}
		return
	}
	t.Skip("this system has none of the ELF programs that the test reads")
}

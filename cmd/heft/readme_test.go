package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// writtenFor is the release of Go that stands in the pages' output. Another
// release's name is put in its place before outputs are compared.
const writtenFor = "go1.26.8"

// Every console block of the README and of the pages under docs is run, and
// must print what stands there. A line "…" stands for any lines. With -update,
// outputs without such a line are rewritten.
func TestPages(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the pages show what is printed on amd64")
	}
	atRoot(t)
	paths, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, path := range append([]string{"README.md", "BENCHMARKS.md"}, paths...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		lines := strings.SplitAfter(string(data), "\n")
		for i := 0; i < len(lines); i++ {
			out.WriteString(lines[i])
			if strings.TrimSpace(lines[i]) != "```console" {
				continue
			}
			end := i + 1
			for end < len(lines) && strings.TrimSpace(lines[end]) != "```" {
				end++
			}
			out.WriteString(runBlock(t, fmt.Sprintf("%s:%d", path, i+1), lines[i+1:end]))
			blocks++
			i = end - 1
		}
		if *update && out.String() != string(data) {
			if err := os.WriteFile(path, []byte(out.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if blocks < 5 {
		t.Errorf("%d blocks were found in the pages", blocks)
	}
}

// runBlock runs the commands of a block, and returns the block with what they
// print.
func runBlock(t *testing.T, at string, lines []string) string {
	var out strings.Builder
	for len(lines) > 0 {
		command, ok := strings.CutPrefix(lines[0], "$ ")
		if !ok {
			t.Errorf("%s: a block starts with %q, not with a command", at, lines[0])
			return strings.Join(lines, "")
		}
		end := 1
		for end < len(lines) && !strings.HasPrefix(lines[end], "$ ") {
			end++
		}
		want := strings.Join(lines[1:end], "")
		args, err := words(strings.TrimSpace(command))
		if err != nil || len(args) == 0 || args[0] != "heft" {
			t.Errorf("%s: %q is no heft command: %v", at, command, err)
			return strings.Join(lines, "")
		}
		r := heft(args[1:]...)
		if r.code != exitFine {
			t.Errorf("%s: %s: exit code %d: %s", at, command, r.code, r.stderr)
		}
		got := strings.ReplaceAll(r.stdout, ownRelease(t), writtenFor)
		out.WriteString(lines[0])
		switch {
		case *update && !strings.Contains(want, "…\n"):
			out.WriteString(got)
		default:
			out.WriteString(want)
			if !matches(got, want) {
				t.Errorf("%s: %s prints\n%s\nwant\n%s", at, command, got, want)
			}
		}
		lines = lines[end:]
	}
	return out.String()
}

// words splits a command line at spaces outside of single quotes.
func words(s string) ([]string, error) {
	var args []string
	var word strings.Builder
	quoted, open := false, false
	for _, c := range s {
		switch {
		case c == '\'':
			quoted, open = !quoted, true
		case c == ' ' && !quoted:
			if open {
				args = append(args, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(c)
			open = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is not closed")
	}
	if open {
		args = append(args, word.String())
	}
	return args, nil
}

// matches compares output with what is wanted, in which a line "…" stands for
// any lines.
func matches(got, want string) bool {
	parts := strings.Split("\n"+want, "\n…\n")
	got = "\n" + got
	for i, p := range parts {
		switch {
		case i == 0 && !strings.HasPrefix(got, p):
			return false
		case i == len(parts)-1:
			return len(parts) == 1 && got == p || len(parts) > 1 && strings.HasSuffix(got, p)
		}
		at := strings.Index(got, p)
		if at < 0 {
			return false
		}
		got = got[at+len(p):]
	}
	return false
}

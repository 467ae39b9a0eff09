package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pages reads the generated pages below a folder.
func pages(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, sub := range []string{"cli", "man"} {
		err := filepath.WalkDir(filepath.Join(dir, sub), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			rel, _ := filepath.Rel(dir, path)
			out[filepath.ToSlash(rel)] = strings.ReplaceAll(string(b), "\r\n", "\n")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// The committed pages are those that the commands' help gives.
func TestDocsAreFresh(t *testing.T) {
	dir := t.TempDir()
	if r := heft("docs", "--dir", dir); r.code != exitFine {
		t.Fatalf("exit code %d, standard error %q", r.code, r.stderr)
	}
	const remedy = "; run go run ./cmd/heft docs --dir docs"
	fresh, committed := pages(t, dir), pages(t, filepath.Join("..", "..", "docs"))
	for name, want := range fresh {
		if got, ok := committed[name]; !ok {
			t.Errorf("docs/%s is missing%s", name, remedy)
		} else if got != want {
			t.Errorf("docs/%s is stale%s", name, remedy)
		}
	}
	for name := range committed {
		if _, ok := fresh[name]; !ok {
			t.Errorf("docs/%s describes no command: remove it", name)
		}
	}
	for _, name := range []string{"cli/heft_layout.md", "man/heft-layout.1"} {
		for _, want := range []string{"fail-on-saving", "heft layout --html layout.html"} {
			if !strings.Contains(strings.ReplaceAll(fresh[name], `\-`, "-"), want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
}

package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed-ac4d27cc/heft/layout"
)

// unpack writes the files of an archive to a folder of their own. Without a
// go.mod among them they are a module of that name.
func unpack(t testing.TB, module string, ar *txtar.Archive) string {
	dir := t.TempDir()
	hasMod := false
	for _, f := range ar.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		hasMod = hasMod || f.Name == "go.mod" || f.Name == "go.work"
	}
	if !hasMod {
		mod := "module " + module + "\n\ngo 1.26.0\n"
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func readArchive(t testing.TB, path string) *txtar.Archive {
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return ar
}

var wantTies = regexp.MustCompile(`(keep|atomic64|together): ([a-z0-9 -]+)$`)

// tiesOf writes what ties a declaration's order down.
func tiesOf(d layout.Decl) []string {
	var out []string
	for _, k := range d.Keep {
		out = append(out, "keep "+string(k.Kind))
	}
	for _, i := range d.Atomic64 {
		out = append(out, fmt.Sprint("atomic64 ", i))
	}
	for _, r := range d.Together {
		out = append(out, fmt.Sprintf("together %d-%d", r.First, r.Last))
	}
	slices.Sort(out)
	return out
}

// TestTies loads packages whose declarations say in comments what is to tie
// their order down, and near misses that nothing ties down.
func TestTies(t *testing.T) {
	dir := unpack(t, "keep", readArchive(t, "testdata/keep.txtar"))
	res, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./..."}, Cache: "off"})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("a problem: %v: %s", p.Pos, p.Message)
	}
	checkTies(t, dir, res.Decls)
}

// checkTies holds what ties declarations down against the comments on their
// lines.
func checkTies(t *testing.T, dir string, decls []layout.Decl) {
	got := map[string][]string{} // by file:line
	var kinds []string
	for _, d := range decls {
		rel, err := filepath.Rel(dir, d.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%s:%d", filepath.ToSlash(rel), d.Pos.Line)
		got[at] = append(got[at], tiesOf(d)...)
		for _, k := range d.Keep {
			kinds = append(kinds, string(k.Kind))
			if k.Pos.File == "" || k.Pos.Line == 0 || k.Reason == "" {
				t.Errorf("%s: %s: a reason without a place or without words: %+v", at, d.Name, k)
			}
		}
	}
	lines := 0
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(src), "\n") {
			at := fmt.Sprintf("%s:%d", filepath.ToSlash(rel), i+1)
			var want []string
			if m := wantTies.FindStringSubmatch(line); m != nil {
				lines++
				for _, v := range strings.Fields(m[2]) {
					want = append(want, m[1]+" "+v)
				}
			}
			have := got[at]
			slices.Sort(have)
			slices.Sort(want)
			if !slices.Equal(have, want) {
				t.Errorf("%s: got %q, want %q: %s", at, have, want, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(kinds)
	t.Logf("%d lines, kinds %v", lines, slices.Compact(kinds))
}

package harness

import (
	"os"
	"path/filepath"
	"testing"
)

// A second run of the same measurement leaves the binary as it is; a change of
// the package under test makes another.
func TestSecondRunBuildsNothing(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":    "module example.com/again\n\ngo 1.21\n",
		"a.go":      "package again\n\nfunc newA() *[5]int64 { return new([5]int64) }\n",
		"a_test.go": "package again\n\nfunc newB() *[5]int64 { return new([5]int64) }\n",
	})
	cache := ""
	for _, target := range []string{"newB", "newA"} {
		cache = t.TempDir()
		c := Config{Dir: dir, Target: target, N: 2400, Trials: 1, CacheDir: cache}
		binary := func() os.FileInfo {
			t.Helper()
			measured(t, c)
			found, err := filepath.Glob(filepath.Join(cache, "bin", "*", "prog*"))
			if err != nil || len(found) != 1 {
				t.Fatalf("binaries: %q, %v: want one", found, err)
			}
			info, err := os.Stat(found[0])
			if err != nil {
				t.Fatal(err)
			}
			return info
		}
		first := binary()
		if !os.SameFile(first, binary()) {
			t.Errorf("%s: the second run built the program anew", target)
		}
	}
	c := Config{Dir: dir, Target: "newA", N: 2400, Trials: 1, CacheDir: cache}
	write(t, dir, map[string]string{"a.go": "package again\n\nfunc newA() *[9]int64 { return new([9]int64) }\n"})
	wantBytes(t, measured(t, c), 80)
}

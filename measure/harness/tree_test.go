package harness

import (
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// write writes a tree of files, named by paths.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func command(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// listing is every file below dir with its size, so that a test sees whether
// something was written there.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		b.WriteString(path + " " + info.ModTime().String() + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func wantBytes(t *testing.T, r *Report, want ...float64) {
	t.Helper()
	for i, w := range want {
		if got := r.Groups[i].Bytes.Center; math.Abs(got-w) > 0.01 {
			t.Errorf("%s %s: %.4f B, want %v", r.Target, r.Groups[i].Group.Name, got, w)
		}
	}
}

func TestRevisions(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":     "module example.com/rev\n\ngo 1.21\n",
		"sub/sub.go": "package sub\n\ntype T struct{ a [40]byte }\n\nfunc newT() *T { return &T{} }\n",
	})
	command(t, dir, "git", "init", "-q")
	command(t, dir, "git", "add", ".")
	command(t, dir, "git", "commit", "-q", "-m", "one")
	write(t, dir, map[string]string{"sub/sub.go": "package sub\n\ntype T struct{ a [90]byte }\n\nfunc newT() *T { return &T{} }\n"})
	before := listing(t, dir)
	c := Config{Dir: filepath.Join(dir, "sub"), Target: "newT", N: 24000, Trials: 2, CacheDir: testCache(t),
		Groups: []Group{{Name: "before", Revision: "@HEAD"}, {Name: "after", Revision: "@"}}}
	r := measured(t, c)
	wantBytes(t, r, 48, 96)
	if d := r.Compare[0]; d.Name != "after - before" || math.Abs(d.Diff-48) > 0.01 || d.Same {
		t.Errorf("the difference: %+v", d)
	}
	if after := listing(t, dir); after != before {
		t.Errorf("the tree changed from\n%s\nto\n%s", before, after)
	}
	c.Groups = []Group{{Name: "none", Revision: "@nowhere"}}
	if _, err := Measure(context.Background(), c); err == nil || !strings.Contains(err.Error(), "revision nowhere") {
		t.Errorf("an unknown revision: %v", err)
	}
}

// A vendored internal package whose initialisation prints and parses flags, a
// workspace, and a package with cgo.
func TestVendorWorkspaceCgo(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"dep/go.mod":                "module example.com/dep\n\ngo 1.16\n",
		"dep/dep.go":                "package dep\n\nimport \"example.com/dep/internal/core\"\n\ntype Open struct{ c core.Core }\n\nfunc newOpen() *Open { return &Open{} }\n",
		"dep/internal/core/core.go": "package core\n\nimport (\n\t\"flag\"\n\t\"fmt\"\n\t\"os\"\n)\n\nvar v = flag.Bool(\"v\", false, \"\")\n\nfunc init() { fmt.Println(\"hello\"); fmt.Fprintln(os.Stderr, \"world\"); flag.Parse() }\n\ntype Core struct{ a, b, c *int }\n\nfunc hidden(i int) *Core { return &Core{} }\n",
		"app/go.mod":                "module example.com/app\n\ngo 1.21\n\nrequire example.com/dep v0.0.0\n\nreplace example.com/dep => ../dep\n",
		"app/app.go":                "package app\n\nimport \"example.com/dep\"\n\ntype App struct{ d dep.Open; n int }\n\nfunc newApp() *App { return &App{} }\n",
		"app/a/internal/x/x.go":     "package x\n\ntype X struct{ a [3]int64 }\n\nfunc newX() *X { return &X{} }\n",
		"c/go.mod":                  "module example.com/c\n\ngo 1.21\n",
		"c/c.go":                    "package c\n\n// struct pair { long a; void *p; };\nimport \"C\"\n\ntype Pair struct{ p C.struct_pair; n int64 }\n\nfunc newPair() *Pair { return &Pair{} }\n",
	})
	command(t, filepath.Join(dir, "app"), "go", "mod", "vendor")
	at := func(sub, target string) Config {
		return Config{Dir: filepath.Join(dir, sub), Target: target, N: 24000, Trials: 1, CacheDir: testCache(t)}
	}
	before := listing(t, dir)
	wantBytes(t, measured(t, at("app", "example.com/dep/internal/core.hidden")), 24)
	v := verified(t, VerifyConfig{Dir: filepath.Join(dir, "app"), Patterns: []string{"./...", "example.com/dep/..."}})
	noneDiffers(t, v)
	if g := v.Groups[0]; g.Measured != 4 || g.Shapes != 0 {
		t.Errorf("%d types, %d by shape: want 4 of the application and its vendored dependency by name", g.Measured, g.Shapes)
	}
	if after := listing(t, dir); after != before {
		t.Errorf("the tree changed from\n%s\nto\n%s", before, after)
	}

	write(t, dir, map[string]string{"go.work": "go 1.21\n\nuse (\n\t./dep\n\t./c\n)\n"})
	if _, err := exec.LookPath("gcc"); err == nil {
		wantBytes(t, measured(t, at("", "example.com/c.newPair")), 24)
	} else {
		t.Log("no C compiler is installed: the cgo package was not measured")
	}
	v = verified(t, VerifyConfig{Dir: dir, Patterns: []string{"example.com/dep/..."}})
	noneDiffers(t, v)
}

// A package of the module cache is measured in a copy: heft's own dependency.
func TestModuleCache(t *testing.T) {
	c := Config{Dir: ".", Target: "golang.org/x/perf/benchmath.newSortedSample", N: 24000, Trials: 1, CacheDir: testCache(t)}
	c.Target, c.Expr = "golang.org/x/perf/benchmath", "new(assumeNothing)"
	r := measured(t, c)
	wantBytes(t, r, 0)
	if len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], "temporary copy") {
		t.Errorf("the report does not say that a copy was measured: %q", r.Warnings)
	}
	c.Target, c.Expr = "golang.org/x/perf/benchmath.Sample", ""
	wantBytes(t, measured(t, c), 64) // 56 bytes
}

func TestToolchains(t *testing.T) {
	second := "go1.27.3"
	if out, err := exec.Command("env", "GOTOOLCHAIN="+second, "go", "version").CombinedOutput(); err != nil {
		t.Skipf("%s cannot be had: %s", second, out)
	}
	c := quick(t, ".")
	c.Expr, c.Trials = "map[int]bool{i: true}", 2
	c.Groups = []Group{{Name: "A", Toolchain: "go1.26.8"}, {Name: "B", Toolchain: second, Experiment: "mapsplitgroup"}, {Name: "C", Toolchain: second}}
	r := measured(t, c)
	wantBytes(t, r, 192, 128, 192) // RUNTIME.md §5: group 136 -> 80
	names := []string{}
	for _, d := range r.Compare {
		names = append(names, d.Name)
	}
	if strings.Join(names, ", ") != "B - A, B - C, C - A" {
		t.Errorf("comparisons: %v", names)
	}
	if !r.Compare[2].Same || r.Compare[0].Same || r.Groups[1].Runtime != "go1.27.3/amd64+mapsplitgroup" {
		t.Errorf("C - A same: %v, B - A same: %v, B ran %s", r.Compare[2].Same, r.Compare[0].Same, r.Groups[1].Runtime)
	}
}

// Two versions of a module from the module proxy, side by side: the error of
// uuid.Parse is a string of its own in one, and a small number in the other.
func TestModuleVersions(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"go.mod": "module example.com/versions\n\ngo 1.21\n"})
	const module = "github.com/google/uuid"
	for _, version := range []string{"v1.1.0", "v1.6.0"} {
		cmd := exec.Command("go", "mod", "download", module+"@"+version)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("%s@%s cannot be had: %s", module, version, out)
		}
	}
	before := listing(t, dir)
	r := measured(t, Config{Dir: dir, Target: module, Expr: `func() error { _, err := uuid.Parse("x"); return err }()`, N: 2400, Trials: 1, CacheDir: testCache(t),
		Groups: []Group{{Name: "old", Module: module + "@v1.1.0"}, {Name: "new", Module: module + "@v1.6.0"}}})
	wantBytes(t, r, 16+24, 0)
	if d := r.Compare[0]; d.Name != "new - old" || math.Abs(d.Diff+40) > 0.01 || d.Same {
		t.Errorf("the difference: %+v", d)
	}
	if after := listing(t, dir); after != before {
		t.Errorf("the tree changed from\n%s\nto\n%s", before, after)
	}
}

package load

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

// platforms are those whose compiler judges the layouts of the standard
// library's types: every pointer size, byte order and alignment rule.
var platforms = []struct{ goos, goarch string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "386"}, {"linux", "arm"},
	{"linux", "mips"}, {"linux", "riscv64"}, {"linux", "s390x"}, {"js", "wasm"},
}

// TestCompilerAgrees puts a file into each package of the standard library, by
// an overlay, that holds the compiler to the size and alignment of each type
// that the package declares, and to the offset of each field. By default it
// does so for one platform, and some packages that need few others to be
// compiled; with -heft.arches for all.
func TestCompilerAgrees(t *testing.T) {
	r := seeded(t)
	run := platforms[r.IntN(len(platforms)):][:1]
	if *archesFlag {
		run = platforms
	}
	for _, pl := range run {
		t.Run(pl.goos+"-"+pl.goarch, func(t *testing.T) {
			t.Setenv("CGO_ENABLED", "0")
			cfg := Config{GOOS: pl.goos, GOARCH: pl.goarch, All: true, Cache: "off"}
			std := list(t, cfg.env(), "std")
			if !*archesFlag {
				std = sample(r, light(t, cfg.env(), std), 25)
			}
			compile(t, cfg, std)
		})
	}
}

// compile lets the compiler judge what Load finds in packages.
func compile(t *testing.T, cfg Config, pkgs []string) {
	cfg.Patterns = pkgs
	res, err := Load(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("a problem where there is none: %v: %s", p.Pos, p.Message)
	}
	l := layout.NewLayouter(mustArch(t, cfg.GOARCH))
	type pkgFile struct {
		dir  string
		text *strings.Builder
	}
	files := map[string]*pkgFile{}
	for _, line := range strings.Split(goList(t, cfg.env(), "{{.ImportPath}}\t{{.Dir}}\t{{.Name}}", pkgs), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 3 || f[0] == "unsafe" || f[0] == "builtin" { // documentation only
			continue
		}
		files[f[0]] = &pkgFile{f[1], &strings.Builder{}}
		fmt.Fprintf(files[f[0]].text, "package %s\n\nimport heft %q\n", f[2], "unsafe")
	}
	types, assertions := 0, 0
	typed := map[string]bool{} // packages that declare types
	for _, d := range res.Decls {
		f := files[d.Package]
		if f == nil || d.Form != layout.Named {
			continue
		}
		lo, err := l.Of(d.Type)
		if err != nil {
			t.Errorf("%v: %v", d.Pos, err)
			continue
		}
		_, name, _ := strings.Cut(d.Name, ".")
		types++
		typed[d.Package] = true
		hold := func(call string, n int64) {
			assertions++
			// Below zero, a constant of type uintptr does not compile.
			fmt.Fprintf(f.text, "const _, _ = heft.%s - %d, %d - heft.%s\n", call, n, n, call)
		}
		hold("Sizeof(*(*"+name+")(nil))", lo.Size)
		hold("Alignof(*(*"+name+")(nil))", lo.Align)
		for _, p := range lo.Fields {
			// Fields of another package's type cannot be named where a type
			// is defined by its name.
			if p.Name != "_" && (ast.IsExported(p.Name) || writtenOut(t, d)) {
				hold("Offsetof((*"+name+")(nil)."+p.Name+")", p.Offset)
			}
		}
	}
	dir := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	var build []string
	for path, f := range files {
		if !typed[path] {
			continue
		}
		src := filepath.Join(dir, strings.ReplaceAll(path, "/", "_")+".go")
		if err := os.WriteFile(src, []byte(f.text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay["Replace"][filepath.Join(f.dir, "heft_layout.go")] = src
		build = append(build, path)
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, data, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"build", "-gcflags=-e", "-overlay", overlayFile}, build...)...)
	cmd.Dir, cmd.Env = dir, cfg.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("go build: %v\n%s", err, out)
	}
	t.Logf("%d packages, %d types, %d assertions", len(build), types, assertions)
	if assertions < 2*types || types == 0 {
		t.Errorf("%d assertions about %d types", assertions, types)
	}
}

// light picks the packages that need at most as many others as package os.
func light(t *testing.T, env []string, pkgs []string) []string {
	deps := map[string]int{}
	for _, line := range strings.Split(goList(t, env, "{{.ImportPath}}\t{{len .Deps}}", pkgs), "\n") {
		if path, n, ok := strings.Cut(line, "\t"); ok {
			deps[path], _ = strconv.Atoi(n)
		}
	}
	most := deps["os"]
	return slices.DeleteFunc(slices.Clone(pkgs), func(path string) bool { return deps[path] > most })
}

// writtenOut reports whether a declaration gives a struct type by its fields,
// not by the name of another type.
func writtenOut(t *testing.T, d layout.Decl) bool {
	src, err := os.ReadFile(d.Pos.File)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Split(string(src), "\n")[d.Pos.Line-1]
	return regexp.MustCompile(`^\S+\s+\(?struct\b`).MatchString(line[d.Pos.Column-1:])
}

// goList asks the go command about packages.
func goList(t *testing.T, env []string, format string, pkgs []string) string {
	cmd := exec.Command("go", append([]string{"list", "-f", format}, pkgs...)...)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", goError(err))
	}
	return string(out)
}

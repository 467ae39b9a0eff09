package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// A generated package is made of the types of the report that other packages
// can name, and compiled beside the packages with the go command's -overlay.

// nameable are the rows whose types another package can name and make, sorted.
func nameable(c cased) []*advice.Row {
	var rows []*advice.Row
	for _, name := range slices.Sorted(maps.Keys(c.rows)) {
		row := c.rows[name]
		if name == "clib.Opaque" {
			continue // the compiler takes none that are not in the heap
		}
		if row.Now != nil && !row.Test && (row.Form == layout.Named || row.Form == layout.Instance) && len(importsOf(c, name)) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

var qualified = regexp.MustCompile(`(\w+)\.(\w+)`)

// importsOf returns the import paths that the name of a type needs; none where
// a part of it is not exported, or of a package without answers.
func importsOf(c cased, name string) []string {
	var paths []string
	for _, m := range qualified.FindAllStringSubmatch(name, -1) {
		i := slices.IndexFunc(c.res.Packages, func(p string) bool { return filepath.Base(p) == m[1] })
		if i < 0 || m[2] == "C" || !token.IsExported(m[2]) {
			return nil
		}
		paths = append(paths, c.res.Packages[i])
	}
	return paths
}

// generate writes a package that imports what the rows need, and returns the
// arguments that name it to the go command.
func generate(t *testing.T, c cased, rows []*advice.Row, pkg, body string) []string {
	t.Helper()
	imports := map[string]bool{}
	for _, row := range rows {
		for _, path := range importsOf(c, row.Name) {
			imports[path] = true
		}
	}
	var src strings.Builder
	fmt.Fprintf(&src, "package %s\n\n", pkg)
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&src, "import %q\n", path)
	}
	src.WriteString(body)
	dir := t.TempDir()
	file := filepath.Join(dir, "generated.go")
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(root, "testdata", "padding", "generated-"+pkg, "generated.go"): file,
	}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string][]byte{file: []byte(src.String()), filepath.Join(dir, "overlay.json"): overlay} {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"-overlay", filepath.Join(dir, "overlay.json"), "./testdata/padding/generated-" + pkg}
}

// weighing is the program that measures what new(T) takes: objects made by
// reflect.New, held in a slice that was there before, between two readings of
// HeapAlloc after two collections each. A reading that another does not
// confirm was disturbed, as by a thread that started. The first type of a size,
// with pointers or without, is made 200,000 times, its likes 20,000 times.
const weighing = `
import "encoding/json"
import "os"
import "reflect"
import "runtime"
import "runtime/debug"
import "unsafe"

type weight struct {
	Size uintptr
	Heap float64
}

func weigh(t reflect.Type, n int) weight {
	if t.Size() > 0 {
		n = max(64, min(n, 32<<20/int(t.Size())))
	}
	held := make([]unsafe.Pointer, n)
	last := -1.0
	for {
		var before, after runtime.MemStats
		reflect.New(t)
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range held {
			held[i] = reflect.New(t).UnsafePointer()
		}
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&after)
		heap := float64(int64(after.HeapAlloc-before.HeapAlloc)) / float64(n)
		clear(held)
		if heap == last {
			return weight{t.Size(), heap}
		}
		last = heap
	}
}

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	weights := map[string]weight{}
	for _, t := range types {
		weights[t.name] = weigh(t.t, t.n)
	}
	json.NewEncoder(os.Stdout).Encode(weights)
}
`

// TestCasesOnTheHeap holds that objects of every type that can be named, in
// the order declared and in the best one where that is written down, cost on
// the running heap what the report says, under both releases.
func TestCasesOnTheHeap(t *testing.T) {
	c := casesFor(t, "amd64")
	if out, err := exec.Command("go", "env", "GOARCH").Output(); err != nil || strings.TrimSpace(string(out)) != "amd64" {
		t.Skipf("objects of amd64 cannot be made on GOARCH %s (%v)", bytes.TrimSpace(out), err)
	}
	rows := nameable(c)
	if len(rows) < 250 {
		t.Errorf("%d types can be named, want at least 250", len(rows))
	}
	body := weighing + "\nvar types = []struct{ name string; t reflect.Type; n int }{\n"
	likes := map[string]bool{}
	for _, row := range rows {
		n, like := 200_000, fmt.Sprint(row.Now.Size, row.Now.PtrBytes > 0)
		if likes[like] {
			n = 20_000
		}
		likes[like] = true
		body += fmt.Sprintf("\t{%q, reflect.TypeFor[%s](), %d},\n", row.Name, row.Name, n)
	}
	build := generate(t, c, rows, "main", body+"}\n")
	for _, toolchain := range []string{"", "go1.27.3"} {
		t.Run(cmp.Or(toolchain, "default"), func(t *testing.T) {
			t.Parallel()
			bin := filepath.Join(t.TempDir(), "weigh")
			cmd := exec.Command("go", append([]string{"build", "-o", bin}, build...)...)
			cmd.Dir = repository
			if cmd.Env = os.Environ(); toolchain != "" {
				cmd.Env = append(cmd.Env, "GOTOOLCHAIN="+toolchain)
				if out, err := exec.Command("env", "GOTOOLCHAIN="+toolchain, "go", "version").CombinedOutput(); err != nil {
					t.Skipf("%s cannot be had: %s", toolchain, out)
				}
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			out, err := exec.Command(bin).Output()
			if err != nil {
				t.Fatal(err)
			}
			var weights map[string]struct {
				Size int64
				Heap float64
			}
			if err := json.Unmarshal(out, &weights); err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				w, ok := weights[row.Name]
				if !ok || w.Size != row.Now.Size {
					t.Errorf("%s is %d B, the report says %d B", row.Name, w.Size, row.Now.Size)
				}
				// the block that is current when a reading ends may hold one more
				if math.Abs(w.Heap-row.Now.Object.Bytes()) > 0.001 {
					t.Errorf("an object of %s takes %.4f B, the report says %.4f B", row.Name, w.Heap, row.Now.Object.Bytes())
				}
			}
		})
	}
}

// TestCasesCompiled holds the compiler of 32-bit platforms to the sizes and
// alignments of the report.
func TestCasesCompiled(t *testing.T) {
	for _, goarch := range []string{"386", "arm"} {
		t.Run(goarch, func(t *testing.T) {
			t.Parallel()
			c := casesFor(t, goarch)
			var rows []*advice.Row
			body := "import \"unsafe\"\n\nconst (\n"
			for _, row := range nameable(c) {
				switch pkg, _, _ := strings.Cut(row.Name, "."); pkg {
				case "atomics", "atomic32", "header", "zerotail", "tiny", "generic", "nested", "arrays", "falsesaving", "fewest", "large", "recursive":
				default:
					continue // its imports would be compiled, too
				}
				rows = append(rows, row)
				body += fmt.Sprintf("\t_ = -uint(unsafe.Sizeof(*new(%s)) ^ %d)\n", row.Name, row.Now.Size)
				body += fmt.Sprintf("\t_ = -uint(unsafe.Alignof(*new(%s)) ^ %d)\n", row.Name, row.Now.Align)
			}
			if len(rows) < 130 {
				t.Errorf("%d types can be named, want at least 130", len(rows))
			}
			cmd := exec.Command("go", append([]string{"build"}, generate(t, c, rows, "sizes", body+")\n")...)...)
			cmd.Dir, cmd.Env = repository, append(os.Environ(), "GOOS=linux", "GOARCH="+goarch, "CGO_ENABLED=0")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestSubjects vets and tests the packages, which the go command's ./... does
// not enter.
func TestSubjects(t *testing.T) {
	for _, args := range [][]string{
		// one package is there to write another's type without keys
		append([]string{"vet", "-composites=false"}, casePatterns...),
		append([]string{"test"}, casePatterns...),
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = repository
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v:\n%s", strings.Join(args, " "), err, out)
		}
	}
}

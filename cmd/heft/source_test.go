package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// program is a module with one command, of types that a compiler keeps in the
// binary.
func program(t *testing.T) string {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/shop\n\ngo 1.26\n")
	write(t, dir, "main.go", `package main

import "fmt"

type Grant struct {
	Revoked bool
	Scope   string
	Used    bool
	Next    *Grant
}

type Box[T any] struct {
	full bool
	in   T
}

func main() {
	fmt.Println(&Grant{Scope: "mail"}, &Box[int32]{in: 1})
}
`)
	return dir
}

func layoutJSON(t *testing.T, args ...string) advice.Report {
	t.Helper()
	r := heft(append([]string{"layout", "--json"}, args...)...)
	var rep advice.Report
	if err := json.Unmarshal([]byte(r.stdout), &rep); err != nil {
		t.Fatalf("heft layout %q: exit code %d, %v\n%s", args, r.code, err, r.stderr)
	}
	return rep
}

// A compiled program must tell the same as its source.
func TestBinary(t *testing.T) {
	dir := program(t)
	binary := filepath.Join(dir, "shop.exe")
	build := func(flags ...string) {
		cmd := exec.Command("go", append(append([]string{"build", "-o", binary}, flags...), ".")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	build()
	source, compiled := layoutJSON(t, "-C", dir, "."), layoutJSON(t, "--binary", binary)
	if len(source.Types) != 2 || source.Runtime != compiled.Runtime {
		t.Errorf("%d types of %s in source; the binary is for %s", len(source.Types), source.Runtime, compiled.Runtime)
	}
	for _, want := range source.Types {
		i := slices.IndexFunc(compiled.Types, func(r advice.Row) bool { return r.Name == want.Name })
		if i < 0 {
			t.Errorf("the binary has no %s", want.Name)
			continue
		}
		a, _ := json.Marshal(want.Now)
		b, _ := json.Marshal(compiled.Types[i].Now)
		if string(a) != string(b) {
			t.Errorf("%s:\nin source %s\nin binary %s", want.Name, a, b)
		}
	}
	r := heft("layout", "--binary", binary, "--type", "Grant")
	if r.code != exitFine || !strings.Contains(r.stdout, "(size class ") {
		t.Errorf("one type: exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := heft("layout", "--binary", binary, "--runtime", "go1.21"); r.code != exitFine || !strings.HasPrefix(r.stdout, "go1.21/"+runtime.GOARCH+" · std of ") {
		t.Errorf("under another release: exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	other := map[bool]string{true: "arm64", false: "amd64"}[runtime.GOARCH == "amd64"]
	if r := heft("layout", "--binary", binary, "--runtime", other); r.code != exitFailure || !strings.Contains(r.stderr, "the program is built for "+runtime.GOARCH) {
		t.Errorf("under another architecture: exit code %d, standard error %q", r.code, r.stderr)
	}
	if r := heft("layout", "--binary", filepath.Join(dir, "go.mod")); r.code != exitFailure || r.stderr == "" {
		t.Errorf("no program: exit code %d, standard error %q", r.code, r.stderr)
	}
	build("-ldflags=-s -w")
	if r := heft("layout", "--binary", binary); r.code != exitFailure || !strings.Contains(r.stderr, "go build") {
		t.Errorf("a stripped program: exit code %d, standard error %q", r.code, r.stderr)
	}
}

func TestAcrossRuntimes(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.26\n")
	write(t, dir, "m.go", `package m

type Node struct {
	Used bool
	Next *Node
	Data [64]*Node
}
`)
	write(t, dir, "m_arm.go", "package m\n\ntype Only struct{ n int64 }\n")
	r := heft("layout", "-C", dir, "--type", "Node", "--across", "--count", "1000", ".")
	if r.code != exitFine || r.stderr != "" {
		t.Fatalf("exit code %d, standard error %q", r.code, r.stderr)
	}
	own := ownRelease(t)
	minor := strings.Split(own, ".")[1]
	head, rest, _ := strings.Cut(r.stdout, "\n")
	got := head + "\n" + strings.ReplaceAll(rest, own, "go1."+minor)
	for _, want := range []string{
		// RUNTIME §3: since go1.22 pointerful objects over 512 B, on 32-bit over
		// 128 B, have a header; with 528 and 264 B it fits their classes.
		"go1.21 on amd64, arm64, loong64, mips64, mips64le, ppc64, ppc64le, riscv64, s390x, wasm\nwith noallocheaders: go1.22 on amd64,",
		"go1.22 to go1.27 on amd64, arm64, loong64, mips64, mips64le, ppc64, ppc64le, riscv64, s390x, wasm\nalso with ",
		"go1.21 on 386, arm, mips, mipsle\nwith noallocheaders: go1.22 on 386, arm, mips, mipsle\n size 264, align 4, pointer bytes 264, slot 288 B",
		"go1.22 to go1.27 on 386, arm, mips, mipsle\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	golden(t, "across.txt", got)

	var rep advice.AcrossReport
	if err := json.Unmarshal([]byte(heft("layout", "-C", dir, "--type", "Node", "--across", "--json", ".").stdout), &rep); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range rep.Groups {
		n += len(g.Runtimes)
	}
	if want := len(layout.Arches()) * len(sizer.Releases()); n < want || rep.Stdlib != own {
		t.Errorf("%d runtimes, want at least %d; standard library of %s", n, want, rep.Stdlib)
	}
	r = heft("layout", "-C", dir, "--goarch", "arm", "--type", "Only", "--across", ".")
	if r.code != exitFine || strings.Contains(r.stdout, "amd64") || !strings.Contains(r.stdout, "on arm\n") {
		t.Errorf("one architecture: exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	r = heft("layout", "-C", dir, "--goarch", "arm", "--type", ".", "--across", ".")
	if r.code != exitFailure || !strings.Contains(r.stderr, "matches 2: example.com/m.Node, example.com/m.Only") {
		t.Errorf("two types: exit code %d, standard error %q", r.code, r.stderr)
	}
}

// --runtime: what is priced, and what is loaded.
func TestTarget(t *testing.T) {
	own := ownRelease(t)
	family := own[:strings.LastIndex(own, ".")]
	// No toolchain is fetched here: what is not at hand is modelled.
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOEXPERIMENT", "")
	for _, c := range []struct {
		flags sourceFlags
		want  target
		rt    string
	}{
		{sourceFlags{}, target{}, ""},
		{sourceFlags{goarch: "arm"}, target{goarch: "arm"}, ""},
		{sourceFlags{runtime: "arm64"}, target{goarch: "arm64"}, own + "/arm64"},
		{sourceFlags{runtime: own + "/386"}, target{goarch: "386"}, own + "/386"},
		{sourceFlags{runtime: family + "/386"}, target{goarch: "386"}, family + "/386"},
		{sourceFlags{runtime: "amd64+staticlockranking"}, target{goarch: "amd64", experiment: "staticlockranking"}, own + "/amd64+staticlockranking"},
		{sourceFlags{runtime: "go1.21", goarch: "arm"}, target{goarch: "arm"}, "go1.21/arm"},
		{sourceFlags{runtime: "go1.21.1/arm"}, target{goarch: "arm"}, "go1.21.1/arm"},
	} {
		got, err := c.flags.target(t.Context())
		if err != nil {
			t.Errorf("%+v: %v", c.flags, err)
			continue
		}
		if got.goarch != c.want.goarch || got.goroot != c.want.goroot || got.experiment != c.want.experiment {
			t.Errorf("%+v: loads with %q, GOARCH %q, GOEXPERIMENT %q", c.flags, got.goroot, got.goarch, got.experiment)
		}
		if got.given != (c.rt != "") || got.given && got.runtime.String() != c.rt {
			t.Errorf("%+v: prices under %s, want %s", c.flags, got.runtime, c.rt)
		}
	}
}

// A release whose toolchain can be had is loaded with it, and a module that
// asks for a newer one is loaded with the go command's own.
func TestToolchain(t *testing.T) {
	atRoot(t)
	own := ownRelease(t)
	release, experiment := "go1.27.3", "+mapsplitgroup" // which only go1.27 knows
	if own == release {
		release, experiment = "go1.26.8", "+nogreenteagc"
	}
	cmd := exec.Command("go", "version")
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+release)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("the toolchain %s cannot be had: %v\n%s", release, err, out)
	}
	path := os.Getenv("PATH")
	for _, spec := range []string{release + "/arm64", release + "/amd64" + experiment} {
		rep := layoutJSON(t, "--runtime", spec, sessionPackage)
		if rep.Runtime != spec || rep.Stdlib != "" {
			t.Errorf("runtime %s, want %s; standard library of %q", rep.Runtime, spec, rep.Stdlib)
		}
	}
	if os.Getenv("PATH") != path {
		t.Errorf("PATH is %s, was %s", os.Getenv("PATH"), path)
	}
	if release != "go1.26.8" {
		return
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.27.0\n")
	write(t, dir, "m.go", "package m\n\ntype T struct{ n int64 }\n")
	if rep := layoutJSON(t, "-C", dir, "--runtime", release, "."); rep.Runtime != release+"/"+runtime.GOARCH || rep.Stdlib != own {
		t.Errorf("a module for a newer release: runtime %s, standard library of %q", rep.Runtime, rep.Stdlib)
	}
}

func TestExperimentList(t *testing.T) {
	for _, c := range []struct{ want, own, list []string }{
		{nil, nil, nil},
		{[]string{"a"}, nil, []string{"a"}},
		{nil, []string{"a"}, []string{"noa"}},
		{[]string{"b"}, []string{"noa"}, []string{"b", "a"}},
		{[]string{"a"}, []string{"a"}, []string{"a"}},
	} {
		if got := experimentList(c.want, c.own); !slices.Equal(got, c.list) {
			t.Errorf("want %q where %q is set: %q", c.want, c.own, got)
		}
	}
}

// A folder's own paths are shortened, those of the go command are completed.
func TestPositions(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	res := &load.Result{GoVersion: "go1.26.8", Problems: []load.Problem{
		{Pos: layout.Pos{File: filepath.Join(dir, "a", "b.go"), Line: 3}},
		{Pos: layout.Pos{File: "b.go"}},
		{Pos: layout.Pos{}},
	}}
	in := inputOf(res, sizer.Runtime{Release: "go1.26.8"}, "sub")
	var got []string
	for _, p := range in.Problems {
		got = append(got, filepath.ToSlash(p.Pos.File))
	}
	if !slices.Equal(got, []string{"a/b.go", "sub/b.go", ""}) {
		t.Errorf("got %q", got)
	}
}

// Each architecture must be loaded for a system that it has.
func TestGOOSFor(t *testing.T) {
	out, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	pairs := strings.Fields(string(out))
	for _, goos := range knownGOOS {
		if !slices.ContainsFunc(pairs, func(p string) bool { return strings.HasPrefix(p, goos+"/") }) {
			t.Errorf("the go command does not know GOOS %s", goos)
		}
		for _, a := range layout.Arches() {
			if p := goosFor(goos, a.Name) + "/" + a.Name; !slices.Contains(pairs, p) {
				t.Errorf("%s: the go command does not know %s", goos, p)
			}
		}
	}
}

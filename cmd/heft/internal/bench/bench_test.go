package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMeasure(t *testing.T) {
	p, err := openPlace(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	gocmd, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	c, remove, err := p.emptyCaches()
	if err != nil {
		t.Fatal(err)
	}
	r := result{work: work{name: "w", dir: t.TempDir()}, tool: &tool{name: "go"}, argv: []string{gocmd, "env", "GOCACHE"}}
	m, err := p.measure(context.Background(), &r, c)
	if err != nil {
		t.Fatal(err)
	}
	if m.wall <= 0 || m.cpu <= 0 || m.rss < 1<<20 {
		t.Errorf("go env took %v, %v of CPU, %d B: want some of each, and over 1 MiB", m.wall, m.cpu, m.rss)
	}
	if got := strings.Join(c.env(), " "); !strings.Contains(got, c.dir) {
		t.Errorf("the environment %q does not name the caches' folder %s", got, c.dir)
	}
	remove()
	if _, err := os.Stat(c.dir); !os.IsNotExist(err) {
		t.Errorf("the caches are still there (%v)", err)
	}

	r.argv = []string{gocmd, "no-such-command"}
	if _, err := p.measure(context.Background(), &r, p.warmCaches()); err == nil || !strings.Contains(err.Error(), "no-such-command") {
		t.Errorf("a command that fails gives the error %v, want one that names it", err)
	}
	r.tool.findings = []int{2}
	if _, err := p.measure(context.Background(), &r, p.warmCaches()); err != nil {
		t.Errorf("a tool that has findings gives the error %v", err)
	}
}

func TestTableAndAims(t *testing.T) {
	s := &allSubjects[0]
	fa := &allPeers[0]
	w := s.work()[0]
	h := result{subject: s, work: w, tool: &heft, caches: warm, runs: []reading{
		{3 * time.Second, 4 * time.Second, 300 << 20}, {time.Second, time.Second, 100 << 20}, {2 * time.Second, 2 * time.Second, 200 << 20},
	}}
	p := result{subject: s, work: w, tool: fa, caches: warm, runs: []reading{
		{7 * time.Second, 10 * time.Second, 900 << 20}, {9 * time.Second, 10 * time.Second, 700 << 20},
	}}
	var b bytes.Buffer
	writeTable(&b, []result{h, p})
	for _, want := range []string{
		"| std | warm | heft | 3 | 2.00 | 1.00–3.00 | 2.00 | 200 | | | |",
		"| std | warm | fieldalignment | 2 | 8.00 | 7.00–9.00 | 10.00 | 800 | 0.250× | 0.200× | 0.25× |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}

	b.Reset()
	if missed := writeAims(&b, []result{h, p}); missed != 0 || strings.Count(b.String(), "- met: std, warm") != 2 {
		t.Errorf("%d aims missed, want 0 of 2:\n%s", missed, b.String())
	}
	for i := range p.runs {
		p.runs[i].wall = 3 * time.Second
	}
	b.Reset()
	if missed := writeAims(&b, []result{h, p}); missed != 1 || !strings.Contains(b.String(), "MISSED: std, warm: wall time is 0.667 of fieldalignment's, the aim is 0.300") {
		t.Errorf("%d aims missed, want 1 of 2:\n%s", missed, b.String())
	}
}

func TestLinear(t *testing.T) {
	s := &allSubjects[0]
	at := func(packages int, cpu time.Duration) result {
		return result{subject: s, work: s.work()[0], tool: &heft, caches: warm, packages: packages, runs: []reading{{cpu: cpu}}}
	}
	for _, c := range []struct {
		all    time.Duration
		missed int
	}{{8 * time.Second, 0}, {6 * time.Second, 0}, {9 * time.Second, 1}} {
		var b bytes.Buffer
		results := []result{at(25, 2*time.Second), at(50, 4*time.Second), at(100, c.all)}
		if missed := writeAims(&b, results); missed != c.missed {
			t.Errorf("100 packages in %v of CPU time: %d aims missed, want %d:\n%s", c.all, missed, c.missed, b.String())
		}
	}
	if got := everyNth([]string{"a", "b", "c", "d", "e"}, 2); !slices.Equal(got, []string{"a", "c", "e"}) {
		t.Errorf("every second of five is %q", got)
	}
}

func TestUnstage(t *testing.T) {
	s := subject{name: "s", version: "v1.36.3", dir: t.TempDir()}
	mod := filepath.Join(s.dir, "go.mod")
	text := "module k8s.io/kubernetes\n\ngo 1.26\n\nrequire k8s.io/api v0.0.0\n\nreplace (\n\tk8s.io/api => ./staging/src/k8s.io/api\n)\n"
	if err := os.WriteFile(mod, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(s.dir, "vendor"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := unstage(context.Background(), &s); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(b); strings.Contains(got, "replace") || !strings.Contains(got, "k8s.io/api v0.36.3") {
		t.Errorf("go.mod is now\n%s\nwant k8s.io/api v0.36.3 and no replacement", got)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "vendor")); !os.IsNotExist(err) {
		t.Errorf("vendor is still there (%v)", err)
	}
	if err := unstage(context.Background(), &s); err == nil {
		t.Error("a tree that replaces nothing gives no error")
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a benchmark: layout"},
		{[]string{"sleep"}, `no benchmark "sleep": one of layout`},
		{[]string{"layout", "--subjects", "std,moon"}, `no subject "moon"`},
		{[]string{"layout", "--peers", "eye"}, `no peer "eye"`},
		{[]string{"layout", "--rounds", "0"}, "--rounds"},
		{[]string{"layout", "--cold-peers"}, "--cold-peers goes with --cold"},
		{[]string{"layout", "--cold", "--cold-peers", "--scaling"}, "heft alone"},
		{[]string{"layout", "std"}, "takes no arguments"},
	} {
		var out, errs bytes.Buffer
		if err := run(context.Background(), &out, &errs, c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("bench %v: %v, want %q", c.args, err, c.want)
		}
	}
}

func TestArgv(t *testing.T) {
	p := place{"/b"}
	for _, s := range allSubjects {
		for _, w := range s.work() {
			if argv := heft.argv(p, w); !slices.Equal(argv[len(argv)-len(w.patterns):], w.patterns) {
				t.Errorf("heft reads %q, want %q last", argv, w.patterns)
			}
		}
	}
	if argv := allPeers[1].argv(p, allSubjects[0].work()[0]); argv != nil {
		t.Errorf("structlayout shows all types by %q, want none", argv)
	}
	if got := commandLine([]string{"/b/bin/heft", "layout", strings.Repeat("x", 200)}); len(got) != 100 || !strings.HasPrefix(got, "heft layout xx") {
		t.Errorf("a long command is shown as %q (%d bytes)", got, len(got))
	}
}

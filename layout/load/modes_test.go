package load

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed-ac4d27cc/heft/layout"
)

// load writes the files of an archive, loads them and returns the sizes of the
// types found, by name.
func loadFiles(t *testing.T, archive string, cfg Config) (*Result, map[string]int64) {
	t.Helper()
	cfg.Dir = filepath.Join(unpack(t, "m", txtar.Parse([]byte(archive))), cfg.Dir)
	if cfg.Cache == "" {
		cfg.Cache = "off"
	}
	res, err := Load(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res, sizesOf(t, res)
}

func sizesOf(t *testing.T, res *Result) map[string]int64 {
	t.Helper()
	for _, p := range res.Problems {
		t.Errorf("a problem: %v: %s", p.Pos, p.Message)
	}
	l := layout.NewLayouter(mustArch(t, res.GOARCH))
	sizes := map[string]int64{}
	for _, d := range res.Decls {
		r, err := l.Of(d.Type)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		if _, ok := sizes[d.Name]; ok {
			t.Errorf("%s is there twice", d.Name)
		}
		sizes[d.Name] = r.Size
	}
	return sizes
}

func wantSizes(t *testing.T, got map[string]int64, want map[string]int64) {
	t.Helper()
	for name, size := range want {
		if n, ok := got[name]; !ok || n != size {
			t.Errorf("%s: got %d bytes (found: %v), want %d", name, n, ok, size)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is not to be found", name)
		}
	}
}

func TestWorkspace(t *testing.T) {
	_, got := loadFiles(t, `
-- go.work --
go 1.26.0

use ./one
use ./two
-- one/go.mod --
module example.com/one

go 1.26.0
-- one/one.go --
package one

type One struct { A bool; N int64; C bool }
-- two/go.mod --
module example.com/two

go 1.26.0

require example.com/one v1.0.0
-- two/two.go --
package two

import "example.com/one"

type Two struct { A bool; O one.One }
`, Config{Patterns: []string{"./one/...", "example.com/two"}})
	wantSizes(t, got, map[string]int64{"one.One": 24, "two.Two": 32})
}

func TestVendor(t *testing.T) {
	_, got := loadFiles(t, `
-- go.mod --
module example.com/main

go 1.26.0

require example.com/dep v1.0.0
-- main.go --
package main

import "example.com/dep"

type T struct { A bool; D dep.Dep; G dep.Generic[int8] }

func main() {}
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.26.0
example.com/dep
-- vendor/example.com/dep/dep.go --
package dep

type Dep struct { A bool; N [3]int64 }
type Generic[P any] struct { P P; B bool }
`, Config{Patterns: []string{"."}})
	wantSizes(t, got, map[string]int64{"main.T": 48, "dep.Generic[int8]": 2})
}

const tagged = `
-- plain.go --
package tagged

type Plain struct { A bool; N size }
-- with.go --
//go:build with

package tagged

type size [2]int64
type With struct { A bool }
-- without.go --
//go:build !with

package tagged

type size int16
-- file_windows.go --
package tagged

type Windows struct { A bool; P uintptr }
`

func TestTags(t *testing.T) {
	with := map[string]int64{"tagged.Plain": 24, "tagged.With": 1}
	_, got := loadFiles(t, tagged, Config{GOOS: "linux", GOARCH: "amd64"})
	wantSizes(t, got, map[string]int64{"tagged.Plain": 4})
	_, got = loadFiles(t, tagged, Config{GOOS: "linux", GOARCH: "amd64", Tags: "other,with"})
	wantSizes(t, got, with)
	_, got = loadFiles(t, tagged, Config{GOOS: "windows", GOARCH: "386"})
	wantSizes(t, got, map[string]int64{"tagged.Plain": 4, "tagged.Windows": 8})
	t.Setenv("GOFLAGS", "-tags=with")
	_, got = loadFiles(t, tagged, Config{GOOS: "linux", GOARCH: "amd64"})
	wantSizes(t, got, with)
}

func TestSingleFiles(t *testing.T) {
	files := `
-- a.go --
package main

type A struct { A bool; B B }
-- b.go --
package main

type B struct { N int64; A bool }
-- broken.go --
package main

type C struct { not a field list
`
	res, got := loadFiles(t, files, Config{Patterns: []string{"a.go", "b.go"}})
	wantSizes(t, got, map[string]int64{"main.A": 24, "main.B": 16})
	if want := []string{"command-line-arguments"}; !slices.Equal(res.Packages, want) {
		t.Errorf("packages %q, want %q", res.Packages, want)
	}
}

func TestTests(t *testing.T) {
	files := `
-- p/p.go --
package p

type T struct { A bool; N int64; C bool }
type hidden struct { A bool }
-- p/p_test.go --
package p

type InTest struct { A bool; T T }
-- p/x_test.go --
package p_test

import "m/p"

type External struct { A bool; T p.T }
-- q/q.go --
package q

import "m/p"

type Q struct { A bool; T p.T }

var t = p.T{true, 1, false}
-- r/r_test.go --
package r

type OnlyTest struct { A bool }
`
	_, got := loadFiles(t, files, Config{Patterns: []string{"./..."}})
	wantSizes(t, got, map[string]int64{"p.T": 24, "p.hidden": 1, "q.Q": 32})
	res, got := loadFiles(t, files, Config{Patterns: []string{"./..."}, Tests: true})
	wantSizes(t, got, map[string]int64{"p.T": 24, "p.hidden": 1, "p.InTest": 32, "p_test.External": 32, "q.Q": 32, "r.OnlyTest": 1})
	for _, d := range res.Decls {
		if want := d.Name == "p.InTest" || d.Name == "p_test.External" || d.Name == "r.OnlyTest"; d.Test != want {
			t.Errorf("%s: of a test: %v, want %v", d.Name, d.Test, want)
		}
		// The use in q is one of the package without its tests.
		if unkeyed := slices.Contains(tiesOf(d), "keep unkeyed"); unkeyed != (d.Name == "p.T") {
			t.Errorf("%s: ties %v", d.Name, tiesOf(d))
		}
	}
}

func TestGenerated(t *testing.T) {
	res, _ := loadFiles(t, `
-- made.go --
// Code generated by a tool. DO NOT EDIT.

package p

type Made struct { A bool; N int64; C bool }
-- written.go --
// Package p is not: Code generated by a tool. DO NOT EDIT.
package p

type Written struct { A bool; N int64; C bool }
`, Config{})
	for _, d := range res.Decls {
		made := d.Name == "p.Made"
		if d.Generated != made || slices.Contains(tiesOf(d), "keep generated") != made {
			t.Errorf("%s: generated: %v, ties %v", d.Name, d.Generated, tiesOf(d))
		}
	}
	if len(res.Decls) != 2 {
		t.Errorf("%d types, want 2", len(res.Decls))
	}
}

func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler (gcc) is installed")
	}
	t.Setenv("CGO_ENABLED", "1")
	res, got := loadFiles(t, `
-- c.go --
package c

/*
#include <stdint.h>

typedef struct { char a; int64_t n; char c; } plain;
typedef union { char a; double d; int32_t n[5]; } either;
typedef struct { unsigned a : 3; unsigned b : 7; int64_t n; } bits;
typedef struct __attribute__((packed)) { char a; int32_t n; char b; } packed;
typedef enum { red, green } colour;
typedef struct node { struct node *next; colour c; plain p; } node;
*/
import "C"

type Holds struct { A bool; P C.plain; E C.either; B bool }
type Bits struct { A bool; B C.bits }
type Packed struct { P C.packed; A bool }
type Node struct { N *C.node; V C.node; A bool }
type Scalar struct { A bool; N C.int; C C.colour; P *C.char }
type Alone struct { A bool; N int64; C bool }
type Same C.plain

func f() any {
	type local struct { A bool; S C.size_t }
	return local{}
}
-- other.go --
package c

type InOther struct { A bool; H Holds }
`, Config{GOOS: "linux", GOARCH: "amd64"})
	// A union is an array of bytes to Go, and aligned as one.
	for name, size := range map[string]int64{
		"c.Holds": 8 + 24 + 24 + 8, "c.Bits": 24, "c.Packed": 7, "c.Node": 8 + 40 + 8, "c.Scalar": 24,
		"c.Alone": 24, "c.Same": 24, "c.f.local": 16, "c.InOther": 72,
	} {
		if got[name] != size {
			t.Errorf("%s: got %d bytes, want %d", name, got[name], size)
		}
	}
	for _, d := range res.Decls {
		if rel, err := filepath.Rel(os.TempDir(), d.Pos.File); err != nil || strings.HasPrefix(rel, "..") || d.Pos.Line == 0 {
			if !strings.HasPrefix(d.Name, "c.C.") && !strings.HasPrefix(d.Name, "c._C") {
				t.Errorf("%s is said to stand at %v", d.Name, d.Pos)
			}
		}
	}
}

func TestNothingToLoad(t *testing.T) {
	for _, c := range []struct {
		name     string
		patterns []string
		want     string
	}{
		{"no match", []string{"./docs/..."}, ""},
		{"no such package", []string{"example.invalid/nothing"}, "example.invalid/nothing"},
		{"no such file", []string{"nothing.go"}, "nothing.go"},
		{"no such folder", []string{"./nothing"}, "nothing"},
	} {
		dir := unpack(t, "m", txtar.Parse([]byte("-- a.go --\npackage a\n-- docs/text --\n")))
		res, err := Load(context.Background(), Config{Dir: dir, Patterns: c.patterns, Cache: "off"})
		if err == nil {
			t.Errorf("%s: %d types, %d problems, and no error", c.name, len(res.Decls), len(res.Problems))
			continue
		}
		if c.want == "" && !errors.Is(err, ErrNoPackages) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %q", c.name, err)
		}
	}
	if _, err := Load(context.Background(), Config{Patterns: []string{"fmt"}, GOARCH: "pdp11", Cache: "off"}); err == nil {
		t.Error("no error of an unknown GOARCH")
	}
	dir := filepath.Join(t.TempDir(), "gone")
	if _, err := Load(context.Background(), Config{Dir: dir, Cache: "off"}); err == nil {
		t.Error("no error of a folder that is not there")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, Config{Patterns: []string{"fmt"}, Cache: "off"}); err == nil {
		t.Error("no error of what was cancelled")
	}
}

// TestCacheAgrees loads the same with an empty cache, from it, and after
// changes that must not be missed.
func TestCacheAgrees(t *testing.T) {
	dir := unpack(t, "edge", edgeArchive(t))
	store := t.TempDir()
	cfg := Config{Dir: dir, Patterns: []string{"./..."}, GOARCH: "amd64", Cache: store}
	rows := func() map[string]bool {
		t.Helper()
		res, err := Load(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(t, res)
		for _, d := range res.Decls {
			rows[d.Name+" "+strings.Join(tiesOf(d), " ")] = true
		}
		return rows
	}
	same := func(what string, a, b map[string]bool) {
		t.Helper()
		for r := range a {
			if !b[r] {
				t.Errorf("%s: %s is missing", what, r)
			}
		}
		if len(a) != len(b) {
			t.Errorf("%s: %d rows, want %d", what, len(b), len(a))
		}
	}
	first := rows()
	entries, err := os.ReadDir(store)
	if err != nil || len(entries) != 1 {
		t.Fatalf("the cache holds %d entries, want 1 (%v)", len(entries), err)
	}
	same("from the cache", first, rows())
	for _, damage := range [][]byte{nil, []byte("x"), {0xff, 0x82, 0, 1, 2}} {
		if err := os.WriteFile(filepath.Join(store, entries[0].Name()), damage, 0o666); err != nil {
			t.Fatal(err)
		}
		same("from a damaged cache", first, rows())
	}
	cfg.GOARCH = "386"
	if got := rows(); len(got) == 0 || sameRows(first, got) {
		t.Error("another GOARCH has the same rows")
	}
	cfg.GOARCH = "amd64"
	path := filepath.Join(dir, "dep", "dep.go")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(src), "X, Y int32", "X, Y int64", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if sameRows(first, rows()) {
		t.Error("a changed file has the same rows")
	}
}

func sameRows(a, b map[string]bool) bool {
	for r := range a {
		if !b[r] {
			return false
		}
	}
	return len(a) == len(b)
}

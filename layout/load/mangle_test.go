package load

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

// readSource takes a source through all that follows the listing, as a
// package of one file without dependencies, and lays out what is found.
func readSource(t testing.TB, src []byte, all bool) ([]layout.Decl, []Problem) {
	f := indexFile("p.go", src)
	p := &pkg{id: "p", path: "p", name: f.name, root: true, deps: map[string]*pkg{}}
	p.once.Do(func() {
		p.scope, p.methods = map[string]*unit{}, map[string][]*unit{}
		f.pkg = p
		p.files = []*file{f}
		p.add(f)
	})
	cfg := &Config{GOARCH: "amd64", All: all}
	decls, problems := cfg.read([]*pkg{p}, &Timing{})
	arch, err := layout.ArchOf(cfg.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	l := layout.NewLayouter(arch)
	for _, d := range decls {
		if d.Type == nil || d.Name == "" || d.Package != "p" && d.Form != layout.Instance {
			t.Errorf("an odd declaration: %+v", d)
			continue
		}
		if r, err := l.Of(d.Type); err == nil && r.Size < r.Padding {
			t.Errorf("%s: %d bytes with %d of padding", d.Name, r.Size, r.Padding)
		}
	}
	return decls, problems
}

// TestMangledSources reads sources of the standard library with tokens
// dropped, doubled, swapped or put in from elsewhere: none may make the loader
// fail or run on.
func TestMangledSources(t *testing.T) {
	r := seeded(t)
	var decls, problems atomic.Int64
	paths := sample(r, stdFiles(t), 60)
	type job struct {
		path string
		src  []byte
	}
	var jobs []job
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(src) > 40_000 {
			continue
		}
		for range 4 {
			jobs = append(jobs, job{path, mangle(r, src)})
		}
	}
	parallel(jobs, func(j job) {
		defer func() {
			if e := recover(); e != nil {
				t.Errorf("%s, mangled: panic: %v\n%s", j.path, e, j.src)
			}
		}()
		ds, ps := readSource(t, j.src, true)
		decls.Add(int64(len(ds)))
		problems.Add(int64(len(ps)))
	})
	t.Logf("%d sources, %d types, %d problems", len(jobs), decls.Load(), problems.Load())
	if decls.Load() == 0 || problems.Load() == 0 {
		t.Errorf("mangled sources have %d types and %d problems: some of both were to be found", decls.Load(), problems.Load())
	}
}

// mangle changes a few places of a source.
func mangle(r *rand.Rand, src []byte) []byte {
	var toks []string
	l := newLexer(src)
	end := 0
	for {
		t := l.next()
		toks = append(toks, string(src[end:t.end]))
		end = t.end
		if t.kind == tokEOF {
			break
		}
	}
	spice := []string{"{", "}", "(", ")", "[", "]", ";", "\n", " type T struct { a T }", " struct { x, y int }", "\"", "`", "/*", "'", " = ", ".", "*", ",", " func", " interface{", " type", " const", "\x00", "é", "...", "[T any]", "[[]T]", "//", "import"}
	for range 1 + r.IntN(6) {
		i, j := r.IntN(len(toks)), r.IntN(len(toks))
		switch r.IntN(6) {
		case 0:
			toks[i] = ""
		case 1:
			toks[i] += toks[i]
		case 2:
			toks[i], toks[j] = toks[j], toks[i]
		case 3:
			toks[i] += spice[r.IntN(len(spice))]
		case 4:
			toks[i] = spice[r.IntN(len(spice))]
		case 5:
			n := min(len(toks), i+r.IntN(40))
			toks = append(toks[:i:i], toks[n:]...)
			if len(toks) == 0 {
				return nil
			}
		}
	}
	return []byte(strings.Join(toks, ""))
}

func FuzzRead(f *testing.F) {
	addSources(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		readSource(t, src, false)
		readSource(t, src, true)
	})
}

package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

var wantBroken = regexp.MustCompile(`(error|unknown|size \d+)(, (unknown|size \d+))?$`)

// TestBroken loads incorrect packages: each has its problems, with positions,
// and what can be laid out is.
func TestBroken(t *testing.T) {
	ar := readArchive(t, "testdata/broken.txtar")
	dir := unpack(t, "broken", ar)
	res, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./..."}, GOARCH: "amd64", Cache: "off"})
	if err != nil {
		t.Fatal(err)
	}
	rel := func(pos layout.Pos) string {
		if r, err := filepath.Rel(dir, pos.File); err == nil {
			return fmt.Sprintf("%s:%d", filepath.ToSlash(r), pos.Line)
		}
		return pos.String()
	}
	problems, folders := map[string]string{}, map[string]bool{}
	for _, p := range res.Problems {
		at := rel(p.Pos)
		if problems[at] == p.Message {
			t.Errorf("%s: told twice: %s", at, p.Message)
		}
		problems[at] = p.Message
		folder, _, _ := strings.Cut(at, "/")
		folders[folder] = true
		// Of some errors the go command gives no position: it says in words
		// what files it is about.
		if p.Pos.File == "" || p.Pos.Line == 0 && !strings.Contains(p.Message, "found packages ") && !strings.Contains(p.Message, "import cycle ") {
			t.Errorf("a problem without a place: %+v", p)
		}
		if p.Message == "" {
			t.Errorf("%s: a problem without words", at)
		}
	}
	l := layout.NewLayouter(mustArch(t, "amd64"))
	sizes := map[string][]string{}
	for _, d := range res.Decls {
		size := "unknown"
		if d.Form == layout.Generic {
			continue
		}
		if r, err := l.Of(d.Type); err == nil {
			size = fmt.Sprintf("size %d", r.Size)
		}
		sizes[rel(d.Pos)] = append(sizes[rel(d.Pos)], size)
	}
	for _, f := range ar.Files {
		folder, _, _ := strings.Cut(f.Name, "/")
		if !folders[folder] {
			t.Errorf("%s: no problem is told of it", folder)
		}
		for i, line := range strings.Split(string(f.Data), "\n") {
			at := f.Name + ":" + strconv.Itoa(i+1)
			m := wantBroken.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			wantSize := m[3]
			if m[1] == "error" {
				if problems[at] == "" {
					t.Errorf("%s: no problem is told: %s", at, line)
				}
			} else {
				wantSize = m[1]
				if problems[at] != "" {
					t.Errorf("%s: a problem where there is none: %s: %s", at, problems[at], line)
				}
			}
			if wantSize == "" {
				continue
			}
			if len(sizes[at]) == 0 {
				t.Errorf("%s: no type is found: %s", at, line)
			}
			for _, s := range sizes[at] {
				if s != wantSize {
					t.Errorf("%s: got %s: %s", at, s, line)
				}
			}
		}
	}
	if os.Getenv("HEFT_SHOW") != "" {
		for at, msg := range problems {
			t.Log(at, msg)
		}
	}
}

func mustArch(t testing.TB, name string) layout.Arch {
	a, err := layout.ArchOf(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

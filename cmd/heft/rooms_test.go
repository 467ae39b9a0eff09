package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seed-ac4d27cc/heft/"

// The rooms of the house, and which of the others each may import. What a room
// holds in folders of its own may use libraries; these packages may not.
var (
	rooms = map[string][]string{
		"layout":  {"layout"},
		"sizer":   {"layout", "sizer"},
		"measure": {"layout", "sizer", "measure"},
		"cmd":     {"layout", "sizer", "measure", "cmd"},
	}
	standardOnly = []string{"layout", "layout/dwarf", "sizer", "sizer/advice", "measure"}
)

// Imports run one way: cmd, measure, sizer, layout.
func TestRooms(t *testing.T) {
	atRoot(t)
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(p.ImportPath, module)
		room, _, _ := strings.Cut(path, "/")
		if rooms[room] == nil {
			t.Errorf("%s is in no room of the house", path)
		}
		seen[path] = true
		for _, im := range p.Imports {
			other, ours := strings.CutPrefix(im, module)
			to, _, _ := strings.Cut(other, "/")
			switch {
			case ours && !slices.Contains(rooms[room], to):
				t.Errorf("%s imports %s: %s imports only %s", path, other, room, strings.Join(rooms[room], ", "))
			case !ours && strings.Contains(strings.Split(im, "/")[0], ".") && slices.Contains(standardOnly, path):
				t.Errorf("%s imports %s, and may import the standard library only", path, im)
			}
		}
	}
	for _, path := range standardOnly {
		if !seen[path] {
			t.Errorf("%s was not found", path)
		}
	}
}

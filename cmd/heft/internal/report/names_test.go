package report

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

func TestTypeNames(t *testing.T) {
	row := func(name, pkg, file string, line int) advice.Row {
		return advice.Row{Name: name, Package: pkg, Pos: layout.Pos{File: file, Line: line, Column: 2}}
	}
	for _, c := range []struct {
		rows []advice.Row
		want []string
	}{
		{
			[]advice.Row{row("a.T", "x/a", "", 0), row("b.T", "x/b", "", 0)},
			[]string{"a.T", "b.T"},
		},
		{
			[]advice.Row{row("a.T", "x/a", "", 0), row("a.T", "y/a", "", 0), row("a.U", "x/a", "", 0)},
			[]string{"x/a.T", "y/a.T", "a.U"},
		},
		{ // one path is the end of the other
			[]advice.Row{row("a.T", "a", "", 0), row("a.T", "y/a", "", 0)},
			[]string{"a.T", "y/a.T"},
		},
		{ // the difference lies three elements back
			[]advice.Row{row("v1.T", "k/apps/v1", "", 0), row("v1.T", "j/apps/v1", "", 0), row("v1.T", "j/batch/v1", "", 0)},
			[]string{"k/apps/v1.T", "j/apps/v1.T", "j/batch/v1.T"},
		},
		{ // the package's name is not its path's end
			[]advice.Row{row("yaml.T", "gopkg.in/yaml.v3", "", 0), row("yaml.T", "sigs.k8s.io/yaml", "", 0)},
			[]string{"yaml.v3.T", "yaml.T"},
		},
		{ // instances keep their arguments
			[]advice.Row{row("c.P[a.B]", "x/c", "", 0), row("c.P[a.B]", "y/c", "", 0)},
			[]string{"x/c.P[a.B]", "y/c.P[a.B]"},
		},
		{ // in one package it is the place that differs
			[]advice.Row{row("a.F.key", "x/a", "/src/x/a/f.go", 3), row("a.F.key", "x/a", "/src/x/a/f.go", 9)},
			[]string{"a.F.key@f.go:3:2", "a.F.key@f.go:9:2"},
		},
		{ // without a place, as in a binary
			[]advice.Row{row("a.F.key", "x/a", "", 0), row("a.F.key", "x/a", "", 0), row("a.F.key", "x/a", "", 0)},
			[]string{"a.F.key", "a.F.key#2", "a.F.key#3"},
		},
	} {
		if got := typeNames(c.rows); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestElide(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{
		{"session.Session", 15, "session.Session"},
		{"session.Session", 10, "ses…ession"},
		{"session.Session", 3, "s…n"},
		{"世界世界世界", 7, "世…世界"},
	} {
		if got := elide(c.s, c.n); got != c.want {
			t.Errorf("elide(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
	for n := 3; n < 20; n++ {
		for _, shorten := range []func(string, int) string{elide, cut} {
			if s := shorten("pkg.Тип[map[世界]string, é]", n); twwidth.Width(s) > n || !utf8.ValidString(s) {
				t.Errorf("shortened to %d: %q is too wide or broken", n, s)
			}
		}
	}
}

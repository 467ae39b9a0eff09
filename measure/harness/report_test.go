package harness

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func TestParseGroup(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Group
	}{
		{"A=go1.26.8", Group{Name: "A", Toolchain: "go1.26.8"}},
		{"B=go1.27.3+mapsplitgroup+nogreenteagc", Group{Name: "B", Toolchain: "go1.27.3", Experiment: "mapsplitgroup,nogreenteagc"}},
		{"go1.27.3/arm", Group{Name: "go1.27.3/arm", Toolchain: "go1.27.3", Arch: "arm"}},
		{"C=s390x", Group{Name: "C", Arch: "s390x"}},
		{"D=+greenteagc", Group{Name: "D", Experiment: "greenteagc"}},
		{"before=@HEAD~1", Group{Name: "before", Revision: "@HEAD~1"}},
		{"after=@", Group{Name: "after", Revision: "@"}},
		{"x=@main,go1.27.3", Group{Name: "x", Revision: "@main", Toolchain: "go1.27.3"}},
		{"old=example.com/m/v2@v2.1.0", Group{Name: "old", Module: "example.com/m/v2@v2.1.0"}},
	} {
		got, err := ParseGroup(c.in)
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{"", "=go1.26", "A=", "A=golang", "A=go1.x", "A=a b@c", "A=1.26", "A=@x,@y,nonsense!"} {
		if g, err := ParseGroup(in); err == nil {
			t.Errorf("%q: %+v, want an error", in, g)
		}
	}
}

func FuzzParseGroup(f *testing.F) {
	for _, s := range []string{"A=go1.26.8/arm+x", "b=@HEAD", "c=m@v1", "=,@+/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if g, err := ParseGroup(s); err == nil && g.Name == "" {
			t.Errorf("%q: a group without a name", s)
		}
	})
}

func TestSplitTarget(t *testing.T) {
	for in, want := range map[string]string{
		".New":                     ".|New",
		"./session.New":            "./session|New",
		"../x.New":                 "../x|New",
		"gopkg.in/yaml.v3.Marshal": "gopkg.in/yaml.v3|Marshal",
		"./srv.(*Server).Session":  "./srv|(*Server).Session",
		"example.com/m/cache.C":    "example.com/m/cache|C",
		"...New":                   "..|New",
	} {
		ok := false
		var all []string
		for _, s := range splitTarget(in) {
			name := s.name
			if s.recv != "" {
				name = s.recv + "." + name
			}
			all = append(all, s.path+"|"+name)
			ok = ok || s.path+"|"+name == want
		}
		if !ok {
			t.Errorf("%s: %q, want %s among them", in, all, want)
		}
	}
}

func TestUnqualified(t *testing.T) {
	for in, want := range map[string]string{
		`uuid.Parse("uuid.x")`:  `     Parse("uuid.x")`,
		`a.uuid.b + uuid . c()`: `a.uuid.b +        c()`,
		`uuid + notuuid.x`:      `uuid + notuuid.x`,
	} {
		if got := unqualified(in, "uuid"); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add("x := New()", "x.Session(i)")
	f.Add("var a, b = 1, time.Now()", "func() int { return a }()")
	f.Add("}", "1")
	f.Add("", "f(")
	f.Fuzz(func(t *testing.T, setup, expr string) {
		s, err := parseSnippet(setup, expr)
		if err == nil && !strings.Contains(s.text("x"), "Measure") {
			t.Errorf("%q %q: no code", setup, expr)
		}
	})
}

func TestContrast(t *testing.T) {
	same := func(v float64) Figure { return figureOf([]float64{v, v, v, v, v, v}) }
	if c := contrast("A", "B", same(48), same(64)); c.Same || c.Diff != 16 || c.Lo != 16 || c.Hi != 16 {
		t.Errorf("48 against 64, nothing spreads: %+v", c)
	}
	if c := contrast("A", "B", same(48), same(48)); !c.Same {
		t.Errorf("48 against 48: %+v", c)
	}
	a := figureOf([]float64{100, 110, 90, 105, 95, 102})
	b := figureOf([]float64{101, 108, 93, 104, 96, 99})
	if c := contrast("A", "B", a, b); !c.Same {
		t.Errorf("a difference within the spread: %+v", c)
	}
	b = figureOf([]float64{201, 208, 193, 204, 196, 199})
	if c := contrast("A", "B", a, b); c.Same || c.Lo > c.Diff || c.Hi < c.Diff {
		t.Errorf("twice as much: %+v", c)
	}
	if f := figureOf([]float64{5}); f.Center != 5 || f.Lo != 5 || f.Hi != 5 || f.CV != 0 {
		t.Errorf("one trial: %+v", f)
	}
}

func TestWriteBenchAndJSON(t *testing.T) {
	c := quick(t, ".Map")
	c.Trials = 2
	r := measured(t, c)
	var b bytes.Buffer
	if err := r.WriteBench(&b); err != nil {
		t.Fatal(err)
	}
	lines := 0
	for reader := benchfmt.NewReader(&b, "x"); reader.Scan(); {
		switch rec := reader.Result().(type) {
		case *benchfmt.Result:
			lines++
			if v, ok := rec.Value("B/instance"); !ok || math.Abs(v-256) > 0.01 {
				t.Errorf("B/instance is %v, want 256", v)
			}
		case *benchfmt.SyntaxError:
			t.Errorf("benchfmt does not read it: %v", rec)
		}
	}
	if lines != 2 {
		t.Errorf("%d benchmark lines, want one for each of 2 trials", lines)
	}
	text, err := json.Marshal(r)
	if err != nil || !bytes.Contains(text, []byte(`"schema":"heft.measure/1"`)) {
		t.Errorf("JSON: %v\n%s", err, text)
	}
}

func TestPlan(t *testing.T) {
	c := quick(t, ".Map")
	c.Trials, c.Sessions, c.Check = 2, 200000, true
	p := measured(t, c).Groups[0].Plan
	if math.Abs(p.Live-256*200000) > 5432 {
		t.Errorf("live %v, want 256 B each of 200,000", p.Live)
	}
	if len(p.Goals) != 3 || p.Goals[0].Heap >= p.Goals[1].Heap || p.MemLimit < p.Live || p.Container <= p.MemLimit {
		t.Errorf("an implausible plan: %+v", p)
	}
	if k := p.Checked; k == nil || math.Abs(k.OffLive) > 0.01 || math.Abs(k.OffRSS) > 0.3 {
		t.Errorf("the plan is far from what a run used: %+v", k)
	} else {
		t.Logf("peak RSS %.1f MiB, planned %.1f MiB", k.PeakRSS/(1<<20), k.Planned/(1<<20))
	}
}

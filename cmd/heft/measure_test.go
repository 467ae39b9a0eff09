package main

import (
	"encoding/csv"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/measure/harness"
)

// ownCache has what a test measures built beside what the user has.
func ownCache(t *testing.T) {
	t.Helper()
	if os.Getenv("GOCACHE") == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			t.Setenv("GOCACHE", filepath.Join(dir, "go-build"))
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

func TestMeasureCommand(t *testing.T) {
	ownCache(t)
	atRoot(t)
	bench := filepath.Join(t.TempDir(), "bench.txt")
	r := heft("measure", "-n", "4800", "--trials", "2", "--bench", bench, "--sessions", "10000", "--json", "./testdata/session.Grant")
	if r.code != exitFine {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	var rep harness.Report
	if err := json.Unmarshal([]byte(r.stdout), &rep); err != nil {
		t.Fatal(err)
	}
	if got := rep.Groups[0].Bytes.Center; math.Abs(got-48) > 0.01 || rep.Schema != harness.Schema {
		t.Errorf("session.Grant is %v B by %s, want 48", got, rep.Schema)
	}
	if want := "heft measure --instances 4800 --sessions 10000 --trials 2 ./testdata/session.Grant"; rep.Command != want {
		t.Errorf("to repeat it: %q, want %q", rep.Command, want)
	}
	text, err := os.ReadFile(bench)
	if err != nil || strings.Count(string(text), "BenchmarkSession.Grant 4800 48.0000 B/instance 1.0000 objects/instance") != 2 {
		t.Errorf("--bench: %v\n%s", err, text)
	}
	r = heft("measure", "-n", "4800", "--trials", "1", "./testdata/session.Grant")
	for _, want := range []string{"session.Grant", "HeapAlloc", "48.00", "again: heft measure"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("the text lacks %q:\n%s", want, r.stdout)
		}
	}
}

func TestVerifyCommand(t *testing.T) {
	ownCache(t)
	atRoot(t)
	r := heft("verify", "--trials", "1", "--type", "Grant|User", "./testdata/session")
	if r.code != exitFine || !strings.Contains(r.stdout, "session.Grant") || !strings.Contains(r.stdout, "0 differences") {
		t.Errorf("exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	r = heft("verify", "--trials", "1", "--csv", "--type", "Grant", "./testdata/session")
	records, err := csv.NewReader(strings.NewReader(r.stdout)).ReadAll()
	if err != nil || len(records) != 2 || records[1][7] != "48" || records[1][14] != "true" {
		t.Errorf("CSV: %v %q", err, records)
	}
}

func TestMeasureUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"measure"}, "name what to measure"},
		{[]string{"measure", "a.B", "c.D"}, "one thing at a time"},
		{[]string{"measure", "--group", "A=nonsense", "x.Y"}, "group"},
		{[]string{"measure", "--max-memory", "lots", "x.Y"}, "512MiB"},
		{[]string{"measure", "--trials", "0", "x.Y"}, "--trials 0"},
		{[]string{"measure", "--gogc", "fast", "x.Y"}, "--gogc"},
		{[]string{"measure", "--check", "x.Y"}, "--sessions"},
		{[]string{"verify", "--type", "(", "."}, "--type"},
		{[]string{"verify", "--tolerance", "-1", "."}, "--tolerance"},
	} {
		if r := heft(c.args...); r.code != exitFailure || !strings.Contains(r.stderr, c.want) || r.stdout != "" {
			t.Errorf("%v: exit code %d, standard error %q, want %q in it", c.args, r.code, r.stderr, c.want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for in, want := range map[string]uint64{"1": 1, "100B": 100, "4KiB": 4 << 10, "512MiB": 512 << 20, "3GiB": 3 << 30, "1TiB": 1 << 40} {
		if got, err := parseSize(in); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "0", "-1", "MiB", "1.5GiB", "9999999999TiB", "5 GiB"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("%q: %d, want an error", in, got)
		}
	}
}

func TestQuoted(t *testing.T) {
	for in, want := range map[string]string{"./a.B": "./a.B", "": "''", "f(i)": "'f(i)'", "it's": `'it'\''s'`} {
		if got := quoted(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestMeasureDocumented(t *testing.T) {
	want := map[string][]string{}
	jsonFields(reflect.TypeFor[harness.Report](), want)
	jsonFields(reflect.TypeFor[harness.Verification](), want)
	for name, print := range map[string]func(b *strings.Builder) error{
		"CSV of heft measure": func(b *strings.Builder) error { return report.MeasureCSV(b, &harness.Report{}) },
		"CSV of heft verify":  func(b *strings.Builder) error { return report.VerifyCSV(b, &harness.Verification{}) },
	} {
		var b strings.Builder
		if err := print(&b); err != nil {
			t.Fatal(err)
		}
		want[name] = strings.Split(strings.TrimSpace(b.String()), ",")
	}
	got := documented(t, "../../docs/measure.md")
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("docs/measure.md, section %s: has %q, heft %q", name, got[name], want[name])
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("docs/measure.md: section %s describes nothing", name)
		}
	}
}

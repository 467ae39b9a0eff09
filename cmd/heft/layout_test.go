package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

const sessionPackage = "./testdata/session"

// Every view of the session service's types, on one platform.
func TestLayoutViews(t *testing.T) {
	atRoot(t)
	for _, c := range []struct {
		golden string
		args   []string
	}{
		{"session.txt", nil},
		{"session.json", []string{"--json"}},
		{"session.csv", []string{"--csv"}},
		{"session-386.txt", []string{"--goarch", "386"}},
		{"session-name.txt", []string{"--sort", "name", "--top", "3"}},
		{"session-padding.txt", []string{"--sort", "padding", "--min-saving", "8"}},
		{"session-count.txt", []string{"--count", "1_000_000"}},
		{"session-bytes.txt", []string{"--count", "1_000_000", "--bytes"}},
		{"session-all.txt", []string{"--all", "--sort", "size"}},
		{"session-pointers.txt", []string{"--optimize", "pointers"}},
		{"session-kept.txt", []string{"--ignore-keep", "all"}},
		{"session-regexp.txt", []string{"--type", "^session\\.[GT]"}},
		{"type.txt", []string{"--type", "Session"}},
		{"type.json", []string{"--type", "Grant", "--json"}},
		{"type-count.txt", []string{"--type", "session.Grant", "--count", "1000000"}},
		{"type-arm64.txt", []string{"--type", "github.com/seed-ac4d27cc/heft/testdata/session.Device", "--goarch", "arm64"}},
		{"type-instance.txt", []string{"--type", "Store"}},
		{"type-modelled.txt", []string{"--type", "Limiter", "--runtime", "go1.21"}},
	} {
		args := append([]string{"layout", "--goos", "linux", "--goarch", "amd64"}, c.args...)
		if slices.Contains(c.args, "--goarch") || slices.Contains(c.args, "--runtime") {
			args = slices.Delete(args, 3, 5)
		}
		r := heft(append(args, sessionPackage)...)
		if r.code != exitFine || r.stderr != "" {
			t.Errorf("%s: exit code %d, standard error %q", c.golden, r.code, r.stderr)
		}
		golden(t, c.golden, r.stdout)
		if strings.HasSuffix(c.golden, ".txt") {
			for line := range strings.Lines(r.stdout) {
				if n := len([]rune(line)) - 1; n > 100 {
					t.Errorf("%s: %d columns: %s", c.golden, n, line)
				}
			}
		}
	}
}

// The formats must tell the same.
func TestFormatsAgree(t *testing.T) {
	atRoot(t)
	var rep advice.Report
	r := heft("layout", "--json", sessionPackage)
	if err := json.Unmarshal([]byte(r.stdout), &rep); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(heft("layout", "--csv", sessionPackage).stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 1+len(rep.Types) || len(rep.Types) < 10 {
		t.Fatalf("%d records of CSV, %d types of JSON", len(records), len(rep.Types))
	}
	text := heft("layout", sessionPackage).stdout
	last := 0
	for i, row := range rep.Types {
		if records[1+i][0] != row.Name {
			t.Errorf("record %d is %s, want %s", i, records[1+i][0], row.Name)
		}
		if len(row.Name) > 26 {
			continue // the table shortens it
		}
		at := strings.Index(text, " "+row.Name+" ")
		if at < last {
			t.Errorf("%s is not in its place in the text", row.Name)
		}
		last = at
	}
}

func TestThreshold(t *testing.T) {
	atRoot(t)
	var rep advice.Report
	if err := json.Unmarshal([]byte(heft("layout", "--json", sessionPackage).stdout), &rep); err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for _, r := range rep.Types {
		if r.Best != nil {
			most = max(most, r.Best.Saves)
		}
	}
	if most == 0 {
		t.Fatal("no type of the session service saves anything")
	}
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"--fail-on-saving", number(most)}, exitFindings},
		{[]string{"--fail-on-saving", number(most + 1)}, exitFine},
		// What is chosen counts, what only stays unprinted counts, too.
		{[]string{"--fail-on-saving", number(most), "--sort", "name", "--top", "1"}, exitFindings},
		{[]string{"--fail-on-saving", number(most), "--type", "Meters"}, exitFine},
		{[]string{"--fail-on-saving", number(most), "--json"}, exitFindings},
	} {
		r := heft(append(append([]string{"layout"}, c.args...), sessionPackage)...)
		if r.code != c.code || r.stdout == "" || r.stderr != "" {
			t.Errorf("%q: exit code %d, want %d; standard error %q", c.args, r.code, c.code, r.stderr)
		}
	}
}

// A package with errors: all that can be laid out is reported, the errors are
// on standard error, one a line with its place.
func TestProblems(t *testing.T) {
	atRoot(t)
	r := heft("layout", "--fail-on-saving", "1", "./testdata/broken")
	if r.code != exitFailure {
		t.Errorf("exit code %d, want %d", r.code, exitFailure)
	}
	for _, want := range []string{"broken.Found ", "unknown: "} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	line := regexp.MustCompile(`^testdata/broken/\w+\.go:\d+:\d+: \S.*$`)
	lines := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
	if len(lines) < 2 {
		t.Errorf("standard error has %d lines", len(lines))
	}
	for _, l := range lines {
		if !line.MatchString(filepath.ToSlash(l)) {
			t.Errorf("standard error: %q", l)
		}
	}
	if r := heft("layout", "-C", "testdata", "./broken"); r.code != exitFailure || !line.MatchString(filepath.ToSlash(strings.SplitN(r.stderr, "\n", 2)[0])) {
		t.Errorf("with -C: exit code %d, standard error %q", r.code, r.stderr)
	}
}

func TestNoPackages(t *testing.T) {
	atRoot(t)
	for _, c := range []struct {
		args []string
		want string // in standard error
	}{
		{[]string{"./testdata/..."}, "-C testdata ./..."},
		{[]string{"./testdata/pad..."}, "-C testdata ./pad..."},
		{[]string{"-C", "cmd/..", "./testdata/..."}, "-C testdata ./..."},
		{[]string{"./docs/..."}, "no packages"},
		{[]string{"./nowhere"}, "nowhere"},
		{[]string{"-C", "nowhere", "."}, "nowhere"},
	} {
		r := heft(append([]string{"layout"}, c.args...)...)
		if r.code != exitFailure || r.stdout != "" || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%q: exit code %d, standard error %q, want %q", c.args, r.code, r.stderr, c.want)
		}
	}
	if r := heft("layout", "./docs/..."); strings.Contains(r.stderr, "testdata") {
		t.Errorf("testdata is named where there is none: %q", r.stderr)
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n")
	write(t, dir, "testdata/x/x.go", "package x\n")
	if r := heft("layout", "-C", dir, "./..."); !strings.Contains(r.stderr, "-C "+filepath.Join(dir, "testdata")+" ./...") {
		t.Errorf("standard error %q", r.stderr)
	}
}

func TestChooseTypes(t *testing.T) {
	var decls []layout.Decl
	for _, n := range []struct{ name, pkg string }{
		{"session.Grant", "example.com/m/session"}, {"session.GrantList", "example.com/m/session"}, {"session.Grant", "example.com/n/session"},
		{"cache.Map[int,session.Grant]", "example.com/m/cache"}, {"cache.Map[string,int]", "example.com/m/cache"}, {"session.New.key", "example.com/m/session"},
	} {
		decls = append(decls, layout.Decl{Name: n.name, Package: n.pkg, Type: &layout.Type{Name: n.name}})
	}
	for _, c := range []struct {
		typ    string
		want   []int
		byName bool
	}{
		{"Grant", []int{0, 2}, true},
		{"session.Grant", []int{0, 2}, true},
		{"example.com/n/session.Grant", []int{2}, true},
		{"Map", []int{3, 4}, true},
		{"cache.Map", []int{3, 4}, true},
		{"Map[string,int]", []int{4}, true},
		{"cache.Map[int,session.Grant]", []int{3}, true},
		{"New.key", []int{5}, true},
		{"Grant.", []int{1, 3}, false},
		{"^session", []int{0, 1, 2, 5}, false},
		{"m/session", []int{0, 1, 5}, false},
	} {
		re, byName, err := chooseTypes(decls, c.typ)
		if err != nil {
			t.Errorf("%s: %v", c.typ, err)
			continue
		}
		var got []int
		for i, d := range decls {
			if re.MatchString(d.Name) && !byName || re.MatchString(advice.FullName(d.Package, d.Name)) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, c.want) || byName != c.byName {
			t.Errorf("%s: chooses %v (by name: %v), want %v (%v)", c.typ, got, byName, c.want, c.byName)
		}
	}
	if _, _, err := chooseTypes(decls, "grantl"); err == nil || !strings.Contains(err.Error(), "there is session.GrantList") {
		t.Errorf("a name that is nearly right: %v", err)
	}
}

func TestFiles(t *testing.T) {
	atRoot(t)
	dir := t.TempDir()
	page, text := filepath.Join(dir, "page.html"), filepath.Join(dir, "out.txt")
	r := heft("layout", "--html", page, sessionPackage)
	if r.code != exitFine || strings.Count(r.stdout, "\n") != 1 || !strings.Contains(r.stdout, "14 structs") {
		t.Errorf("--html: exit code %d, standard output %q", r.code, r.stdout)
	}
	if b, err := os.ReadFile(page); err != nil || !strings.Contains(string(b), "session.Grant") {
		t.Errorf("the page: %v, %d bytes", err, len(b))
	}
	want := heft("layout", sessionPackage).stdout
	r = heft("layout", "--html", page, "-o", text, sessionPackage)
	if b, err := os.ReadFile(text); err != nil || string(b) != want || r.stdout != "" {
		t.Errorf("-o: %v, standard output %q, the file holds\n%s", err, r.stdout, b)
	}
}

func TestTiming(t *testing.T) {
	atRoot(t)
	r := heft("layout", "--timing", sessionPackage)
	for _, part := range []string{"listing", "parsing", "checking", "analysing", "printing", "total"} {
		if !regexp.MustCompile(`(?m)^` + part + ` +\d+\.\d{3} s$`).MatchString(r.stderr) {
			t.Errorf("no %s in\n%s", part, r.stderr)
		}
	}
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// write makes a file below a folder.
func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"encoding/csv"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// documented reads the tables of a page: under each heading the names in the
// first column.
func documented(t *testing.T, path string) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("^\\| `([a-z0-9_]+)` \\|")
	out := map[string][]string{}
	section := ""
	for line := range strings.Lines(string(page)) {
		if head, ok := strings.CutPrefix(line, "### "); ok {
			section = strings.TrimSpace(head)
			out[section] = nil
		}
		if m := name.FindStringSubmatch(line); m != nil {
			out[section] = append(out[section], m[1])
		}
	}
	return out
}

// jsonFields collects the fields of every struct that a type's JSON holds, by
// the struct's name.
func jsonFields(typ reflect.Type, out map[string][]string) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		jsonFields(typ.Elem(), out)
		return
	case reflect.Struct:
	default:
		return
	}
	name := typ.Name()
	if typ == reflect.TypeFor[buildVersion]() {
		name = "Version"
	}
	if _, ok := out[name]; ok {
		return
	}
	out[name] = nil
	for f := range typ.Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case key == "-":
			continue
		case f.Anonymous:
		case key == "":
			key = "(no JSON name) " + f.Name
			fallthrough
		default:
			out[name] = append(out[name], key)
		}
		jsonFields(f.Type, out)
	}
}

// Every field of the JSON forms is documented, and every documented field is
// there.
func TestJSONDocumented(t *testing.T) {
	want := map[string][]string{}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[advice.Report](), reflect.TypeFor[advice.AcrossReport](),
		reflect.TypeFor[report.Runtimes](), reflect.TypeFor[buildVersion](),
	} {
		jsonFields(typ, want)
	}
	got := documented(t, "../../docs/json.md")
	for _, name := range slices.Sorted(maps.Keys(want)) {
		fields, ok := got[name]
		if !ok {
			t.Errorf("docs/json.md has no section %s", name)
		}
		slices.Sort(fields)
		slices.Sort(want[name])
		if !slices.Equal(fields, want[name]) {
			t.Errorf("docs/json.md, section %s: has %q, the struct %q", name, fields, want[name])
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("docs/json.md: section %s describes nothing", name)
		}
	}
}

func TestCSVDocumented(t *testing.T) {
	var b strings.Builder
	if err := report.CSV(&b, &advice.Report{}); err != nil {
		t.Fatal(err)
	}
	header, err := csv.NewReader(strings.NewReader(b.String())).Read()
	if err != nil {
		t.Fatal(err)
	}
	if got := documented(t, "../../docs/csv.md")[""]; !slices.Equal(got, header) {
		t.Errorf("docs/csv.md has the columns %q, the CSV %q", got, header)
	}
}

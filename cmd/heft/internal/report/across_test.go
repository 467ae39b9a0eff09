package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

func acrossSample(t *testing.T) *advice.AcrossReport {
	ptr := func(k layout.Kind, name string) *layout.Type { return &layout.Type{Kind: k, Name: name} }
	typ := &layout.Type{Kind: layout.Struct, Name: "session.Grant", PkgPath: "example.com/session", Fields: []layout.Field{
		{Name: "Revoked", Type: ptr(layout.Bool, "bool")},
		{Name: "Scope", Type: ptr(layout.String, "string")},
		{Name: "Unix", Type: ptr(layout.Int64, "int64")},
		{Name: "Pad", Type: &layout.Type{Kind: layout.Array, Name: "[100]*byte", Len: 100, Elem: &layout.Type{Kind: layout.Pointer, Name: "*byte", Elem: ptr(layout.Uint8, "byte")}}},
	}}
	decls := []layout.Decl{{Type: typ, Name: "session.Grant", Package: "example.com/session", Form: layout.Named}}
	var inputs []advice.Input
	for _, spec := range []string{
		"go1.21/amd64", "go1.22/amd64", "go1.22/amd64+noallocheaders", "go1.23/amd64", "go1.25/amd64", "go1.25/amd64+greenteagc",
		"go1.21/arm64", "go1.22/arm64", "go1.22/arm64+noallocheaders", "go1.23/arm64", "go1.25/arm64", "go1.21/arm", "go1.22/386",
	} {
		rt, err := sizer.ParseRuntime(spec)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, advice.Input{Decls: decls, Runtime: rt})
	}
	rep := advice.Across(inputs, "example.com/session", "session.Grant", advice.Options{Count: 1000})
	rep.Stdlib = "go1.26.8"
	return rep
}

func TestAcross(t *testing.T) {
	rep := acrossSample(t)
	golden(t, "across.txt", func(b *bytes.Buffer) error {
		err := Across(b, rep, Format{})
		narrow(t, b.String())
		return err
	})
	golden(t, "across.json", func(b *bytes.Buffer) error { return JSON(b, rep) })
	var b bytes.Buffer
	if err := AcrossCSV(&b, rep); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), "\r\n"); got != 1+13 {
		t.Errorf("CSV has %d lines, want a header and 13 runtimes:\n%s", got, b.String())
	}
}

func TestSpans(t *testing.T) {
	for _, c := range []struct{ in, want []string }{
		{[]string{"go1.26.8/amd64"}, []string{"go1.26.8 on amd64"}},
		{[]string{"go1.25/amd64", "go1.26.8/amd64", "go1.27/amd64"}, []string{"go1.25 to go1.27 on amd64"}},
		{[]string{"go1.21/amd64", "go1.23/amd64", "go1.24/amd64"}, []string{"go1.21, go1.23 to go1.24 on amd64"}},
		{
			[]string{"go1.25/amd64", "go1.25/arm64", "go1.26/arm64", "go1.25/wasm"},
			[]string{"go1.25 on amd64, wasm", "go1.25 to go1.26 on arm64"},
		},
		{
			[]string{"go1.22/amd64+noallocheaders", "go1.25/amd64", "go1.25/amd64+greenteagc"},
			[]string{"go1.25 on amd64", "with noallocheaders: go1.22 on amd64", "also with greenteagc"},
		},
	} {
		if got := spans(c.in); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

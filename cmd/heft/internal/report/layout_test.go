package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

func TestLayout(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Format
		edit func(*advice.Report)
	}{
		{"layout.txt", Format{}, func(*advice.Report) {}},
		{"layout-bytes.txt", Format{Exact: true}, func(*advice.Report) {}},
		{"layout-color.txt", Format{Color: true}, func(*advice.Report) {}},
		{"layout-count.txt", Format{}, func(rep *advice.Report) { rep.Count = 1_000_000 }},
		{"layout-top.txt", Format{}, func(rep *advice.Report) { rep.Types, rep.Hidden = rep.Types[:2], 10 }},
		{"layout-binary.txt", Format{}, func(rep *advice.Report) {
			rep.Source, rep.Shapes = "./shop", []string{"cache.Cache[go.shape.string]"}
		}},
		{"layout-modelled.txt", Format{}, func(rep *advice.Report) { rep.Stdlib, rep.Types = "go1.26.8", nil }},
	} {
		rep := sample(t)
		c.edit(rep)
		golden(t, c.name, func(b *bytes.Buffer) error {
			err := Layout(b, rep, c.f)
			if !c.f.Color {
				narrow(t, b.String())
			}
			return err
		})
	}
}

func TestEach(t *testing.T) {
	rep := sample(t)
	golden(t, "each.txt", func(b *bytes.Buffer) error {
		err := Each(b, rep, Format{})
		narrow(t, b.String())
		return err
	})
	rep.Count = 1_000_000
	rep.Types = rep.Types[:1]
	golden(t, "each-count.txt", func(b *bytes.Buffer) error { return Each(b, rep, Format{}) })
}

// Text that a binary may hold must not reach the terminal as it is.
func TestControlCharacters(t *testing.T) {
	rep := sample(t)
	rep.Types = rep.Types[:1]
	rep.Types[0].Name = "evil.\x1b[31mT\nx"
	rep.Types[0].Now.Fields[0].Name = "a\tb\x00"
	for _, write := range []func(b *bytes.Buffer) error{
		func(b *bytes.Buffer) error { return Layout(b, rep, Format{}) },
		func(b *bytes.Buffer) error { return Each(b, rep, Format{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if s := b.String(); strings.ContainsAny(s, "\x1b\x00\t") || strings.Contains(s, "T\nx") {
			t.Errorf("control characters got through:\n%q", s)
		}
	}
}

func TestJSON(t *testing.T) {
	rep := sample(t)
	golden(t, "layout.json", func(b *bytes.Buffer) error { return JSON(b, rep) })
	var b bytes.Buffer
	if err := JSON(&b, rep); err != nil {
		t.Fatal(err)
	}
	var back advice.Report
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&back, rep) {
		t.Error("the report does not survive its JSON form")
	}
}

func TestCSV(t *testing.T) {
	rep := sample(t)
	rep.Count = 1_000_000
	golden(t, "layout.csv", func(b *bytes.Buffer) error { return CSV(b, rep) })
	var b bytes.Buffer
	if err := CSV(&b, rep); err != nil {
		t.Fatal(err)
	}
	if bytes.Count(b.Bytes(), []byte("\r\n")) != len(rep.Types)+1 {
		t.Error("not every record ends in CRLF")
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := records[len(records)-1][0]; got != rep.Types[len(rep.Types)-1].Name {
		t.Errorf("the longest name came back as %q", got)
	}
}

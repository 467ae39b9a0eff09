package sizer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

func TestParseRuntime(t *testing.T) {
	for _, tt := range []struct{ spec, want string }{
		{"go1.27.3/amd64+mapsplitgroup", "go1.27.3/amd64+mapsplitgroup"},
		{"go1.25", "go1.25/amd64"},
		{"go1.21/arm", "go1.21/arm"},
		{"go1.26.99/riscv64", "go1.26.99/riscv64"},
		{"go1.27rc1", "go1.27rc1/amd64"},
		{"go1.26-custom.1/mips", "go1.26-custom.1/mips"},
		{"/arm", "go1.27/arm"},
		{"arm64", "go1.27/arm64"},
		{"go1.27/", "go1.27/amd64"},
		{"+mapsplitgroup", "go1.27/amd64+mapsplitgroup"},
		{"arm+nogreenteagc", "go1.27/arm+nogreenteagc"},
		{" go1.27 ", "go1.27/amd64"},
		// What the release has by itself is not named; several are by name.
		{"go1.26+greenteagc", "go1.26/amd64"},
		{"go1.25+greenteagc", "go1.25/amd64+greenteagc"},
		{"go1.27+nogreenteagc+mapsplitgroup", "go1.27/amd64+nogreenteagc+mapsplitgroup"},
		{"go1.27+nogreenteagc,mapsplitgroup", "go1.27/amd64+nogreenteagc+mapsplitgroup"},
		{"go1.27+mapsplitgroup+nomapsplitgroup", "go1.27/amd64"},
		{"go1.24+noswissmap", "go1.24/amd64+noswissmap"},
		{"go1.22+none", "go1.22/amd64+noallocheaders+nocoverageredesign+noexectracer2"},
		{"go1.26/s390x+noregabi", "go1.26/s390x+noregabiargs+noregabiwrappers"},
		{"go1.27/s390x+noregabi", "go1.27/s390x"}, // cannot be turned off
		{"go1.27/arm+regabi", "go1.27/arm"},       // nor on
	} {
		r, err := sizer.ParseRuntime(tt.spec)
		if err != nil || r.String() != tt.want {
			t.Errorf("ParseRuntime(%q) = %v, %v, want %s", tt.spec, r, err, tt.want)
		}
	}
	for _, tt := range []struct{ spec, want string }{
		{"", "want a form like"},
		{"go1.20", "go1.20 is not modelled: 1.21 to 1.27"},
		{"go1.20.14/arm", "go1.20 is not modelled: 1.21 to 1.27"},
		{"go1.28", "go1.28 is not modelled: 1.21 to 1.27"},
		{"go1.99999999999999999999", "not a Go release"},
		{"go2.0", "not a Go release"},
		{"go", "not a Go release"},
		{"go1.27.x", "not a Go release"},
		{"sparc", `unknown GOARCH "sparc": one of 386, amd64`},
		{"go1.27/linux/amd64", `unknown GOARCH "linux/amd64"`},
		{"go1.26+mapsplitgroup", `unknown experiment "mapsplitgroup" for go1.26: one of arenas,`},
		{"go1.26+nomapsplitgroup", `unknown experiment "nomapsplitgroup" for go1.26: one of arenas,`},
		{"go1.26/s390x+noregabiwrappers", "regabiargs needs regabiwrappers"},
	} {
		r, err := sizer.ParseRuntime(tt.spec)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("ParseRuntime(%q) = %v, %v, want an error with %q", tt.spec, r, err, tt.want)
		}
	}
}

func TestWith(t *testing.T) {
	for _, tt := range []struct{ base, spec, want string }{
		{"go1.27.3/amd64+mapsplitgroup", "", "go1.27.3/amd64+mapsplitgroup"},
		{"go1.27.3/amd64+mapsplitgroup", "arm", "go1.27.3/arm+mapsplitgroup"},
		{"go1.27.3/amd64+mapsplitgroup", "+nogreenteagc", "go1.27.3/amd64+nogreenteagc+mapsplitgroup"},
		{"go1.27.3/amd64+mapsplitgroup", "+nomapsplitgroup", "go1.27.3/amd64"},
		{"go1.27.3/arm+mapsplitgroup", "go1.26.8", "go1.26.8/arm"},
		{"go1.27.3/arm+mapsplitgroup", "go1.27.3", "go1.27.3/arm"}, // a release is a plain one
	} {
		r, err := parse(t, tt.base).With(tt.spec)
		if err != nil || r.String() != tt.want {
			t.Errorf("%s with %q = %v, %v, want %s", tt.base, tt.spec, r, err, tt.want)
		}
	}
	if r, err := (sizer.Runtime{}).With("arm"); err == nil {
		t.Errorf("the zero Runtime with arm = %v", r)
	}
}

func TestNewRuntime(t *testing.T) {
	amd64, err := layout.ArchOf("amd64")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ release, experiment, want string }{
		{"go1.26.8", "", "go1.26.8/amd64"},
		{"go1.27.3", "mapsplitgroup", "go1.27.3/amd64+mapsplitgroup"},
		{"go1.27.3", "nogreenteagc,mapsplitgroup", "go1.27.3/amd64+nogreenteagc+mapsplitgroup"},
		{"go1.26.8 X:nogreenteagc", "", "go1.26.8/amd64+nogreenteagc"},
		{"go1.27rc2 X:jsonv2,mapsplitgroup", "nojsonv2", "go1.27rc2/amd64+nojsonv2+mapsplitgroup"},
		{"devel go1.27-2f1c9e4dd1 Tue Jun 2 10:00:00 2026 +0000", "", "go1.27-2f1c9e4dd1/amd64"},
		{"go version go1.26.8 linux/amd64", "", "go1.26.8/amd64"},
		{"go1.24.6 (Red Hat 1.24.6-1.el9)", "", "go1.24.6/amd64"},
		{"go1.25", ",,", "go1.25/amd64"},
	} {
		r, err := sizer.NewRuntime(tt.release, amd64, tt.experiment)
		if err != nil || r.String() != tt.want {
			t.Errorf("NewRuntime(%q, amd64, %q) = %v, %v, want %s", tt.release, tt.experiment, r, err, tt.want)
		}
	}
	for _, release := range []string{"", "devel +abc123", "1.26", "go1.26.8/amd64", "go1.26.8+x", "go01.26"} {
		if r, err := sizer.NewRuntime(release, amd64, ""); err == nil {
			t.Errorf("NewRuntime(%q) = %v, want an error", release, r)
		}
	}
	if r, err := sizer.NewRuntime("go1.26", layout.Arch{Name: "vax"}, ""); err == nil {
		t.Errorf("NewRuntime for a vax = %v, want an error", r)
	}
}

// TestModels says what each release family differs in.
func TestModels(t *testing.T) {
	for _, tt := range []struct {
		runtime                    string
		maxSmall, header, over     int64
		heapBits                   bool
		markBits                   int64
		maps                       sizer.MapDesign
		provenance, tinyProvenance sizer.Provenance
	}{
		{"go1.21", 32768, 0, 0, false, 0, sizer.BucketMaps, sizer.Read, sizer.Simulated},
		{"go1.22", 32760, 8, 512, true, 0, sizer.BucketMaps, sizer.Read, sizer.Simulated},
		{"go1.22+noallocheaders", 32768, 0, 0, false, 0, sizer.BucketMaps, sizer.Read, sizer.Simulated},
		{"go1.23/386", 32760, 8, 128, true, 0, sizer.BucketMaps, sizer.Read, sizer.Simulated},
		{"go1.24", 32760, 8, 512, true, 0, sizer.SwissMaps, sizer.Read, sizer.Simulated},
		{"go1.24+noswissmap", 32760, 8, 512, true, 0, sizer.BucketMaps, sizer.Read, sizer.Simulated},
		{"go1.25", 32760, 8, 512, true, 0, sizer.SwissMaps, sizer.Read, sizer.Simulated},
		{"go1.25+greenteagc", 32760, 8, 512, true, 128, sizer.SwissMaps, sizer.Read, sizer.Simulated},
		{"go1.26.8", 32760, 8, 512, true, 128, sizer.SwissMaps, sizer.Exact, sizer.Simulated},
		{"go1.26.8+nogreenteagc", 32760, 8, 512, true, 0, sizer.SwissMaps, sizer.Exact, sizer.Simulated},
		{"go1.27.3/arm", 32760, 8, 128, true, 128, sizer.SwissMaps, sizer.Exact, sizer.Simulated},
		{"go1.27.3+mapsplitgroup", 32760, 8, 512, true, 128, sizer.SplitSwissMaps, sizer.Exact, sizer.Simulated},
	} {
		r := parse(t, tt.runtime)
		m := r.Model
		if m.MaxSmall != tt.maxSmall || m.HeaderSize != tt.header || m.HeaderOver != tt.over ||
			m.HeapBits != tt.heapBits || m.MarkBits != tt.markBits || m.Maps != tt.maps {
			t.Errorf("%s: %+v, want %+v", tt.runtime, m, tt)
		}
		if p := r.Object(24, 8).Provenance; p != tt.provenance {
			t.Errorf("%s: a small object is %s, want %s", tt.runtime, p, tt.provenance)
		}
		if p := r.Object(3, 0).Provenance; p != tt.tinyProvenance {
			t.Errorf("%s: a tiny object is %s, want %s", tt.runtime, p, tt.tinyProvenance)
		}
	}
}

func TestReleases(t *testing.T) {
	releases := sizer.Releases()
	if len(releases) != 7 || releases[0].Family != "go1.21" || releases[6].Family != "go1.27" {
		t.Fatalf("the releases are %v", releases)
	}
	changed := map[string][]string{}
	for i, rel := range releases {
		for _, f := range rel.Facts {
			if f.Name == "" || f.Value == "" || f.Source == "" || f.Proof == "" {
				t.Errorf("%s: incomplete: %+v", rel.Family, f)
			}
			// Only what a toolchain at hand confirmed is called measured.
			if measured := f.Proof == sizer.MeasuredBoth; measured != (i >= 5) {
				t.Errorf("%s: %s is %q", rel.Family, f.Name, f.Proof)
			}
		}
		for _, f := range rel.Changes() {
			changed[rel.Family] = append(changed[rel.Family], f.Name)
		}
	}
	for family, want := range map[string]string{
		"go1.21": "",
		"go1.22": "largest small object, malloc header, pointer bitmap",
		"go1.23": "",
		"go1.24": "maps, update of a full small map",
		"go1.25": "mark bits, slices on the stack",
		"go1.26": "mark bits, maps, slices on the stack",
		"go1.27": "maps, update of a full small map",
	} {
		if got := strings.Join(changed[family], ", "); got != want {
			t.Errorf("%s changed %q, want %q", family, got, want)
		}
	}
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func FuzzParseRuntime(f *testing.F) {
	for _, s := range []string{
		"go1.27.3/amd64+mapsplitgroup", "go1.25", "/arm", "arm64", "+nogreenteagc", "go1.26/s390x+noregabi",
		"go1.22+none", "go1.27rc1", "devel go1.27-abc X:jsonv2", "go1.26.8 X:nojsonv2", "go1.", "++", "/+,", "go1.27/arm+",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := sizer.ParseRuntime(s)
		if err != nil {
			return
		}
		again, err := sizer.ParseRuntime(r.String())
		if err != nil || jsonOf(again) != jsonOf(r) {
			t.Fatalf("%q is %v, which is %v (%v)", s, r, again, err)
		}
		if o := r.Object(100, r.Arch.PtrSize); o.Slot != 112 {
			t.Fatalf("%v: an object of 100 bytes has the slot %d", r, o.Slot)
		}
	})
}

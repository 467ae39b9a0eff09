package dwarf

import (
	dw "debug/dwarf"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
)

const progPath = "github.com/seed-ac4d27cc/heft/layout/dwarf/testdata/prog"

// truth is what a program says of one of its types.
type truth struct {
	name        string
	pkg         string // import path, "main" of the main package, "" of an anonymous type
	size, align int64
	fields      []truthField
}

type truthField struct {
	name         string
	offset, size int64
	embedded     bool
}

// run runs a program of testdata/prog and reads what it prints.
func run(t *testing.T, file string) []truth {
	t.Helper()
	out, err := exec.Command(file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []truth
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		num := func(i int) int64 {
			n, err := strconv.ParseInt(f[i], 10, 64)
			if err != nil {
				t.Fatalf("line %q: %v", line, err)
			}
			return n
		}
		if f[0] == "type" {
			list = append(list, truth{name: f[1], pkg: f[2], size: num(3), align: num(4)})
			continue
		}
		last := &list[len(list)-1]
		last.fields = append(last.fields, truthField{name: f[1], offset: num(2), embedded: f[3] == "true", size: num(4)})
	}
	return list
}

// findDecl finds the declaration of a name. Of a local type the binary may not
// say the function: "main.generic[int].point" is also "main.point[int]·3".
func findDecl(decls []layout.Decl, pkg, name string) *layout.Decl {
	if pkg == "" || pkg == "main" {
		pkg = progPath
	}
	for i := range decls {
		if decls[i].Name == name && decls[i].Package == pkg {
			return &decls[i]
		}
	}
	m := regexp.MustCompile(`^main\.[\w.]+?(\[.*\])?\.(\w+)$`).FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	for i := range decls {
		base, _, ok := strings.Cut(decls[i].Name, "·")
		if ok && decls[i].Form == layout.Local && base == "main."+m[2]+m[1] {
			return &decls[i]
		}
	}
	return nil
}

// TestTruth holds what is read from a program against what the program itself
// says of its types, however it was built.
func TestTruth(t *testing.T) {
	for _, c := range []struct {
		tg         target
		goVersion  string // "" is that of the go command
		experiment string
		needC      bool
		full       bool
	}{
		{tg: target{prog: "prog"}},
		{tg: target{prog: "prog", env: []string{"GOEXPERIMENT=nodwarf5"}}, experiment: "nodwarf5"},
		{tg: target{prog: "prog", args: []string{"-ldflags=-compressdwarf=false"}}},
		{tg: target{prog: "prog", args: []string{"-trimpath", "-buildmode=pie"}}, full: true},
		{tg: target{prog: "prog", args: []string{"-gcflags=-N -l"}}},
		{tg: target{prog: "prog", args: []string{"-ldflags=-linkmode=external"}}, needC: true},
		{tg: target{prog: "prog", env: []string{"GOTOOLCHAIN=" + otherToolchain}}, goVersion: otherToolchain},
		{tg: target{prog: "prog", env: []string{"GOTOOLCHAIN=" + otherToolchain, "GOEXPERIMENT=nodwarf5"}}, goVersion: otherToolchain, experiment: "nodwarf5", full: true},
	} {
		t.Run(c.tg.String(), func(t *testing.T) {
			if c.full && !*full {
				t.Skip("the standard library would have to be compiled anew: run with -heft.full")
			}
			if c.goVersion != "" {
				needToolchain(t)
			}
			if c.needC {
				needC(t)
			}
			c.tg.env = append(slices.Clone(host), c.tg.env...)
			file := compile(t, c.tg)
			res, err := Read(file, Options{Packages: []string{"all"}})
			if err != nil {
				t.Fatal(err)
			}
			if c.goVersion != "" && res.GoVersion != c.goVersion || c.experiment != "" && res.Experiment != c.experiment {
				t.Errorf("built with %q experiment %q, want %q experiment %q", res.GoVersion, res.Experiment, c.goVersion, c.experiment)
			}
			for _, p := range res.Problems {
				t.Errorf("problem: %+v", p)
			}
			arch, err := layout.ArchOf(res.GOARCH)
			if err != nil {
				t.Fatal(err)
			}
			l := layout.NewLayouter(arch)
			truths := run(t, file)
			if len(truths) < 25 {
				t.Fatalf("the program tells of %d types only", len(truths))
			}
			for _, want := range truths {
				d := findDecl(res.Decls, want.pkg, want.name)
				if d == nil {
					t.Errorf("%s: not found", want.name)
					continue
				}
				got, err := l.Of(d.Type)
				if err != nil {
					t.Errorf("%s: %v", want.name, err)
					continue
				}
				if got.Size != want.size || got.Align != want.align || len(got.Fields) != len(want.fields) {
					t.Errorf("%s: size %d align %d fields %d, want %d %d %d", want.name,
						got.Size, got.Align, len(got.Fields), want.size, want.align, len(want.fields))
					continue
				}
				for i, f := range want.fields {
					g := got.Fields[i]
					if g.Name != f.name || g.Offset != f.offset || g.Size != f.size || g.Embedded != f.embedded {
						t.Errorf("%s: field %d is %s at %d of %d bytes (embedded %v), want %+v", want.name, i, g.Name, g.Offset, g.Size, g.Embedded, f)
					}
				}
			}
			if d := findDecl(res.Decls, "", "main.unused"); d != nil {
				t.Errorf("found main.unused, which the linker leaves out")
			}
		})
	}
}

// TestTargets reads the program as built for other platforms, and holds what
// is read against what debug/dwarf's own reader of types says.
func TestTargets(t *testing.T) {
	for _, c := range []struct {
		goos, goarch, format string
		full                 bool
	}{
		{"linux", "amd64", "ELF", false},
		{"linux", "arm64", "ELF", false},
		{"linux", "arm", "ELF", false},
		{"linux", "386", "ELF", false},
		{"windows", "amd64", "PE", false},
		{"darwin", "arm64", "Mach-O", false},
		{"linux", "s390x", "ELF", true},
		{"linux", "mips", "ELF", true},
		{"linux", "mips64le", "ELF", true},
		{"linux", "ppc64le", "ELF", true},
		{"linux", "riscv64", "ELF", true},
		{"linux", "loong64", "ELF", true},
		{"freebsd", "amd64", "ELF", true},
		{"windows", "arm64", "PE", true},
		{"windows", "386", "PE", true},
		{"darwin", "amd64", "Mach-O", true},
	} {
		t.Run(c.goos+"/"+c.goarch, func(t *testing.T) {
			if c.full && !*full {
				t.Skip("the standard library would have to be compiled for it: run with -heft.full")
			}
			file := compile(t, target{prog: "prog", env: []string{"CGO_ENABLED=0", "GOOS=" + c.goos, "GOARCH=" + c.goarch}})
			res, err := Read(file, Options{Packages: []string{"all"}})
			if err != nil {
				t.Fatal(err)
			}
			if res.GOOS != c.goos || res.GOARCH != c.goarch || res.Format != c.format || res.Path != progPath {
				t.Errorf("read %s/%s %s of %s, want %s/%s %s of %s",
					res.GOOS, res.GOARCH, res.Format, res.Path, c.goos, c.goarch, c.format, progPath)
			}
			for _, p := range res.Problems {
				t.Errorf("problem: %+v", p)
			}
			std := stdStructs(t, file)
			arch, _ := layout.ArchOf(res.GOARCH)
			l := layout.NewLayouter(arch)
			n := 0
			for _, d := range res.Decls {
				// Only plain names are spelt alike.
				if d.Form != layout.Named || d.Package == progPath {
					continue
				}
				_, ident, _ := strings.Cut(d.Name, ".")
				want := std[d.Package+"."+ident]
				if want == nil {
					t.Errorf("%s.%s: debug/dwarf does not know it", d.Package, ident)
					continue
				}
				got, err := l.Of(d.Type)
				if err != nil {
					t.Errorf("%s: %v", d.Name, err)
					continue
				}
				n++
				if got.Size != want.ByteSize || len(got.Fields) != len(want.Field) {
					t.Errorf("%s: size %d fields %d, want %d %d", d.Name, got.Size, len(got.Fields), want.ByteSize, len(want.Field))
					continue
				}
				for i, f := range want.Field {
					if g := got.Fields[i]; g.Name != f.Name || g.Offset != f.ByteOffset {
						t.Errorf("%s: field %s at %d, want %s at %d", d.Name, g.Name, g.Offset, f.Name, f.ByteOffset)
					}
				}
			}
			if n < 200 {
				t.Errorf("compared %d types only", n)
			}
		})
	}
}

// stdStructs reads the struct types of a binary by debug/dwarf's own reader.
func stdStructs(t *testing.T, file string) map[string]*dw.StructType {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	img, err := openImage(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	data, err := img.debugData()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*dw.StructType{}
	r := data.Reader()
	for {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			return found
		}
		if e.Tag == dw.TagSubprogram {
			r.SkipChildren()
			continue
		}
		if e.Tag != dw.TagStructType {
			continue
		}
		typ, err := data.Type(e.Offset)
		if err != nil {
			t.Fatal(err)
		}
		if st, ok := typ.(*dw.StructType); ok {
			found[unescape(st.StructName)] = st
		}
	}
}

// TestDecls checks what of the program is declared, and how.
func TestDecls(t *testing.T) {
	file := compile(t, target{prog: "prog", env: host})
	res, err := Read(file, Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{progPath, progPath + "/pure.d"}; !slices.Equal(res.Packages, want) {
		t.Errorf("packages %q, want %q", res.Packages, want)
	}
	if res.Module != "github.com/seed-ac4d27cc/heft" {
		t.Errorf("module %q", res.Module)
	}
	for _, c := range []struct {
		pkg      string
		name     string
		form     layout.Form
		kind     layout.Kind
		typeName string
	}{
		{"", "main.Celsius", layout.Named, layout.Float32, "main.Celsius"},
		{"", "main.Label", layout.Named, layout.String, "main.Label"},
		{"", "main.Grades", layout.Named, layout.Array, "main.Grades"},
		{"", "main.Rows", layout.Named, layout.Slice, "main.Rows"},
		{"", "main.Index", layout.Named, layout.Map, "main.Index"},
		{"", "main.Feed", layout.Named, layout.Chan, "main.Feed"},
		{"", "main.Handler", layout.Named, layout.Func, "main.Handler"},
		{"", "main.Doer", layout.Named, layout.Interface, "main.Doer"},
		{"", "main.Raw", layout.Named, layout.UnsafePointer, "main.Raw"},
		{"", "main.Next", layout.Named, layout.Pointer, "main.Next"},
		{"", "main.Basic", layout.Named, layout.Struct, "main.Basic"},
		{"", "main.inner.point", layout.Local, layout.Struct, "main.point"},
		{"", "main.Node.Touch.point", layout.Local, layout.Struct, "main.point"},
		{"", "main.registry", layout.Anonymous, layout.Struct, "struct{sync.Mutex; loaded bool; byName map[string]*main.Node; dirty bool}"},
		{"", "main.Tagged.Meta.Items", layout.Anonymous, layout.Struct, "struct{Seen bool; Count int64; Last bool}"},
		{"", "main.Tree[int8,main.Tree[int16,bool]]", layout.Instance, layout.Struct, "main.Tree[int8,main.Tree[int16,bool]]"},
		{progPath + "/pure.d", "pure.Pair[main.Celsius,[]pure.Point]", layout.Instance, layout.Struct, "pure.Pair[main.Celsius,[]pure.Point]"},
	} {
		d := findDecl(res.Decls, c.pkg, c.name)
		if d == nil {
			t.Errorf("%s: not found", c.name)
			continue
		}
		if d.Form != c.form || d.Type.Kind != c.kind || d.Type.Name != c.typeName {
			t.Errorf("%s: form %s kind %d type %q, want %s %d %q", c.name, d.Form, d.Type.Kind, d.Type.Name, c.form, c.kind, c.typeName)
		}
	}
	for i := range res.Decls {
		if i > 0 && res.Decls[i].Package == res.Decls[i-1].Package && res.Decls[i].Name == res.Decls[i-1].Name {
			t.Errorf("two declarations are called %s", res.Decls[i].Name)
		}
		if strings.Contains(res.Decls[i].Type.Name, "go.shape") {
			t.Errorf("a shape is declared: %s", res.Decls[i].Type.Name)
		}
	}
	field := func(decl, name string) *layout.Field {
		t.Helper()
		d := findDecl(res.Decls, "", decl)
		if d == nil {
			t.Fatalf("%s: not found", decl)
		}
		for i, f := range d.Type.Fields {
			if f.Name == name {
				return &d.Type.Fields[i]
			}
		}
		t.Fatalf("%s: no field %s", decl, name)
		return nil
	}
	for _, c := range []struct{ decl, field, typ, path, tag string }{
		{"main.Refs", "PP", "**main.Refs", "", ""},
		{"main.Refs", "C", "chan struct{a bool; b bool}", "", ""},
		{"main.Refs", "R", "<-chan chan (<-chan int)", "", ""},
		{"main.Refs", "F", "func(*main.Refs) func() (int, error)", "", ""},
		{"main.Refs", "E", "any", "", ""},
		{"main.Refs", "Err", "error", "", ""},
		{"main.Refs", "D", "main.Doer", progPath, ""},
		{"main.Refs", "I", "interface{M(map[main.Label]main.Basic) string}", "", ""},
		{"main.Refs", "Up", "unsafe.Pointer", "", ""},
		{"main.Embeds", "Point", "pure.Point", progPath + "/pure.d", ""},
		{"main.Embeds", "Pair", "pure.Pair[string,*main.Node]", progPath + "/pure.d", ""},
		{"main.Embeds", "Alias", "main.Host", progPath, ""},
		{"main.Tagged.Meta.Items", "Count", "int64", "", `json:"count" xml:"a b"`},
		{"main.Odd", "Ptr", "atomic.Pointer[main.Node]", "sync/atomic", ""},
		{"main.Odd", "grid", "[2][3]struct{a int16; b bool}", "", ""},
	} {
		f := field(c.decl, c.field)
		if f.Type.Name != c.typ || f.Type.PkgPath != c.path || f.Tag != c.tag {
			t.Errorf("%s.%s: type %q of %q tag %q, want %q of %q tag %q", c.decl, c.field, f.Type.Name, f.Type.PkgPath, f.Tag, c.typ, c.path, c.tag)
		}
	}
	if p, n := field("main.Node", "Left").Type.Elem, findDecl(res.Decls, "", "main.Node").Type; p != n {
		t.Errorf("main.Node is two types: %p and %p", p, n)
	}
	for name, kind := range map[string]layout.KeepKind{
		"main.Host": layout.KeepHostLayout, "main.Odd": layout.KeepPadding, "main.Tagged.Meta.Items": layout.KeepOutput,
	} {
		d := findDecl(res.Decls, "", name)
		if d == nil || !slices.ContainsFunc(d.Keep, func(k layout.Keep) bool { return k.Kind == kind }) {
			t.Errorf("%s: no reason %s to keep its order", name, kind)
		}
	}

	structs, err := Read(file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range structs.Decls {
		if d.Type.Kind != layout.Struct {
			t.Errorf("%s is no struct, and was not asked for", d.Name)
		}
	}
	if len(structs.Decls) >= len(res.Decls) {
		t.Errorf("%d structs among %d types", len(structs.Decls), len(res.Decls))
	}
}

// TestCgo reads a program that was linked with units of C.
func TestCgo(t *testing.T) {
	needC(t)
	file := compile(t, target{prog: "cgo", env: append([]string{"CGO_ENABLED=1"}, host...)})
	res, err := Read(file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("problem: %+v", p)
	}
	frame := findDecl(res.Decls, res.Path, "main.C.struct_frame")
	wrapper := findDecl(res.Decls, res.Path, "main.Wrapper")
	if frame == nil || wrapper == nil {
		t.Fatalf("C.struct_frame %v, Wrapper %v", frame, wrapper)
	}
	if frame.Type.Traits&layout.CgoType == 0 || len(frame.Keep) == 0 || frame.Keep[0].Kind != layout.KeepCgo {
		t.Errorf("C.struct_frame: traits %d keep %v", frame.Type.Traits, frame.Keep)
	}
	if f := wrapper.Type.Fields[1]; f.Type != frame.Type || f.Type.Name != "C.struct_frame" {
		t.Errorf("Wrapper.frame is a %s", f.Type.Name)
	}
}

// BenchmarkRead reads all types of a program of 150 packages.
func BenchmarkRead(b *testing.B) {
	file := compile(b, target{prog: "deps", env: append([]string{"CGO_ENABLED=0"}, host...)})
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(file, Options{All: true, Packages: []string{"all"}}); err != nil {
			b.Fatal(err)
		}
	}
}

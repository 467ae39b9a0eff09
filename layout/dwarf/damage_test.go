package dwarf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-ac4d27cc/heft/layout"
)

// small assembles the types that the tests start from.
func small(a *assembler) *assembler {
	a.unit("runtime", "runtime")
	a.function("runtime.main", [2]string{"x", "int64"})
	a.base("bool", 1, 1)
	a.base("int64", 8, 6)
	a.base("uint8", 1, 8)
	a.structure("main.T", 24, kindStruct, asmField{"a", 0, "bool"}, asmField{"b", 8, "int64"}, asmField{"c", 16, "bool"})
	a.typedef("main.T", "main.T")
	a.pointer("*main.T", "main.T")
	a.slice("[]*main.T", "*main.T", 24)
	a.structure("struct { main.x []*main.T }", 24, kindStruct, asmField{"x", 0, "[]*main.T"})
	a.structure("main.key·1", 16, kindStruct, asmField{"on", 0, "bool"}, asmField{"t", 8, "*main.T"})
	a.structure("hchan<int>", 8, 0, asmField{"n", 0, "int64"})
	return a
}

func finish(a *assembler) *assembler {
	a.end()
	a.unit("main", "main")
	a.function("main.main", [2]string{"k", "main.key·1"}, [2]string{"&s", "struct { main.x []*main.T }"})
	a.end()
	return a
}

func readBytes(b []byte, opts Options) (*Result, error) {
	return read(bytes.NewReader(b), int64(len(b)), "prog", opts)
}

// TestAssembled reads assembled files of every byte order and version.
func TestAssembled(t *testing.T) {
	for _, c := range []struct {
		version int
		order   binary.ByteOrder
		machine elf.Machine
		goarch  string
	}{
		{4, binary.LittleEndian, elf.EM_X86_64, "amd64"},
		{5, binary.LittleEndian, elf.EM_AARCH64, "arm64"},
		{5, binary.LittleEndian, elf.EM_RISCV, "riscv64"},
		{5, binary.LittleEndian, elf.EM_PPC64, "ppc64le"},
		{4, binary.BigEndian, elf.EM_PPC64, "ppc64"},
		{5, binary.BigEndian, elf.EM_S390, "s390x"},
		{5, binary.BigEndian, elf.EM_MIPS, "mips64"},
	} {
		a := newAssembler()
		a.version, a.order, a.machine = c.version, c.order, c.machine
		res, err := readBytes(finish(small(a)).elf(), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.goarch, err)
			continue
		}
		if res.GOARCH != c.goarch || res.GoVersion != "go1.26.8" || res.Path != "main" || len(res.Problems) > 0 {
			t.Errorf("%s: %+v", c.goarch, res)
		}
		var names []string
		for _, d := range res.Decls {
			names = append(names, string(d.Form)+" "+d.Name)
		}
		if got, want := strings.Join(names, ", "), "named main.T, local main.main.key, anonymous main.main.s"; got != want {
			t.Errorf("%s: %s, want %s", c.goarch, got, want)
		}
	}
}

// TestProblems reads types that cannot be, or that the layout rules differ on.
func TestProblems(t *testing.T) {
	chain := func(a *assembler, n int, link func(name, elem string)) {
		for i := range n {
			elem := fmt.Sprintf("main.L%d", i+1)
			if i == n-1 {
				elem = "int64"
			}
			link(fmt.Sprintf("main.L%d", i), elem)
		}
	}
	for _, c := range []struct {
		name string
		add  func(a *assembler)
		want []string // problems; "" none
	}{
		{"right", func(a *assembler) { a.structure("main.U", 8, kindStruct, asmField{"n", 0, "int64"}) }, nil},
		{"size", func(a *assembler) { a.structure("main.U", 32, kindStruct, asmField{"n", 0, "int64"}) },
			[]string{"main.U: size 8 by the layout rules for amd64, 32 in DWARF"}},
		{"offset", func(a *assembler) {
			a.structure("main.U", 16, kindStruct, asmField{"a", 0, "bool"}, asmField{"n", 4, "int64"})
		}, []string{"main.U: field n: offset 8 by the layout rules for amd64, 4 in DWARF"}},
		{"size of a base type", func(a *assembler) { a.base("main.U", 4, 6) }, []string{"main.U: size 8 by the layout rules for amd64, 4 in DWARF"}},
		{"size of an array", func(a *assembler) { a.array("main.U", "int64", 24, 2) }, []string{"main.U: size 16 by the layout rules for amd64, 24 in DWARF"}},
		{"reference to nowhere", func(a *assembler) { a.structure("main.U", 8, kindStruct, asmField{"n", 0, "none"}) },
			[]string{"main.U: layout of main.U: the type of its field n is not known: DWARF gives the type of a field"}},
		{"reference to a function", func(a *assembler) { a.structure("main.U", 8, kindStruct, asmField{"n", 0, "runtime.main"}) },
			[]string{"main.U: layout of main.U: the type of its field n is not known: DWARF gives the type of a field"}},
		{"unknown kind", func(a *assembler) { a.structure("main.U", 8, 99, asmField{"n", 0, "int64"}) },
			[]string{"main.U: layout of main.U: the type of it is not known: DWARF entry of kind 99"}},
		{"a type that contains itself", func(a *assembler) { a.structure("main.U", 8, kindStruct, asmField{"u", 0, "main.U"}) },
			[]string{"main.U: layout of main.U: the type of it is not known: the type contains itself"}},
		{"types that contain each other", func(a *assembler) {
			a.structure("main.U", 8, kindStruct, asmField{"v", 0, "main.V"})
			a.array("main.V", "main.U", 8, 1)
		}, []string{"main.V: layout of main.V: the type of it is not known: the type contains itself", "main.U: layout of main.U: the type of its field v is not known"}},
		{"too large", func(a *assembler) { a.array("main.U", "int64", 8, 1<<62) }, []string{"main.U: layout of main.U: the type is too large"}},
		{"negative length", func(a *assembler) { a.array("main.U", "int64", 8, 1<<63+5) }, []string{"main.U: layout of main.U: the type is too large"}},
		{"typedefs in a circle", func(a *assembler) {
			a.labels["main.U"] = len(a.info)
			a.typedef("main.U", "main.V")
			a.labels["main.V"] = len(a.info)
			a.typedef("main.V", "main.U")
			a.structure("main.W", 8, kindStruct, asmField{"u", 0, "main.U"})
		}, []string{"main.W: layout of main.W: the type of its field u is not known"}},
		{"nested deep", func(a *assembler) {
			chain(a, 50_000, func(name, elem string) { a.structure(name, 8, kindStruct, asmField{"e", 0, elem}) })
		}, []string{"values are nested over 1000 deep in it"}},
		{"a long chain of pointers", func(a *assembler) { chain(a, 50_000, a.pointer) }, nil},
		{"not a name", func(a *assembler) { a.structure("main.U[int", 8, kindStruct, asmField{"n", 0, "int64"}) },
			[]string{"main.U[int: its name is not one of a Go type"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := small(newAssembler())
			c.add(a)
			res, err := readBytes(finish(a).elf(), Options{All: true})
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, p := range res.Problems {
				fmt.Fprintf(&got, "%s: %s\n", p.Type, p.Message)
			}
			for _, want := range c.want {
				if !strings.Contains(got.String(), want) {
					t.Errorf("problems\n%.2000s\nwant %q", &got, want)
				}
			}
			if (len(c.want) == 0) != (got.Len() == 0) {
				t.Errorf("problems %.2000q", &got)
			}
		})
	}
}

// TestShapes tells generic types apart by whether a full instance is there.
func TestShapes(t *testing.T) {
	a := small(newAssembler())
	for _, name := range []string{"main.C[go.shape.int]", "main.C[string]", "main.D[go.shape.int]", "main.D[go.shape.*uint8]"} {
		a.structure(name, 8, kindStruct, asmField{"n", 0, "int64"})
	}
	res, err := readBytes(finish(a).elf(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(res.Shapes, " "), "main.D[go.shape.int] main.D[go.shape.*uint8]"; got != want {
		t.Errorf("shapes %s, want %s", got, want)
	}
	for _, d := range res.Decls {
		if strings.Contains(d.Name, "go.shape") {
			t.Errorf("%s is declared", d.Name)
		}
	}
}

// TestMoved reads types that another linker took out of the runtime's unit.
func TestMoved(t *testing.T) {
	a := newAssembler()
	a.unit("runtime", "runtime")
	a.function("runtime.main")
	a.end()
	a.unit("example.com/x", "x")
	a.base("int64", 8, 6)
	a.structure("example.com/x.T", 8, kindStruct, asmField{"n", 0, "int64"})
	a.end()
	res, err := readBytes(a.elf(), Options{Packages: []string{"all"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Decls) != 1 || res.Decls[0].Name != "x.T" || res.Decls[0].Type.Fields[0].Type.Kind != layout.Int64 {
		t.Errorf("declarations %+v", res.Decls)
	}
}

// TestEndings reads units that end early, and entries nested without end.
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes func(a *assembler)
		want  string
	}{
		// debug/dwarf reads such a number as 0 again and again.
		{"unfinished number", func(a *assembler) { a.byte(0x80) }, ""},
		{"unknown abbreviation", func(a *assembler) { a.byte(0x7f) }, "its DWARF is damaged"},
		{"unfinished entry", func(a *assembler) { a.byte(abbrevStruct); a.byte('x') }, "its DWARF is damaged"},
		{"deep", func(a *assembler) {
			for range 2 * maxDepth {
				a.entry(abbrevFunc, "f")
			}
		}, "entries nested over 1000 deep"},
	} {
		a := small(newAssembler())
		c.bytes(a)
		a.order.PutUint32(a.info[a.start:], uint32(len(a.info)-a.start-4))
		res, err := readBytes(a.elf(), Options{})
		switch {
		case c.want == "" && (err != nil || len(res.Decls) == 0):
			t.Errorf("%s: %v, error %v", c.name, res, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestOtherCompilers(t *testing.T) {
	for _, c := range []struct {
		lang  byte
		maker string
		want  string
	}{
		{0x0c, "GNU C17 14.2.0", `holds no Go types, it was written by "GNU C17 14.2.0"`},
		{langGo, "GNU Go 14.2.0", "is not of the gc toolchain: build it with go build"},
	} {
		a := newAssembler()
		a.lang, a.maker = c.lang, c.maker
		if _, err := readBytes(finish(small(a)).elf(), Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.maker, err, c.want)
		}
	}
	a := newAssembler()
	a.machine = elf.EM_SPARCV9
	if _, err := readBytes(finish(small(a)).elf(), Options{}); err == nil || !strings.Contains(err.Error(), "a machine that Go does not know") {
		t.Errorf("SPARC: error %v", err)
	}
}

var (
	damages = flag.Int("heft.n", 150, "damaged files to read")
	seed    = flag.Uint64("heft.seed", 0, "seed of the damages; 0 is by the time")
)

// TestDamage changes bytes of a real program where they matter, and reads it.
// Whatever comes of it, it is no panic, and no result without a figure for
// what differs.
func TestDamage(t *testing.T) {
	whole, err := os.ReadFile(compile(t, target{prog: "prog", env: host, args: []string{"-ldflags=-compressdwarf=false"}}))
	if err != nil {
		t.Fatal(err)
	}
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", s)
	rnd := rand.New(rand.NewPCG(s, 0))
	type place struct{ from, to int }
	places := []place{{0, 4096}} // the headers
	if f, err := elf.NewFile(bytes.NewReader(whole)); err == nil {
		for _, name := range []string{".debug_abbrev", ".debug_info", ".debug_addr"} {
			if sec := f.Section(name); sec != nil {
				places = append(places, place{int(sec.Offset), int(sec.Offset + sec.Size)})
			}
		}
		// Types stand at the end of the runtime's unit: aim there too.
		sec := f.Section(".debug_info")
		if i := bytes.Index(whole[sec.Offset:], []byte("main.Tagged\x00")); i > 0 {
			at := int(sec.Offset) + i
			places = append(places, place{at - 2000, at + 2000})
		}
	}
	errs, oks := 0, 0
	for range *damages {
		b := bytes.Clone(whole)
		pl := places[rnd.IntN(len(places))]
		for range 1 + rnd.IntN(8) {
			b[pl.from+rnd.IntN(pl.to-pl.from)] = byte(rnd.Uint32())
		}
		began := time.Now()
		res, err := readBytes(b, Options{All: true})
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("seed %d: took %v", s, took)
		}
		switch {
		case err != nil:
			errs++
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %q", err)
			}
		case res != nil:
			oks++
		}
	}
	t.Logf("%d errors, %d results", errs, oks)
	if errs == 0 || oks == 0 {
		t.Errorf("seed %d: %d errors and %d results: the damage is not what it should be", s, errs, oks)
	}
}

func FuzzRead(f *testing.F) {
	for _, version := range []int{4, 5} {
		a := newAssembler()
		a.version = version
		f.Add(finish(small(a)).elf())
	}
	a := newAssembler()
	a.order, a.machine = binary.BigEndian, elf.EM_S390
	f.Add(finish(small(a)).elf())
	f.Add([]byte("MZ"))
	f.Add([]byte("\xcf\xfa\xed\xfe\x07\x00\x00\x01\x03\x00\x00\x00\x02\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		res, err := readBytes(b, Options{All: true, Packages: []string{"all"}})
		if err != nil {
			return
		}
		// What is read must be fit for those who look into it.
		arch, err := layout.ArchOf(res.GOARCH)
		if err != nil {
			t.Fatal(err)
		}
		l := layout.NewLayouter(arch)
		for _, d := range res.Decls {
			layout.Comparable(d.Type)
			if _, err := l.Of(d.Type); err != nil && len(res.Problems) == 0 {
				t.Errorf("%s: %v, but no problem is named", d.Name, err)
			}
		}
	})
}

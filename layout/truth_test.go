package layout

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// The compiler is the judge: these tests lay out seeded random types and ask it
// whether it agrees, and the runtime whether its type data does.

var (
	typesFlag = flag.Int("heft.types", 2000, "random types that the compiler judges for each GOARCH")
	seedFlag  = flag.Uint64("heft.seed", 1, "seed of the random types")
)

// judged are the platforms that the compiler judges types for: every pointer
// size, maximum alignment and code path of the compiler among them.
var judged = []struct{ goos, goarch string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "386"}, {"linux", "arm"}, {"linux", "mips"},
	{"linux", "riscv64"}, {"linux", "s390x"}, {"js", "wasm"}, {"linux", "loong64"},
	{"linux", "ppc64le"}, {"linux", "mips64le"},
}

func TestCompilerAgrees(t *testing.T) {
	m := newTypeMaker(*seedFlag)
	for range *typesFlag {
		m.declare()
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", goMod)
	for _, p := range judged {
		write(t, dir, "assert_"+p.goarch+".go", m.assertions(t, p.goarch))
	}
	for _, p := range judged {
		t.Run(p.goarch, func(t *testing.T) {
			cmd := goCommand(dir, "build", "-gcflags=-e", ".")
			cmd.Env = append(cmd.Env, "GOOS="+p.goos, "GOARCH="+p.goarch)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("seed %d: the compiler disagrees: %v\n%s", m.seed, err, m.explain(string(out)))
			}
		})
	}
}

// TestCompilerJudges holds that the assertions fail where a figure is wrong.
func TestCompilerJudges(t *testing.T) {
	for _, wrong := range []string{
		"-(unsafe.Sizeof(T{}) ^ 16)", "-(unsafe.Alignof(T{}) ^ 4)", "-(unsafe.Offsetof(T{}.F) ^ 4)",
	} {
		dir := t.TempDir()
		write(t, dir, "go.mod", goMod)
		write(t, dir, "types.go", "package types\n\nimport \"unsafe\"\n\ntype T struct {\n\tB bool\n\tF int64\n\tC [8]byte\n}\n\nfunc _() {\n\tconst _ = "+wrong+"\n}\n")
		cmd := goCommand(dir, "build", ".")
		cmd.Env = append(cmd.Env, "GOOS=linux", "GOARCH=amd64")
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "overflows") {
			t.Errorf("%s compiles: %v\n%s", wrong, err, out)
		}
	}
}

func TestRuntimeAgrees(t *testing.T) {
	arch, err := ArchOf(runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	m := newTypeMaker(*seedFlag + 1000)
	for range *typesFlag / 4 {
		m.declare()
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", goMod)
	write(t, dir, "main.go", m.program())
	write(t, dir, "types.go", fmt.Sprintf(header, "main")+strings.Join(m.sources, "\n"))
	for _, toolchain := range []string{"go1.26.8", "go1.27.3"} {
		t.Run(toolchain, func(t *testing.T) {
			version := goCommand(dir, "version")
			version.Env = append(version.Env, "GOTOOLCHAIN="+toolchain)
			if out, err := version.CombinedOutput(); err != nil {
				t.Skipf("toolchain %s cannot be had: %v\n%s", toolchain, err, out)
			}
			cmd := goCommand(dir, "run", ".")
			cmd.Env = append(cmd.Env, "GOTOOLCHAIN="+toolchain)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", m.seed, err, stderr.String())
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if len(lines) != len(m.types) {
				t.Fatalf("seed %d: %d types are described, want %d", m.seed, len(lines), len(m.types))
			}
			l := NewLayouter(arch)
			masks := 0
			for i, line := range lines {
				got, mask, _ := strings.Cut(line, " mask ")
				want, wantMask := describeLayout(t, l, m.types[i])
				if got != want {
					t.Errorf("seed %d: %s\nruntime: %s\nlayout:  %s", m.seed, m.sources[i], got, want)
				}
				if mask != "" {
					masks++
					if mask != wantMask {
						t.Errorf("seed %d: %s\nruntime's pointer mask: %s\nlayout's:               %s", m.seed, m.sources[i], mask, wantMask)
					}
				}
			}
			if masks < len(lines)/4 {
				t.Errorf("only %d pointer masks of %d types were compared", masks, len(lines))
			}
		})
	}
}

// describeLayout describes a type as the program of typeMaker.program does.
func describeLayout(t *testing.T, l *Layouter, typ *Type) (figures, mask string) {
	t.Helper()
	r, err := l.Of(typ)
	if err != nil {
		t.Fatal(err)
	}
	comparable, _ := Comparable(typ)
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %t", r.Size, r.Align, r.PtrBytes, comparable)
	for _, f := range r.Fields {
		fmt.Fprintf(&b, " %d:%d", f.Offset, f.PtrBytes)
	}
	bits, err := l.PointerMask(typ)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), fmt.Sprintf("%x", bits)
}

// typeMaker makes random types, as source and as Types.
type typeMaker struct {
	seed    uint64
	rng     *rand.Rand
	l       *Layouter // keeps types from growing too large
	types   []*Type   // declared, by number
	sources []string
}

func newTypeMaker(seed uint64) *typeMaker {
	amd64, err := ArchOf("amd64")
	if err != nil {
		panic(err)
	}
	return &typeMaker{seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), l: NewLayouter(amd64)}
}

// declare makes the next type, T0, T1 and so on.
func (m *typeMaker) declare() {
	for {
		name := fmt.Sprint("T", len(m.types))
		self := &Type{Kind: Struct, Name: name}
		source := m.fields(self, 1+m.rng.IntN(8), 0, name)
		if r, err := m.l.Of(self); err != nil || r.Size > 1<<20 {
			continue
		}
		m.types = append(m.types, self)
		m.sources = append(m.sources, "type "+name+" "+source)
		return
	}
}

// fields fills a struct type with n fields, and returns its source.
func (m *typeMaker) fields(t *Type, n, depth int, self string) string {
	var b strings.Builder
	b.WriteString("struct {")
	used := map[string]bool{}
	for i := range n {
		f := Field{Name: fmt.Sprint("F", i)}
		var source string
		switch k := m.rng.IntN(40); {
		case k < 2 && len(m.types) > 0: // embedded
			f.Type = m.types[m.rng.IntN(len(m.types))]
			source, f.Name, f.Embedded = f.Type.Name, f.Type.Name, true
		case k == 2 && self != "" && depth == 0: // recursive
			f.Type = &Type{Kind: Pointer, Name: "*" + self, Elem: t}
			source = "*" + self
		case k == 3:
			f.Name = "_"
			fallthrough
		default:
			f.Type, source = m.expr(depth)
		}
		if used[f.Name] {
			continue
		}
		used[f.Name] = f.Name != "_"
		t.Fields = append(t.Fields, f)
		if f.Embedded {
			fmt.Fprintf(&b, " %s;", source)
		} else {
			fmt.Fprintf(&b, " %s %s;", f.Name, source)
		}
	}
	b.WriteString(" }")
	return b.String()
}

// basics are the types that need no more than a word.
var basics = map[string]*Type{
	"bool": tBool, "int8": tInt8, "int16": tInt16, "int32": tInt32, "int64": tInt64,
	"uint8": ofKind(Uint8, "uint8"), "uint16": ofKind(Uint16, "uint16"), "uint32": ofKind(Uint32, "uint32"), "uint64": tUint64,
	"int": tInt, "uint": ofKind(Uint, "uint"), "uintptr": ofKind(Uintptr, "uintptr"),
	"float32": ofKind(Float32, "float32"), "float64": ofKind(Float64, "float64"),
	"complex64": ofKind(Complex64, "complex64"), "complex128": ofKind(Complex128, "complex128"),
	"string": tString, "any": tAny, "error": ofKind(Interface, "error"), "interface{ M() }": ofKind(Interface, "interface{ M() }"),
	"func()": tFunc, "unsafe.Pointer": ofKind(UnsafePointer, "unsafe.Pointer"), "struct{}": tEmpty,
}

var basicNames = []string{
	"bool", "bool", "bool", "int8", "int16", "int16", "int32", "int32", "int64", "int64", "uint8", "uint16", "uint32", "uint64",
	"int", "uint", "uintptr", "float32", "float64", "complex64", "complex128", "string", "string", "any", "error",
	"interface{ M() }", "func()", "unsafe.Pointer", "struct{}",
}

// library are types of the standard library, built as they are declared there
// (src/sync/atomic/type.go, src/sync/atomic/value.go, src/structs/hostlayout.go).
var library = map[string]*Type{
	"atomic.Bool":        structOf("atomic.Bool", tEmpty, basics["uint32"]),
	"atomic.Int32":       structOf("atomic.Int32", tEmpty, tInt32),
	"atomic.Uint32":      structOf("atomic.Uint32", tEmpty, basics["uint32"]),
	"atomic.Int64":       tAtomic,
	"atomic.Uint64":      structOf("atomic.Uint64", tEmpty, tAlign64, tUint64),
	"atomic.Uintptr":     structOf("atomic.Uintptr", tEmpty, basics["uintptr"]),
	"atomic.Value":       structOf("atomic.Value", tAny),
	"structs.HostLayout": {Kind: Struct, Name: "structs.HostLayout", Traits: HostLayout},
}

var libraryNames = []string{
	"atomic.Bool", "atomic.Int32", "atomic.Uint32", "atomic.Int64", "atomic.Int64", "atomic.Uint64", "atomic.Uintptr",
	"atomic.Value", "structs.HostLayout",
}

// expr makes a type, and its source.
func (m *typeMaker) expr(depth int) (*Type, string) {
	k := m.rng.IntN(100)
	if depth > 3 {
		k = 0
	}
	switch {
	case k < 50:
		name := basicNames[m.rng.IntN(len(basicNames))]
		return basics[name], name
	case k < 58:
		name := libraryNames[m.rng.IntN(len(libraryNames))]
		return library[name], name
	case k < 66 && len(m.types) > 0:
		t := m.types[m.rng.IntN(len(m.types))]
		return t, t.Name
	case k < 76:
		n := []int64{0, 0, 1, 1, 2, 3, 3, 4, 5, 7, 9, 16, 100, 1000}[m.rng.IntN(14)]
		e, source := m.expr(depth + 1)
		source = fmt.Sprintf("[%d]%s", n, source)
		return &Type{Kind: Array, Name: source, Elem: e, Len: n}, source
	case k < 82:
		t := &Type{Kind: Struct}
		t.Name = m.fields(t, m.rng.IntN(5), depth+1, "")
		return t, t.Name
	case k < 84: // an instance of Pair
		a, as := m.expr(depth + 1)
		b, bs := m.expr(depth + 1)
		source := fmt.Sprintf("Pair[%s, %s]", as, bs)
		return structOf(source, tBool, a, tInt32, b), source
	case k < 85: // atomic.Pointer: two zero-size fields and a pointer
		_, source := m.expr(depth + 1)
		source = "atomic.Pointer[" + source + "]"
		return structOf(source, arrayOf(0, tPointer), tEmpty, basics["unsafe.Pointer"]), source
	case k < 90:
		e, source := m.expr(depth + 1)
		return &Type{Kind: Pointer, Name: "*" + source, Elem: e}, "*" + source
	case k < 94:
		e, source := m.expr(depth + 1)
		return &Type{Kind: Slice, Name: "[]" + source, Elem: e}, "[]" + source
	case k < 97:
		e, source := m.expr(depth + 1)
		if r, err := m.l.Of(e); err != nil || r.Size >= 1<<16 { // the compiler refuses those
			e, source = tInt, "int"
		}
		return &Type{Kind: Chan, Name: "chan (" + source + ")", Elem: e}, "chan (" + source + ")"
	}
	key, keySource := m.expr(depth + 1)
	if ok, _ := Comparable(key); !ok {
		key, keySource = tString, "string"
	}
	e, source := m.expr(depth + 1)
	source = fmt.Sprintf("map[%s]%s", keySource, source)
	return &Type{Kind: Map, Name: source, Key: key, Elem: e}, source
}

const goMod = "module types\n\ngo 1.24\n"

// header begins a file of random types.
const header = `package %s

import ("structs"; "sync/atomic"; "unsafe")
var (_ structs.HostLayout; _ atomic.Bool; _ unsafe.Pointer)
type Pair[K, V any] struct { F0 bool; F1 K; F2 int32; F3 V }
`

// assertions are a file with the types and, behind each on its line, a constant
// that overflows where the compiler's figures are not ours. All stand in the body
// of a function that is checked and not compiled: for types of a package the
// compiler would write type data and comparisons, which takes far longer.
func (m *typeMaker) assertions(t *testing.T, goarch string) string {
	arch, err := ArchOf(goarch)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLayouter(arch)
	var b strings.Builder
	fmt.Fprintf(&b, header, "types")
	b.WriteString("func _() {\n")
	for i, typ := range m.types {
		r, err := l.Of(typ)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s; const _ = -(unsafe.Sizeof(%s{})^%d | unsafe.Alignof(%s{})^%d", m.sources[i], typ.Name, r.Size, typ.Name, r.Align)
		for _, f := range r.Fields {
			if f.Name != "_" {
				fmt.Fprintf(&b, " | unsafe.Offsetof(%s{}.%s)^%d | unsafe.Sizeof(%s{}.%s)^%d", typ.Name, f.Name, f.Offset, typ.Name, f.Name, f.Size)
			}
		}
		b.WriteString(")\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// explain adds the source of the first types that the compiler complains about.
func (m *typeMaker) explain(out string) string {
	first := strings.Count(header, "\n") + 2
	lines := strings.Split(out, "\n")
	if len(lines) > 10 {
		lines = lines[:10]
	}
	for i, line := range lines {
		if parts := strings.Split(line, ":"); len(parts) > 2 && strings.Contains(parts[0], "assert_") {
			if n, err := strconv.Atoi(parts[1]); err == nil && n >= first && n-first < len(m.sources) {
				lines[i] += "\n\t" + m.sources[n-first]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// program prints, for each type in turn: size, align, pointer bytes, whether it
// is comparable; offset and pointer bytes of each field; and, where the type has
// one, its pointer mask. The runtime's type data begins as internal/abi.Type
// does.
func (m *typeMaker) program() string {
	var b strings.Builder
	b.WriteString(`package main

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"unsafe"
)

type rtype struct {
	size, ptrBytes uintptr
	hash           uint32
	flags          uint8
	align          uint8
	fieldAlign     uint8
	kind           uint8
	equal          func(unsafe.Pointer, unsafe.Pointer) bool
	gcData         *byte
}

const gcMaskOnDemand = 1 << 4

func of(t reflect.Type) *rtype {
	return (*rtype)((*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1])
}

func main() {
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for _, t := range []reflect.Type{
`)
	for _, t := range m.types {
		fmt.Fprintf(&b, "\t\treflect.TypeFor[%s](),\n", t.Name)
	}
	b.WriteString(`	} {
		r := of(t)
		fmt.Fprintf(w, "%d %d %d %t", t.Size(), t.Align(), r.ptrBytes, t.Comparable())
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Fprintf(w, " %d:%d", f.Offset, of(f.Type).ptrBytes)
		}
		if r.ptrBytes > 0 && r.flags&gcMaskOnDemand == 0 {
			words := r.ptrBytes / unsafe.Sizeof(uintptr(0))
			fmt.Fprintf(w, " mask %x", unsafe.Slice(r.gcData, (words+7)/8))
		}
		fmt.Fprintln(w)
	}
}
`)
	return b.String()
}

// goCommand is the go command in a folder of its own module.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		// The go command that runs this test sets its own GOROOT, which another
		// toolchain must not take for its own.
		if !strings.HasPrefix(v, "GOROOT=") && !strings.HasPrefix(v, "GOFLAGS=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0")
	return cmd
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

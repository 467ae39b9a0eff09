package sizer_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// TestSource compares the model with the source of the toolchains.
func TestSource(t *testing.T) {
	onToolchains(t, func(t *testing.T, c *toolchain) {
		sizes := numbers(t, c, "SizeClassToSize")
		pages := numbers(t, c, "SizeClassToNPages")
		for _, arch := range layout.Arches() {
			r := c.runtime(t, arch.Name, "")
			m := r.Model
			if len(m.Classes)+1 != len(sizes) || len(sizes) != len(pages) || sizes[0] != 0 {
				t.Fatalf("%s has %d size classes in the model, %d and %d in the source", r, len(m.Classes), len(sizes)-1, len(pages)-1)
			}
			for i, class := range m.Classes {
				if want := (sizer.Class{Size: sizes[i+1], Pages: pages[i+1]}); class != want {
					t.Errorf("%s: class %d is %+v, in the source %+v", r, i+1, class, want)
				}
			}
			gc := constants(t, c, arch, "src/internal/runtime/gc/sizeclasses.go", "src/internal/runtime/gc/malloc.go")
			for _, tt := range []struct {
				name string
				got  int64
				want int64
			}{
				{"PageSize", m.PageSize, gc["PageSize"]},
				{"MaxSmallSize - MallocHeaderSize", m.MaxSmall, gc["MaxSmallSize"] - gc["MallocHeaderSize"]},
				{"MallocHeaderSize", m.HeaderSize, gc["MallocHeaderSize"]},
				{"MinSizeForMallocHeader", m.HeaderOver, gc["MinSizeForMallocHeader"]},
				{"TinySize", m.TinySize, gc["TinySize"]},
				{"TinySizeClass", int64(m.TinyClass), gc["TinySizeClass"]},
				{"maxAlloc", m.MaxAlloc, maxAllocOf(t, c, arch)},
			} {
				if tt.got != tt.want || tt.want == 0 {
					t.Errorf("%s: %s is %d in the model, %d in the source", r, tt.name, tt.got, tt.want)
				}
			}
		}
		// The conditions themselves.
		for _, tt := range []struct{ file, text string }{
			{"src/runtime/malloc.go", `if size <= maxSmallSize-gc\.MallocHeaderSize \{`},
			{"src/runtime/malloc.go", `size < maxTinySize`},
			{"src/runtime/malloc.go", `if off\+size <= maxTinySize && c\.tiny != 0 \{`},
			{"src/runtime/malloc.go", `size < c\.tinyoffset \|\| c\.tiny == 0`},
			{"src/runtime/malloc.go", `if heapBitsInSpan\(size\) \{`},
			{"src/runtime/mbitmap.go", `return userSize <= gc\.MinSizeForMallocHeader`},
			{"src/runtime/mheap.go", `s\.nelems = uint16\(\(nbytes - reserve\) / s\.elemsize\)`},
			{"src/runtime/mheap.go", `reserve \+= nbytes / goarch\.PtrSize / 8`},
			{"src/runtime/mgcmark_greenteagc.go", `return heapBitsInSpan\(size\) && size >= 16`},
			{"src/runtime/mgcmark_greenteagc.go", `type spanInlineMarkBits struct \{\s+scans \[63\]uint8[^\n]*\s+owned spanScanOwnership[^\n]*\s+marks \[63\]uint8[^\n]*\s+class spanClass\s+\}`},
			{"src/runtime/mgcmark_greenteagc.go", `type spanScanOwnership uint8`},
			{"src/runtime/mheap.go", `type spanClass uint8`},
			{"src/runtime/msize.go", `if !noscan && reqSize > gc\.MinSizeForMallocHeader \{`},
			{"src/runtime/msize.go", `if reqSize <= maxSmallSize-gc\.MallocHeaderSize \{`},
		} {
			if src := read(t, c, tt.file); !regexp.MustCompile(tt.text).MatchString(src) {
				t.Errorf("%s: %s does not say %s", c.release, tt.file, tt.text)
			}
		}
	})
}

func read(t *testing.T, c *toolchain, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func parseSource(t *testing.T, c *toolchain, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, read(t, c, file), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// numbers are the elements of an array in sizeclasses.go.
func numbers(t *testing.T, c *toolchain, name string) []int64 {
	t.Helper()
	var out []int64
	ast.Inspect(parseSource(t, c, "src/internal/runtime/gc/sizeclasses.go"), func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || v.Names[0].Name != name || len(v.Values) == 0 {
			return true
		}
		for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
			tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(e))
			if err != nil {
				t.Fatal(err)
			}
			x, _ := constant.Int64Val(tv.Value)
			out = append(out, x)
		}
		return false
	})
	return out
}

// constants evaluates the constants of files that are written for an
// architecture with the names of goarch.
func constants(t *testing.T, c *toolchain, arch layout.Arch, files ...string) map[string]int64 {
	t.Helper()
	word := map[string]constant.Value{
		"PtrSize": constant.MakeInt64(arch.PtrSize),
		"PtrBits": constant.MakeInt64(arch.PtrSize * 8),
		"_64bit":  constant.MakeInt64(arch.PtrSize / 8),
	}
	pkg := types.NewPackage("p", "p")
	out := map[string]int64{}
	for _, file := range files {
		ast.Inspect(parseSource(t, c, file), func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncDecl); ok {
				return false
			}
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != len(v.Names) {
				return true
			}
			for i, name := range v.Names {
				x := constantOf(v.Values[i], word)
				if x == nil {
					continue
				}
				word[name.Name] = x
				pkg.Scope().Insert(types.NewConst(token.NoPos, pkg, name.Name, types.Typ[types.UntypedInt], x))
				out[name.Name], _ = constant.Int64Val(x)
			}
			return true
		})
	}
	return out
}

// constantOf is the value of an expression of known names, or nil. A qualified
// name counts by its last part; one of an architecture or system that is not
// known is 0.
func constantOf(e ast.Expr, known map[string]constant.Value) constant.Value {
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.Ident:
		return known[e.Name]
	case *ast.SelectorExpr:
		if x, ok := known[e.Sel.Name]; ok {
			return x
		}
		if strings.HasPrefix(e.Sel.Name, "Is") {
			return constant.MakeInt64(0)
		}
	case *ast.ParenExpr:
		return constantOf(e.X, known)
	case *ast.BinaryExpr:
		x, y := constantOf(e.X, known), constantOf(e.Y, known)
		switch {
		case x == nil || y == nil || x.Kind() != constant.Int || y.Kind() != constant.Int:
		case e.Op == token.SHL:
			if n, ok := constant.Uint64Val(y); ok && n < 64 {
				return constant.Shift(x, token.SHL, uint(n))
			}
		case e.Op == token.ADD, e.Op == token.SUB, e.Op == token.MUL:
			return constant.BinaryOp(x, e.Op, y)
		}
	}
	return nil
}

// maxAllocOf evaluates maxAlloc of malloc.go, on Linux where that matters.
func maxAllocOf(t *testing.T, c *toolchain, arch layout.Arch) int64 {
	t.Helper()
	word := map[string]constant.Value{"_64bit": constant.MakeInt64(arch.PtrSize / 8)}
	is := map[string]string{"wasm": "IsWasm", "mips": "IsMips", "mipsle": "IsMipsle", "arm64": "IsArm64"}
	if name, ok := is[arch.Name]; ok {
		word[name] = constant.MakeInt64(1)
	}
	ast.Inspect(parseSource(t, c, "src/runtime/malloc.go"), func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if ok && len(v.Values) == 1 && (v.Names[0].Name == "heapAddrBits" || v.Names[0].Name == "maxAlloc") {
			word[v.Names[0].Name] = constantOf(v.Values[0], word)
		}
		return true
	})
	if word["maxAlloc"] == nil {
		return 0
	}
	x, _ := constant.Int64Val(word["maxAlloc"])
	return x
}

// flagsOf lists the experiments of internal/goexperiment, by name.
func flagsOf(t *testing.T, c *toolchain) []string {
	t.Helper()
	var names []string
	ast.Inspect(parseSource(t, c, "src/internal/goexperiment/flags.go"), func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				for _, name := range f.Names {
					names = append(names, strings.ToLower(name.Name))
				}
			}
		}
		return true
	})
	slices.Sort(names)
	return names
}

// TestFactSources finds the files that the facts of measured releases name.
func TestFactSources(t *testing.T) {
	file := regexp.MustCompile(`src/[\w/.]+\.go`)
	onToolchains(t, func(t *testing.T, c *toolchain) {
		family := c.runtime(t, runtime.GOARCH, "").Family()
		for _, rel := range sizer.Releases() {
			if rel.Family != family {
				continue
			}
			for _, f := range rel.Facts {
				files := file.FindAllString(f.Source, -1)
				if len(files) == 0 {
					t.Errorf("%s: %s names no file: %q", rel.Family, f.Name, f.Source)
				}
				var src strings.Builder
				for _, name := range files {
					src.WriteString(read(t, c, name))
				}
				_, idents, _ := strings.Cut(f.Source, ": ")
				for _, id := range regexp.MustCompile(`\w+`).FindAllString(idents, -1) {
					if !strings.Contains(src.String(), id) {
						t.Errorf("%s: %s: %v has no %s", rel.Family, f.Name, files, id)
					}
				}
			}
		}
	})
}

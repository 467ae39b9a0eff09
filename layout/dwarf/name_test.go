package dwarf

import (
	"slices"
	"strings"
	"testing"
)

// testPkg names packages as a program does whose main package is
// example.com/shop/cmd/server.
func testPkg(symPath string) (path, name string) {
	p := &program{mainPath: "example.com/shop/cmd/server", names: map[string]string{
		"example.com/shop/go-session": "session", "gopkg.in/yaml.v3": "yaml",
	}}
	return p.pkgOf(symPath)
}

// The names are as LinkString writes them
// (cmd/compile/internal/types/fmt.go, go1.26.8).
func TestSpell(t *testing.T) {
	for _, c := range []struct {
		name, text, path, base, args string
	}{
		{"int", "int", "", "", ""},
		{"error", "error", "", "", ""},
		{"unsafe.Pointer", "unsafe.Pointer", "unsafe", "Pointer", ""},
		{"main.T", "main.T", "example.com/shop/cmd/server", "T", ""},
		{"example.com/shop/go-session.Session", "session.Session", "example.com/shop/go-session", "Session", ""},
		{"gopkg.in/yaml%2ev3.Node", "yaml.Node", "gopkg.in/yaml.v3", "Node", ""},
		{"example.com/x/v2.T", "x.T", "example.com/x/v2", "T", ""},
		{"example.com/go-y%2ez.T", "y.T", "example.com/go-y.z", "T", ""},
		{"*main.T", "*main.T", "", "", ""},
		{"[]*[4]main.T", "[]*[4]main.T", "", "", ""},
		{"map[string]map[main.K]interface {}", "map[string]map[main.K]any", "", "", ""},
		{"chan (<-chan int)", "chan (<-chan int)", "", "", ""},
		{"chan<- chan int", "chan<- chan int", "", "", ""},
		{"func()", "func()", "", "", ""},
		{"func(main.T, ...int) (uint8, error)", "func(main.T, ...int) (uint8, error)", "", "", ""},
		{"func(func() int) func() main.T", "func(func() int) func() main.T", "", "", ""},
		{"interface { M(int) string; main.priv() }", "interface{M(int) string; priv()}", "", "", ""},
		{"struct {}", "struct{}", "", "", ""},
		{`struct { A int "json:\"a;}\""; main.b func() int "x"; sync.Mutex; *main.T "y"; main.c func() }`, "struct{A int; b func() int; sync.Mutex; *main.T; c func()}", "", "", ""},
		{"struct { Int = int; Base = main.Base[int] }", "struct{int; main.Base[int]}", "", "", ""},
		{"struct { main._ [3]uint8 }", "struct{_ [3]uint8}", "", "", ""},
		{"noalg.struct { key string; elem int }", "struct{key string; elem int}", "", "", ""},
		{"main.C[string,*gopkg.in/yaml%2ev3.Node]", "main.C[string,*yaml.Node]", "example.com/shop/cmd/server", "C", "[string,*yaml.Node]"},
		{"main.C[main.C[int,bool],func(main.T) error]", "main.C[main.C[int,bool],func(main.T) error]", "example.com/shop/cmd/server", "C", "[main.C[int,bool],func(main.T) error]"},
		{`main.C[struct { main.q int "x:\"y z\"" },[]uint8]`, "main.C[struct{q int},[]uint8]", "example.com/shop/cmd/server", "C", "[struct{q int},[]uint8]"},
		{"main._Ctype_struct_frame", "C.struct_frame", "example.com/shop/cmd/server", "_Ctype_struct_frame", ""},
		{"[8]main._Ctype_int", "[8]C.int", "", "", ""},
		{"interface { M() @4 }", "interface{M() @4}", "", "", ""},
	} {
		s, ok := spell(c.name, testPkg)
		if !ok || s.text != c.text || s.path != c.path || s.base != c.base || s.args != c.args || s.shape {
			t.Errorf("%s: ok %v, text %q path %q base %q args %q shape %v; want text %q path %q base %q args %q",
				c.name, ok, s.text, s.path, s.base, s.args, s.shape, c.text, c.path, c.base, c.args)
		}
	}
}

func TestSpellMore(t *testing.T) {
	for _, c := range []struct {
		name, gen, outer, own string
		shape                 bool
		tags                  []string
		owner                 string
	}{
		{name: "main.key·3", gen: "3"},
		{name: "main.key[int]·12", gen: "12"},
		{name: "main.key[string;int,bool]·4", gen: "4", outer: "[string]", own: "[int,bool]"},
		{name: "main.C[go.shape.int]", shape: true},
		{name: "main.C[*go.shape.struct { X int }]", shape: true},
		{name: "main.C[go.shape." + strings.Repeat("0a", 32) + "]", shape: true},
		{name: `struct { A int; B int "b" }`, tags: []string{"", "b"}},
		{name: `struct { A int; gopkg.in/yaml%2ev3.b int }`, owner: "gopkg.in/yaml.v3"},
	} {
		s, ok := spell(c.name, testPkg)
		if !ok || s.gen != c.gen || s.outer != c.outer || s.own != c.own || s.shape != c.shape || !slices.Equal(s.tags, c.tags) || s.owner != c.owner {
			t.Errorf("%s: ok %v, %+v", c.name, ok, s)
		}
	}
}

// TestSpellBad takes names that are no types of the language: the linker's
// own, and damaged ones.
func TestSpellBad(t *testing.T) {
	for _, name := range []string{
		"", "hchan<int>", "map.group[string]int", "<unspecified>", "main.", ".T", "main.T[", "main.T[int", "main.T]", "main.T[int]x",
		"struct {", "struct { A }x", "struct { A int", `struct { A int "b }`, "interface { M }", "func(int", "map[int", "map[int]", "chan ", "[x]int", "[]",
		"method(main.T) func()", "main.T·", "main.T·x", "main.T[int]·", strings.Repeat("*", 2*maxDepth) + "int", strings.Repeat("main.T[", 2*maxDepth),
	} {
		if s, ok := spell(name, testPkg); ok {
			t.Errorf("%.40q is taken for the type %.40q", name, s.text)
		} else if s.text != name {
			t.Errorf("%.40q is shown as %.40q", name, s.text)
		}
	}
}

func FuzzSpell(f *testing.F) {
	f.Add("main.C[struct { main.q int \"x:\\\"y z\\\"\"; A = b.c },map[[]uint8]func(...int) (a, interface { M() })]·3")
	f.Add("chan (<-chan go.shape.struct {})")
	f.Fuzz(func(t *testing.T, name string) {
		s, ok := spell(name, testPkg)
		if !ok && s.text != name {
			t.Errorf("%q is shown as %q", name, s.text)
		}
	})
}

// The symbols are as the compiler names functions
// (cmd/compile/internal/ir/func.go, closureName, go1.26.8).
func TestDeclaring(t *testing.T) {
	funcs := map[string]bool{"main.New": true, "a.b/c%2ed.Run": true}
	for _, c := range []struct{ sym, want string }{
		{"main.New", "New"},
		{"main.New.func1", "New"},
		{"main.New.func1.2", "New"},
		{"main.New.gowrap1", "New"},
		{"main.New.deferwrap2", "New"},
		{"main.New-range1", "New"},
		{"main.New[go.shape.struct { main.a map[string]int }].func2", "New"},
		{"a.b/c%2ed.Run.func3", "Run"},
		{"main.T.Get", "T.Get"},
		{"main.(*T).Get", "T.Get"},
		{"main.(*T).Get-fm", "T.Get"},
		{"main.(*T[go.shape.int]).Get.func1", "T.Get"},
		{"main.T[...].Get", "T.Get"},
		{"main.init.0", ""},
		{"main.init.func1", ""},
		{"main.glob..func1", ""},
		{"main.New.Old.func1", ""},       // Old's literal, inlined into New
		{"main.(*T).Get.Old.func1", ""},  // likewise
		{"main.(*T", ""},                 // damaged
		{"main.(*T).", ""},               // damaged
		{"type:.eq.main.T", ""},          // of the compiler
		{"New", ""},                      // without a package
		{"main.", ""},                    // without a name
		{"main.New[go.shape.int", "New"}, // cut short
	} {
		got, ok := declaring(c.sym, funcs)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", c.sym, got, ok, c.want)
		}
	}
}

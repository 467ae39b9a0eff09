// Command prog prints the layout of types of all sorts, as the compiler laid
// them out: a line "type NAME PKGPATH SIZE ALIGN" for each struct, and for each
// of its fields a line "field NAME OFFSET EMBEDDED TYPESIZE" under it.
package main

import (
	"os"
	"reflect"
	"strconv"
	"structs"
	"sync"
	"sync/atomic"
	"unsafe"

	pure "github.com/seed-ac4d27cc/heft/layout/dwarf/testdata/prog/pure.d"
)

// Names of all kinds of types.
type (
	Celsius float32
	Label   string
	Grades  [5]Basic
	Rows    []Basic
	Index   map[Label]*Basic
	Feed    chan<- Basic
	Handler func(Basic, ...int) (int, error)
	Doer    interface {
		Do(Basic) error
		undo()
	}
	Raw  unsafe.Pointer
	Next *Node
)

// Basic has a field of every basic type.
type Basic struct {
	B    bool
	I    int
	I8   int8
	I16  int16
	I32  int32
	I64  int64
	U    uint
	U8   uint8
	U16  uint16
	U32  uint32
	U64  uint64
	Up   uintptr
	F32  float32
	F64  float64
	C64  complex64
	By   byte
	C128 complex128
	R    rune
	S    string
}

// Refs has a field of every kind of reference.
type Refs struct {
	on  bool
	P   *Basic
	PP  **Refs
	Up  unsafe.Pointer
	Sl  []Basic
	no  bool
	M   map[string][]Refs
	C   chan struct{ a, b bool }
	R   <-chan chan (<-chan int)
	F   func(*Refs) func() (int, error)
	E   any
	Err error
	D   Doer
	I   interface{ M(map[Label]Basic) string }
}

// Node refers to itself.
type Node struct {
	leaf        bool
	Left, Right *Node
	kids        map[string][]*Node
}

// Odd has what is laid out by special rules.
type Odd struct {
	_    [3]byte
	At   atomic.Int64
	on   bool
	Ptr  atomic.Pointer[Node]
	arr  [0]func()
	c    complex128
	_    uint32
	grid [2][3]struct {
		a int16
		b bool
	}
	empty struct{}
}

// Host has the layout of the host.
type Host struct {
	_ structs.HostLayout
	a uint8
	b uint64
}

// Embeds embeds in every way.
type Embeds struct {
	sync.Mutex
	*Node
	pure.Point
	Alias
	pure.Pair[string, *Node]
	on bool
	Doer
	Celsius
}

// Alias is another name of Host.
type Alias = Host

// Tagged holds anonymous structs, nested and tagged.
type Tagged struct {
	On   bool `json:"on"`
	Meta struct {
		ok    bool
		Items []struct {
			Seen  bool
			Count int64 `json:"count" xml:"a b"`
			Last  bool
		}
	} `json:"meta"`
	pure.Point
}

// Tree is a generic type that refers to itself.
type Tree[K comparable, V any] struct {
	red         bool
	key         K
	val         V
	left, right *Tree[K, V]
	black       bool
}

// Number is a constraint.
type Number interface{ ~int8 | ~int64 | ~float32 }

// Vec is a generic type whose argument decides its size.
type Vec[T Number] struct {
	used bool
	x, y T
}

var registry struct {
	sync.Mutex
	loaded bool
	byName map[string]*Node
	dirty  bool
}

//go:noinline
func inner(n int) any {
	type point struct {
		on bool
		at [2]int64
		no bool
	}
	var p point
	fill(&p.at, n)
	type wide point
	w := &wide{on: true}
	fill(&w.at, n)
	show(w)
	return p
}

//go:noinline
func fill(a *[2]int64, n int) {
	for i := range a {
		a[i] = int64(n)
	}
}

//go:noinline
func generic[T any](t T) any {
	type point struct {
		on bool
		t  T
		no bool
	}
	p := &point{t: t}
	show(p)
	return *p
}

// Touch declares a type of the same name as others do.
//
//go:noinline
func (n *Node) Touch() any {
	type point struct {
		n  Node
		ok bool
	}
	f := func() point { return point{n: *n} }
	p := f()
	show(&p)
	return p
}

//go:noinline
func (t *Tree[K, V]) walk() any {
	type frame struct {
		left bool
		at   *Tree[K, V]
		key  K
	}
	f := &frame{at: t}
	show(f)
	return *f
}

var shown int

//go:noinline
func show(v any) { shown += int(reflect.TypeOf(v).Size()) }

type unused struct{ a, b int }

func main() {
	table := []struct {
		name string
		v    any
		ok   bool
	}{
		{name: "main.Basic", v: Basic{}},
		{name: "main.Refs", v: Refs{}},
		{name: "main.Node", v: Node{}},
		{name: "main.Odd", v: Odd{}},
		{name: "main.Host", v: Host{}},
		{name: "main.Embeds", v: Embeds{}},
		{name: "main.Tagged", v: Tagged{}},
		{name: "main.Tagged.Meta", v: Tagged{}.Meta},
		{name: "main.Tagged.Meta.Items", v: reflect.Zero(reflect.TypeOf(Tagged{}.Meta.Items).Elem()).Interface()},
		{name: "main.registry", v: reflect.ValueOf(&registry).Elem().Interface()},
		{name: "main.Tree[string,*main.Node]", v: Tree[string, *Node]{}},
		{name: "main.Tree[int8,main.Tree[int16,bool]]", v: Tree[int8, Tree[int16, bool]]{}},
		{name: "main.Tree[any,map[string]interface{M()}]", v: Tree[any, map[string]interface{ M() }]{}},
		{name: "main.Tree[struct{q int},func(main.Label) (uint8, error)]", v: Tree[struct{ q int }, func(Label) (byte, error)]{}},
		{name: "main.Vec[int8]", v: Vec[int8]{}},
		{name: "main.Vec[float32]", v: Vec[float32]{}},
		{name: "main.inner.point", v: inner(1)},
		{name: "main.Node.Touch.point", v: (&Node{}).Touch()},
		{name: "main.generic[int].point", v: generic(1)},
		{name: "main.generic[string].point", v: generic("")},
		{name: "main.generic[main.Label].point", v: generic(Label(""))},
		{name: "main.Tree.walk[string,*main.Node].frame", v: (&Tree[string, *Node]{}).walk()},
		{name: "pure.Point", v: pure.Point{}},
		{name: "pure.Pair[string,*main.Node]", v: pure.Pair[string, *Node]{}},
		{name: "pure.Pair[main.Celsius,[]pure.Point]", v: pure.Pair[Celsius, []pure.Point]{}},
		{name: "sync.Mutex", v: reflect.Zero(reflect.TypeFor[sync.Mutex]()).Interface()},
		{name: "atomic.Int64", v: reflect.Zero(reflect.TypeFor[atomic.Int64]()).Interface()},
		{name: "reflect.rtype", v: reflect.ValueOf(reflect.TypeFor[int]()).Elem().Interface()},
	}
	var out []byte
	for _, row := range table {
		t := reflect.TypeOf(row.v)
		out = append(out, "type\t"+row.name+"\t"+t.PkgPath()+"\t"+itoa(t.Size())+"\t"+itoa(uintptr(t.Align()))+"\n"...)
		for i := range t.NumField() {
			f := t.Field(i)
			out = append(out, "field\t"+f.Name+"\t"+itoa(f.Offset)+"\t"+strconv.FormatBool(f.Anonymous)+"\t"+itoa(f.Type.Size())+"\n"...)
		}
	}
	// Types of other kinds are in the program since they are used.
	for _, v := range []any{Celsius(0), Label(""), Grades{}, Rows{}, Index{}, Feed(nil), Handler(nil), (*Doer)(nil), Raw(nil), Next(nil)} {
		show(v)
	}
	os.Stdout.Write(out)
}

func itoa(n uintptr) string { return strconv.FormatUint(uint64(n), 10) }

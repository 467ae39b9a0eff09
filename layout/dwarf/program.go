package dwarf

import (
	"cmp"
	dw "debug/dwarf"
	"encoding/binary"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Attributes of the Go toolchain (cmd/internal/dwarf/dwarf.go, go1.26.8).
const (
	attrGoKind     dw.Attr = 0x2900
	attrGoKey      dw.Attr = 0x2901
	attrGoElem     dw.Attr = 0x2902
	attrGoEmbedded dw.Attr = 0x2903
	attrGoPackage  dw.Attr = 0x2905
)

// langGo is DW_LANG_Go.
const langGo = 0x16

// program is the DWARF of one binary.
type program struct {
	data     *debugData
	mainPath string // import path of the main package
	producer string // of its units, as "Go cmd/compile go1.26.8; regabi"
	units    []unit
	names    map[string]string // package names by import path, as the units give them
	entries  []entry           // types, by offset
	globals  []use             // package-level variables
	locals   []use             // variables and parameters of functions
	funcs    map[string]bool   // functions by their symbols, without type arguments
}

// unit is a compilation unit: what one package has of one kind of source.
type unit struct {
	off, end dw.Offset // of its entries
	pkg      string    // import path, "main" for the main package
}

// entry is a type of the program.
type entry struct {
	off     dw.Offset
	tag     dw.Tag
	kind    int64 // DW_AT_go_kind: a kind of internal/abi, 0 if there is none
	name    string
	pkg     string // import path of the package that defines it, see definedIn
	size    int64  // in bytes, -1 if there is none
	count   int64  // of an array, in elements
	typ     dw.Offset
	key     dw.Offset
	elem    dw.Offset
	members []member // of a struct
}

// member is a field of a struct type.
type member struct {
	name     string
	off      int64 // in bytes, -1 if there is none
	typ      dw.Offset
	embedded bool
}

// use is a variable with its type.
type use struct {
	pkg     string // import path of the unit
	pkgName string
	fn      string // of a local variable its function, as in "main.(*T).M.func1"
	name    string // of a package-level variable with its package's path
	typ     dw.Offset
}

// splitUnits returns the compilation units of .debug_info by their headers
// (DWARF 5, section 7.5.1). Going from entry to entry would read all of them.
func splitUnits(info []byte, order binary.ByteOrder) ([]unit, error) {
	var units []unit
	for at := 0; at < len(info); {
		b := info[at:]
		if len(b) < 24 {
			break // too little for a header and an entry
		}
		lenSize, offSize := 4, 4
		size := uint64(order.Uint32(b))
		if size == 1<<32-1 {
			lenSize, offSize = 12, 8
			size = order.Uint64(b[4:])
		}
		if size > uint64(len(b)-lenSize) {
			return nil, fmt.Errorf("the unit at %#x is cut short", at)
		}
		end := at + lenSize + int(size)
		version := order.Uint16(b[lenSize:])
		head, compile := lenSize+2+offSize+1, true
		if version >= 5 {
			head++
			kind := b[lenSize+2]
			compile = kind == unitCompile
		}
		if compile && at+head < end {
			units = append(units, unit{off: dw.Offset(at + head), end: dw.Offset(end)})
		}
		at = end
	}
	return units, nil
}

// unitCompile is DW_UT_compile.
const unitCompile = 1

// readUnits reads the heads of the compilation units, and keeps those of Go.
func (p *program) readUnits() error {
	p.names = map[string]string{}
	r := p.data.Reader()
	if r.ByteOrder() == nil {
		return damagedDWARF(errors.New("it has no units"))
	}
	units, err := splitUnits(p.data.info, r.ByteOrder())
	if err != nil {
		return damagedDWARF(err)
	}
	others := ""
	for _, u := range units {
		r.Seek(u.off)
		e, err := r.Next()
		if err != nil {
			return damagedDWARF(err)
		}
		if e == nil || e.Tag != dw.TagCompileUnit {
			continue
		}
		producer, _ := e.Val(dw.AttrProducer).(string)
		if lang, _ := e.Val(dw.AttrLanguage).(int64); lang != langGo {
			others = producer
			continue
		}
		u.pkg, _ = e.Val(dw.AttrName).(string)
		if name, _ := e.Val(attrGoPackage).(string); name != "" {
			p.names[u.pkg] = name
		}
		if strings.HasPrefix(producer, "Go cmd/compile ") && p.producer == "" {
			p.producer = producer
		}
		p.units = append(p.units, u)
	}
	if p.producer != "" {
		return nil
	}
	if len(p.units) > 0 || others == "" {
		return errors.New("its DWARF is not of the gc toolchain: build it with go build")
	}
	return fmt.Errorf("its DWARF holds no Go types, it was written by %q: name a program that go build made", others)
}

func damagedDWARF(err error) error { return fmt.Errorf("its DWARF is damaged: %w", err) }

// readTypes reads all types. The linker keeps them in a unit of package runtime
// (cmd/link/internal/ld/dwarf.go, movetomodule); where another linker moved
// them, every unit is read.
func (p *program) readTypes() error {
	read := func(take func(u unit) bool) error {
		for _, u := range p.units {
			if !take(u) {
				continue
			}
			if err := p.readUnit(u, p.addType); err != nil {
				return err
			}
		}
		return nil
	}
	inRuntime := func(u unit) bool { return u.pkg == "runtime" }
	if err := read(inRuntime); err != nil {
		return err
	}
	if !slices.ContainsFunc(p.entries, func(e entry) bool { return e.kind != 0 }) {
		if err := read(func(u unit) bool { return !inRuntime(u) }); err != nil {
			return err
		}
	}
	slices.SortFunc(p.entries, func(a, b entry) int { return cmp.Compare(a.off, b.off) })
	return nil
}

// diePath is the entries from a unit's child down to the one being read.
type diePath []*dw.Entry

// readUnit calls visit for every entry of a unit below its head, with the
// entries above it, outermost first.
func (p *program) readUnit(u unit, visit func(above diePath, e *dw.Entry)) error {
	r := p.data.Reader()
	r.Seek(u.off)
	if _, err := r.Next(); err != nil {
		return damagedDWARF(err)
	}
	var above diePath
	for {
		e, err := r.Next()
		if err != nil {
			return damagedDWARF(err)
		}
		if e == nil || e.Offset >= u.end {
			return nil
		}
		if e.Tag == 0 {
			if len(above) == 0 {
				return nil
			}
			above = above[:len(above)-1]
			continue
		}
		visit(above, e)
		if e.Children {
			if len(above) >= maxDepth {
				return damagedDWARF(fmt.Errorf("entries nested over %d deep at %#x", maxDepth, e.Offset))
			}
			above = append(above, e)
		}
	}
}

// addType takes down the types among a unit's children, with their fields.
func (p *program) addType(above diePath, e *dw.Entry) {
	switch len(above) {
	case 0:
		switch e.Tag {
		case dw.TagBaseType, dw.TagArrayType, dw.TagTypedef, dw.TagSubroutineType,
			dw.TagPointerType, dw.TagStructType, dw.TagUnspecifiedType:
		default:
			return
		}
		t := entry{off: e.Offset, tag: e.Tag, size: -1}
		for _, f := range e.Field {
			switch f.Attr {
			case dw.AttrName:
				t.name, _ = f.Val.(string)
			case dw.AttrByteSize:
				if n, ok := f.Val.(int64); ok {
					t.size = n
				}
			case dw.AttrType:
				t.typ, _ = f.Val.(dw.Offset)
			case attrGoKind:
				t.kind, _ = f.Val.(int64)
			case attrGoKey:
				t.key, _ = f.Val.(dw.Offset)
			case attrGoElem:
				t.elem, _ = f.Val.(dw.Offset)
			}
		}
		if t.kind == 0 {
			switch {
			case t.tag == dw.TagPointerType && t.typ == 0:
				t.kind = kindUnsafePointer // the linker gives it no kind
			case t.tag == dw.TagPointerType:
				t.kind = kindPointer
			}
		}
		if t.kind != 0 {
			t.pkg = p.definedIn(t.name)
		}
		p.entries = append(p.entries, t)
	case 1:
		n := len(p.entries) - 1
		if n < 0 || p.entries[n].off != above[0].Offset {
			return // of a function
		}
		switch t := &p.entries[n]; e.Tag {
		case dw.TagMember:
			m := member{off: -1}
			m.name, _ = e.Val(dw.AttrName).(string)
			m.typ, _ = e.Val(dw.AttrType).(dw.Offset)
			m.embedded, _ = e.Val(attrGoEmbedded).(bool)
			if off, ok := e.Val(dw.AttrDataMemberLoc).(int64); ok {
				m.off = off
			}
			t.members = append(t.members, m)
		case dw.TagSubrangeType:
			t.count, _ = e.Val(dw.AttrCount).(int64)
		}
	}
}

// find returns the type at an offset, nil if there is none.
func (p *program) find(off dw.Offset) *entry {
	i, ok := slices.BinarySearchFunc(p.entries, off, func(e entry, off dw.Offset) int { return cmp.Compare(e.off, off) })
	if !ok {
		return nil
	}
	return &p.entries[i]
}

// resolve follows the typedefs that the linker puts before the definitions of
// named types. nil is an offset without a type.
func (p *program) resolve(off dw.Offset) *entry {
	for range maxDepth {
		e := p.find(off)
		if e == nil || e.kind != 0 || e.tag != dw.TagTypedef {
			return e
		}
		off = e.typ
	}
	return nil
}

// cores returns what remains of a type when the pointers, slices, arrays,
// channels and maps without a name are taken off it.
func (p *program) cores(off dw.Offset) []*entry {
	var list []*entry
	todo := []dw.Offset{off}
	for n := 0; len(todo) > 0 && n < maxDepth; n++ {
		e := p.resolve(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		switch {
		case e == nil:
		case e.pkg != "":
			list = append(list, e)
		case e.kind == kindPointer, e.kind == kindArray:
			todo = append(todo, e.typ)
		case e.kind == kindSlice, e.kind == kindChan:
			todo = append(todo, e.elem)
		case e.kind == kindMap:
			todo = append(todo, e.elem, e.key)
		default:
			list = append(list, e)
		}
	}
	return list
}

// anonymous reports whether e is a struct type without a name, and with fields.
func (e *entry) anonymous() bool { return e.kind == kindStruct && e.pkg == "" && len(e.members) > 0 }

// local reports whether e is a type declared in a function.
func (e *entry) local() bool { return e.pkg != "" && strings.Contains(e.name, "·") }

// readUses reads the variables of the packages selected, as far as they are of
// types that are told apart by them: anonymous and local ones.
func (p *program) readUses(sel selection) error {
	p.funcs = map[string]bool{}
	wanted := map[dw.Offset]bool{}
	want := func(typ dw.Offset) bool {
		w, ok := wanted[typ]
		if !ok {
			w = slices.ContainsFunc(p.cores(typ), func(e *entry) bool { return e.anonymous() || e.local() })
			wanted[typ] = w
		}
		return w
	}
	for _, u := range p.units {
		pkg, pkgName := p.pkgOf(u.pkg)
		if !sel.has(pkg) {
			continue
		}
		err := p.readUnit(u, func(above diePath, e *dw.Entry) {
			switch e.Tag {
			case dw.TagSubprogram:
				if name, _ := e.Val(dw.AttrName).(string); name != "" {
					p.funcs[withoutArgs(name)] = true
				}
				return
			case dw.TagVariable, dw.TagFormalParameter:
			default:
				return
			}
			typ, ok := e.Val(dw.AttrType).(dw.Offset)
			if !ok || !want(typ) {
				return
			}
			v := use{pkg: pkg, pkgName: pkgName, typ: typ}
			v.name, _ = e.Val(dw.AttrName).(string)
			switch {
			case v.name == "":
			case len(above) == 0:
				p.globals = append(p.globals, v)
			case above[0].Tag == dw.TagSubprogram:
				if v.fn, _ = above[0].Val(dw.AttrName).(string); v.fn != "" {
					p.locals = append(p.locals, v)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pkgOf returns the import path and the name of a package by its path in
// symbols, which is "main" for the main package.
func (p *program) pkgOf(symPath string) (path, name string) {
	if symPath == "main" {
		return p.mainPath, "main"
	}
	if name := p.names[symPath]; name != "" {
		return symPath, name
	}
	return symPath, assumedName(symPath)
}

// assumedName is the name that a package most likely has by its import path. It
// is needed for packages that hold nothing but types: they have no unit.
func assumedName(importPath string) string {
	dir, base := path.Split(importPath)
	if v, ok := strings.CutPrefix(base, "v"); ok && dir != "" && v != "" && strings.Trim(v, "0123456789") == "" {
		base = path.Base(dir)
	}
	base = strings.TrimPrefix(base, "go-")
	if i := strings.IndexFunc(base, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }); i > 0 {
		base = base[:i]
	}
	return base
}

// definedIn returns the import path of the package that defines the type of a
// name, "" if the type is predeclared, composite, or made by the compiler or
// linker. It is a quick answer: the name may still turn out to be no type's.
func (p *program) definedIn(name string) string {
	symPath, ident := splitPath((&speller{s: name}).word())
	base, _ := splitGen(ident)
	if symPath == "" || symPath == "unsafe" || symPath == "noalg" || !isIdent(base) {
		return ""
	}
	pkg, _ := p.pkgOf(symPath)
	return pkg
}

// packages returns the import paths of all packages that the program holds
// code or types of.
func (p *program) packages() []string {
	seen := map[string]bool{}
	add := func(pkg string) {
		if pkg != "" {
			seen[pkg] = true
		}
	}
	for _, u := range p.units {
		pkg, _ := p.pkgOf(u.pkg)
		add(pkg)
	}
	for i := range p.entries {
		add(p.entries[i].pkg)
	}
	var list []string
	for pkg := range seen {
		list = append(list, pkg)
	}
	slices.Sort(list)
	return list
}

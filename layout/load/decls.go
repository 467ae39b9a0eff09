package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// collector finds the declared types of the named packages.
type collector struct {
	*converter
	ties
	all bool

	pending   []pending
	decls     []layout.Decl
	templates map[types.Object][]template // by the generic declaration they stand in
	instances map[string]*instance
	endless   map[types.Object]bool // those of which some are left out
	work      []*instance
	generics  []generic
	problems  []Problem
}

// template is a mention of a type inside a generic declaration: each instance
// of the declaration brings one of the type.
type template struct {
	params *types.TypeParamList
	// One of: a generic type or function with arguments that depend on params,
	// or a type declared there.
	origin types.Object
	args   *types.TypeList
	decl   *site
}

// instance is a generic type or function with its arguments.
type instance struct {
	origin types.Object
	args   []arg
	of     *pkg // the package that mentions it first
}

// generic is a generic type of a named package.
type generic struct {
	site *site
	obj  *types.TypeName
}

// site is where a type is declared.
type site struct {
	pkg  *pkg
	file *parsed
	typ  types.Type
	name string // without that of the package
	form layout.Form
	pos  layout.Pos
	off  int // offset in the file
	end  int
	key  any // of keeps
	fn   string
}

// pending is a declaration whose file and uses are still to be told.
type pending struct {
	decl layout.Decl
	typ  types.Type
	file *parsed
	off  int // of the name, or of the keyword of a struct type without one
}

func newCollector(c *checker, all bool) *collector {
	return &collector{
		converter: &converter{c: c, memo: map[types.Type]*layout.Type{}, inst: map[string]*layout.Type{}, pointers: map[token.Pos]*ast.StarExpr{}},
		all:       all,
		templates: map[types.Object][]template{},
		instances: map[string]*instance{},
		endless:   map[types.Object]bool{},
	}
}

// walk notes the types that a package declares and the instances it mentions.
func (c *collector) walk(p *pkg) {
	if len(p.errs) > 0 {
		c.pointed(p)
	}
	for _, pf := range p.parsed {
		for _, d := range pf.ast.Decls {
			c.decl(p, pf, d)
		}
	}
}

// pointed notes the fields that are declared as pointers: where the type behind
// is not known, the type checker forgets that much, and the field's size is
// known all the same.
func (c *collector) pointed(p *pkg) {
	for _, pf := range p.parsed {
		ast.Inspect(pf.ast, func(n ast.Node) bool {
			f, ok := n.(*ast.Field)
			if !ok {
				return true
			}
			star, ok := ast.Unparen(f.Type).(*ast.StarExpr)
			if !ok {
				return true
			}
			for _, id := range f.Names {
				c.pointers[id.Pos()] = star
			}
			if len(f.Names) == 0 {
				c.pointers[embeddedName(star.X).Pos()] = star
			}
			return true
		})
	}
}

// embeddedName is the part of an embedded field's type that names the field.
func embeddedName(e ast.Expr) ast.Expr {
	switch x := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return x.Sel
	case *ast.IndexExpr:
		return embeddedName(x.X)
	case *ast.IndexListExpr:
		return embeddedName(x.X)
	}
	return e
}

// finish returns the declarations of all packages walked, with what ties their
// orders down, sorted by package and position.
func (c *collector) finish() []layout.Decl {
	for len(c.work) > 0 {
		in := c.work[0]
		c.work = c.work[1:]
		c.expand(in)
	}
	c.rows()
	for i := range c.pending {
		p := &c.pending[i]
		c.tell(p)
		c.decls = append(c.decls, p.decl)
	}
	c.sort()
	return c.decls
}

// scope is what encloses a declaration.
type scope struct {
	name    string // path of names: "Func", "T.Method", "Outer"
	generic types.Object
	params  *types.TypeParamList
}

func (c *collector) decl(p *pkg, pf *parsed, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		sc := scope{name: d.Name.Name}
		if fn, ok := p.info.Defs[d.Name].(*types.Func); ok {
			sig := fn.Signature()
			if sig.TypeParams().Len() > 0 {
				sc.generic, sc.params = fn, sig.TypeParams()
			}
			if r := sig.Recv(); r != nil {
				if n := named(r.Type()); n != nil {
					sc.name = n.Obj().Name() + "." + sc.name
					if sig.RecvTypeParams().Len() > 0 {
						sc.generic, sc.params = n.Origin().Obj(), sig.RecvTypeParams()
					}
				}
			}
		}
		c.inside(p, pf, d, sc, true)
	case *ast.GenDecl:
		c.inside(p, pf, d, scope{}, false)
	}
}

// named is the defined type that t or the type it points to is, or nil.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// inside notes the types declared in n and the instances it mentions.
func (c *collector) inside(p *pkg, pf *parsed, n ast.Node, sc scope, local bool) {
	var names []string // of what encloses the node, innermost last
	var visit func(n ast.Node, direct bool)
	inside := func(name string, n ast.Node) {
		if n == nil {
			return
		}
		names = append(names, name)
		visit(n, false)
		names = names[:len(names)-1]
	}
	visit = func(root ast.Node, direct bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				c.typeSpec(p, pf, n, sc, local, names)
				inner := sc
				if obj, ok := p.info.Defs[n.Name].(*types.TypeName); ok {
					if params := typeParams(obj.Type()); params.Len() > 0 {
						inner.generic, inner.params = obj, params
					}
				}
				outer := sc
				sc = inner
				if n.TypeParams != nil {
					inside(n.Name.Name, n.TypeParams)
				}
				// The struct of the type itself is no type without a name.
				if st, ok := ast.Unparen(n.Type).(*ast.StructType); ok {
					inside(n.Name.Name, st.Fields)
				} else {
					inside(n.Name.Name, n.Type)
				}
				sc = outer
				return false
			case *ast.StructType:
				if n.Fields.NumFields() > 0 {
					c.anonymous(p, pf, n, sc, names)
				}
			case *ast.Field:
				if len(n.Names) > 0 && n != root {
					inside(n.Names[0].Name, n.Type)
					return false
				}
			case *ast.ValueSpec:
				if n.Type != nil {
					inside(n.Names[0].Name, n.Type)
				}
				for i, v := range n.Values {
					inside(n.Names[min(i, len(n.Names)-1)].Name, v)
				}
				return false
			case *ast.AssignStmt:
				for i, v := range n.Rhs {
					if id, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && id.Name != "_" {
						inside(id.Name, v)
					} else {
						visit(v, false)
					}
				}
				for _, l := range n.Lhs {
					visit(l, false)
				}
				return false
			case *ast.MapType:
				inside("key", n.Key)
				inside("value", n.Value)
				return false
			case *ast.Ident:
				c.mention(p, n, sc)
			}
			return true
		})
	}
	visit(n, true)
}

func typeParams(t types.Type) *types.TypeParamList {
	switch t := t.(type) {
	case *types.Named:
		return t.TypeParams()
	case *types.Alias:
		return t.TypeParams()
	}
	return nil
}

// typeSpec notes a type declared by name.
func (c *collector) typeSpec(p *pkg, pf *parsed, spec *ast.TypeSpec, sc scope, local bool, names []string) {
	obj, ok := p.info.Defs[spec.Name].(*types.TypeName)
	if !ok || spec.Name.Name == "_" {
		return
	}
	s := &site{pkg: p, file: pf, typ: obj.Type(), name: spec.Name.Name, form: layout.Named, key: obj,
		off: pf.offset(spec.Pos()), end: pf.offset(spec.End()), pos: pf.pos(spec.Name.Pos())}
	switch {
	case local:
		s.form = layout.Local
		s.name = sc.name + "." + s.name
	case len(names) > 0: // in a function of a variable's value
		s.form = layout.Local
		s.name = strings.Join(names, ".") + "." + s.name
	}
	if obj.IsAlias() {
		// An alias declares nothing, but for the struct type it may write out.
		st, ok := ast.Unparen(spec.Type).(*ast.StructType)
		if !ok || st.Fields.NumFields() == 0 {
			return
		}
		if params := typeParams(obj.Type()); params.Len() > 0 {
			sc = scope{name: s.name, generic: obj, params: params}
		}
		s.form = layout.Anonymous
		s.typ = types.Unalias(s.typ)
		s.key = s.typ
	}
	switch u := s.typ.Underlying().(type) {
	case *types.Struct:
	case *types.Interface:
		if !c.all || !u.IsMethodSet() { // a constraint is no type of values
			return
		}
	case *types.Array, *types.Map, *types.Slice, *types.Chan, *types.Signature, *types.Pointer:
		if !c.all {
			return
		}
	case *types.Basic:
		if s.typ.Underlying() != types.Typ[types.Invalid] {
			if !c.all {
				return
			}
		} else if p.hasCgo() && !p.cgoRan {
			if !c.all && p.isScalarC(spec.Type, 0) {
				return
			}
			p.needCgo = true // it may be a struct
		}
	default:
		return
	}
	switch {
	case typeParams(obj.Type()).Len() > 0 && !obj.IsAlias():
		c.generics = append(c.generics, generic{s, obj})
	case sc.generic != nil && open(s.typ, nil):
		c.templates[sc.generic] = append(c.templates[sc.generic], template{params: sc.params, decl: s})
		s.fn = sc.name
		c.generics = append(c.generics, generic{s, nil})
	default:
		c.add(s, c.typ(s.typ, nil), s.form, "")
	}
}

// anonymous notes a struct type without a name.
func (c *collector) anonymous(p *pkg, pf *parsed, st *ast.StructType, sc scope, names []string) {
	tv, ok := p.info.Types[st]
	if !ok {
		return
	}
	typ, ok := types.Unalias(tv.Type).(*types.Struct)
	if !ok {
		return
	}
	path := names
	if sc.name != "" {
		path = append([]string{sc.name}, names...)
	}
	if len(path) == 0 {
		path = []string{"_"}
	}
	s := &site{pkg: p, file: pf, typ: typ, name: strings.Join(path, "."), form: layout.Anonymous, key: typ,
		off: pf.offset(st.Pos()), end: pf.offset(st.End()), pos: pf.pos(st.Pos())}
	if len(names) == 0 {
		s.name += fmt.Sprintf(".struct@%d", s.pos.Line)
	}
	if sc.generic != nil && open(typ, nil) {
		c.templates[sc.generic] = append(c.templates[sc.generic], template{params: sc.params, decl: s})
		s.fn = sc.name
		c.generics = append(c.generics, generic{s, nil})
		return
	}
	c.add(s, c.typ(typ, nil), layout.Anonymous, "")
}

// mention notes an instance of a generic type or function.
func (c *collector) mention(p *pkg, id *ast.Ident, sc scope) {
	in, ok := p.info.Instances[id]
	if !ok {
		return
	}
	var origin types.Object
	args := in.TypeArgs
	if _, isFunc := in.Type.(*types.Signature); isFunc {
		fn, ok := p.info.Uses[id].(*types.Func)
		if !ok {
			return
		}
		origin = fn.Origin()
	} else {
		if alias, ok := p.info.Uses[id].(*types.TypeName); ok && alias.IsAlias() {
			c.instanceOf(p, alias, args, sc) // for what it writes out
		}
		n, ok := types.Unalias(in.Type).(*types.Named)
		if !ok || n.TypeArgs().Len() == 0 {
			return
		}
		origin, args = n.Origin().Obj(), n.TypeArgs()
	}
	c.instanceOf(p, origin, args, sc)
}

func (c *collector) instanceOf(p *pkg, origin types.Object, args *types.TypeList, sc scope) {
	isOpen := false
	for a := range args.Types() {
		isOpen = isOpen || open(a, nil)
	}
	if !isOpen {
		c.instantiate(origin, c.args(args, nil), p)
	} else if sc.generic != nil {
		c.templates[sc.generic] = append(c.templates[sc.generic], template{params: sc.params, origin: origin, args: args})
	}
}

// maxKey bounds the names of instances: types that instantiate themselves with
// ever larger arguments end there.
const maxKey = 2000

func endless(origin types.Object) string {
	return fmt.Sprintf("instances of %s nest without end; the deeper ones are left out", origin.Name())
}

func (c *collector) instantiate(origin types.Object, args []arg, p *pkg) {
	key := origin.Pkg().Path() + "." + origin.Name() + fmt.Sprint("·", origin.Pos())
	for _, a := range args {
		key += "," + a.key
	}
	if c.instances[key] != nil {
		return
	}
	if len(key) > maxKey {
		c.instances[key] = &instance{}
		if !c.endless[origin] {
			c.endless[origin] = true
			c.problems = append(c.problems, Problem{Package: p.path, Pos: c.c.pos(origin.Pos()), Message: endless(origin)})
		}
		return
	}
	in := &instance{origin, args, p}
	c.instances[key] = in
	c.work = append(c.work, in)
}

// expand makes the declarations that an instance brings.
func (c *collector) expand(in *instance) {
	for _, t := range c.templates[in.origin] {
		e := newEnv(t.params, in.args)
		if t.decl == nil {
			c.instantiate(t.origin, c.args(t.args, e), in.of)
			continue
		}
		var names []string
		for _, a := range in.args {
			names = append(names, a.t.Name)
		}
		c.add(t.decl, c.typ(t.decl.typ, e), t.decl.form, "["+strings.Join(names, ",")+"]")
	}
	obj, ok := in.origin.(*types.TypeName)
	if !ok {
		return
	}
	n, ok := obj.Type().(*types.Named)
	if !ok {
		return
	}
	switch u := n.Underlying().(type) {
	case *types.Struct:
	case *types.Interface:
		if !c.all || !u.IsMethodSet() {
			return
		}
	default:
		if !c.all {
			return
		}
	}
	d := layout.Decl{Type: c.instance(n, in.args), Package: obj.Pkg().Path(), Form: layout.Instance, Pos: c.c.pos(obj.Pos())}
	d.Name = d.Type.Name
	if p := c.c.pkgOf(obj.Pkg()); p == nil || !p.root {
		d.Keep = append(d.Keep, layout.Keep{Kind: layout.KeepForeign, Reason: "declared in " + obj.Pkg().Path(), Pos: d.Pos})
	}
	pf := c.c.parsedAt(obj.Pos())
	off := 0
	if pf != nil {
		off = pf.offset(obj.Pos())
	}
	c.pending = append(c.pending, pending{d, n, pf, off})
}

// rows adds the generic types that nothing instantiates.
func (c *collector) rows() {
	used := map[types.Object]bool{}
	for _, in := range c.instances {
		if in.origin != nil {
			used[in.origin] = true
		}
	}
	made := map[any]bool{}
	for o, ts := range c.templates {
		for _, t := range ts {
			if t.decl != nil && used[o] {
				made[t.decl.key] = true
			}
		}
	}
	for _, g := range c.generics {
		if g.obj != nil && used[g.obj] || made[g.site.key] {
			continue
		}
		c.add(g.site, c.typ(g.site.typ, nil), layout.Generic, "")
	}
}

// add makes the declaration of a type at a site. args are those of the generic
// function it is declared in.
func (c *collector) add(s *site, t *layout.Type, form layout.Form, args string) {
	d := layout.Decl{Type: t, Package: s.pkg.path, Form: form, Pos: s.pos}
	name := s.name
	if args != "" && s.fn != "" && strings.HasPrefix(name, s.fn) {
		name = s.fn + args + name[len(s.fn):]
	}
	if form == layout.Generic && s.form == layout.Named {
		if n, ok := s.typ.(*types.Named); ok {
			var ps []string
			for p := range n.TypeParams().TypeParams() {
				ps = append(ps, p.Obj().Name())
			}
			name += "[" + strings.Join(ps, ",") + "]"
		}
	}
	d.Name = s.pkg.name + "." + name
	if c, ok := strings.CutPrefix(s.name, "_Ctype_"); ok {
		d.Name = s.pkg.name + ".C." + c
	}
	c.pending = append(c.pending, pending{d, s.typ, s.file, s.off})
}

// tell sets what the file and the uses of a declaration tell of it.
func (c *collector) tell(p *pending) {
	d := &p.decl
	if p.file != nil {
		d.Generated, d.Test = p.file.file.generated, p.file.file.test
	}
	st, ok := p.typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	at, ok := c.c.placeOf(st)
	if ok {
		d.Keep = append(d.Keep, c.keeps[at]...)
		d.Atomic64 = c.atomics[at]
	}
	c.inspect(d, st, p.file, p.off)
}

// sort sorts the declarations, and tells those of equal names in one package
// apart by their lines.
func (c *collector) sort() {
	slices.SortStableFunc(c.decls, func(a, b layout.Decl) int {
		if n := strings.Compare(a.Package, b.Package); n != 0 {
			return n
		}
		if n := strings.Compare(a.Pos.File, b.Pos.File); n != 0 {
			return n
		}
		if n := a.Pos.Line - b.Pos.Line; n != 0 {
			return n
		}
		if n := a.Pos.Column - b.Pos.Column; n != 0 {
			return n
		}
		return strings.Compare(a.Name, b.Name)
	})
	count := map[string]int{}
	for _, d := range c.decls {
		count[d.Package+"\x00"+d.Name]++
	}
	for i := range c.decls {
		d := &c.decls[i]
		if count[d.Package+"\x00"+d.Name] > 1 && (d.Form == layout.Anonymous || d.Form == layout.Local) {
			d.Name += fmt.Sprintf(":%d", d.Pos.Line)
		}
	}
}

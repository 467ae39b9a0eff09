package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// converter turns the type checker's types into plain data. The same
// declaration with the same type arguments becomes one *layout.Type.
type converter struct {
	c    *checker
	memo map[types.Type]*layout.Type
	inst map[string]*layout.Type // by full name with type arguments
	// pointers are the fields declared as pointers, of packages with errors.
	pointers map[token.Pos]*ast.StarExpr
}

// env gives type parameters their arguments.
type env struct {
	args map[*types.TypeParam]arg
	list []arg // the same, in order
	memo map[types.Type]*layout.Type
}

// arg is a type argument.
type arg struct {
	t   *layout.Type
	key string // its name with full import paths, unique
}

func newEnv(params *types.TypeParamList, args []arg) *env {
	e := &env{args: map[*types.TypeParam]arg{}, list: args, memo: map[types.Type]*layout.Type{}}
	for i := range params.Len() {
		if i < len(args) {
			e.args[params.At(i)] = args[i]
		}
	}
	return e
}

var basicKinds = map[types.BasicKind]layout.Kind{
	types.Bool: layout.Bool, types.Int: layout.Int, types.Int8: layout.Int8, types.Int16: layout.Int16,
	types.Int32: layout.Int32, types.Int64: layout.Int64, types.Uint: layout.Uint, types.Uint8: layout.Uint8,
	types.Uint16: layout.Uint16, types.Uint32: layout.Uint32, types.Uint64: layout.Uint64,
	types.Uintptr: layout.Uintptr, types.Float32: layout.Float32, types.Float64: layout.Float64,
	types.Complex64: layout.Complex64, types.Complex128: layout.Complex128, types.String: layout.String,
	types.UnsafePointer: layout.UnsafePointer,
}

// typ converts t under the type arguments of e, which may be nil.
func (c *converter) typ(t types.Type, e *env) *layout.Type {
	t = types.Unalias(t)
	if p, ok := t.(*types.TypeParam); ok {
		return c.param(p, e)
	}
	memo := c.memo
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 {
		return c.instance(n.Origin(), c.args(n.TypeArgs(), e))
	}
	if e != nil && open(t, nil) {
		memo = e.memo
	}
	if r := memo[t]; r != nil {
		return r
	}
	r := &layout.Type{}
	memo[t] = r
	if n, ok := t.(*types.Named); ok {
		c.name(r, n.Obj())
		if e != nil && isLocal(n) && open(n, nil) {
			r.Name = c.display(n, e)
		}
		c.fill(r, n.Underlying(), e)
		return r
	}
	r.Name = c.display(t, e)
	c.fill(r, t, e)
	return r
}

// instance converts a generic type with its arguments.
func (c *converter) instance(origin *types.Named, args []arg) *layout.Type {
	var names, keys []string
	for _, a := range args {
		names = append(names, a.t.Name)
		keys = append(keys, a.key)
	}
	key := fullName(origin.Obj()) + "[" + strings.Join(keys, ",") + "]"
	if r := c.inst[key]; r != nil {
		return r
	}
	r := &layout.Type{}
	if len(key) > maxKey {
		r.Name, r.Why = origin.Obj().Name(), endless(origin.Obj())
		return r
	}
	c.inst[key] = r
	c.name(r, origin.Obj())
	r.Name += "[" + strings.Join(names, ",") + "]"
	c.fill(r, origin.Underlying(), newEnv(origin.TypeParams(), args))
	return r
}

// args converts type arguments under e.
func (c *converter) args(list *types.TypeList, e *env) []arg {
	var out []arg
	for t := range list.Types() {
		out = append(out, arg{c.typ(t, e), c.key(t, e)})
	}
	return out
}

// name sets what the declaration of a defined type tells.
func (c *converter) name(r *layout.Type, obj *types.TypeName) {
	r.Name = obj.Name()
	if obj.Pkg() == nil {
		return
	}
	r.PkgPath = obj.Pkg().Path()
	if cName, ok := strings.CutPrefix(r.Name, "_Ctype_"); ok {
		r.Name = "C." + cName
		r.Traits |= layout.CgoType
	} else {
		r.Name = obj.Pkg().Name() + "." + r.Name
	}
	switch obj.Name() {
	case "align64":
		switch r.PkgPath {
		case "sync/atomic", "internal/runtime/atomic", "runtime/internal/atomic":
			r.Traits |= layout.Align64
		}
	case "nih":
		switch r.PkgPath {
		case "internal/runtime/sys", "runtime/internal/sys":
			r.Traits |= layout.NotInHeap
		}
	case "HostLayout":
		if r.PkgPath == "structs" {
			r.Traits |= layout.HostLayout
		}
	}
}

// fill sets the structure of r to that of the type literal t.
func (c *converter) fill(r *layout.Type, t types.Type, e *env) {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		r.Kind = basicKinds[t.Kind()]
		if r.Kind == layout.Unknown {
			r.Why = "the type could not be resolved"
		}
	case *types.Pointer:
		r.Kind, r.Elem = layout.Pointer, c.typ(t.Elem(), e)
	case *types.Slice:
		r.Kind, r.Elem = layout.Slice, c.typ(t.Elem(), e)
	case *types.Array:
		r.Kind, r.Elem, r.Len = layout.Array, c.typ(t.Elem(), e), t.Len()
		if r.Len < 0 {
			r.Kind, r.Elem, r.Len, r.Why = layout.Unknown, nil, 0, "the array's length could not be computed"
		}
	case *types.Map:
		r.Kind, r.Key, r.Elem = layout.Map, c.typ(t.Key(), e), c.typ(t.Elem(), e)
	case *types.Chan:
		r.Kind, r.Elem = layout.Chan, c.typ(t.Elem(), e)
	case *types.Signature:
		r.Kind = layout.Func
	case *types.Interface:
		r.Kind = layout.Interface
	case *types.Struct:
		r.Kind = layout.Struct
		r.Fields = make([]layout.Field, t.NumFields())
		for i := range r.Fields {
			v := t.Field(i)
			f := layout.Field{Name: v.Name(), Type: c.typ(v.Type(), e), Embedded: v.Embedded(), Tag: t.Tag(i)}
			if f.Type.Kind == layout.Unknown && f.Type.PkgPath == "" {
				f.Type = &layout.Type{Name: f.Type.Name, Why: c.why(v, f.Type.Why)}
				if star := c.pointers[v.Pos()]; star != nil {
					f.Type = &layout.Type{Kind: layout.Pointer, Name: types.ExprString(star), Elem: f.Type}
				}
			}
			r.Fields[i] = f
		}
	default:
		r.Why = "the type could not be resolved"
	}
}

// why finds the error that left the type of v unresolved.
func (c *converter) why(v *types.Var, otherwise string) string {
	p := c.c.pkgOf(v.Pkg())
	if p == nil {
		return otherwise
	}
	pos := c.c.pos(v.Pos())
	for _, e := range p.errs {
		if e.Pos.File == pos.File && e.Pos.Line == pos.Line {
			return e.Message
		}
	}
	for _, f := range p.files {
		if f.cgo && !p.cgoRan {
			p.needCgo = true
			return cgoUnresolved
		}
	}
	return otherwise
}

// cgoUnresolved is why the type of a field is unknown before cgo has run.
const cgoUnresolved = "it is a C type, and cgo was not run"

// param converts a type parameter: to its argument where e has one. One
// without an argument is known all the same where its constraint leaves one
// form only.
func (c *converter) param(p *types.TypeParam, e *env) *layout.Type {
	if e != nil {
		if a, ok := e.args[p]; ok {
			return a.t
		}
	}
	if r := c.memo[p]; r != nil {
		return r
	}
	r := &layout.Type{Kind: layout.Param, Name: p.Obj().Name(), Why: p.Obj().Name()}
	c.memo[p] = r
	if iface, ok := p.Constraint().Underlying().(*types.Interface); ok {
		if k, elem := c.only(iface); k != layout.Unknown {
			r.Kind, r.Elem, r.Why = k, elem, ""
		}
	}
	return r
}

// only returns the one kind that all types of a constraint have, if that kind
// alone decides the layout.
func (c *converter) only(iface *types.Interface) (layout.Kind, *layout.Type) {
	found := layout.Unknown
	var elem *layout.Type
	for i := range iface.NumEmbeddeds() {
		var terms []types.Type
		switch e := iface.EmbeddedType(i).(type) {
		case *types.Union:
			for t := range e.Terms() {
				terms = append(terms, t.Type())
			}
		default:
			terms = append(terms, e)
		}
		for _, t := range terms {
			k := layout.Unknown
			var el *layout.Type
			switch u := t.Underlying().(type) {
			case *types.Basic:
				k = basicKinds[u.Kind()]
			case *types.Slice:
				k, el = layout.Slice, c.typ(u.Elem(), nil)
			case *types.Pointer:
				k, el = layout.Pointer, c.typ(u.Elem(), nil)
			case *types.Map:
				k = layout.Map
			case *types.Chan:
				k = layout.Chan
			case *types.Signature:
				k = layout.Func
			}
			if k == layout.Unknown || found != layout.Unknown && k != found {
				return layout.Unknown, nil
			}
			found, elem = k, el
		}
	}
	return found, elem
}

// open reports whether t mentions a type parameter, or may through the body of
// a type that a generic function declares.
func open(t types.Type, seen []types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if open(a, seen) {
				return true
			}
		}
		obj := t.Obj()
		if obj.Pkg() == nil || obj.Parent() == obj.Pkg().Scope() || t.TypeArgs().Len() > 0 {
			return false
		}
		// A local type: look inside, once.
		if slices.Contains(seen, types.Type(t)) {
			return false
		}
		return open(t.Underlying(), append(seen, t))
	case *types.Pointer:
		return open(t.Elem(), seen)
	case *types.Slice:
		return open(t.Elem(), seen)
	case *types.Array:
		return open(t.Elem(), seen)
	case *types.Chan:
		return open(t.Elem(), seen)
	case *types.Map:
		return open(t.Key(), seen) || open(t.Elem(), seen)
	case *types.Struct:
		for v := range t.Fields() {
			if open(v.Type(), seen) {
				return true
			}
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			if open(v.Type(), seen) {
				return true
			}
		}
		for v := range t.Results().Variables() {
			if open(v.Type(), seen) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if open(m.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// isLocal reports whether a defined type is declared in a function.
func isLocal(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	return pkg != nil && n.Obj().Parent() != pkg.Scope() && n.TypeArgs().Len() == 0
}

// fullName is a name of a declared type that no other has.
func fullName(obj *types.TypeName) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	s := obj.Pkg().Path() + "." + obj.Name()
	if obj.Parent() != obj.Pkg().Scope() {
		s += "·" + strconv.Itoa(int(obj.Pos()))
	}
	return s
}

// display writes t as the report shows it.
func (c *converter) display(t types.Type, e *env) string { return c.write(t, e, false) }

// key writes t so that different types differ.
func (c *converter) key(t types.Type, e *env) string { return c.write(t, e, true) }

func (c *converter) write(t types.Type, e *env, full bool) string {
	sub := func(t types.Type) string { return c.write(t, e, full) }
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if e != nil {
			if a, ok := e.args[t]; ok {
				if full {
					return a.key
				}
				return a.t.Name
			}
		}
		return t.Obj().Name()
	case *types.Named:
		var r layout.Type
		c.name(&r, t.Obj())
		s := r.Name
		if full {
			s = fullName(t.Obj())
		}
		if t.TypeArgs().Len() > 0 {
			var args []string
			for a := range t.TypeArgs().Types() {
				args = append(args, sub(a))
			}
			s += "[" + strings.Join(args, ",") + "]"
		} else if e != nil && isLocal(t) && open(t, nil) {
			// Each instance of the function has a type of its own, named by
			// the arguments as the compiler does.
			var args []string
			for _, a := range e.list {
				if full {
					args = append(args, a.key)
				} else {
					args = append(args, a.t.Name)
				}
			}
			s += "[" + strings.Join(args, ",") + "]"
		}
		return s
	case *types.Pointer:
		return "*" + sub(t.Elem())
	case *types.Slice:
		return "[]" + sub(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + sub(t.Elem())
	case *types.Map:
		return "map[" + sub(t.Key()) + "]" + sub(t.Elem())
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			return "chan<- " + sub(t.Elem())
		case types.RecvOnly:
			return "<-chan " + sub(t.Elem())
		}
		return "chan " + sub(t.Elem())
	case *types.Struct:
		var fields []string
		for i := range t.NumFields() {
			v := t.Field(i)
			s := sub(v.Type())
			if !v.Embedded() {
				s = v.Name() + " " + s
			}
			if tag := t.Tag(i); tag != "" && full {
				s += " " + strconv.Quote(tag)
			}
			fields = append(fields, s)
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	case *types.Signature:
		params := func(vs *types.Tuple, variadic bool) string {
			var out []string
			for i := range vs.Len() {
				s := sub(vs.At(i).Type())
				if variadic && i == vs.Len()-1 {
					s = "..." + strings.TrimPrefix(s, "[]")
				}
				out = append(out, s)
			}
			return "(" + strings.Join(out, ", ") + ")"
		}
		s := "func" + params(t.Params(), t.Variadic())
		switch t.Results().Len() {
		case 0:
		case 1:
			s += " " + sub(t.Results().At(0).Type())
		default:
			s += " " + params(t.Results(), false)
		}
		return s
	case *types.Basic:
		return t.Name()
	}
	q := func(p *types.Package) string {
		if full {
			return p.Path()
		}
		return p.Name()
	}
	return types.TypeString(t, q)
}

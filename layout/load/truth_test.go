package load

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/seed-ac4d27cc/heft/layout"
)

// truth finds the struct types that packages declare in go/packages' complete
// syntax and types: nothing is left out, and the sizes are go/types' own.
type truth struct {
	fset      *token.FileSet
	sizes     types.Sizes
	rows      map[string]bool
	templates map[types.Object][]open1
	instances map[string]bool
	work      []inst1
	generics  map[types.Object]map[string]bool // rows of generic declarations if nothing instantiates them
}

// open1 is a type or an instance in a generic declaration that depends on its
// type parameters.
type open1 struct {
	params *types.TypeParamList
	form   layout.Form
	pos    token.Pos
	typ    types.Type   // declared there
	origin types.Object // or instantiated there with
	args   []types.Type
}

type inst1 struct {
	origin types.Object
	args   []types.Type
}

// truthOf returns a row for every struct type declared in the packages:
// position, form, size, alignment and offsets, for instances also the name.
func truthOf(t testing.TB, cfg Config) map[string]bool {
	pc := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Context: context.Background(), Dir: cfg.Dir, Env: cfg.env(), Tests: cfg.Tests,
	}
	if cfg.Tags != "" {
		pc.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	pkgs, err := packages.Load(pc, cfg.Patterns...)
	if err != nil {
		t.Fatal(err)
	}
	tr := &truth{
		rows:      map[string]bool{},
		templates: map[types.Object][]open1{},
		instances: map[string]bool{},
		generics:  map[types.Object]map[string]bool{},
	}
	tested := map[string]bool{}
	for _, p := range pkgs {
		if i := strings.IndexByte(p.ID, ' '); i > 0 && !strings.HasSuffix(p.PkgPath, "_test") {
			tested[p.PkgPath] = true
		}
	}
	for _, p := range pkgs {
		if strings.HasSuffix(p.ID, ".test") || tested[p.PkgPath] && !strings.Contains(p.ID, " ") {
			continue // the generated main; the package without its tests
		}
		if len(p.Errors) > 0 || p.IllTyped {
			t.Errorf("go/packages: %s: %v", p.ID, p.Errors)
		}
		tr.fset, tr.sizes = p.Fset, p.TypesSizes
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				tr.declaration(p.TypesInfo, d)
			}
		}
	}
	for len(tr.work) > 0 {
		in := tr.work[0]
		tr.work = tr.work[1:]
		delete(tr.generics, in.origin)
		for _, o := range tr.templates[in.origin] {
			s := &subst{args: map[*types.TypeParam]types.Type{}, local: map[*types.Named]*types.Named{}}
			for i := range o.params.Len() {
				s.args[o.params.At(i)] = in.args[i]
				s.list = append(s.list, in.args[i])
			}
			if o.typ != nil {
				tr.row(o.form, o.pos, s.typ(o.typ))
				continue
			}
			var args []types.Type
			for _, a := range o.args {
				args = append(args, s.typ(a))
			}
			tr.instantiate(o.origin, args)
		}
	}
	for _, rows := range tr.generics {
		for r := range rows {
			tr.rows[r] = true
		}
	}
	return tr.rows
}

func (tr *truth) declaration(info *types.Info, d ast.Decl) {
	var owner types.Object
	var params *types.TypeParamList
	if fd, ok := d.(*ast.FuncDecl); ok {
		fn := info.Defs[fd.Name].(*types.Func)
		owner, params = fn, fn.Signature().TypeParams()
		if r := fn.Signature().RecvTypeParams(); r.Len() > 0 {
			t := fn.Signature().Recv().Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			owner, params = types.Unalias(t).(*types.Named).Origin().Obj(), r
		}
	}
	named := map[*ast.StructType]bool{}
	var stack []ast.Node
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		owner, params := owner, params
		local := false
		for _, s := range stack[:len(stack)-1] {
			switch s := s.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				local = true
			case *ast.TypeSpec:
				if s.TypeParams != nil {
					owner = info.Defs[s.Name]
					params = typeParams1(owner.Type())
				}
			}
		}
		var t types.Type
		var form layout.Form
		pos := n.Pos()
		switch n := n.(type) {
		case *ast.Ident:
			in, ok := info.Instances[n]
			if !ok {
				return true
			}
			var args []types.Type
			dependent := false
			for a := range in.TypeArgs.Types() {
				args = append(args, (&subst{}).typ(a))
				dependent = dependent || depends(a, map[types.Type]bool{})
			}
			var origin types.Object
			switch o := info.Uses[n].(type) {
			case *types.Func:
				origin = o.Origin()
			case *types.TypeName:
				origin = o
			}
			if dependent {
				tr.templates[owner] = append(tr.templates[owner], open1{params: params, origin: origin, args: args})
			} else {
				tr.instantiate(origin, args)
			}
			return true
		case *ast.TypeSpec:
			st, isStruct := ast.Unparen(n.Type).(*ast.StructType)
			if isStruct && !n.Assign.IsValid() {
				named[st] = true
			}
			obj := info.Defs[n.Name]
			if obj == nil || n.Name.Name == "_" || n.Assign.IsValid() {
				return true
			}
			if _, ok := obj.Type().Underlying().(*types.Struct); !ok {
				return true
			}
			pos = n.Name.Pos()
			form = layout.Named
			if local {
				form = layout.Local
			}
			if n.TypeParams != nil {
				tr.generic(obj, pos)
				return true
			}
			t = obj.Type()
		case *ast.StructType:
			if named[n] || n.Fields.NumFields() == 0 {
				return true
			}
			if len(stack) > 1 {
				if spec, ok := stack[len(stack)-2].(*ast.TypeSpec); ok && spec.Assign.IsValid() {
					if spec.Name.Name == "_" {
						return true
					}
					pos = spec.Name.Pos()
				}
			}
			t, form = info.Types[n].Type, layout.Anonymous
		default:
			return true
		}
		if depends(t, map[types.Type]bool{}) {
			tr.templates[owner] = append(tr.templates[owner], open1{params: params, typ: t, form: form, pos: pos})
			tr.generic(owner, pos)
		} else {
			tr.row(form, pos, (&subst{}).typ(t))
		}
		return true
	})
}

func typeParams1(t types.Type) *types.TypeParamList {
	if a, ok := t.(*types.Alias); ok {
		return a.TypeParams()
	}
	return t.(*types.Named).TypeParams()
}

func (tr *truth) generic(owner types.Object, pos token.Pos) {
	if tr.generics[owner] == nil {
		tr.generics[owner] = map[string]bool{}
	}
	tr.generics[owner][fmt.Sprintf("%v %s", tr.fset.Position(pos), layout.Generic)] = true
}

func (tr *truth) instantiate(origin types.Object, args []types.Type) {
	key := fmt.Sprint(origin.Id(), origin.Pos())
	for _, a := range args {
		key += " " + types.TypeString(a, nil)
		if n, ok := a.(*types.Named); ok {
			key += fmt.Sprint(n.Obj().Pos())
		}
	}
	if tr.instances[key] {
		return
	}
	tr.instances[key] = true
	tr.work = append(tr.work, inst1{origin, args})
	tn, ok := origin.(*types.TypeName)
	if !ok || tn.IsAlias() {
		return
	}
	t, err := types.Instantiate(nil, tn.Type(), args, false)
	if err != nil {
		panic(err)
	}
	if _, ok := t.Underlying().(*types.Struct); ok {
		tr.row(layout.Instance, origin.Pos(), t)
	}
}

func (tr *truth) row(form layout.Form, pos token.Pos, t types.Type) {
	st := t.Underlying().(*types.Struct)
	var fields []*types.Var
	for v := range st.Fields() {
		fields = append(fields, v)
	}
	r := fmt.Sprintf("%v %s", tr.fset.Position(pos), form)
	if form == layout.Instance {
		r += " " + strings.ReplaceAll(types.TypeString(t, (*types.Package).Name), ", ", ",")
	}
	tr.rows[r+fmt.Sprintf(" size %d align %d offsets %v", tr.sizes.Sizeof(t), tr.sizes.Alignof(t), tr.sizes.Offsetsof(fields))] = true
}

// subst puts type arguments in the place of type parameters, and what they
// stand for in the place of aliases.
type subst struct {
	args  map[*types.TypeParam]types.Type
	list  []types.Type // the same, in order
	local map[*types.Named]*types.Named
}

func (s *subst) typ(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if a := s.args[t]; a != nil {
			return a
		}
		return t
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			var args []types.Type
			for a := range t.TypeArgs().Types() {
				args = append(args, s.typ(a))
			}
			r, err := types.Instantiate(nil, t.Origin(), args, false)
			if err != nil {
				panic(err)
			}
			return r
		}
		if len(s.args) == 0 || !depends(t, map[types.Type]bool{}) {
			return t
		}
		n := s.local[t]
		if n == nil {
			// The name tells the instances of a local type apart.
			var args []string
			for _, a := range s.list {
				args = append(args, types.TypeString(a, (*types.Package).Name))
			}
			name := t.Obj().Name() + "[" + strings.Join(args, ",") + "]"
			n = types.NewNamed(types.NewTypeName(t.Obj().Pos(), t.Obj().Pkg(), name, nil), nil, nil)
			s.local[t] = n
			n.SetUnderlying(s.typ(t.Underlying()))
		}
		return n
	case *types.Pointer:
		return types.NewPointer(s.typ(t.Elem()))
	case *types.Slice:
		return types.NewSlice(s.typ(t.Elem()))
	case *types.Array:
		return types.NewArray(s.typ(t.Elem()), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), s.typ(t.Elem()))
	case *types.Map:
		return types.NewMap(s.typ(t.Key()), s.typ(t.Elem()))
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		for i := range t.NumFields() {
			v := t.Field(i)
			fields = append(fields, types.NewField(v.Pos(), v.Pkg(), v.Name(), s.typ(v.Type()), v.Embedded()))
			tags = append(tags, t.Tag(i))
		}
		return types.NewStruct(fields, tags)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, s.tuple(t.Params()), s.tuple(t.Results()), t.Variadic())
	default:
		return t
	}
}

func (s *subst) tuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", s.typ(v.Type())))
	}
	return types.NewTuple(vars...)
}

// depends reports whether a type parameter can be reached in t.
func depends(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if depends(a, seen) {
				return true
			}
		}
		pkg := t.Obj().Pkg()
		return pkg != nil && t.TypeArgs().Len() == 0 && t.Obj().Parent() != pkg.Scope() && depends(t.Underlying(), seen)
	case interface{ Elem() types.Type }: // pointer, slice, array, channel, map
		if m, ok := t.(*types.Map); ok && depends(m.Key(), seen) {
			return true
		}
		return depends(t.Elem(), seen)
	case *types.Struct:
		for v := range t.Fields() {
			if depends(v.Type(), seen) {
				return true
			}
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				if depends(v.Type(), seen) {
					return true
				}
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if depends(m.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// rowsOf writes what Load found as truthOf does.
func rowsOf(t testing.TB, res *Result) map[string]bool {
	arch, err := layout.ArchOf(res.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	l := layout.NewLayouter(arch)
	rows := map[string]bool{}
	for _, d := range res.Decls {
		r := fmt.Sprintf("%v %s", d.Pos, d.Form)
		if d.Form == layout.Generic {
			rows[r] = true
			continue
		}
		if d.Form == layout.Instance {
			r += " " + strings.ReplaceAll(d.Name, ", ", ",")
		}
		lo, err := l.Of(d.Type)
		if err != nil {
			t.Errorf("%v: %v", d.Pos, err)
			continue
		}
		var offsets []int64
		for _, f := range lo.Fields {
			offsets = append(offsets, f.Offset)
		}
		rows[r+fmt.Sprintf(" size %d align %d offsets %v", lo.Size, lo.Align, offsets)] = true
	}
	return rows
}

// agree loads packages and holds the result against the truth.
func agree(t *testing.T, cfg Config) *Result {
	t.Helper()
	cfg.Cache = "off"
	res, err := Load(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("a problem where there is none: %s %v: %s", p.Package, p.Pos, p.Message)
	}
	got, want := rowsOf(t, res), truthOf(t, cfg)
	var diff []string
	for r := range got {
		if !want[r] {
			diff = append(diff, r+" (load has it, go/packages not)")
		}
	}
	for r := range want {
		if !got[r] {
			diff = append(diff, r+" (go/packages has it, load not)")
		}
	}
	sort.Strings(diff)
	for i, d := range diff {
		if i == 40 {
			t.Errorf("and %d more", len(diff)-i)
			break
		}
		t.Error(strings.TrimPrefix(d, cfg.Dir+string(os.PathSeparator)))
	}
	t.Logf("%d packages, %d types", len(res.Packages), len(want))
	return res
}

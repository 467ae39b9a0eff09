package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// usage finds the ties in the uses that one package makes of struct types.
type usage struct {
	ties
	conv *converter // to write types
}

// uses walks the kept bodies of a package for what ties field orders down:
// literals without keys, conversions, wire formats, unsafe casts, atomics.
func (c *usage) uses(p *pkg) {
	for _, pf := range p.parsed {
		for _, d := range pf.ast.Decls {
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					c.literal(p, pf, n)
				case *ast.CallExpr:
					c.call(p, pf, n)
				case *ast.FuncDecl:
					if fn, ok := p.info.Defs[n.Name].(*types.Func); ok {
						c.returns(p, pf, n.Body, fn.Signature().Results())
					}
				case *ast.FuncLit:
					if sig, ok := p.info.TypeOf(n).(*types.Signature); ok {
						c.returns(p, pf, n.Body, sig.Results())
					}
				case *ast.AssignStmt:
					if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
						var want []types.Type
						for _, l := range n.Lhs {
							want = append(want, p.info.TypeOf(l))
						}
						c.assignAll(p, pf, want, n.Rhs)
					}
				case *ast.ValueSpec:
					if n.Type != nil {
						c.assignAll(p, pf, slices.Repeat([]types.Type{p.info.TypeOf(n.Type)}, len(n.Names)), n.Values)
					}
				case *ast.BinaryExpr:
					if n.Op == token.EQL || n.Op == token.NEQ {
						c.assign(p, pf, p.info.TypeOf(n.X), n.Y)
					}
				case *ast.SwitchStmt:
					if n.Tag != nil {
						for _, s := range n.Body.List {
							for _, e := range s.(*ast.CaseClause).List {
								c.assign(p, pf, p.info.TypeOf(n.Tag), e)
							}
						}
					}
				case *ast.Ident:
					c.instance(p, pf, n)
				case *ast.SendStmt:
					if ch, ok := under[*types.Chan](p.info.TypeOf(n.Chan)); ok {
						c.assign(p, pf, ch.Elem(), n.Value)
					}
				}
				return true
			})
		}
	}
}

func under[T types.Type](t types.Type) (T, bool) {
	if t == nil {
		var zero T
		return zero, false
	}
	u, ok := t.Underlying().(T)
	return u, ok
}

// literal looks at a composite literal: one of a struct without keys, and the
// values that it assigns.
func (c *usage) literal(p *pkg, pf *parsed, lit *ast.CompositeLit) {
	t := p.info.TypeOf(lit)
	if t == nil {
		return
	}
	if ptr, ok := core(t).(*types.Pointer); ok {
		t = ptr.Elem() // an elided &T
	}
	var elem func(i int, e ast.Expr)
	switch u := core(t).(type) {
	case *types.Struct:
		if len(lit.Elts) == 0 {
			return
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			if len(lit.Elts) > 1 || u.NumFields() > 1 {
				pos := pf.pos(lit.Pos())
				c.keep(t, layout.KeepUnkeyed, "a literal without keys depends on the order", pos)
			}
			elem = func(i int, e ast.Expr) {
				if i < u.NumFields() {
					c.assign(p, pf, u.Field(i).Type(), e)
				}
			}
		} else {
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if id, ok := kv.Key.(*ast.Ident); ok {
						if v, ok := p.info.Uses[id].(*types.Var); ok {
							c.assign(p, pf, v.Type(), kv.Value)
						}
					}
				}
			}
			return
		}
	case *types.Slice:
		elem = func(_ int, e ast.Expr) { c.assign(p, pf, u.Elem(), value(e)) }
	case *types.Array:
		elem = func(_ int, e ast.Expr) { c.assign(p, pf, u.Elem(), value(e)) }
	case *types.Map:
		elem = func(_ int, e ast.Expr) {
			c.assign(p, pf, u.Elem(), value(e))
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				c.assign(p, pf, u.Key(), kv.Key)
			}
		}
	default:
		return
	}
	for i, e := range lit.Elts {
		elem(i, e)
	}
}

func value(e ast.Expr) ast.Expr {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return e
}

// returns looks at the values that a function returns.
func (c *usage) returns(p *pkg, pf *parsed, body *ast.BlockStmt, results *types.Tuple) {
	if body == nil {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			c.assignAll(p, pf, typesOf(results), n.Results)
		}
		return true
	})
}

// call looks at a call: a conversion, or a function that ties orders.
func (c *usage) call(p *pkg, pf *parsed, call *ast.CallExpr) {
	tv, ok := p.info.Types[call.Fun]
	if !ok {
		return
	}
	pos := pf.pos(call.Pos())
	switch {
	case tv.IsType() && len(call.Args) == 1:
		arg := p.info.TypeOf(call.Args[0])
		if arg == nil {
			return
		}
		switch {
		case isUnsafe(tv.Type):
			c.pinned(p, arg, "cast to unsafe.Pointer", pf, pos)
		case isUnsafe(arg):
			c.pinned(p, tv.Type, "cast from unsafe.Pointer", pf, pos)
		default:
			c.tie(pf, tv.Type, arg, call.Pos())
		}
		return
	case tv.IsBuiltin():
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Offsetof" && len(call.Args) == 1 {
			if s, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr); ok {
				if selection := p.info.Selections[s]; selection != nil {
					// A promoted field's offset counts those of the fields
					// that it is promoted through.
					for _, t := range through(selection) {
						c.keep(t, layout.KeepWire, "unsafe.Offsetof", pos)
					}
				}
			}
		}
	}
	if sig, ok := under[*types.Signature](tv.Type); ok && sig.Params().Len() > 0 {
		for i, a := range call.Args {
			switch n := sig.Params().Len(); {
			case sig.Variadic() && i >= n-1 && !call.Ellipsis.IsValid():
				if s, ok := under[*types.Slice](sig.Params().At(n - 1).Type()); ok {
					c.assign(p, pf, s.Elem(), a)
				}
			case i < n:
				c.assign(p, pf, sig.Params().At(i).Type(), a)
			}
		}
	}
	fn := callee(p.info, call.Fun)
	if fn == nil || fn.Pkg() == nil || !tiesOrder(fn.Pkg().Path(), fn.Name()) {
		return
	}
	switch path := fn.Pkg().Path(); path {
	case "encoding/binary", "encoding/asn1":
		for _, a := range call.Args {
			c.wire(p.info.TypeOf(a), fn.Pkg().Name()+"."+fn.Name()+" makes the order a format", pos, map[types.Type]bool{})
		}
	case "sync/atomic", "internal/runtime/atomic":
		if len(call.Args) > 0 {
			c.atomic(p, call.Args[0])
		}
	}
}

// callee is the function that a call names, or nil.
func callee(info *types.Info, fun ast.Expr) *types.Func {
	var id *ast.Ident
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	fn, _ := info.Uses[id].(*types.Func)
	return fn
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// through lists the struct types that a selection goes through, from the one
// selected in to the one that has the field, as long as each holds the next.
func through(s *types.Selection) []types.Type {
	var out []types.Type
	t := s.Recv()
	for n, i := range s.Index() {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			if n > 0 {
				out = nil
			}
			t = ptr.Elem()
		}
		st := structOf(t)
		if st == nil || i >= st.NumFields() {
			return nil
		}
		out = append(out, t)
		t = st.Field(i).Type()
	}
	return out
}

// pinned keeps the orders of the struct that t is or points to, and of those
// in it: the cast sees the bytes of all.
func (c *usage) pinned(p *pkg, t types.Type, reason string, pf *parsed, pos layout.Pos) {
	if ptr, ok := core(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	kind := layout.KeepWire
	if pf.file.cgo {
		kind, reason = layout.KeepCgo, reason+" beside C code"
	}
	c.held(t, kind, reason, pos, 0)
}

// held keeps the orders of the structs that t holds, itself included.
func (c *usage) held(t types.Type, kind layout.KeepKind, reason string, pos layout.Pos, depth int) {
	if depth > maxTied {
		return
	}
	switch u := core(t).(type) {
	case *types.Array:
		c.held(u.Elem(), kind, reason, pos, depth+1)
	case *types.Struct:
		c.keep(t, kind, reason, pos)
		for v := range u.Fields() {
			c.held(v.Type(), kind, reason, pos, depth+1)
		}
	}
}

// wire keeps the orders of all structs that an encoder finds in a value of t.
func (c *usage) wire(t types.Type, reason string, pos layout.Pos, seen map[types.Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	switch u := core(t).(type) {
	case *types.Pointer:
		c.wire(u.Elem(), reason, pos, seen)
	case *types.Slice:
		c.wire(u.Elem(), reason, pos, seen)
	case *types.Array:
		c.wire(u.Elem(), reason, pos, seen)
	case *types.Struct:
		c.keep(t, layout.KeepWire, reason, pos)
		for v := range u.Fields() {
			c.wire(v.Type(), reason, pos, seen)
		}
	}
}

// atomic notes the field whose address is given to a 64-bit atomic function,
// and the fields that hold it, each of which shares in its offset.
func (c *usage) atomic(p *pkg, arg ast.Expr) {
	u, ok := ast.Unparen(arg).(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return
	}
	e := ast.Unparen(u.X)
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			if _, ok := under[*types.Array](p.info.TypeOf(x.X)); !ok {
				return // elsewhere, behind a pointer
			}
			e = ast.Unparen(x.X)
			continue
		case *ast.SelectorExpr:
			s := p.info.Selections[x]
			if s == nil || s.Kind() != types.FieldVal {
				return
			}
			list := through(s)
			for n, t := range list {
				if at, ok := c.conv.c.place(t); ok {
					c.ties.atomic(at, s.Index()[len(s.Index())-len(list)+n])
				}
			}
			if _, ok := under[*types.Struct](p.info.TypeOf(x.X)); !ok || len(list) < len(s.Index()) {
				return
			}
			e = ast.Unparen(x.X)
			continue
		}
		return
	}
}

// instance ties the type arguments of an instance to what the constraints of
// its type parameters write out.
func (c *usage) instance(p *pkg, pf *parsed, id *ast.Ident) {
	in, ok := p.info.Instances[id]
	if !ok {
		return
	}
	var params *types.TypeParamList
	switch o := p.info.Uses[id].(type) {
	case *types.Func:
		params = o.Signature().TypeParams()
	case *types.TypeName:
		params = typeParams(o.Type())
	}
	for i := range min(params.Len(), in.TypeArgs.Len()) {
		if structOf(params.At(i)) != nil {
			c.tie(pf, params.At(i), in.TypeArgs.At(i), id.Pos())
		}
	}
}

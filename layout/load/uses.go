package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
)

// ties is what ties the orders of struct types down.
type ties struct {
	keeps map[any][]layout.Keep // by *types.TypeName or *types.Struct
	// atomics are the 64-bit fields used through sync/atomic, by struct type.
	atomics map[*types.Struct][]int
}

func newTies() ties {
	return ties{map[any][]layout.Keep{}, map[*types.Struct][]int{}}
}

// add adds what another package's uses tie down.
func (t ties) add(more ties) {
	for key, list := range more.keeps {
		for _, k := range list {
			t.keep(key, k)
		}
	}
	for st, list := range more.atomics {
		for _, i := range list {
			t.atomic(st, i)
		}
	}
}

// keep files a reason, the first of each kind.
func (t ties) keep(key any, keep layout.Keep) {
	for _, k := range t.keeps[key] {
		if k.Kind == keep.Kind {
			return
		}
	}
	t.keeps[key] = append(t.keeps[key], keep)
}

func (t ties) atomic(st *types.Struct, field int) {
	if !slices.Contains(t.atomics[st], field) {
		t.atomics[st] = append(t.atomics[st], field)
	}
}

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
			var results []*types.Tuple
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					c.literal(p, pf, n)
				case *ast.CallExpr:
					c.call(p, pf, n)
				case *ast.FuncDecl:
					if fn, ok := p.info.Defs[n.Name].(*types.Func); ok {
						results = append(results, fn.Signature().Results())
						c.returns(p, pf, n.Body, fn.Signature().Results())
					}
				case *ast.FuncLit:
					if sig, ok := p.info.TypeOf(n).(*types.Signature); ok {
						c.returns(p, pf, n.Body, sig.Results())
					}
				case *ast.AssignStmt:
					if len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN {
						for i := range n.Lhs {
							c.assign(p, pf, p.info.TypeOf(n.Lhs[i]), n.Rhs[i])
						}
					}
				case *ast.ValueSpec:
					if n.Type != nil {
						for _, v := range n.Values {
							c.assign(p, pf, p.info.TypeOf(n.Type), v)
						}
					}
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

// structKey is what the keeps of a struct type are filed under: its name, or
// the type itself where it has none; nil for other types.
func structKey(t types.Type) any {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok {
		if _, ok := n.Underlying().(*types.Struct); ok {
			return n.Origin().Obj()
		}
		return nil
	}
	if st, ok := t.(*types.Struct); ok && st.NumFields() > 0 {
		return st
	}
	return nil
}

// keep files a reason to keep the order of the struct type t.
func (c *usage) keep(t types.Type, kind layout.KeepKind, reason string, pos layout.Pos) {
	if key := structKey(t); key != nil {
		c.ties.keep(key, layout.Keep{Kind: kind, Reason: reason, Pos: pos})
	}
}

// literal looks at a composite literal: one of a struct without keys, and the
// values that it assigns.
func (c *usage) literal(p *pkg, pf *parsed, lit *ast.CompositeLit) {
	t := p.info.TypeOf(lit)
	if t == nil {
		return
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem() // an elided &T
	}
	var elem func(i int, e ast.Expr)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if len(lit.Elts) == 0 {
			return
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			if structKey(t) != nil && (len(lit.Elts) > 1 || u.NumFields() > 1) {
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
		elem = func(_ int, e ast.Expr) { c.assign(p, pf, u.Elem(), value(e)) }
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

// assign looks at a value put where a want is wanted: between a struct type
// without a name and a named one, both have to keep the same order.
func (c *usage) assign(p *pkg, pf *parsed, want types.Type, e ast.Expr) {
	have := p.info.TypeOf(e)
	if want == nil || have == nil {
		return
	}
	c.tie(pf, want, have, e.Pos())
}

// tie keeps the orders of two struct types, one of which is converted or
// assigned to the other.
func (c *usage) tie(pf *parsed, want, have types.Type, at token.Pos) {
	want, have = types.Unalias(want), types.Unalias(have)
	for {
		a, ok1 := want.(*types.Pointer)
		b, ok2 := have.(*types.Pointer)
		if !ok1 || !ok2 {
			break
		}
		want, have = types.Unalias(a.Elem()), types.Unalias(b.Elem())
	}
	k1, k2 := structKey(want), structKey(have)
	if k1 == nil || k2 == nil || k1 == k2 || types.Identical(want, have) && !anonymousPair(want, have) {
		return
	}
	pos := pf.pos(at)
	c.keep(want, layout.KeepConversion, "takes values of "+c.conv.display(have, nil), pos)
	c.keep(have, layout.KeepConversion, "its values become "+c.conv.display(want, nil), pos)
}

// anonymousPair reports whether both types are struct types without a name,
// written out in two places.
func anonymousPair(a, b types.Type) bool {
	_, ok1 := a.(*types.Struct)
	_, ok2 := b.(*types.Struct)
	return ok1 && ok2
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
			if len(n.Results) == results.Len() {
				for i, e := range n.Results {
					c.assign(p, pf, results.At(i).Type(), e)
				}
			}
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
					c.pinned(p, selection.Recv(), "unsafe.Offsetof", pf, pos)
				}
			}
		}
		return
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
			c.wire(p.info.TypeOf(a), fn.Pkg().Name()+"."+fn.Name()+" makes the order a format", pos, 0)
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

// pinned keeps the order of the struct that t is or points to.
func (c *usage) pinned(p *pkg, t types.Type, reason string, pf *parsed, pos layout.Pos) {
	t = types.Unalias(t)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		t = a.Elem()
	}
	kind := layout.KeepWire
	if pf.file.cgo {
		kind, reason = layout.KeepCgo, reason+" beside C code"
	}
	c.keep(t, kind, reason, pos)
}

// wire keeps the orders of all structs that an encoder finds in a value of t.
func (c *usage) wire(t types.Type, reason string, pos layout.Pos, depth int) {
	if t == nil || depth > 20 {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		c.wire(u.Elem(), reason, pos, depth+1)
	case *types.Slice:
		c.wire(u.Elem(), reason, pos, depth+1)
	case *types.Array:
		c.wire(u.Elem(), reason, pos, depth+1)
	case *types.Struct:
		c.keep(t, layout.KeepWire, reason, pos)
		for v := range u.Fields() {
			c.wire(v.Type(), reason, pos, depth+1)
		}
	}
}

// atomic notes the field whose address is given to a 64-bit atomic function.
func (c *usage) atomic(p *pkg, arg ast.Expr) {
	u, ok := ast.Unparen(arg).(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return
	}
	e := ast.Unparen(u.X)
	for {
		ix, ok := e.(*ast.IndexExpr)
		if !ok {
			break
		}
		e = ast.Unparen(ix.X)
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := p.info.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal {
		return
	}
	// Every struct on the way to the field holds it at an offset of its own.
	t := s.Recv()
	for _, i := range s.Index() {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok || i >= st.NumFields() {
			return
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			if o, ok := n.Origin().Underlying().(*types.Struct); ok {
				st = o
			}
		}
		c.ties.atomic(st, i)
		t = st.Field(i).Type()
	}
}

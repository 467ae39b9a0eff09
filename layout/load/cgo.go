package load

import "go/ast"

// scalarC are the names that cgo gives to C's numeric types ("go doc cmd/cgo").
var scalarC = map[string]bool{
	"char": true, "schar": true, "uchar": true, "short": true, "ushort": true, "int": true, "uint": true,
	"long": true, "ulong": true, "longlong": true, "ulonglong": true, "float": true, "double": true,
	"size_t": true, "int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true,
	"uint8_t": true, "uint16_t": true, "uint32_t": true, "uint64_t": true, "uintptr_t": true, "intptr_t": true,
}

// isScalarC reports whether a type expression stands for a numeric type of C,
// written out or through declarations of the package.
func (p *pkg) isScalarC(e ast.Expr, depth int) bool {
	if depth > 10 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && x.Name == "C" && scalarC[e.Sel.Name]
	case *ast.Ident:
		for _, pf := range p.parsed {
			for _, d := range pf.ast.Decls {
				g, ok := d.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, s := range g.Specs {
					if t, ok := s.(*ast.TypeSpec); ok && t.Name.Name == e.Name {
						return p.isScalarC(t.Type, depth+1)
					}
				}
			}
		}
	}
	return false
}

// hasCgo reports whether a file of p imports "C".
func (p *pkg) hasCgo() bool {
	for _, f := range p.files {
		if f.cgo {
			return true
		}
	}
	return false
}

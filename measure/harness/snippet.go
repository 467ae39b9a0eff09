package harness

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// snippet is Go code from the user: statements that prepare, and an expression
// that makes instance i.
type snippet struct {
	setup, expr string
	// alive are the names that the set-up declares for the expression.
	alive []string
	// qualifiers are the names before a dot that neither part declares: of
	// packages, or of the package that the code is put in.
	qualifiers []string
}

// parseSnippet reads --setup and --expr. The error has the place in them.
func parseSnippet(setup, expr string) (*snippet, error) {
	s := &snippet{setup: setup, expr: expr}
	local := map[string]bool{"i": true}
	const head = "package p; func _() { "
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "--setup", head+setup+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return nil, snippetError("--setup", len(head), err)
	}
	if len(f.Decls) != 1 {
		return nil, fmt.Errorf("--setup: %q is more than the statements of a function", setup)
	}
	body := f.Decls[0].(*ast.FuncDecl).Body
	for _, stmt := range body.List {
		for _, name := range statementNames(stmt) {
			if name != "_" && !slices.Contains(s.alive, name) {
				s.alive = append(s.alive, name)
			}
		}
	}
	x, err := parser.ParseExprFrom(fset, "--expr", expr, parser.SkipObjectResolution)
	if err != nil {
		return nil, snippetError("--expr", 0, err)
	}
	for _, n := range []ast.Node{body, x} {
		collectLocals(n, local)
	}
	for _, n := range []ast.Node{body, x} {
		ast.Inspect(n, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if id, ok := sel.X.(*ast.Ident); ok && !local[id.Name] && !slices.Contains(s.qualifiers, id.Name) {
				s.qualifiers = append(s.qualifiers, id.Name)
			}
			return true
		})
	}
	return s, nil
}

func statementNames(stmt ast.Stmt) []string {
	var names []string
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE {
			for _, l := range stmt.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
			}
		}
	case *ast.DeclStmt:
		if g, ok := stmt.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
			names = append(names, declared(g)...)
		}
	}
	return names
}

func collectLocals(n ast.Node, local map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case ast.Stmt:
			for _, name := range statementNames(n) {
				local[name] = true
			}
			if r, ok := n.(*ast.RangeStmt); ok && r.Tok == token.DEFINE {
				for _, x := range []ast.Expr{r.Key, r.Value} {
					if id, ok := x.(*ast.Ident); ok {
						local[id.Name] = true
					}
				}
			}
		case *ast.FuncType:
			for _, list := range []*ast.FieldList{n.Params, n.Results} {
				if list == nil {
					continue
				}
				for _, f := range list.List {
					for _, id := range f.Names {
						local[id.Name] = true
					}
				}
			}
		}
		return true
	})
}

// snippetError takes the place of a syntax error back to the user's own text.
func snippetError(flag string, head int, err error) error {
	list, ok := err.(scanner.ErrorList)
	if !ok || len(list) == 0 {
		return fmt.Errorf("%s: %w", flag, err)
	}
	pos := list[0].Pos
	if pos.Line == 1 {
		pos.Column = max(1, pos.Column-head)
	}
	return fmt.Errorf("%s:%d:%d: %s", flag, pos.Line, pos.Column, list[0].Msg)
}

// text is the code that measures the snippet under a name.
func (s *snippet) text(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\theftdriver.Register(%q, func(heftTrial *heftdriver.Trial) {\n", name)
	if strings.TrimSpace(s.setup) != "" {
		fmt.Fprintf(&b, "//line --setup:1\n%s\n", s.setup)
	}
	fmt.Fprintf(&b, "//line heft.go:1\n\t\theftTrial.Measure(func(i heftdriver.Int) {\n")
	fmt.Fprintf(&b, "\t\t\theftdriver.Value(\n//line --expr:1\n%s,\n//line heft.go:2\n\t\t\t).Keep(heftTrial, i)\n\t\t})\n", s.expr)
	for _, name := range s.alive {
		fmt.Fprintf(&b, "\t\theftdriver.Alive(%s)\n", name)
	}
	b.WriteString("\t})\n")
	return b.String()
}

// unqualified takes a package's name from what code of the package itself says
// of its names: "uuid.Parse" becomes "Parse", other text keeps its place.
func unqualified(code, pkg string) string {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	text := []byte(code)
	before, start := token.ILLEGAL, -1 // start is of the name, where one was read
	for {
		pos, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return string(text)
		case tok == token.PERIOD && start >= 0:
			for at := start; at <= file.Offset(pos); at++ {
				text[at] = ' '
			}
			start = -1
		case tok == token.IDENT && lit == pkg && before != token.PERIOD:
			start = file.Offset(pos)
		default:
			start = -1
		}
		before = tok
	}
}

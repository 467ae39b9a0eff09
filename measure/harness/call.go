package harness

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"slices"
	"strings"
)

// call is how a target is built: the code, and where it has to stand.
type call struct {
	*snippet
	inside bool   // in the package itself, not beside it
	typ    bool   // of a type: zero values
	shape  bool   // of a type that cannot be named where the code is
	test   string // "": in the package; "in", "external": in its tests
}

// callOf makes the code that builds an instance of a target. expr, setup and
// receiver are the user's; without an expression the target's declaration says
// how it is called.
func callOf(t *target, src *source, setup, expr, receiver string) (*call, error) {
	if expr != "" {
		s, err := parseSnippet(setup, expr)
		if err != nil {
			return nil, err
		}
		if !t.pkg.Standard && slices.Contains(s.qualifiers, t.pkg.Name) && !src.names[t.pkg.Name] {
			if _, ok := src.imported(t.pkg.Name); !ok {
				if s, err = parseSnippet(unqualified(setup, t.pkg.Name), unqualified(expr, t.pkg.Name)); err != nil {
					return nil, err
				}
			}
		}
		return &call{snippet: s, inside: !t.pkg.Standard}, nil
	}
	f := src.find(t.recv, t.name)
	if f == nil {
		return nil, fmt.Errorf("measure %s: package %s declares no %s", t, t.pkg.ImportPath, strings.TrimPrefix(t.recv+"."+t.name, "."))
	}
	if receiver != "" {
		setup = strings.TrimSpace(setup + "\nheftReceiver := " + receiver)
	}
	c := &call{typ: f.kind == "type", inside: !ast.IsExported(t.name) || setup != "" || t.args != ""}
	if f.file.test {
		c.test = "in"
		if name := f.file.file.Name.Name; strings.HasSuffix(name, "_test") && name != t.pkg.Name {
			c.test = "external"
		}
		c.inside = true
	}
	if t.pkg.Standard {
		hidden := !ast.IsExported(t.name) || internalParent(t.pkg.ImportPath) != nil
		c.shape = hidden && f.kind == "type" && t.args == "" && c.test == ""
		if hidden && !c.shape || c.test != "" {
			return nil, fmt.Errorf("measure %s: it is not exported, and nothing can be put into the standard library: measure what uses it", t)
		}
		c.inside = false
	}
	prefix := ""
	if !c.inside {
		prefix = targetPackage + "."
	}
	text, err := f.call(t, prefix, receiver)
	if err != nil {
		return nil, err
	}
	c.snippet, err = parseSnippet(setup, text)
	return c, err
}

// targetPackage is the name that a program beside the package imports it by.
const targetPackage = "heftTarget"

// call is the expression that makes instance i.
func (f *found) call(t *target, prefix, receiver string) (string, error) {
	hint := fmt.Sprintf("give the call yourself: --expr '%s(…)', with i for the number of the instance", t.name)
	switch f.kind {
	case "variable", "constant":
		return "", fmt.Errorf("measure %s: it is a %s: name a function or a type, or %s", t, f.kind, hint)
	case "type":
		if n := f.typ.TypeParams.NumFields(); n > 0 && t.args == "" {
			return "", fmt.Errorf("measure %s: the type has %d parameters: write %s[…] with its type arguments", t, n, t.name)
		}
		return "heftdriver.New[" + prefix + t.name + t.args + "]()", nil
	}
	fn := f.fn
	if fn.Type.TypeParams.NumFields() > 0 && t.args == "" {
		return "", fmt.Errorf("measure %s: the function has type parameters: write %s[…] with its type arguments", t, t.name)
	}
	name := prefix + t.name + t.args
	if f.kind == "method" {
		if receiver == "" {
			return "", fmt.Errorf("measure %s: a method needs a receiver: --receiver 'NewServer(cfg)', or give the call: --expr 'server.%s(i)'", t, t.name)
		}
		name = "heftReceiver." + t.name
	}
	argument, ok := argumentOf(fn.Type.Params)
	if !ok {
		return "", fmt.Errorf("measure %s: it takes (%s), not nothing or the number of the instance (int): %s", t, f.fields(fn.Type.Params), hint)
	}
	switch n := fn.Type.Results.NumFields(); {
	case n == 0:
		return "", fmt.Errorf("measure %s: it returns nothing that could be kept: %s", t, hint)
	case n > 2 || n == 2 && !isIdent(lastType(fn.Type.Results), "error"):
		return "", fmt.Errorf("measure %s: it returns (%s), not one value, or a value and an error: %s", t, f.fields(fn.Type.Results), hint)
	}
	return name + "(" + argument + ")", nil
}

// argumentOf is the argument for parameters (), (int), (...T) or (int, ...T).
func argumentOf(params *ast.FieldList) (string, bool) {
	var types []ast.Expr
	for _, f := range params.List {
		for range max(1, len(f.Names)) {
			types = append(types, f.Type)
		}
	}
	if n := len(types); n > 0 {
		if _, ok := types[n-1].(*ast.Ellipsis); ok {
			types = types[:n-1]
		}
	}
	switch {
	case len(types) == 0:
		return "", true
	case len(types) == 1 && isIdent(types[0], "int"):
		return "i", true
	}
	return "", false
}

func lastType(l *ast.FieldList) ast.Expr { return l.List[len(l.List)-1].Type }

func isIdent(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// fields prints parameters or results as they are written.
func (f *found) fields(l *ast.FieldList) string {
	var parts []string
	for _, field := range l.List {
		var b bytes.Buffer
		if err := printer.Fprint(&b, f.file.fset, field.Type); err != nil {
			return "…"
		}
		for range max(1, len(field.Names)) {
			parts = append(parts, b.String())
		}
	}
	return strings.Join(parts, ", ")
}

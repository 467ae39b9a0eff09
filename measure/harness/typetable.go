package harness

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// typeProgram is a built program with a table of types.
type typeProgram struct{ binary string }

// build builds the programs for a table's rows: one for all packages that can
// be imported, one for each command, and one for each package's tests.
func (t *table) build(ctx context.Context, cache *cache) error {
	if err := t.list(ctx); err != nil {
		return err
	}
	var together []*typeRow
	alone := map[string][]*typeRow{}
	for _, row := range t.rows {
		if row.why != "" {
			continue
		}
		p := t.packages[listedPath(row.decl)]
		row.shape = t.needsShape(row, p)
		switch {
		case row.shape, p.Name != "main" && !row.decl.Test:
			together = append(together, row)
		case row.decl.Test:
			key := row.decl.Package + " test"
			alone[key] = append(alone[key], row)
		default:
			alone[row.decl.Package] = append(alone[row.decl.Package], row)
		}
	}
	if len(together) > 0 {
		if err := t.buildRows(ctx, cache, together); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(alone)) {
		if err := t.buildRows(ctx, cache, alone[key]); err != nil {
			return err
		}
	}
	return nil
}

// list finds the packages of the rows, copies of them where they lie in the
// module cache.
func (t *table) list(ctx context.Context) error {
	t.packages = map[string]*goPackage{}
	var paths []string
	// Only to name a type something is put into its package: instances of a
	// dependency's types are measured by their shapes anyway, and a copy of the
	// dependency would have all that needs it compiled anew.
	named := map[string]bool{}
	for _, row := range t.rows {
		p := listedPath(row.decl)
		if row.decl.Form == layout.Named {
			named[p] = true
		}
		if p != "" && row.why == "" && !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	pkgs, err := t.tree.cmd.list(ctx, paths...)
	if err != nil {
		return err
	}
	copied := map[string]bool{}
	for _, p := range pkgs {
		if !t.tree.cached(p) || p.Module == nil || !named[p.ImportPath] || copied[p.Module.Path] {
			continue
		}
		if _, err := t.tree.own(ctx, p); err != nil {
			return err
		}
		copied[p.Module.Path] = true
		t.warnings = append(t.warnings, fmt.Sprintf("module %s is in the module cache: measured in a temporary copy", p.Module.Path))
	}
	if len(copied) > 0 {
		if pkgs, err = t.tree.cmd.list(ctx, paths...); err != nil {
			return err
		}
	}
	for _, p := range pkgs {
		t.packages[p.ImportPath] = p
	}
	return nil
}

// needsShape reports whether a row's type cannot be named where code can be
// put: a local or anonymous type, an instance (whose arguments may belong to
// packages that import this one), and what the standard library does not
// export.
func (t *table) needsShape(row *typeRow, p *goPackage) bool {
	d := row.decl
	switch {
	case p == nil || p.Name == "" || d.Form != layout.Named || d.Type.Traits&layout.CgoType != 0:
		return true
	case d.Type.Kind == layout.Interface:
		return true // a constraint is the type of no value, and all are alike
	case notInHeap(d.Type):
		return true // the compiler lets none be allocated
	case p.Standard:
		return !ast.IsExported(bareName(d)) || internalParent(p.ImportPath) != nil || strings.HasPrefix(p.ImportPath, "vendor/") || p.Name == "main" || d.Test
	}
	return false
}

// listedPath is the import path that the go command lists a declaration's
// package by: that of the package under test for an external test.
func listedPath(d layout.Decl) string {
	if d.Test {
		return strings.TrimSuffix(d.Package, "_test")
	}
	return d.Package
}

// bareName is a package-level type's name without its package's.
func bareName(d layout.Decl) string {
	_, name, ok := strings.Cut(d.Name, ".")
	if !ok {
		return d.Name
	}
	return name
}

// buildRows builds one program. Packages that do not compile are measured by
// shapes, in a second attempt.
func (t *table) buildRows(ctx context.Context, cache *cache, rows []*typeRow) error {
	for attempt := 0; ; attempt++ {
		binary, err := t.program(ctx, cache, rows)
		if err == nil {
			t.programs = append(t.programs, &typeProgram{binary})
			return nil
		}
		var failed *goError
		if attempt > 0 || !errors.As(err, &failed) || !t.replace(rows, failed.message) {
			return fmt.Errorf("build the types of %s: %w", rows[0].decl.Package, err)
		}
	}
}

// replace has the rows of packages that a build's messages name measured by
// shapes. It reports whether there are any.
func (t *table) replace(rows []*typeRow, message string) bool {
	broken := map[string]bool{}
	for _, line := range strings.Split(message, "\n") {
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			pkg, _, _ := strings.Cut(rest, " ")
			broken[pkg] = true
		}
	}
	any := false
	for _, row := range rows {
		if !row.shape && broken[row.decl.Package] {
			row.shape, any = true, true
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(broken)) {
		t.warnings = append(t.warnings, fmt.Sprintf("package %s does not compile: its types were measured by their shapes", pkg))
	}
	return any
}

// program writes and builds the program for rows.
func (t *table) program(ctx context.Context, cache *cache, rows []*typeRow) (string, error) {
	ids := map[*typeRow]int{}
	for i, row := range t.rows {
		ids[row] = i
	}
	beside := &unit{imports: map[string]string{}}
	inside := map[string]*unit{}
	var units []*unit
	for _, row := range rows {
		d := row.decl
		p := t.packages[listedPath(d)]
		u, text, names := beside, "", map[string]bool{}
		switch {
		case row.shape:
			s, err := shapeOf(d.Type)
			if err != nil {
				row.why = err.Error()
				continue
			}
			text = s
		case p.Standard:
			alias := "heft" + keyOf(p.ImportPath)[:8]
			beside.imports[alias] = p.ImportPath
			text = alias + "." + bareName(d)
		default:
			if u = inside[d.Package]; u == nil {
				src, err := readSource(p, d.Test)
				if err != nil {
					return "", err
				}
				u = &unit{pkg: p, src: src, inside: true, imports: map[string]string{}}
				if d.Test {
					u.test = testOf(src, bareName(d))
				}
				inside[d.Package] = u
				units = append(units, u)
			}
			text, names = bareName(d), u.src.names
		}
		u.imports["heftunsafe"] = "unsafe"
		if strings.Contains(text, "heftatomic.") {
			u.imports["heftatomic"] = "sync/atomic"
		}
		u.body = append(u.body, entryText(ids[row], text, names))
	}
	if len(beside.body) > 0 || len(units) == 0 {
		units = append(units, beside)
		beside.pkg = &goPackage{}
	}
	var pkg *goPackage
	for _, u := range units {
		if u.inside && (pkg == nil || u.pkg.Module != nil && u.pkg.Module.Main) {
			pkg = u.pkg
		}
	}
	root, err := t.tree.root(pkg)
	if err != nil {
		return "", err
	}
	prog, err := newProgram(t.tree.cmd, root)
	if err != nil {
		return "", err
	}
	if err := prog.add(units...); err != nil {
		return "", err
	}
	return prog.build(ctx, cache)
}

// testOf says which kind of test declares a name.
func testOf(src *source, name string) string {
	if f := src.find("", name); f != nil && f.file.file.Name.Name != src.pkg.Name {
		return "external"
	}
	return "in"
}

// entryText adds a type to the driver's table. names are those that the
// package declares, which may be those of the language.
func entryText(id int, typ string, names map[string]bool) string {
	make, null := "new("+typ+")", "(*"+typ+")(nil)"
	if names["new"] {
		make = "heftdriver.New[" + typ + "]()"
	}
	if names["nil"] {
		null = "heftdriver.Nil[" + typ + "]()"
	}
	return fmt.Sprintf("\theftdriver.AddType(%d, %s, func(into []heftunsafe.Pointer) {\n\t\tfor i := range into {\n\t\t\tinto[i] = heftunsafe.Pointer(%s)\n\t\t}\n\t})\n", id, null, make)
}

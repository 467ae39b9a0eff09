package harness

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// source is a package's files, parsed: what it declares and imports.
type source struct {
	pkg   *goPackage
	files []*sourceFile
	// names are the package-level names of all files that are no tests.
	names map[string]bool
}

type sourceFile struct {
	path string
	test bool
	file *ast.File
	fset *token.FileSet
}

// readSource parses a package's files.
func readSource(pkg *goPackage, tests bool) (*source, error) {
	s := &source{pkg: pkg, names: map[string]bool{}}
	add := func(names []string, test bool) error {
		for _, name := range names {
			path := name
			if !filepath.IsAbs(path) {
				path = filepath.Join(pkg.Dir, name)
			}
			f := &sourceFile{path: path, test: test, fset: token.NewFileSet()}
			var err error
			f.file, err = parser.ParseFile(f.fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return fmt.Errorf("read %s: %w", pkg.ImportPath, err)
			}
			s.files = append(s.files, f)
			if !test || f.file.Name.Name == pkg.Name {
				for _, d := range f.file.Decls {
					for _, n := range declared(d) {
						s.names[n] = true
					}
				}
			}
		}
		return nil
	}
	for _, names := range [][]string{pkg.GoFiles, pkg.CgoFiles} {
		if err := add(names, false); err != nil {
			return nil, err
		}
	}
	if tests {
		for _, names := range [][]string{pkg.TestGoFiles, pkg.XTestGoFiles} {
			if err := add(names, true); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// declared lists the package-level names of a declaration.
func declared(d ast.Decl) []string {
	var names []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// found is a declaration and the file that holds it.
type found struct {
	file *sourceFile
	fn   *ast.FuncDecl
	typ  *ast.TypeSpec
	kind string // "function", "method", "type", "variable", "constant"
}

// find looks a name up, of a method with its receiver's type.
func (s *source) find(recv, name string) *found {
	recv = strings.TrimSuffix(strings.TrimPrefix(recv, "(*"), ")")
	for _, f := range s.files {
		for _, d := range f.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == name && receiverName(d) == recv {
					kind := "function"
					if recv != "" {
						kind = "method"
					}
					return &found{file: f, fn: d, kind: kind}
				}
			case *ast.GenDecl:
				if recv != "" {
					continue
				}
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if spec.Name.Name == name {
							return &found{file: f, typ: spec, kind: "type"}
						}
					case *ast.ValueSpec:
						for _, n := range spec.Names {
							if n.Name == name {
								kind := "variable"
								if d.Tok == token.CONST {
									kind = "constant"
								}
								return &found{file: f, kind: kind}
							}
						}
					}
				}
			}
		}
	}
	return nil
}

func receiverName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// imported finds the import path that a package name stands for in the files:
// by an import's own name, or by its path's last element.
func (s *source) imported(name string) (string, bool) {
	guess := ""
	for _, f := range s.files {
		for _, spec := range f.file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || path == "C" {
				continue
			}
			if spec.Name != nil {
				if spec.Name.Name == name {
					return path, true
				}
				continue
			}
			if importName(path) == name {
				guess = path
			}
		}
	}
	return guess, guess != ""
}

// importName is the likely name of the package at an import path.
func importName(path string) string {
	elems := strings.Split(path, "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = elems[len(elems)-2]
	}
	if base, version, ok := strings.Cut(last, ".v"); ok && strings.Trim(version, "0123456789") == "" {
		last = base
	}
	last = strings.TrimPrefix(last, "go-")
	return strings.ReplaceAll(last, "-", "_")
}

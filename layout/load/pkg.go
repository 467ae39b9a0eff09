package load

import (
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// pkg is a package as the go command lists it, and what is read of it.
type pkg struct {
	id    string // of the listing; unlike path it tells test variants apart
	path  string
	name  string
	paths []string // Go files
	other []string // Go files of the folder that other platforms, tags or tests use
	// written are the files as written, where paths are those that cgo made.
	written []string
	cgoRan  bool
	needCgo bool            // a type is unknown since cgo was not run
	deps    map[string]*pkg // by import path as written
	root    bool            // one of the packages named
	// version is the folder in the module cache, named by module and version,
	// whose files do not change; "" elsewhere.
	version string
	// missing says why the package could not be found; "" if it was.
	missing  string
	listErrs []Problem // the go command's errors

	once    sync.Once
	files   []*file
	scope   map[string]*unit
	methods map[string][]*unit // by base type
	inits   []*unit            // functions that no name reaches: init and _
	unread  []error

	verdicts map[*unit]verdict // of a named package, while what matters is sought

	asked   map[string]bool // names asked for
	want    []string        // of these, the ones not yet looked at
	held    []string        // types kept: their methods may be asked for later
	reached bool

	parsed []*parsed
	types  *types.Package
	info   *types.Info
	errs   []Problem
}

// index reads and splits the package's files, once.
func (p *pkg) index() {
	p.once.Do(func() {
		p.scope = map[string]*unit{}
		p.methods = map[string][]*unit{}
		for _, path := range p.paths {
			src, err := os.ReadFile(path)
			if err != nil {
				p.unread = append(p.unread, err)
				continue
			}
			f := indexFile(path, src)
			f.pkg = p
			if p.cgoRan && len(f.directs) > 0 {
				f.cgo = true
				f.generated = p.writtenGenerated(filepath.Base(f.directs[0].file))
			}
			p.files = append(p.files, f)
			p.add(f)
			if !p.root && !f.odd {
				f.forget() // most files of dependencies are never needed
			}
		}
	})
}

// writtenGenerated reports whether the file that cgo rewrote is itself marked
// as generated.
func (p *pkg) writtenGenerated(base string) bool {
	for _, w := range p.written {
		if filepath.Base(w) == base {
			src, err := os.ReadFile(w)
			return err == nil && indexFile(w, src).generated
		}
	}
	return true
}

// add enters the declarations of f into the scope of p, and names its imports.
func (p *pkg) add(f *file) {
	for _, u := range f.units {
		switch {
		case u.kind == unitMethod:
			p.methods[u.recv] = append(p.methods[u.recv], u)
		case u.kind == unitFunc && (u.names[0] == "init" || u.names[0] == "_"):
			p.inits = append(p.inits, u)
		default:
			for _, n := range u.names {
				if n == "_" {
					p.inits = append(p.inits, u)
				} else {
					p.scope[n] = u
				}
			}
		}
	}
	f.names = make(map[string]*pkg, len(f.imports))
	for _, im := range f.imports {
		dep := p.deps[im.path]
		switch {
		case dep == nil || im.name == "_":
		case im.name == ".":
			f.dots = append(f.dots, dep)
		case im.name != "":
			f.names[im.name] = dep
		case dep.name != "":
			f.names[dep.name] = dep
		default:
			f.names[guessName(im.path)] = dep
		}
	}
}

// guessName is the name that a package most likely has by its import path: of
// one that could not be found nothing else is known.
func guessName(importPath string) string {
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
	}
	if i := strings.IndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	base = strings.TrimPrefix(base, "go-")
	return strings.ReplaceAll(base, "-", "")
}

// lookup finds the unit that an unqualified name of f stands for at package
// level.
func (f *file) lookup(name string) *unit {
	if u := f.pkg.scope[name]; u != nil {
		return u
	}
	for _, d := range f.dots {
		d.index()
		if u := d.scope[name]; u != nil {
			return u
		}
	}
	return nil
}

// forget drops the sources of a dependency that is parsed: of it nothing but
// the places of errors is asked any more.
func (p *pkg) forget() {
	if p.root {
		return
	}
	for _, f := range p.files {
		f.forget()
		f.units = nil
	}
	p.scope, p.methods, p.inits = nil, nil, nil
}

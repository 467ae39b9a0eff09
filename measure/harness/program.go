package harness

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/measure"
)

//go:embed driver/*.go
var driverSource embed.FS

// The import path that the driver's source has for package measure.
const measurePath = "github.com/seed-ac4d27cc/heft/measure"

// languageLine lets generated files use generics in a module of an older
// language version (the go command raises it for the file, go1.21 and later).
const languageLine = "go1.22"

// program is a generated program: files that stand in an overlay, and what the
// go command is to build.
type program struct {
	cmd      *goCommand
	rootDir  string // of the module that holds the program
	rootPath string
	base     string            // import path of the program's own packages
	baseDir  string            // and their directory
	files    map[string][]byte // by absolute path; nil: not there
	pattern  string            // to build
	test     bool              // by go test -c
}

// newProgram begins a program in a module, with the driver in it.
func newProgram(cmd *goCommand, root *goModule) (*program, error) {
	p := &program{cmd: cmd, rootDir: root.Dir, rootPath: root.Path, files: map[string][]byte{}}
	name := "heftprogram"
	for i := 2; ; i++ {
		if _, err := os.Lstat(filepath.Join(root.Dir, name)); os.IsNotExist(err) {
			break
		}
		name = fmt.Sprintf("heftprogram%d", i)
	}
	p.base, p.baseDir = path.Join(root.Path, name), filepath.Join(root.Dir, name)
	add := func(source fs.FS, from, to string) error {
		return fs.WalkDir(source, from, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(source, file)
			if err != nil {
				return err
			}
			p.files[filepath.Join(p.baseDir, to, path.Base(file))] = p.transplant(text)
			return nil
		})
	}
	if err := add(driverSource, "driver", "driver"); err != nil {
		return nil, err
	}
	if err := add(measure.Source, ".", filepath.Join("driver", "measure")); err != nil {
		return nil, err
	}
	return p, nil
}

// transplant makes a file of heft one of the program.
func (p *program) transplant(text []byte) []byte {
	s := strings.ReplaceAll(string(text), `"`+measurePath+`"`, `"`+p.driver()+`/measure"`)
	const constraint = "//go:build "
	if line, rest, _ := strings.Cut(s, "\n"); strings.HasPrefix(line, constraint) {
		return []byte(constraint + "(" + line[len(constraint):] + ") && " + languageLine + "\n" + rest)
	}
	return []byte(constraint + languageLine + "\n\n" + s)
}

// driver is the import path of the driver.
func (p *program) driver() string { return p.base + "/driver" }

// unit is code for one package: put into it, into its tests, or beside it.
type unit struct {
	pkg     *goPackage
	src     *source
	inside  bool
	test    string            // see call.test
	imports map[string]string // by name
	body    []string          // statements of an init function
}

// accessorName is the file that is put into a package under test.
const accessorName = "zz_heft_program"

// add puts a unit into the program. The first says what is built: a program
// that imports the packages, the package itself where that is a command, or
// its test binary.
func (p *program) add(units ...*unit) error {
	var mains []string // blank imports of the program
	beside := map[string]string{}
	var body []string
	for _, u := range units {
		alone := u.test != "" || u.pkg.Name == "main"
		if alone && len(units) > 1 {
			return fmt.Errorf("build %s: a command or a test is built alone", u.pkg.ImportPath)
		}
		switch {
		case u.test != "":
			return p.addTest(u)
		case u.pkg.Name == "main":
			return p.addMain(u)
		case u.inside:
			p.files[filepath.Join(u.pkg.Dir, accessorName+".go")] = p.accessor(u, u.pkg.Name)
			imported, err := p.reach(u.pkg)
			if err != nil {
				return err
			}
			mains = append(mains, imported)
		default:
			for name, path := range u.imports {
				if was, ok := beside[name]; ok && was != path {
					return fmt.Errorf("build the program: two packages are named %s: %s and %s", name, was, path)
				}
				beside[name] = path
			}
			body = append(body, u.body...)
		}
	}
	main := &unit{imports: beside, body: body}
	text := p.accessor(main, "main", mains...)
	p.files[filepath.Join(p.baseDir, "main.go")] = append(text, "\nfunc main() { heftdriver.Main() }\n"...)
	p.pattern = p.base
	return nil
}

// accessor is a file with an init function that registers what a unit holds.
func (p *program) accessor(u *unit, pkgName string, blank ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "//go:build %s\n\npackage %s\n\nimport heftdriver %q\n", languageLine, pkgName, p.driver())
	var names []string
	for name := range u.imports {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "import %s %q\n", name, u.imports[name])
	}
	slices.Sort(blank)
	for _, path := range slices.Compact(blank) {
		fmt.Fprintf(&b, "import _ %q\n", path)
	}
	fmt.Fprintf(&b, "\nfunc init() {\n%s}\n", strings.Join(u.body, ""))
	return []byte(b.String())
}

// addMain makes a command's own binary the program: its main function gets
// another name, ours stands in.
func (p *program) addMain(u *unit) error {
	f := u.src.find("", "main")
	if f == nil || f.fn == nil {
		return fmt.Errorf("build %s: the command has no main function", u.pkg.ImportPath)
	}
	if err := p.rename(f, "heftUserMain"); err != nil {
		return err
	}
	p.files[filepath.Join(u.pkg.Dir, accessorName+".go")] = append(p.accessor(u, u.pkg.Name), "\nfunc main() { heftdriver.Main() }\n"...)
	p.pattern = u.pkg.ImportPath
	return nil
}

// addTest makes a package's test binary the program.
func (p *program) addTest(u *unit) error {
	if f := u.src.find("", "TestMain"); f != nil && f.fn != nil {
		if err := p.rename(f, "heftUserTestMain"); err != nil {
			return err
		}
	}
	name := u.pkg.Name
	if u.test == "external" {
		name += "_test"
	}
	u.imports["hefttesting"] = "testing"
	text := p.accessor(u, name)
	text = append(text, "\nfunc TestMain(*hefttesting.M) { heftdriver.Main() }\n"...)
	p.files[filepath.Join(u.pkg.Dir, accessorName+"_test.go")] = text
	p.pattern, p.test = u.pkg.ImportPath, true
	return nil
}

// rename gives a declared function another name, in the overlay.
func (p *program) rename(f *found, name string) error {
	text, err := os.ReadFile(f.file.path)
	if err != nil {
		return err
	}
	at := f.file.fset.PositionFor(f.fn.Name.Pos(), false).Offset
	end := at + len(f.fn.Name.Name)
	if end > len(text) || string(text[at:end]) != f.fn.Name.Name {
		return fmt.Errorf("read %s: it changed meanwhile", f.file.path)
	}
	p.files[f.file.path] = slices.Concat(text[:at], []byte(name), text[end:])
	return nil
}

// reach returns a package that the program may import and that links pkg in:
// pkg itself, or for an internal package one beside its parent.
func (p *program) reach(pkg *goPackage) (string, error) {
	parent := internalParent(pkg.ImportPath)
	if parent == nil || *parent == "" || p.base == *parent || strings.HasPrefix(p.base, *parent+"/") {
		return pkg.ImportPath, nil
	}
	if strings.Contains(filepath.ToSlash(pkg.Dir), "/vendor/") {
		return p.importer(pkg)
	}
	rest := strings.TrimPrefix(pkg.ImportPath, *parent)
	dir := filepath.Clean(strings.TrimSuffix(filepath.ToSlash(pkg.Dir), rest))
	if !strings.HasSuffix(filepath.ToSlash(pkg.Dir), rest) {
		return "", fmt.Errorf("reach %s: its directory %s does not end like its path", pkg.ImportPath, pkg.Dir)
	}
	name := path.Base(p.base)
	bridge := filepath.Join(dir, name, "reach"+keyOf(pkg.ImportPath)[:6])
	p.files[filepath.Join(bridge, "reach.go")] = []byte("package reach\n\nimport _ \"" + pkg.ImportPath + "\"\n")
	return path.Join(*parent, name, filepath.Base(bridge)), nil
}

// importer finds a vendored package that may be imported and that imports pkg:
// beside vendored packages there can be no others.
func (p *program) importer(pkg *goPackage) (string, error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Name,Deps"}, p.cmd.buildFlags()...)
	out, err := p.cmd.run(context.Background(), append(args, "--", "all")...)
	if err != nil {
		return "", fmt.Errorf("reach %s: %w", pkg.ImportPath, err)
	}
	all, err := decodeAll[goPackage](out)
	if err != nil {
		return "", err
	}
	for _, q := range all {
		if q.Name != "main" && internalParent(q.ImportPath) == nil && slices.Contains(q.Deps, pkg.ImportPath) {
			return q.ImportPath, nil
		}
	}
	return "", fmt.Errorf("reach %s: the vendored package is internal, and no package that may be imported needs it", pkg.ImportPath)
}

// internalParent is the path whose tree may import an internal package; nil
// where every package may.
func internalParent(importPath string) *string {
	elems := strings.Split(importPath, "/")
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i] == "internal" {
			parent := strings.Join(elems[:i], "/")
			return &parent
		}
	}
	return nil
}

// stage writes the program's files and its overlay into dir.
func (p *program) stage(dir string) (overlay string, err error) {
	replace := map[string]string{}
	var names []string
	for name := range p.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text := p.files[name]
		if text == nil {
			replace[name] = ""
			continue
		}
		staged := filepath.Join(dir, keyOf(name)+filepath.Ext(name))
		if err := writeFile(staged, text); err != nil {
			return "", fmt.Errorf("write the program: %w", err)
		}
		replace[name] = staged
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, writeFile(overlay, text)
}

// key names the program by all that it is made of, but for the code under
// test: whether that changed the go command finds out.
func (p *program) key() string {
	parts := []string{p.rootDir, p.pattern, p.cmd.dir, p.cmd.tags, p.cmd.modfile, p.cmd.workfile, p.cmd.vars.GOFLAGS}
	parts = append(parts, p.cmd.env...)
	v := p.cmd.vars
	parts = append(parts, v.GOVERSION, v.GOOS, v.GOARCH, v.GOEXPERIMENT, os.Getenv("CGO_ENABLED"))
	var names []string
	for name := range p.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		parts = append(parts, name, string(p.files[name]))
	}
	return keyOf(parts...)
}

// build builds the program and returns the path of the binary. Where nothing
// changed since the last time the go command leaves that as it is.
func (p *program) build(ctx context.Context, c *cache) (string, error) {
	dir, unlock, err := c.entry("bin", p.key())
	if err != nil {
		return "", err
	}
	defer unlock()
	overlay, err := p.stage(dir)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "prog")
	if p.cmd.vars.GOOS == "windows" {
		binary += ".exe"
	}
	var args []string
	if p.test {
		args = []string{"test", "-c", "-vet=off"}
	} else {
		args = []string{"build"}
	}
	args = append(args, "-buildvcs=false", "-overlay="+overlay, "-o", binary)
	if !strings.Contains(p.cmd.vars.GOFLAGS, "-ldflags") {
		args = append(args, "-ldflags=-w") // symbols for stacks stay
	}
	args = append(args, p.cmd.buildFlags()...)
	if _, err := p.cmd.run(ctx, append(args, "--", p.pattern)...); err != nil {
		return "", err
	}
	return binary, nil
}

// resolve finds import paths for the qualifiers of a snippet, as the package's
// own files import them or from the standard library.
func (u *unit) resolve(ctx context.Context, c *goCommand, s *snippet) error {
	if u.imports == nil {
		u.imports = map[string]string{}
	}
	for _, q := range s.qualifiers {
		switch {
		case q == "heftdriver" || q == "heftTrial" || q == "heftunsafe" || q == "heftatomic":
		case q == targetPackage:
			u.imports[q] = u.pkg.ImportPath
		case u.inside && u.src.names[q] || !token.IsIdentifier(q):
		case !u.inside && q == u.pkg.Name:
			u.imports[q] = u.pkg.ImportPath
		default:
			if path, ok := u.src.imported(q); ok {
				u.imports[q] = path
			} else if path, ok := standardPackage(ctx, c, q); ok {
				u.imports[q] = path
			}
		}
	}
	return nil
}

// standardPackage finds a package of the standard library by its name.
func standardPackage(ctx context.Context, c *goCommand, name string) (string, bool) {
	out, err := c.run(ctx, "list", "-find", "-f", "{{.Name}} {{.ImportPath}}", "--", "std")
	if err != nil {
		return "", false
	}
	best := ""
	for _, line := range strings.Split(string(out), "\n") {
		n, path, ok := strings.Cut(line, " ")
		if !ok || n != name || internalParent(path) != nil || strings.HasPrefix(path, "vendor/") {
			continue
		}
		if best == "" || len(path) < len(best) {
			best = path
		}
	}
	return best, best != ""
}

package dwarf

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// build is how a binary was built, as far as its build information says.
type build struct {
	err        error // why there is no build information
	version    string
	experiment string
	goos       string
	goarch     string
	path       string   // import path of the main package
	module     string   // path of the main module
	deps       []string // paths of the modules it needs
	ldflags    string
}

// readBuild reads the build information of a binary. Having none is no error:
// binaries of other build systems than the go command have DWARF all the same.
func readBuild(img *image) *build {
	b := &build{}
	info, err := buildinfo.Read(img.r)
	if err != nil {
		b.err = err
		return b
	}
	b.version, b.experiment = splitVersion(info.GoVersion)
	b.path, b.module = info.Path, info.Main.Path
	for _, d := range info.Deps {
		b.deps = append(b.deps, d.Path)
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS":
			b.goos = s.Value
		case "GOARCH":
			b.goarch = s.Value
		case "GOEXPERIMENT":
			b.experiment = s.Value
		case "-ldflags":
			b.ldflags = s.Value
		}
	}
	return b
}

// splitVersion splits a toolchain's version into the release and the
// experiments that it was built with: "go1.26.8-X:nodwarf5", and with a space
// before the X in older releases.
func splitVersion(v string) (release, experiment string) {
	for _, sep := range []string{"-X:", " X:"} {
		if r, x, ok := strings.Cut(v, sep); ok {
			return r, x
		}
	}
	return v, ""
}

// stripped is the error for a file without DWARF.
func (b *build) stripped(name string) error {
	if b.err != nil {
		return errors.New("the file is no Go program: it holds neither Go build information nor DWARF; name one that go build made")
	}
	why := "stripped, or linked by a toolchain that writes no DWARF"
	if stripFlag.MatchString(b.ldflags) {
		why = fmt.Sprintf("built with -ldflags=%q", b.ldflags)
	}
	return fmt.Errorf("the file holds no DWARF: %s; build it again without -s and -w, e.g. go build -o %s %s",
		why, filepath.Base(name), b.target())
}

// stripFlag matches the linker flags that leave DWARF out.
var stripFlag = regexp.MustCompile(`(^|[\s'"])--?[sw](=(1|t|T|true|TRUE|True))?($|[\s'"])`)

// target is the main package as the go command takes it in the main module.
func (b *build) target() string {
	rel, ok := strings.CutPrefix(b.path, b.module)
	switch {
	case b.path == "" || b.path == "command-line-arguments":
		return "."
	case !ok || b.module == "":
		return b.path
	}
	return "." + rel
}

// complete fills in from the compiler's name in DWARF and from the format what
// the build information does not say.
func (b *build) complete(producer string, img *image) error {
	if b.version == "" {
		// "Go cmd/compile go1.26.8-X:nodwarf5; regabi"
		v, _, _ := strings.Cut(strings.TrimPrefix(producer, "Go cmd/compile "), ";")
		b.version, b.experiment = splitVersion(v)
	}
	if b.goos == "" {
		b.goos = img.goos
	}
	switch {
	case b.goarch == "":
		b.goarch = img.goarch
	case img.goarch != "" && img.goarch != b.goarch:
		return fmt.Errorf("the file is damaged: its header says it is for %s, its build information for %s", img.goarch, b.goarch)
	}
	if b.goarch == "" {
		return fmt.Errorf("the %s file is for a machine that Go does not know", img.format)
	}
	if b.path == "" {
		b.path = "main"
	}
	return nil
}

// moduleOf returns the module of the binary that holds a package, or "". The
// external test package of a module's root is "example.com/m_test".
func (b *build) moduleOf(pkg string) string {
	best := ""
	pkg = strings.TrimSuffix(pkg, "_test")
	for _, m := range append([]string{b.module}, b.deps...) {
		if len(m) > len(best) && within(pkg, m) {
			best = m
		}
	}
	return best
}

// within reports whether import path pkg is root or lies below it.
func within(pkg, root string) bool {
	rest, ok := strings.CutPrefix(pkg, root)
	return ok && (rest == "" || rest[0] == '/')
}

// std reports whether a package belongs to the standard library: to no module,
// and without a dot in the first element of its path, as the go command
// reserves such paths.
func (b *build) std(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".") && pkg != b.path && b.moduleOf(pkg) == ""
}

// own reports whether a package is one of the program's own: of the main
// module, or the main package. Without a main module those are the packages
// below the main package, and those of no module that are not the standard
// library's.
func (b *build) own(pkg string) bool {
	if pkg == b.path {
		return true
	}
	if b.module != "" {
		return b.moduleOf(pkg) == b.module
	}
	return within(pkg, b.path) || b.moduleOf(pkg) == "" && !b.std(pkg)
}

// selection are the packages whose types are reported.
type selection map[string]bool

// has reports whether the types of a package are reported.
func (s selection) has(pkg string) bool { return s[pkg] }

// list returns the import paths, sorted.
func (s selection) list() []string { return slices.Sorted(maps.Keys(s)) }

// choose returns the packages of the binary that the patterns match.
func (b *build) choose(patterns, pkgs []string) (selection, error) {
	s := selection{}
	if len(patterns) == 0 {
		for _, p := range pkgs {
			if b.own(p) {
				s[p] = true
			}
		}
		return s, nil
	}
	for _, pat := range patterns {
		match, err := b.matcher(pat)
		if err != nil {
			return nil, err
		}
		n := 0
		for _, p := range pkgs {
			if match(p) {
				s[p] = true
				n++
			}
		}
		if n == 0 {
			return nil, fmt.Errorf("no package of the binary matches %q: it has %d packages, and is built from %s", pat, len(pkgs), b.path)
		}
	}
	return s, nil
}

// matcher returns what a pattern matches, as "go help packages" says of import
// paths: "..." is any string, and a final "/..." also nothing.
func (b *build) matcher(pat string) (func(pkg string) bool, error) {
	switch pat {
	case "all":
		return func(string) bool { return true }, nil
	case "std":
		return b.std, nil
	case "main":
		return func(p string) bool { return p == b.path }, nil
	}
	if pat == "." || pat == ".." || strings.HasPrefix(pat, "./") || strings.HasPrefix(pat, "../") || path.IsAbs(pat) {
		example := b.module
		if example == "" {
			example = b.path
		}
		return nil, fmt.Errorf("pattern %q is a folder, and a binary knows import paths only: write one, e.g. %s/... for the whole program", pat, example)
	}
	re := regexp.QuoteMeta(pat)
	re = strings.ReplaceAll(re, `\.\.\.`, `.*`)
	if rest, ok := strings.CutSuffix(re, `/.*`); ok {
		re = rest + `(/.*)?`
	}
	r, err := regexp.Compile(`^` + re + `$`)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pat, err)
	}
	return r.MatchString, nil
}

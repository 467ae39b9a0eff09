package dwarf

import (
	"fmt"
	"io"
	"os"

	"github.com/seed-ac4d27cc/heft/layout"
)

// Options say which types of a binary to report.
type Options struct {
	All bool // also defined types that are no structs
	// Packages are patterns of import paths, as "example.com/shop/...",
	// "std", "all" (every package) or "main" (the main package). None is the
	// packages of the main module.
	Packages []string
}

// Result is what was read from a binary.
type Result struct {
	GoVersion  string // that the binary was built with, as "go1.26.8"
	GOOS       string // "" if neither the build information nor the format says
	GOARCH     string
	Experiment string   // GOEXPERIMENT, as "nodwarf5,simd"; "" is the release's own
	Format     string   // of the file: "ELF", "Mach-O" or "PE"
	Path       string   // import path of the main package; "main" if the binary does not say
	Module     string   // path of the main module; "" if the binary does not say
	Packages   []string // import paths of the packages whose types are reported, sorted
	Decls      []layout.Decl
	// Shapes are the generic types that the binary holds no full instance of,
	// only those of the code that instances share, as
	// "cache.Cache[go.shape.string]". They are no declarations: which types
	// their arguments are is not known.
	Shapes   []string
	Problems []Problem
}

// Problem is a type that cannot be told, or that DWARF and the layout rules
// disagree about.
type Problem struct {
	Package string // import path
	Type    string // the type's name, with the name of its package
	Message string
}

// Read reads the types of the Go program in the file at path.
//
// The error says what the file is and how to build one that can be read: it is
// no Go program, it was linked without DWARF, or it is damaged. A pattern that
// matches no package of the binary is an error too.
func Read(path string, opts Options) (*Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read binary: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read binary: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read binary: %s is not a regular file", path)
	}
	res, err := read(f, info.Size(), path, opts)
	if err != nil {
		return nil, fmt.Errorf("read binary %s: %w", path, err)
	}
	return res, nil
}

// read reads the program in the first size bytes of r. name is the file's, for
// advice how to build it again.
func read(r io.ReaderAt, size int64, name string, opts Options) (res *Result, err error) {
	// The readers of package debug check what they read, but not all of it:
	// damage that makes them panic is an error like any other.
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, fmt.Errorf("the file is damaged: %v", p)
		}
	}()
	img, err := openImage(r, size)
	if err != nil {
		return nil, err
	}
	b := readBuild(img)
	data, err := img.debugData()
	if err != nil {
		return nil, err
	}
	if data == nil {
		return nil, b.stripped(name)
	}
	p := &program{data: data}
	if err := p.readUnits(); err != nil {
		return nil, err
	}
	if err := b.complete(p.producer, img); err != nil {
		return nil, err
	}
	arch, err := layout.ArchOf(b.goarch)
	if err != nil {
		return nil, err
	}
	p.mainPath = b.path
	if err := p.readTypes(); err != nil {
		return nil, err
	}
	sel, err := b.choose(opts.Packages, p.packages())
	if err != nil {
		return nil, err
	}
	if err := p.readUses(sel); err != nil {
		return nil, err
	}
	d := newDeclarer(p, sel)
	d.declare(opts.All)
	d.check(layout.NewLayouter(arch))
	return &Result{
		GoVersion: b.version, GOOS: b.goos, GOARCH: b.goarch, Experiment: b.experiment,
		Format: img.format, Path: b.path, Module: b.module,
		Packages: sel.list(), Decls: d.decls, Shapes: d.shapes, Problems: d.problems,
	}, nil
}

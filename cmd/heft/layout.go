package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// layoutFlags are the flags of "heft layout".
type layoutFlags struct {
	source sourceFlags
	out    output
	html   string

	typ           string
	across        bool
	count         int64
	optimize      string
	skipGenerated bool
	ignoreKeep    []string
	sort          string
	top           int
	minSaving     float64
	failOnSaving  float64
	timing        bool
	exact         bool
}

// keepKinds are the reasons of --ignore-keep.
var keepKinds = []layout.KeepKind{
	layout.KeepHostLayout, layout.KeepCgo, layout.KeepNotInHeap, layout.KeepWire, layout.KeepOutput,
	layout.KeepPadding, layout.KeepAtomic, layout.KeepUnkeyed, layout.KeepConversion, layout.KeepMarked,
	layout.KeepGenerated, layout.KeepForeign,
}

var (
	sortOrders = []string{advice.SortSaves, advice.SortName, advice.SortSize, advice.SortPadding, advice.SortSlot}
	wishes     = []string{advice.OptimizeSlot, advice.OptimizePointers}
)

func newLayout() *cobra.Command {
	l := &layoutFlags{}
	cmd := &cobra.Command{
		Use:   "layout [flags] [packages]",
		Short: "Show which types waste bytes, and what would really be saved",
		Long: `Show which types waste bytes, and what would really be saved.

Packages are named as the go command takes them: ./..., import paths, std, a
list of files; none is the package in the current directory. For each struct
type the table says its size, its padding, the bytes that the garbage collector
scans, the slot that the allocator hands out for it, and what the best order of
its fields would save. SAVES is judged by the slot: where only the size shrinks
it says so. With --binary the types are read from a Go program's DWARF.

--type shows every byte of one type, given by its name (Session, session.Session
or example.com/m/session.Session); anything else is a regular expression that
chooses rows. --across shows the one type under every runtime.

The exit code is 1 when a type of those chosen would save as much as
--fail-on-saving says, and 2 when a package has errors: everything that can be
laid out is still reported.`,
		Example: `  heft layout ./...
  heft layout --sort padding --top 20 std
  heft layout --type Session --count 1000000 ./session
  heft layout --type Session --across ./session
  heft layout --binary ./server
  heft layout --html layout.html ./...
  heft layout --fail-on-saving 16 ./...`,
		ValidArgsFunction: completePackages,
		RunE: func(cmd *cobra.Command, args []string) error {
			return l.run(cmd, args)
		},
	}
	f := cmd.Flags()
	l.source.add(cmd)
	l.out.jsonFlags(cmd)
	l.out.csvFlag(cmd)
	f.StringVar(&l.html, "html", "", "write a page with the sortable table and drawings of all types to `FILE`")
	f.StringVar(&l.typ, "type", "", "show each byte of the type of this name, or the rows that `REGEXP` matches")
	f.BoolVar(&l.across, "across", false, "show the one type under every runtime, equal layouts together")
	f.Int64Var(&l.count, "count", 0, "also price `N` objects of each type, one by one and in one slice")
	f.StringVar(&l.optimize, "optimize", advice.OptimizeSlot, "a better order has, by `WISH`, the smallest slot with the fewest moves (slot), or then the fewest bytes to scan (pointers)")
	f.BoolVar(&l.skipGenerated, "skip-generated", false, "leave out types of generated files")
	f.StringSliceVar(&l.ignoreKeep, "ignore-keep", nil, "reasons to keep an order that do not count: `KINDS` as the kept types name them, or all")
	f.StringVar(&l.sort, "sort", advice.SortSaves, "sort rows by `ORDER`: saves, name, size, padding or slot")
	f.IntVar(&l.top, "top", 0, "show the first `N` rows only")
	f.Float64Var(&l.minSaving, "min-saving", 0, "show only types that save at least `B` bytes an object")
	f.Float64Var(&l.failOnSaving, "fail-on-saving", 0, "exit with 1 when a type would save `B` bytes or more an object")
	f.BoolVar(&l.timing, "timing", false, "say on standard error how long the parts of the work took")
	f.BoolVar(&l.exact, "bytes", false, "show all sizes in bytes, also large ones")
	complete(cmd, "sort", sortOrders)
	complete(cmd, "optimize", wishes)
	complete(cmd, "ignore-keep", append(keepNames(), "all"))
	for _, name := range []string{"count", "top", "min-saving", "fail-on-saving", "type"} {
		complete(cmd, name, nil)
	}
	return cmd
}

func keepNames() []string {
	var names []string
	for _, k := range keepKinds {
		names = append(names, string(k))
	}
	return names
}

// options checks the flags.
func (l *layoutFlags) options() (advice.Options, error) {
	l.source.anyOrder = l.across || l.optimize == advice.OptimizePointers
	o := advice.Options{
		Optimize: l.optimize, Count: l.count, Sort: l.sort, MinSaving: l.minSaving, SkipGenerated: l.skipGenerated,
	}
	switch {
	case !slices.Contains(sortOrders, l.sort):
		return o, usagef("--sort %q: one of %s", l.sort, strings.Join(sortOrders, ", "))
	case !slices.Contains(wishes, l.optimize):
		return o, usagef("--optimize %q: one of %s", l.optimize, strings.Join(wishes, ", "))
	case l.count < 0, l.top < 0, l.minSaving < 0, l.failOnSaving < 0:
		return o, usagef("--count, --top, --min-saving and --fail-on-saving take no negative numbers")
	case l.across && l.typ == "":
		return o, usagef("--across shows one type: name it by --type")
	case l.across && (l.html != "" || l.source.binary != "" || l.source.runtime != ""):
		return o, usagef("--across reads packages for every runtime: it takes none of --html, --binary and --runtime")
	}
	for _, name := range l.ignoreKeep {
		switch {
		case name == "all":
			o.Ignore = append(o.Ignore, keepKinds...)
		case slices.Contains(keepKinds, layout.KeepKind(name)):
			o.Ignore = append(o.Ignore, layout.KeepKind(name))
		default:
			return o, usagef("--ignore-keep %q: one of %s, all", name, strings.Join(keepNames(), ", "))
		}
	}
	return o, nil
}

func (l *layoutFlags) run(cmd *cobra.Command, args []string) error {
	opt, err := l.options()
	if err != nil {
		return err
	}
	if l.across {
		return l.runAcross(cmd, args, opt)
	}
	p := startProgress(cmd.ErrOrStderr(), "loading", -1)
	src, err := l.source.load(cmd.Context(), args)
	p.end()
	if err != nil {
		return err
	}
	began := time.Now()
	byName := false
	if l.typ != "" {
		if opt.Type, byName, err = chooseTypes(src.in.Decls, l.typ); err != nil {
			return err
		}
	}
	rep := advice.Analyse(src.in, opt)
	rep.Shapes = src.shapes
	failed := l.failOnSaving > 0 && slices.ContainsFunc(rep.Types, func(r advice.Row) bool {
		return r.Best != nil && r.Best.Saves >= l.failOnSaving
	})
	if l.top > 0 && len(rep.Types) > l.top {
		rep.Hidden += len(rep.Types) - l.top
		rep.Types = rep.Types[:l.top]
	}
	src.timing.analysing = time.Since(began)

	began = time.Now()
	if err := l.print(cmd, rep, byName || opt.Type != nil && len(rep.Types) == 1); err != nil {
		return err
	}
	src.timing.printing = time.Since(began)
	if l.timing {
		src.timing.print(cmd.ErrOrStderr())
	}
	return l.verdict(cmd, rep.Problems, failed)
}

// print writes the report in the form asked for; each shows types byte by byte
// in place of a table.
func (l *layoutFlags) print(cmd *cobra.Command, rep *advice.Report, each bool) error {
	f := report.Format{Exact: l.exact, Color: l.out.color(cmd)}
	if l.html != "" {
		if err := writeFile(l.html, func(w io.Writer) error { return report.HTML(w, rep) }); err != nil {
			return err
		}
	}
	return l.out.write(cmd, func(w io.Writer) error {
		switch {
		case l.out.json:
			return report.JSON(w, rep)
		case l.out.csv:
			return report.CSV(w, rep)
		case l.html != "" && l.out.file == "":
			return report.Headline(w, rep, f)
		case each:
			return report.Each(w, rep, f)
		}
		return report.Layout(w, rep, f)
	})
}

// verdict prints the problems and turns what was found into an exit code.
func (l *layoutFlags) verdict(cmd *cobra.Command, problems []advice.Problem, failed bool) error {
	for _, p := range problems {
		fmt.Fprintln(cmd.ErrOrStderr(), problemLine(p))
	}
	switch {
	case len(problems) > 0:
		return &exitError{code: exitFailure}
	case failed:
		return &exitError{code: exitFindings}
	}
	return nil
}

// problemLine is a problem in a line: where it is, and what it is.
func problemLine(p advice.Problem) string {
	where := p.Pos.String()
	if p.Pos.File == "" {
		where = cmp.Or(p.Type, p.Package, "-")
	}
	return where + ": " + strings.Join(strings.Fields(p.Message), " ")
}

// chooseTypes turns --type into the expression that chooses rows. byName says
// that it is the name of types; an instance goes by the name of its generic
// type, too.
func chooseTypes(decls []layout.Decl, typ string) (re *regexp.Regexp, byName bool, err error) {
	var full []string
	for i := range decls {
		d := &decls[i]
		name := advice.FullName(d.Package, d.Name)
		if names := declNames(d); slices.Contains(names, typ) {
			full = append(full, regexp.QuoteMeta(name))
		}
	}
	if len(full) > 0 {
		slices.Sort(full)
		re, err = regexp.Compile("^(?:" + strings.Join(slices.Compact(full), "|") + ")$")
		return re, true, err
	}
	if re, err = regexp.Compile(typ); err != nil {
		return nil, false, usagef("--type %q: %w", typ, err)
	}
	if !slices.ContainsFunc(decls, func(d layout.Decl) bool {
		return re.MatchString(d.Name) || re.MatchString(advice.FullName(d.Package, d.Name))
	}) {
		return nil, false, noSuchType(decls, typ)
	}
	return re, false, nil
}

// declNames are the names that a type can be called by.
func declNames(d *layout.Decl) []string {
	full := advice.FullName(d.Package, d.Name)
	names := []string{d.Name, full}
	generic, args, _ := strings.Cut(d.Name, "[")
	if args != "" {
		names = append(names, generic, advice.FullName(d.Package, generic))
	}
	if _, base, ok := strings.Cut(generic, "."); ok {
		names = append(names, base)
		if args != "" {
			names = append(names, base+"["+args)
		}
	}
	return names
}

// noSuchType says that no type has a name, and which come close.
func noSuchType(decls []layout.Decl, typ string) error {
	var near []string
	for i := range decls {
		if strings.Contains(strings.ToLower(decls[i].Name), strings.ToLower(typ)) {
			near = append(near, decls[i].Name)
		}
	}
	slices.Sort(near)
	near = slices.Compact(near)
	s := fmt.Sprintf("--type %q matches none of %d types", typ, len(decls))
	if len(near) > 0 {
		s += "; there is " + strings.Join(near[:min(len(near), 5)], ", ")
	}
	return errors.New(s)
}

// timing is how long the parts of the work took.
type timing struct {
	listing, parsing, checking, analysing, printing time.Duration
}

func (t timing) print(w io.Writer) {
	for _, part := range []struct {
		name string
		d    time.Duration
	}{
		{"listing", t.listing}, {"parsing", t.parsing}, {"checking", t.checking},
		{"analysing", t.analysing}, {"printing", t.printing},
		{"total", t.listing + t.parsing + t.checking + t.analysing + t.printing},
	} {
		fmt.Fprintf(w, "%-9s %8.3f s\n", part.name, part.d.Seconds())
	}
}

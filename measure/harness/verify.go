package harness

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/layout/load"
	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// VerifyConfig says which types to verify and how. The zero value of a field is
// its default.
type VerifyConfig struct {
	Dir       string
	Tags      string
	Patterns  []string // packages; none is "."
	Type      *regexp.Regexp
	Tests     bool // also the types of the packages' tests
	All       bool // also defined types that are no structs
	Groups    []Group
	Tolerance float64 // bytes an object; of those that share blocks, all together may also differ by a block
	Trials    int     // processes of each program; 0: 2
	MaxMemory uint64  // bytes that a process may map; 0: half of what is available
	Conditions
	CacheDir string
	Progress func(done, total int, what string)
}

const (
	verifyTrials = 2
	verifyRounds = 3
)

// Verify sets what layout and sizer predict of an object of every type of the
// packages beside what processes used, in every group. The error is about
// packages that cannot be loaded or programs that cannot be built or run; that
// figures differ is in the result.
func Verify(ctx context.Context, cfg VerifyConfig) (*Verification, error) {
	return verify(ctx, cfg, nil)
}

// VerifyTypes does what [Verify] does with types that no package declares, by
// their shapes.
func VerifyTypes(ctx context.Context, cfg VerifyConfig, types []*layout.Type) (*Verification, error) {
	decls := make([]layout.Decl, len(types))
	for i, t := range types {
		decls[i] = layout.Decl{Type: t, Name: t.Name, Form: layout.Anonymous}
	}
	return verify(ctx, cfg, decls)
}

func verify(ctx context.Context, cfg VerifyConfig, decls []layout.Decl) (*Verification, error) {
	c := Config{Dir: cfg.Dir, Tags: cfg.Tags, Groups: cfg.Groups, Trials: cfg.Trials, MaxMemory: cfg.MaxMemory,
		Conditions: cfg.Conditions, CacheDir: cfg.CacheDir, Progress: cfg.Progress}
	if c.Trials == 0 {
		c.Trials = verifyTrials
	}
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	cache, err := openCache(c.CacheDir)
	if err != nil {
		return nil, err
	}
	v := &Verification{Schema: VerifySchema, Patterns: cfg.Patterns, Tolerance: cfg.Tolerance, Conditions: c.Conditions,
		Trials: c.Trials, Rounds: verifyRounds, Compare: []TypeContrast{}, Warnings: []string{}}
	if len(v.Patterns) == 0 && decls == nil {
		v.Patterns = []string{"."}
	}
	var tables []*table
	for i, g := range c.Groups {
		c.progress(i, 2*len(c.Groups), strings.TrimSpace("build "+g.Name))
		t, err := newTable(ctx, &cfg, &c, cache, g, decls)
		if err != nil {
			if g.Name != "" {
				err = fmt.Errorf("group %s: %w", g.Name, err)
			}
			return nil, err
		}
		tables = append(tables, t)
	}
	for trial := range c.Trials {
		c.progress(len(c.Groups)*(c.Trials+trial), 2*len(c.Groups)*c.Trials, fmt.Sprintf("trial %d of %d", trial+1, c.Trials))
		for i := range tables {
			if err := tables[(i+trial)%len(tables)].run(ctx); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range tables {
		v.Groups = append(v.Groups, t.verdict(cfg.Tolerance))
		v.Warnings = append(v.Warnings, t.warnings...)
	}
	for _, p := range pairs(len(tables)) {
		v.Compare = append(v.Compare, typeContrasts(v.Groups[p[0]], v.Groups[p[1]])...)
	}
	return v, nil
}

// table is a group's types and the programs that hold them.
type table struct {
	cfg        *VerifyConfig
	max        uint64
	group      Group
	tree       *tree
	runtime    sizer.Runtime
	conditions Conditions
	rows       []*typeRow
	programs   []*typeProgram
	warnings   []string
	packages   map[string]*goPackage
}

// typeRow is a type with its prediction and the bytes of its rounds.
type typeRow struct {
	decl   layout.Decl
	layout *layout.Layout
	object sizer.Object
	shape  bool
	why    string // not measured
	result *driver.TypeResult
	rounds []int64
}

func newTable(ctx context.Context, cfg *VerifyConfig, c *Config, cache *cache, g Group, decls []layout.Decl) (*table, error) {
	t := &table{cfg: cfg, max: c.MaxMemory, group: g, conditions: c.Conditions}
	var err error
	if t.tree, err = openTree(ctx, cache, c.Dir, c.Tags, g); err != nil {
		return nil, err
	}
	vars := t.tree.cmd.vars
	if t.runtime, err = t.tree.runtime(); err != nil {
		return nil, err
	}
	if len(t.conditions.Exec) == 0 {
		if t.conditions.Exec, err = emulator(vars.GOOS, vars.GOARCH); err != nil {
			return nil, err
		}
	}
	if decls == nil {
		r, err := load.Load(ctx, load.Config{Dir: t.tree.cmd.dir, Patterns: cfg.Patterns, Tags: cfg.Tags, GOARCH: g.Arch,
			Toolchain: g.Toolchain, Experiment: g.Experiment, Tests: cfg.Tests, All: cfg.All})
		if err != nil {
			return nil, err
		}
		decls = r.Decls
		for _, p := range r.Problems {
			t.warnings = append(t.warnings, strings.TrimSpace(fmt.Sprintf("%s: %s: %s", p.Package, p.Pos, p.Message)))
		}
	}
	layouter := layout.NewLayouter(t.runtime.Arch)
	for _, d := range decls {
		if cfg.Type != nil && !cfg.Type.MatchString(d.Name) {
			continue
		}
		row := &typeRow{decl: d}
		if row.layout, err = layouter.Of(d.Type); err != nil {
			row.why = err.Error()
		} else {
			row.object = t.runtime.Object(row.layout.Size, row.layout.PtrBytes)
			if row.layout.Size > int64(min(c.MaxMemory/2, math.MaxInt64)) {
				row.why = fmt.Sprintf("an object of %d bytes is more than the memory allowed", row.layout.Size)
			}
		}
		t.rows = append(t.rows, row)
	}
	return t, t.build(ctx, cache)
}

// run measures all types once.
func (t *table) run(ctx context.Context) error {
	for _, p := range t.programs {
		plan := driver.Plan{Mode: driver.Types, MaxMemory: t.max, Rounds: verifyRounds}
		r, err := trial(ctx, p.binary, t.tree.cmd.dir, plan, t.conditions)
		if err != nil {
			return fmt.Errorf("verify: %w", err)
		}
		if f := r.Failure; f != nil {
			name := ""
			if f.At >= 0 && f.At < len(t.rows) {
				name = t.rows[f.At].decl.Name
			}
			return fmt.Errorf("verify: type %s: %s: %s\n%s", name, f.Kind, f.Message, userStack(f.Stack))
		}
		for i := range r.Table {
			e := &r.Table[i]
			row := t.rows[e.ID]
			if row.result = e; e.Skipped != "" {
				row.why = e.Skipped
			}
			row.rounds = append(row.rounds, e.Bytes...)
		}
	}
	return nil
}

// verdict sets predictions beside measurements.
func (t *table) verdict(tolerance float64) Verdict {
	v := Verdict{Group: t.group, Runtime: t.runtime.String(), Programs: len(t.programs), Exec: t.conditions.Exec, Types: []Verified{}}
	for _, row := range t.rows {
		r := row.verified(tolerance)
		switch {
		case row.result == nil || row.result.Skipped != "":
			v.Skipped++
		default:
			v.Measured++
			if row.shape {
				v.Shapes++
			}
			if !r.OK {
				v.Failed++
			}
		}
		v.Types = append(v.Types, r)
	}
	return v
}

func (row *typeRow) verified(tolerance float64) Verified {
	d := row.decl
	v := Verified{Name: d.Name, Package: d.Package, Form: d.Form, Pos: d.Pos, Shape: row.shape, Why: row.why}
	if row.layout != nil {
		v.Size, v.Predicted, v.Provenance = row.layout.Size, row.object.Bytes(), string(row.object.Provenance)
	}
	if row.result == nil || row.result.Skipped != "" || row.layout == nil {
		if v.Why == "" {
			v.Why = "not measured"
		}
		return v
	}
	v.N = row.result.N
	bytes, agree := most(row.rounds)
	each := func(b int64) float64 { return float64(b) / float64(v.N) }
	v.Measured, v.Odd = each(bytes), len(row.rounds)-agree
	v.Lo, v.Hi = each(slices.Min(row.rounds)), each(slices.Max(row.rounds))
	v.Diff = v.Measured - v.Predicted
	v.Allowed = tolerance
	if row.object.Sharing > 1 {
		// The stream may begin in a block that others have begun, and end in
		// one that it does not fill: that is all of chance there is.
		v.Allowed += each(row.object.Slot)
	}
	v.OK = math.Abs(v.Diff) <= v.Allowed+1e-9
	var differs []string
	for _, c := range []struct {
		what string
		want int64
		got  uint64
	}{
		{"size", row.layout.Size, row.result.Size},
		{"alignment", row.layout.Align, row.result.Align},
		{"pointer bytes", row.layout.PtrBytes, row.result.PtrBytes},
	} {
		if uint64(c.want) != c.got {
			differs = append(differs, fmt.Sprintf("%s is %d, predicted %d", c.what, c.got, c.want))
		}
	}
	if len(differs) > 0 {
		v.OK, v.Why = false, strings.Join(differs, "; ")
	}
	return v
}

// most returns the value that occurs most, the least of several, and how often.
func most(values []int64) (value int64, count int) {
	counts := map[int64]int{}
	for _, v := range values {
		counts[v]++
	}
	for v, n := range counts {
		if n > count || n == count && v < value {
			value, count = v, n
		}
	}
	return value, count
}

// typeContrasts lists the types whose objects cost otherwise in b than in a.
func typeContrasts(a, b Verdict) []TypeContrast {
	type key struct {
		name, pkg string
		form      layout.Form
		line      int
	}
	at := map[key]Verified{}
	for _, v := range a.Types {
		at[key{v.Name, v.Package, v.Form, v.Pos.Line}] = v
	}
	var out []TypeContrast
	for _, v := range b.Types {
		w, ok := at[key{v.Name, v.Package, v.Form, v.Pos.Line}]
		if ok && v.N > 0 && w.N > 0 && v.Measured != w.Measured {
			out = append(out, TypeContrast{Name: v.Name, Package: v.Package, A: a.Group.Name, B: b.Group.Name,
				AtA: w.Measured, AtB: v.Measured, Diff: v.Measured - w.Measured})
		}
	}
	return out
}

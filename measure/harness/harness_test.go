package harness

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-ac4d27cc/heft/measure/harness/driver"
)

const subject = "testdata/subject"

// testCache is one for all tests, so that they build the driver once.
func testCache(t *testing.T) string {
	t.Helper()
	return sharedCache
}

// quick is a Config for tests: few instances, no interval.
func quick(t *testing.T, target string) Config {
	return Config{Dir: subject, Target: target, N: 24000, Trials: 1, CacheDir: testCache(t)}
}

func measured(t *testing.T, c Config) *Report {
	t.Helper()
	r, err := Measure(context.Background(), c)
	if err != nil {
		t.Fatalf("%s: %v", c.Target, err)
	}
	return r
}

// form is a target with what an instance of it costs.
type form struct {
	target string
	set    func(*Config)
	want   float64
}

// forms can stand in one program; sizes by RUNTIME.md §1.2, §2, §4, §5, §6.
var forms = []form{
	{target: ".Pointer", want: 48},
	{target: ".newRecord", want: 64}, // 56 bytes, pointers
	{target: ".Value", want: 64},     // boxed
	{target: ".Grant", want: 48},     // a type: zero values
	{target: ".Text", want: 32},      // 27 bytes
	{target: ".Slice", want: 48},     // 40 bytes
	{target: ".Map", want: 256},
	{target: ".Chan", want: 192},
	{target: ".Func", want: 16},
	{target: ".Iface", want: 16},
	{target: ".Number", want: 8},
	{target: ".Variadic", want: 8},
	{target: ".Nils", want: 0},
	{target: ".Mutates", want: 48},
	{target: ".NewCache[string,*Server]", want: 16 + 48},
	{target: ".NewCache[time.Duration,*Server]", want: 16 + 48},
	{target: ".Cache[string,int]", want: 16},
	{target: ".(*Server).Session", want: 48, set: func(c *Config) { c.Receiver = "NewServer(3)" }},
	{target: ".", want: 48, set: func(c *Config) {
		c.Setup, c.Expr = "srv := NewServer(10)\nwhen := time.Now()", "func() *Grant { g := srv.Session(i); g.At = when; return g }()"
	}},
	{target: ".", want: 24, set: func(c *Config) { c.Expr = "&[3]int{len(strings.Repeat(``, i))}" }},
	{target: "./internal/deep/internal/core.node", want: 16},
	{target: ".Tagged", want: 64},
	{target: "container/list.New", want: 48},
}

// alone need a program each: commands, tests, what is of the standard library.
var alone = []form{
	{target: ".newFixture", want: 24},
	{target: ".newOuter", want: 80}, // 48 + 24
	{target: "./cmd/server.dial", want: 112},
	{target: "bytes", want: 48 + 16, set: func(c *Config) { c.Expr = "bytes.NewBuffer(make([]byte, 0, 10))" }},
}

func (f form) config(t *testing.T) Config {
	c := quick(t, f.target)
	c.Tags = "extra"
	if f.set != nil {
		f.set(&c)
	}
	return c
}

func (f form) check(t *testing.T, got float64) {
	t.Helper()
	if math.Abs(got-f.want) > 0.01 {
		t.Errorf("%s: %.4f B, want %v", f.target, got, f.want)
	}
}

// Every form of constructor, all in one program.
func TestMeasureForms(t *testing.T) {
	ctx := context.Background()
	cache, err := openCache(testCache(t))
	if err != nil {
		t.Fatal(err)
	}
	base := quick(t, "")
	if err := base.setDefaults(); err != nil {
		t.Fatal(err)
	}
	tree, err := openTree(ctx, cache, base.Dir, "extra", Group{})
	if err != nil {
		t.Fatal(err)
	}
	var sides []*side
	var units []*unit
	at := map[string]*unit{}
	for i, f := range forms {
		c := f.config(t)
		c.Conditions = base.Conditions
		s, err := locate(ctx, &c, tree, Group{})
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.unit(ctx, fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(u.pkg.ImportPath, u.inside)
		if had := at[key]; had != nil {
			had.body = append(had.body, u.body...)
			maps.Copy(had.imports, u.imports)
		} else {
			at[key], units = u, append(units, u)
		}
		sides = append(sides, s)
	}
	// Two packages beside the program would have one name there.
	for _, u := range units {
		if u.pkg.Standard {
			u.imports["heftStandard"] = u.imports[targetPackage]
			delete(u.imports, targetPackage)
			u.body[0] = strings.ReplaceAll(u.body[0], targetPackage+".", "heftStandard.")
		}
	}
	root, err := tree.root(sides[0].target.pkg)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProgram(tree.cmd, root)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.add(units...); err != nil {
		t.Fatal(err)
	}
	binary, err := p.build(ctx, cache)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range forms {
		var values []float64
		// The rare thread that is started meanwhile is outvoted.
		for len(values) < 3 {
			plan := driver.Plan{Mode: driver.Run, Entry: fmt.Sprint(i), N: base.N, MaxMemory: base.MaxMemory, Every: 1000}
			r, err := trial(ctx, binary, sides[i].dir, plan, base.Conditions)
			if err != nil {
				t.Fatalf("%s: %v", f.target, err)
			}
			if r.Failure != nil {
				t.Fatalf("%s: %+v", f.target, r.Failure)
			}
			values = append(values, perInstance(r))
			if math.Abs(values[0]-f.want) <= 0.01 {
				break
			}
		}
		slices.Sort(values)
		f.check(t, values[len(values)/2])
	}
}

func TestMeasureFormsAlone(t *testing.T) {
	for _, f := range alone {
		r := measured(t, f.config(t))
		f.check(t, r.Groups[0].Bytes.Center)
	}
}

// What is asked of the allocator is known of types, and of boxed values
// without pointers.
func TestRequested(t *testing.T) {
	for _, c := range []struct {
		target         string
		requested, got float64
		note           string
	}{
		{target: ".Grant", requested: 48, got: 48},
		{target: "time.zone", requested: 32, got: 32, note: "cannot be named"}, // string, int, bool
		{target: ".Number", requested: 8, got: 8},
		{target: ".Map", requested: -1, got: -1},
	} {
		r := measured(t, quick(t, c.target))
		rows := map[string]Row{}
		for _, row := range r.Groups[0].Meters {
			rows[row.Meter] = row
		}
		if c.requested < 0 {
			if !rows["requested"].Unknown || !rows["predicted"].Unknown {
				t.Errorf("%s: requested is said to be %+v", c.target, rows["requested"])
			}
			continue
		}
		wantBytes(t, r, c.got)
		if got := rows["requested"]; got.Unknown || got.Each.Center != c.requested || got.Total.Center != c.requested*float64(r.N) {
			t.Errorf("%s: requested %+v, want %v", c.target, got, c.requested)
		}
		if got := rows["predicted"]; got.Each.Center != c.got {
			t.Errorf("%s: predicted %+v, want %v", c.target, got, c.got)
		}
		if said := strings.Join(r.Warnings, "\n"); c.note != "" && !strings.Contains(said, c.note) {
			t.Errorf("%s: the notes lack %q: %s", c.target, c.note, said)
		}
	}
}

// Goroutines that construction leaves behind are counted.
func TestLeaks(t *testing.T) {
	c := quick(t, ".Leaks")
	c.N = 2400
	r := measured(t, c)
	if got := r.Groups[0].Goroutines; got != 1 {
		t.Errorf("%v goroutines an instance, want 1", got)
	}
	if said := strings.Join(r.Warnings, "\n"); !strings.Contains(said, "2400 goroutines are still running that construction started, 1.00 an instance") {
		t.Errorf("the notes do not say so: %s", said)
	}
}

// What goes wrong is said, with the instance.
func TestMeasureFailures(t *testing.T) {
	for _, c := range []struct {
		target string
		set    func(*Config)
		want   []string
	}{
		{target: ".Panics", want: []string{"panics at i = 5000", "no more grants", "subject.Panics", "48.0"}},
		{target: ".Fails", want: []string{"error at i = 7000", "refused", "48.00 B an instance over 7000"}},
		{target: ".Exits", want: []string{"status 3", "goodbye"}},
		{target: ".Ends", want: []string{"does not return at i = 4500"}},
		{target: ".Endless", set: func(c *Config) { c.Limit = 2 * time.Second }, want: []string{"does not end: at i = 9000", "subject.Endless"}},
		{target: ".Huge", set: func(c *Config) { c.MaxMemory = 256 << 20 }, want: []string{"MiB allowed", "-n"}},
		{target: ".Nothing", want: []string{"returns nothing"}},
		{target: ".Context", want: []string{"context.Context", "--expr"}},
		{target: ".Two", want: []string{"int, int"}},
		{target: ".Missing", want: []string{"declares no Missing"}},
		{target: ".NewCache", want: []string{"type parameters"}},
		{target: ".(*Server).Session", want: []string{"--receiver"}},
		{target: "./nowhere.New", want: []string{"nowhere"}},
		{target: ".", set: func(c *Config) { c.Expr = "Pointer(i" }, want: []string{"--expr:1:"}},
		{target: ".", set: func(c *Config) { c.Expr = "Pointer(undefinedName)" }, want: []string{"--expr:1", "undefinedName"}},
		{target: ".", set: func(c *Config) { c.Expr, c.Setup = "1", "x := := 3" }, want: []string{"--setup:1:6"}},
		{target: "strings.clone", want: []string{"strings"}},
	} {
		t.Run(c.target, func(t *testing.T) {
			cfg := quick(t, c.target)
			if c.set != nil {
				c.set(&cfg)
			}
			_, err := Measure(context.Background(), cfg)
			if err == nil {
				t.Fatalf("%s: no error", c.target)
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%s: the error lacks %q:\n%v", c.target, w, err)
				}
			}
		})
	}
}

// The program runs under the command of --exec, and the report says so.
func TestExec(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script := filepath.Join(dir, "under")
	text := "#!/bin/sh\necho ran >> '" + log + "'\nexec \"$@\"\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	c := quick(t, ".Grant")
	c.Exec = []string{script, "env"}
	r := measured(t, c)
	wantBytes(t, r, 48)
	if ran, err := os.ReadFile(log); err != nil || strings.Count(string(ran), "ran") != 4 {
		t.Errorf("the command ran %q, want pilot, empty run, trial and quarter: %v", ran, err)
	}
	if g := r.Groups[0]; !slices.Equal(g.Exec, c.Exec) || !strings.Contains(strings.Join(r.Warnings, "\n"), "run under "+script+" env") {
		t.Errorf("the report does not say so: %q %q", g.Exec, r.Warnings)
	}
	c.Exec = []string{filepath.Join(dir, "nowhere")}
	if _, err := Measure(context.Background(), c); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a command that does not exist: %v", err)
	}
}

// Package initialisation that never ends is ended.
func TestInitHangs(t *testing.T) {
	was := leastStart
	leastStart = time.Second
	defer func() { leastStart = was }()
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module example.com/hangs\n\ngo 1.21\n",
		"a.go":   "package hangs\n\nimport \"time\"\n\nfunc init() { println(\"waiting for the database\"); time.Sleep(time.Hour) }\n\nfunc newA() *int { return new(int) }\n",
	})
	c := Config{Dir: dir, Target: "newA", N: 2400, Trials: 1, CacheDir: testCache(t)}
	c.Limit = time.Second
	_, err := Measure(context.Background(), c)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"ended after 1s", "before package initialisation was over", "waiting for the database"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
	var p *ProcessError
	if !errors.As(err, &p) {
		t.Errorf("%T, want a ProcessError", err)
	}
}

// What is interrupted leaves no process and no file behind, also not what a
// command of --exec has started.
func TestInterrupt(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	pid := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := quick(t, ".Grant")
	c.Exec = []string{"sh", "-c", `sleep 600 & echo $! > '` + pid + `.new' && mv '` + pid + `.new' '` + pid + `'; wait`}
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(pid); err == nil {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	if _, err := Measure(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	text, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" {
		return // the state of a process is read from /proc
	}
	proc := filepath.Join("/proc", strings.TrimSpace(string(text)), "stat")
	for range 500 {
		stat, err := os.ReadFile(proc)
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", text)
}

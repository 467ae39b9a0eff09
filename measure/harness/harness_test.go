package harness

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"
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

// What each form of constructor costs; sizes by RUNTIME.md §1.2, §2, §4, §5, §6.
func TestMeasureForms(t *testing.T) {
	for _, c := range []struct {
		target string
		set    func(*Config)
		want   float64
	}{
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
		{target: ".NewCache[string,*Server]", want: 16 + 48},
		{target: ".NewCache[time.Duration,*Server]", want: 16 + 48},
		{target: ".Cache[string,int]", want: 16},
		{target: ".(*Server).Session", want: 48, set: func(c *Config) { c.Receiver = "NewServer(3)" }},
		{target: ".", want: 48, set: func(c *Config) {
			c.Setup, c.Expr = "srv := NewServer(10)\nwhen := time.Now()", "func() *Grant { g := srv.Session(i); g.At = when; return g }()"
		}},
		{target: ".", want: 24, set: func(c *Config) {
			c.Expr = "list.New().Len() + strings.Count(``, ``) + i, error(nil)"
			c.Expr = "&[3]int{len(strings.Repeat(``, i))}"
		}},
		{target: ".newFixture", want: 24},
		{target: ".newOuter", want: 80}, // 48 + 24
		{target: "./internal/deep/internal/core.node", want: 16},
		{target: "./cmd/server.dial", want: 112},
		{target: ".Tagged", want: 64, set: func(c *Config) { c.Tags = "extra" }},
		{target: "bytes.NewBufferString", want: 0, set: func(c *Config) { c.Target, c.Expr = "bytes", "bytes.NewBuffer(make([]byte, 0, 10))" }},
		{target: "container/list.New", want: 48},
		{target: "time.Time", want: 24},
	} {
		name := c.target
		t.Run(name, func(t *testing.T) {
			cfg := quick(t, c.target)
			if c.set != nil {
				c.set(&cfg)
			}
			want := c.want
			if want == 0 {
				want = 48 + 16
			}
			r := measured(t, cfg)
			if got := r.Groups[0].Bytes.Center; math.Abs(got-want) > 0.01 {
				t.Errorf("%s (%s): %.4f B, want %v", name, r.Expr, got, want)
			}
			if r.Groups[0].Floor != 0 {
				t.Logf("%s: floor %d B", name, r.Groups[0].Floor)
			}
		})
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

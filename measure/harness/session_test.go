package harness

import (
	"math"
	"testing"
)

// The login session of testdata/session is 4,344.8 bytes: 4,344 and 8 in one
// of ten.
func TestSession(t *testing.T) {
	r := measured(t, Config{Dir: "../..", Target: "./testdata/session.New", N: 20000, Trials: 1, CacheDir: testCache(t)})
	g := r.Groups[0]
	if math.Abs(g.Bytes.Center/4344.8-1) > 0.0001 {
		t.Errorf("a session is %.3f B, want 4,344.8 within 0.01 %%", g.Bytes.Center)
	}
	if math.Abs(g.Objects.Center-97.05) > 0.02 {
		t.Errorf("a session is %.3f objects, want 97.05", g.Objects.Center)
	}
	if !g.Scaling.Agrees {
		t.Errorf("a quarter of the sessions costs otherwise: %+v", g.Scaling)
	}
	for _, m := range g.Meters {
		t.Logf("%-20s %12.2f %s each, %.0f in all", m.Meter, m.Each.Center, m.Unit, m.Total.Center)
	}
	t.Log(r.Warnings)
}

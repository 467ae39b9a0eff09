package harness

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"github.com/seed-ac4d27cc/heft/measure/harness/random"
)

func verified(t *testing.T, c VerifyConfig) *Verification {
	t.Helper()
	c.CacheDir = testCache(t)
	v, err := Verify(context.Background(), c)
	if err != nil {
		t.Fatalf("%v: %v", c.Patterns, err)
	}
	return v
}

func noneDiffers(t *testing.T, v *Verification) {
	t.Helper()
	for _, g := range v.Groups {
		if g.Measured == 0 {
			t.Errorf("%s: nothing was measured", g.Runtime)
		}
		for _, r := range g.Types {
			if r.N > 0 && !r.OK {
				t.Errorf("%s %s: predicted %.2f, measured %.2f of size %d (%s)", g.Runtime, r.Name, r.Predicted, r.Measured, r.Size, r.Why)
			}
		}
	}
}

func TestVerifySubject(t *testing.T) {
	v := verified(t, VerifyConfig{Dir: subject, Patterns: []string{"./..."}, Tests: true})
	noneDiffers(t, v)
	want := map[string]bool{"subject.record": false, "core.node": false, "main.conn": false, "subject.fixture": false, "subject_test.outer": false}
	for _, r := range v.Groups[0].Types {
		if _, ok := want[r.Name]; ok && r.N > 0 && !r.Shape {
			want[r.Name] = true
		}
	}
	for name, ok := range want {
		if !ok {
			t.Errorf("%s was not measured itself", name)
		}
	}
}

func TestVerifyStandard(t *testing.T) {
	v := verified(t, VerifyConfig{Dir: subject, Patterns: []string{"net/http", "sync/...", "runtime", "time"}, All: true})
	noneDiffers(t, v)
	g := v.Groups[0]
	if g.Shapes == 0 || g.Shapes == g.Measured {
		t.Errorf("%d of %d types by shape: want some, not all", g.Shapes, g.Measured)
	}
	t.Logf("%d types, %d by shape, %d skipped, %d programs", g.Measured, g.Shapes, g.Skipped, g.Programs)
}

// sample is how many random shapes a test verifies: HEFT_N where it is set.
func sample(t *testing.T, n int) int {
	t.Helper()
	if s := os.Getenv("HEFT_N"); s != "" {
		v, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("HEFT_N=%s: %v", s, err)
		}
		return v
	}
	return n
}

func TestVerifyRandomShapes(t *testing.T) {
	seed := rand.Uint64()
	if s := os.Getenv("HEFT_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	t.Logf("HEFT_SEED=%d", seed)
	groups := []Group{{Name: "here"}}
	others := []Group{{Name: "arm", Arch: "arm"}}
	if os.Getenv("HEFT_N") != "" {
		for _, arch := range []string{"arm64", "mipsle", "riscv64", "s390x"} {
			others = append(others, Group{Name: arch, Arch: arch})
		}
	}
	for _, g := range others {
		if _, err := exec.LookPath("qemu-" + emulators[g.Arch]); err != nil || runtime.GOOS != "linux" {
			t.Logf("no emulator for %s is installed", g.Arch)
			continue
		}
		groups = append(groups, g)
	}
	types := random.Types(rand.New(rand.NewPCG(seed, 1)), sample(t, 150))
	v, err := VerifyTypes(context.Background(), VerifyConfig{Dir: subject, Groups: groups, CacheDir: testCache(t), Trials: 1}, types)
	if err != nil {
		t.Fatal(err)
	}
	noneDiffers(t, v)
	for _, g := range v.Groups {
		if g.Measured != len(types) {
			t.Errorf("%s: %d of %d measured", g.Runtime, g.Measured, len(types))
		}
	}
}

package load

import (
	"os/exec"
	"strings"
	"testing"
)

// list asks the go command which packages patterns name.
func list(t testing.TB, env []string, patterns ...string) []string {
	cmd := exec.Command("go", append([]string{"list"}, patterns...)...)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %s: %v", strings.Join(patterns, " "), goError(err))
	}
	return strings.Fields(string(out))
}

// TestStdAgrees holds Load's result for packages of the standard library
// against go/packages'.
func TestStdAgrees(t *testing.T) {
	t.Setenv("CGO_ENABLED", "0")
	cfg := Config{}
	std := list(t, cfg.env(), "std")
	cfg.Patterns = sample(seeded(t), std, 60)
	if *fullFlag {
		cfg.Patterns = []string{"std"}
	}
	agree(t, cfg)
}

// TestModulesAgree does so for commands and modules outside of it, and for the
// tests of packages.
func TestModulesAgree(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  Config
	}{
		{"tools", Config{Dir: "../..", Patterns: []string{"golang.org/x/tools/go/packages", "golang.org/x/tools/go/ssa", "golang.org/x/perf/benchmath", "github.com/olekukonko/tablewriter", "github.com/olekukonko/tablewriter/tw", "github.com/olekukonko/tablewriter/renderer", "github.com/spf13/cobra"}}},
		{"tests", Config{Patterns: []string{"container/list", "slices", "sync", "encoding/json", "strings"}, Tests: true}},
		{"platform", Config{Patterns: []string{"os", "net", "syscall", "internal/poll", "runtime"}, GOOS: "windows", GOARCH: "386"}},
	} {
		t.Run(c.name, func(t *testing.T) { agree(t, c.cfg) })
	}
}

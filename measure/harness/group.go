package harness

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// Group is one side of a comparison: what the program is built with, or from.
// Empty fields are as the go command has them by itself.
type Group struct {
	Name       string `json:"name"`
	Toolchain  string `json:"toolchain,omitempty"`  // GOTOOLCHAIN, as "go1.27.3"
	Arch       string `json:"arch,omitempty"`       // GOARCH
	Experiment string `json:"experiment,omitempty"` // GOEXPERIMENT
	// Revision is a revision of the tree under test, as git names it, after an
	// "@": "@HEAD~1". "@" alone is the tree as it stands.
	Revision string `json:"revision,omitempty"`
	// Module is a version of a module that the tree under test requires, or
	// that holds what is measured: "example.com/m@v1.2.0".
	Module string `json:"module,omitempty"`
}

var toolchainPattern = regexp.MustCompile(`^go1\.[0-9]+([.]|rc|beta)?[0-9]*$`)

// ParseGroup parses "NAME=SPEC", where SPEC is a runtime such as
// "go1.27.3/amd64+mapsplitgroup" (each part may be left out), a revision such
// as "@HEAD~1" ("@" is the tree as it stands), or a version of a module such as
// "example.com/m@v1.2.0". A runtime may follow a revision or module after a
// comma. Without "NAME=" the spec is the name.
func ParseGroup(s string) (Group, error) {
	name, spec, ok := strings.Cut(s, "=")
	if !ok {
		name, spec = s, s
	}
	g := Group{Name: name}
	fail := func(why string) (Group, error) {
		return Group{}, fmt.Errorf("group %q: %s: want NAME=go1.27.3+mapsplitgroup, NAME=@REVISION or NAME=example.com/module@v1.2.0", s, why)
	}
	if name == "" {
		return fail("no name")
	}
	for _, part := range strings.Split(spec, ",") {
		switch {
		case strings.HasPrefix(part, "@"):
			g.Revision = part
		case strings.Contains(part, "@"):
			if !moduleVersion.MatchString(part) {
				return fail("not a version of a module")
			}
			g.Module = part
		default:
			if err := g.setRuntime(part); err != nil {
				return fail(err.Error())
			}
		}
	}
	return g, nil
}

var moduleVersion = regexp.MustCompile(`^[A-Za-z0-9][-A-Za-z0-9._~/]*@[-A-Za-z0-9._+]+$`)

// setRuntime reads "go1.27.3/arm+nogreenteagc", all parts optional.
func (g *Group) setRuntime(s string) error {
	head, experiments, _ := strings.Cut(s, "+")
	toolchain, arch, _ := strings.Cut(head, "/")
	if toolchain != "" && !strings.HasPrefix(toolchain, "go1") && arch == "" {
		toolchain, arch = "", toolchain
	}
	if toolchain != "" && !toolchainPattern.MatchString(toolchain) {
		return fmt.Errorf("%q is not a Go release", toolchain)
	}
	if arch != "" {
		if _, err := layout.ArchOf(arch); err != nil {
			return err
		}
	}
	g.Toolchain, g.Arch = toolchain, arch
	g.Experiment = strings.ReplaceAll(experiments, "+", ",")
	if toolchain == "" && arch == "" && g.Experiment == "" {
		return errors.New("it names nothing")
	}
	return nil
}

// env is what the group adds to the environment of the go command.
func (g Group) env() []string {
	var env []string
	if g.Toolchain != "" {
		env = append(env, "GOTOOLCHAIN="+g.Toolchain)
	}
	if g.Arch != "" {
		env = append(env, "GOARCH="+g.Arch)
	}
	if g.Experiment != "" {
		env = append(env, "GOEXPERIMENT="+g.Experiment)
	}
	return env
}

// emulators names qemu's user emulators by GOARCH, as Debian's qemu-user does.
var emulators = map[string]string{
	"386": "i386", "amd64": "x86_64", "arm": "arm", "arm64": "aarch64", "loong64": "loongarch64",
	"mips": "mips", "mipsle": "mipsel", "mips64": "mips64", "mips64le": "mips64el",
	"ppc64": "ppc64", "ppc64le": "ppc64le", "riscv64": "riscv64", "s390x": "s390x",
}

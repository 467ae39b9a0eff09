package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string // among the offers
		not  []string
	}{
		{[]string{"lay"}, []string{"layout"}, []string{"runtimes"}},
		{[]string{"layout", "--sort", ""}, []string{"saves", "name", "size", "padding", "slot"}, nil},
		{[]string{"layout", "--sort", "s"}, []string{"saves", "size", "slot"}, []string{"name"}},
		{[]string{"layout", "--optimize", ""}, []string{"slot", "pointers"}, nil},
		{[]string{"layout", "--goarch", "arm"}, []string{"arm", "arm64"}, []string{"amd64"}},
		{[]string{"layout", "--goos", "l"}, []string{"linux"}, []string{"windows"}},
		{[]string{"layout", "--ignore-keep", "wire,"}, []string{"wire,output", "wire,cgo"}, []string{"output"}},
		{[]string{"layout", "--runtime", ""}, []string{"go1.21", "go1.27", "arm64"}, nil},
		{[]string{"layout", "--runtime", "go1.27/a"}, []string{"go1.27/amd64", "go1.27/arm64"}, []string{"go1.27/wasm"}},
		{[]string{"layout", "--runtime", "go1.27/amd64+map"}, []string{"go1.27/amd64+mapsplitgroup"}, nil},
		{[]string{"layout", "--runtime", "go1.26/amd64+map"}, nil, []string{"go1.26/amd64+mapsplitgroup"}},
		{[]string{"layout", ""}, []string{"./...", "std"}, nil},
	} {
		r := heft(append([]string{"__complete"}, c.args...)...)
		offers := strings.Split(r.stdout, "\n")
		for i, o := range offers {
			offers[i], _, _ = strings.Cut(o, "\t")
		}
		for _, w := range c.want {
			if !slices.Contains(offers, w) {
				t.Errorf("%q offers %q, not %q", c.args, offers, w)
			}
		}
		for _, w := range c.not {
			if slices.Contains(offers, w) {
				t.Errorf("%q offers %q", c.args, w)
			}
		}
	}
}

// The script for each shell must be there, and bash must take its own.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r := heft("completion", shell); r.code != exitFine || !strings.Contains(r.stdout, "__complete") {
			t.Errorf("%s: exit code %d, %d bytes", shell, r.code, len(r.stdout))
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash in PATH to read its script")
	}
	cmd := exec.Command(bash, "-n")
	cmd.Stdin = strings.NewReader(heft("completion", "bash").stdout)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("bash does not read its script: %v\n%s", err, out)
	}
}

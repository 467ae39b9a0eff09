package dwarf

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSplitVersion(t *testing.T) {
	for _, c := range []struct{ v, release, experiment string }{
		{"go1.26.8", "go1.26.8", ""},
		{"go1.26.8-X:nodwarf5", "go1.26.8", "nodwarf5"},
		{"go1.27.3-X:nodwarf5,simd", "go1.27.3", "nodwarf5,simd"},
		{"go1.21.4 X:boringcrypto", "go1.21.4", "boringcrypto"},
		{"", "", ""},
	} {
		if r, x := splitVersion(c.v); r != c.release || x != c.experiment {
			t.Errorf("%q: %q %q, want %q %q", c.v, r, x, c.release, c.experiment)
		}
	}
}

func TestChoose(t *testing.T) {
	shop := &build{path: "example.com/shop/cmd/server", module: "example.com/shop",
		deps: []string{"example.com/shop/store", "example.org/log", "corp/tools"}}
	pkgs := []string{
		"corp/tools/x", "example.com/shop", "example.com/shop/cart", "example.com/shop/cmd/server", "example.com/shop/store",
		"example.com/shop/store/sql", "example.com/shopping", "example.org/log", "fmt", "internal/abi", "vendor/golang.org/x/net/idna",
	}
	gocmd := &build{path: "cmd/go"}
	bazel := &build{path: "main"}
	files := &build{path: "command-line-arguments", module: "example.com/shop"}
	for _, c := range []struct {
		name     string
		b        *build
		patterns string
		pkgs     []string
		want     string
	}{
		{"own", shop, "", pkgs, "example.com/shop example.com/shop/cart example.com/shop/cmd/server"},
		{"tests", shop, "", []string{"example.com/shop", "example.com/shop_test", "example.com/shop/cart_test", "example.org/log_test", "testing"}, "example.com/shop example.com/shop/cart_test example.com/shop_test"},
		{"main", shop, "main", pkgs, "example.com/shop/cmd/server"},
		{"all", shop, "all", pkgs, strings.Join(pkgs, " ")},
		{"std", shop, "std", pkgs, "fmt internal/abi vendor/golang.org/x/net/idna"},
		{"exact", shop, "example.com/shop", pkgs, "example.com/shop"},
		{"below", shop, "example.com/shop/...", pkgs, "example.com/shop example.com/shop/cart example.com/shop/cmd/server example.com/shop/store example.com/shop/store/sql"},
		{"prefix", shop, "example.com/shop...", pkgs, "example.com/shop example.com/shop/cart example.com/shop/cmd/server example.com/shop/store example.com/shop/store/sql example.com/shopping"},
		{"inside", shop, ".../store/...", pkgs, "example.com/shop/store example.com/shop/store/sql"},
		{"two", shop, "fmt example.org/log", pkgs, "example.org/log fmt"},
		{"no regexp", shop, "example.com/shop", []string{"example-com/shop", "example.com/shop"}, "example.com/shop"},
		{"std command", gocmd, "", []string{"cmd/go", "cmd/go/internal/load", "cmd/internal/obj", "fmt"}, "cmd/go cmd/go/internal/load"},
		{"no build information", bazel, "", []string{"main", "fmt", "example.org/log"}, "example.org/log main"},
		{"files", files, "", []string{"command-line-arguments", "example.com/shop/cart", "fmt"}, "command-line-arguments example.com/shop/cart"},
	} {
		sel, err := c.b.choose(strings.Fields(c.patterns), c.pkgs)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := sel.list(); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ pattern, want string }{
		{"example.net/...", `no package of the binary matches "example.net/..."`},
		{"./...", "write one, e.g. example.com/shop/..."},
		{".", "write one, e.g. example.com/shop/..."},
		{"/src/shop", "write one, e.g. example.com/shop/..."},
	} {
		if _, err := shop.choose([]string{c.pattern}, pkgs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.pattern, err, c.want)
		}
	}
}

func TestStripped(t *testing.T) {
	for _, c := range []struct {
		b    build
		want string
	}{
		{build{path: "example.com/shop/cmd/server", module: "example.com/shop", ldflags: "-s -w"},
			`the file holds no DWARF: built with -ldflags="-s -w"; build it again without -s and -w, e.g. go build -o prog ./cmd/server`},
		{build{path: "example.com/shop", module: "example.com/shop"},
			"the file holds no DWARF: stripped, or linked by a toolchain that writes no DWARF; build it again without -s and -w, e.g. go build -o prog ."},
		{build{path: "command-line-arguments"}, "e.g. go build -o prog ."},
		{build{path: "cmd/go"}, "e.g. go build -o prog cmd/go"},
		{build{path: "example.org/tool", module: "example.com/shop"}, "e.g. go build -o prog example.org/tool"},
		{build{err: errors.New("none")}, "the file is no Go program: it holds neither Go build information nor DWARF; name one that go build made"},
	} {
		if err := c.b.stripped("dir/prog"); !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.b, err, c.want)
		}
	}
}

func TestStripFlag(t *testing.T) {
	for flags, want := range map[string]bool{
		"-s -w": true, "-w": true, "-s": true, "--s": true, "-X main.v=1 -w": true, "-w=true": true, "'-s' '-w'": true, "-s=1": true,
		"": false, "-w=false": false, "-X main.s=-w1": false, "-linkmode=external": false, "-extldflags=-static": false, "-X=main.v=-x": false,
	} {
		if got := stripFlag.MatchString(flags); got != want {
			t.Errorf("%q: %v, want %v", flags, got, want)
		}
	}
}

func TestAssumedName(t *testing.T) {
	for path, want := range map[string]string{
		"fmt": "fmt", "example.com/x": "x", "example.com/x/v2": "x", "gopkg.in/yaml.v3": "yaml",
		"example.com/go-yaml": "yaml", "example.com/y-go": "y", "v2": "v2", "example.com/vault": "vault",
	} {
		if got := assumedName(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

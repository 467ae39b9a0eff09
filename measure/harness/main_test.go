package harness

import (
	"fmt"
	"os"
	"testing"
)

// sharedCache is where the tests' programs are built.
var sharedCache string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "heft-cache")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sharedCache = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

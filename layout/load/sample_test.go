package load

import (
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	fullFlag   = flag.Bool("heft.full", false, "all files and packages of the standard library, not a sample")
	archesFlag = flag.Bool("heft.arches", os.Getenv("HEFT_ALL_ARCHES") != "", "compile the standard library's types for every GOARCH, all packages of it (also by HEFT_ALL_ARCHES=1)")
	seedFlag   = flag.Uint64("heft.seed", 0, "seed of samples and of mangled sources; 0: from the clock")
)

// seeded returns a source of random numbers, and says how to get it again.
func seeded(t testing.TB) *rand.Rand {
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-heft.seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// sample picks n of list by r, in their order; all with -heft.full.
func sample[T any](r *rand.Rand, list []T, n int) []T {
	if *fullFlag || n >= len(list) {
		return list
	}
	take := make([]bool, len(list))
	for _, i := range r.Perm(len(list))[:n] {
		take[i] = true
	}
	var out []T
	for i, e := range list {
		if take[i] {
			out = append(out, e)
		}
	}
	return out
}

var goroot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// stdFiles lists the Go files under GOROOT/src.
func stdFiles(t testing.TB) []string {
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	err = filepath.WalkDir(filepath.Join(root, "src"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 5000 {
		t.Fatalf("%d Go files under %s/src: the standard library has more", len(files), root)
	}
	return files
}

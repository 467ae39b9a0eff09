package load

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// edgeArchive is testdata/edge.txtar, with files made odd that its text cannot
// hold so.
func edgeArchive(t testing.TB) *txtar.Archive {
	ar := readArchive(t, "testdata/edge.txtar")
	for i := range ar.Files {
		f := &ar.Files[i]
		switch f.Name {
		case "crlf/crlf.go":
			f.Data = bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))
		case "bom/bom.go":
			f.Data = append([]byte("\ufeff"), f.Data...)
		case "long/long.go":
			f.Data = append(f.Data, "\nconst long = \""+strings.Repeat("x{", 1<<20)+"\"\n\ntype After struct { a bool; b [len(long)]bool; n int64 }\n"...)
		}
	}
	return ar
}

// TestEdgesAgree holds what is found in packages of all that Go allows against
// go/packages, for platforms of both pointer sizes.
func TestEdgesAgree(t *testing.T) {
	dir := unpack(t, "edge", edgeArchive(t))
	for _, arch := range []string{"amd64", "386"} {
		t.Run(arch, func(t *testing.T) {
			agree(t, Config{Dir: dir, Patterns: []string{"./..."}, GOARCH: arch})
		})
	}
}

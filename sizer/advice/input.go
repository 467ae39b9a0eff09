package advice

import (
	"regexp"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// Input is what a report is made from.
type Input struct {
	Decls    []layout.Decl
	Runtime  sizer.Runtime
	Problems []Problem // what could not be loaded
	Packages int       // packages loaded
	Source   string    // "packages", or the path of a binary; "" is "packages"
	GOOS     string    // whose build constraints chose the files
	Stdlib   string    // the release whose standard library was read, where that is not the runtime's
}

// The wishes that a better order can follow.
const (
	// OptimizeSlot asks for the smallest size, and so the smallest slot, by
	// moving the fewest fields.
	OptimizeSlot = "slot"
	// OptimizePointers asks for the smallest size, then for the fewest pointer
	// bytes, which the garbage collector has to scan.
	OptimizePointers = "pointers"
)

// The orders of a report's rows.
const (
	SortSaves   = "saves"   // heap bytes saved, then element bytes, then pointer bytes: most first
	SortName    = "name"    // by name, then package
	SortSize    = "size"    // largest first
	SortPadding = "padding" // most first
	SortSlot    = "slot"    // largest first
)

// Options say how to judge and which rows to show. The zero Options are the
// defaults: by slot, sorted by saving, every row.
type Options struct {
	Optimize string            // OptimizeSlot (also ""), OptimizePointers
	Count    int64             // objects that each type is priced for; 0: no figures for many
	Ignore   []layout.KeepKind // reasons that do not keep an order
	Sort     string            // SortSaves (also ""), SortName, SortSize, SortPadding, SortSlot
	Top      int               // show that many rows; 0: all
	// MinSaving leaves out the rows that save fewer bytes of heap an object.
	MinSaving float64
	// Type leaves out the rows whose name it does not match, neither as
	// "session.Grant" nor with the package's path as "example.com/m/session.Grant".
	Type          *regexp.Regexp
	SkipGenerated bool // leave out types of generated files
}

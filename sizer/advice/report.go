package advice

import (
	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// Schema names and versions the JSON form of a Report.
const Schema = "heft.layout/1"

// Report is the result of "heft layout": every type of the packages named.
type Report struct {
	Schema  string `json:"schema"`
	Runtime string `json:"runtime"`        // as "go1.27.3/amd64+mapsplitgroup"
	Source  string `json:"source"`         // "packages", or the path of the binary
	GOOS    string `json:"goos,omitempty"` // whose build constraints chose the files
	// Stdlib is the release whose standard library was read, where that is not
	// the runtime's own.
	Stdlib    string `json:"stdlib,omitempty"`
	CacheLine int64  `json:"cache_line"`       // bytes of a cache line of the architecture
	Packages  int    `json:"packages"`         // packages loaded
	Count     int64  `json:"count,omitempty"`  // --count: objects each type is priced for
	Optimize  string `json:"optimize"`         // "slot" or "pointers"
	Types     []Row  `json:"types"`            // sorted as asked
	Totals    Totals `json:"totals"`           // over all types, also those not shown
	Hidden    int    `json:"hidden,omitempty"` // types left out by --top, --type, --min-saving, --skip-generated
	// Shapes are the types of a binary's shared generic code that stand for no
	// type the binary names; they have no rows.
	Shapes []string `json:"shapes,omitempty"`
	// Problems are what could not be loaded or laid out.
	Problems []Problem `json:"problems,omitempty"`
}

// Problem is something that could not be loaded or laid out.
type Problem struct {
	Package string     `json:"package,omitempty"`
	Type    string     `json:"type,omitempty"`
	Pos     layout.Pos `json:"pos"`
	Message string     `json:"message"`
}

// Totals counts types, and the bytes that one object of each type would save
// if the whole set of changes were made.
type Totals struct {
	Types       int     `json:"types"`       // all rows
	Structs     int     `json:"structs"`     // rows of struct types
	Shrink      int     `json:"shrink"`      // types whose heap object gets cheaper
	PaperOnly   int     `json:"paper_only"`  // types whose size shrinks but not their heap object
	ByOthers    int     `json:"by_others"`   // of Shrink and PaperOnly: only because a type they hold shrinks
	Kept        int     `json:"kept"`        // types with a better order that keep theirs for a reason
	Unknown     int     `json:"unknown"`     // types without a layout
	SizeBytes   int64   `json:"size_bytes"`  // sum of sizes
	PadBytes    int64   `json:"pad_bytes"`   // sum of padding
	SlotBytes   float64 `json:"slot_bytes"`  // sum of heap bytes, one object each
	SavesBytes  float64 `json:"saves_bytes"` // sum of Saves, one object each
	ElementSave int64   `json:"element_bytes"`
}

// Row is one declared type.
type Row struct {
	Name       string      `json:"name"`
	Package    string      `json:"package"`
	Form       layout.Form `json:"form"`
	Kind       string      `json:"kind"` // "struct", "array", …
	Pos        layout.Pos  `json:"pos"`
	Generated  bool        `json:"generated,omitempty"`
	Test       bool        `json:"test,omitempty"`
	Comparable bool        `json:"comparable"`

	// Unknown says why the type has no layout; all figures are then absent.
	Unknown string `json:"unknown,omitempty"`

	Now *Shape `json:"now,omitempty"`
	// Best is the type after the whole set of changes: its own better order,
	// and better orders of the types it holds. Nil where nothing gets smaller.
	Best *Best `json:"best,omitempty"`
	// Keep are the reasons why the order stays; Would is then the best order
	// that was not advised.
	Keep  []layout.Keep `json:"keep,omitempty"`
	Would *Best         `json:"would,omitempty"`

	// Array is the price of Report.Count elements in one slice, as the type is
	// now; Best.Array and Would.Array after the change.
	Array *sizer.Object `json:"array,omitempty"`

	// Decl and Layout are what the row was made from.
	Decl   *layout.Decl   `json:"-"`
	Layout *layout.Layout `json:"-"`
}

// Shape is a type as laid out and allocated, in bytes.
type Shape struct {
	Size     int64        `json:"size"`
	Align    int64        `json:"align"`
	Padding  int64        `json:"padding"`  // at every depth
	ZeroTail int64        `json:"zerotail"` // of Padding: only for a zero-size last field
	PtrBytes int64        `json:"ptr_bytes"`
	Lines    int64        `json:"cache_lines"` // cache lines that an object aligned to its slot touches
	Object   sizer.Object `json:"object"`      // new(T)
	Fields   []Field      `json:"fields"`      // by offset, holes between them
}

// Field is a field or a hole of a struct, in bytes.
type Field struct {
	Name     string `json:"name"` // "" for a hole
	Type     string `json:"type,omitempty"`
	Offset   int64  `json:"offset"`
	Size     int64  `json:"size"`
	Align    int64  `json:"align,omitempty"`
	PtrBytes int64  `json:"ptr_bytes,omitempty"`
	// Pointers is the pointer map of the field, a letter a word: "p" for a
	// pointer, "." for none; runs are written "3×(p.)".
	Pointers string `json:"pointers,omitempty"`
	Padding  int64  `json:"padding,omitempty"` // of a hole its size; of a field the padding inside it
	Embedded bool   `json:"embedded,omitempty"`
	Index    int    `json:"index"` // in declared order; -1 for a hole
}

// Best is what a type becomes.
type Best struct {
	Shape
	// Order lists the fields' declared indices in their new order; it is the
	// declared order where only a type held inside changes.
	Order []int `json:"order"`
	// Moved are the indices of the fewest fields that have to move.
	Moved []int `json:"moved"`
	// Saves is the heap bytes that new(T) costs less; ElementSaves what each
	// element of a []T or [N]T, or an embedding struct at most, gets smaller.
	Saves        float64 `json:"saves"`
	ElementSaves int64   `json:"element_saves"`
	PtrSaves     int64   `json:"ptr_saves"` // pointer bytes less
	// Array is the price of Report.Count elements in one slice.
	Array *sizer.Object `json:"array,omitempty"`
	// Because names the types held by value whose own change shrinks this one.
	Because []string `json:"because,omitempty"`
	// ByOthers: without those changes this type's order gains nothing.
	ByOthers bool `json:"by_others,omitempty"`
	// Embedders names the types of the report that hold this one by value and
	// get smaller with it.
	Embedders []string `json:"embedders,omitempty"`
	// Against names the other instances of the same generic declaration that
	// this order, which would be theirs too, makes larger.
	Against []string `json:"against,omitempty"`
	// PaperOnly: the size shrinks, the heap object does not ("same size class").
	PaperOnly bool `json:"paper_only,omitempty"`
}

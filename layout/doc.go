// Package layout says what a Go type looks like in memory: the offset, size,
// alignment and pointer words of every field, the padding between them, and
// the field orders that need fewer bytes.
//
// A [Type] is plain data, whatever it was read from (source, by layout/load;
// the DWARF of a binary, by layout/dwarf), and one [Layouter] lays it out for
// one [Arch] by the rules of the gc compiler. The package knows no allocator:
// what a heap object of a size costs is the sizer's to say.
package layout

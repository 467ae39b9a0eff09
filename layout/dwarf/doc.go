// Package dwarf reads the types of a compiled Go program from the DWARF of its
// file, as plain data for package layout: no source is needed, and the program
// is not run.
//
// It reads ELF, Mach-O and PE files that the gc toolchain linked, DWARF 4 and
// 5, compressed or not. What DWARF does not hold stays unknown: field tags of
// named types, positions of declarations, and types that the linker found
// unreachable. Every size and offset that DWARF gives is compared with what
// package layout says of the same type; a difference is a [Problem].
//
// The names and attributes are those that cmd/link writes
// (cmd/link/internal/ld/dwarf.go and cmd/internal/dwarf, go1.26.8 and go1.27.3).
package dwarf

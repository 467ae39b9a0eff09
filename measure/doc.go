// Package measure says what Go data really used: it reads the memory of the
// process that it runs in, before and after instances are built, and is exact
// to the byte where the program is.
//
// [PerInstance] is the retained bytes of one of n like instances, [PerOp] and
// [BytesPerOp] what one call allocates, [AtMost] and [AtMostPerInstance] hold a
// limit in a unit test, and [Bench] reports bytes per instance in the standard
// benchmark format. All of it is safe beside other goroutines and parallel
// tests: what disturbs a measurement is noticed, measured again, and said.
//
// The package imports the standard library only, so that a test can import it
// at no cost. It starts no process: programs built around someone's types, and
// comparisons of runtimes, are measure/harness.
package measure

import "embed"

// Source holds the files of this package that a program needs to read its own
// meters. The harness compiles them into the programs that it builds, whose
// modules need not require this one.
//
//go:embed meter.go settle.go proc.go proc_linux.go proc_other.go
var Source embed.FS

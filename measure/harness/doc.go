// Package harness measures what a package's own values use in processes built
// for that: it generates a program around a constructor or a table of types,
// builds it for each group (a toolchain, an architecture, experiments, a
// version of the code), runs it in fresh processes, and reads their heap before
// and after.
//
// Nothing is written into the tree under test and its go.mod is not touched:
// what is generated enters through the go command's -overlay. [Measure] is the
// bytes of an instance with every meter beside, [Verify] sets what layout and
// sizer predict beside what processes used.
package harness

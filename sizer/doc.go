// Package sizer says what the Go allocator hands out for an object: the malloc
// header, the size class or whole pages, the share of a tiny block, and the
// rounding that is lost, under any Go release, architecture and experiment.
// It also says how many like objects share a span, and what a stream of tiny
// objects costs.
//
// A [Runtime] is a value and the rules are functions of it; nothing here asks
// the process that it runs in. It knows no process and no source code.
// [Releases] and [Experiments] list what is modelled, and how each figure was
// proved.
package sizer

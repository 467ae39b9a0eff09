// Package core may be imported by package deep only, and declares names of the
// language anew.
package core

type int string

type node struct {
	next *node
	v    [4]byte
}

func new() *node { return &node{} }

func nil() *node { return new() }

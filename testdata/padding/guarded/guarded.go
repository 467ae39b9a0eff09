// Package guarded holds types with a lock above the fields that it guards:
// they stay together, below it, whatever moves.
package guarded

import "sync"

// Cache has a flag on either side of what is guarded: 56, best 48.
type Cache struct {
	Open bool

	mu    sync.Mutex
	items map[string]int
	hits  int64
	old   bool

	Name string
}

// Add counts a hit.
func (c *Cache) Add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key]++
	c.hits++
	c.old = false
}

// Two has two locks with what each guards: 80, and 72 with the flag in front of
// both, where it takes part of the word that the first lock leaves.
type Two struct {
	a     sync.RWMutex
	first bool
	sum   int64

	b      sync.Mutex
	second bool
	name   string

	Last bool
}

// Add adds to both.
func (t *Two) Add(n int64) {
	t.a.Lock()
	t.sum += n
	t.first = true
	t.a.Unlock()
	t.b.Lock()
	t.name += "."
	t.second = true
	t.b.Unlock()
}

// Embedded embeds its lock: what it guards is below. 32, best 24.
type Embedded struct {
	Up bool
	sync.Mutex
	n    int64
	down bool
}

// Add adds one.
func (e *Embedded) Add() {
	e.Lock()
	e.n++
	e.down = true
	e.Unlock()
}

// Below has its lock at the end, where it guards nothing below: 40, best 32.
type Below struct {
	Up   bool
	N    int64
	Down bool
	M    int64
	mu   sync.Mutex
}

// Add adds one.
func (b *Below) Add() {
	b.mu.Lock()
	b.N++
	b.mu.Unlock()
}

// Behind has its lock behind a pointer, which guards like any other: 32, best
// 24.
type Behind struct {
	Up bool

	mu *sync.Mutex
	n  int64
	on bool

	Down bool
}

// Add adds one.
func (b *Behind) Add() {
	b.mu.Lock()
	b.n++
	b.on = true
	b.mu.Unlock()
}

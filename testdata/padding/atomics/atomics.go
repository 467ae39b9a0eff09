// Package atomics holds 64-bit words that are used atomically. The types of
// sync/atomic align themselves to 8 bytes on every platform; a plain int64
// used through its functions is aligned to 4 on 32-bit platforms, and must
// stand where its offset is a multiple of 8 there.
package atomics

import "sync/atomic"

// Typed goes from 24 bytes to 16 on every platform.
type Typed struct {
	Low  int32
	Sum  atomic.Int64
	High int32
}

// TypedTight is Typed in its best order.
type TypedTight struct {
	Low  int32
	High int32
	Sum  atomic.Int64
}

// Array goes from 32 bytes to 24 on every platform.
type Array struct {
	On  bool
	Sum [2]atomic.Uint64
	Off bool
}

// ArrayTight is Array in its best order.
type ArrayTight struct {
	On  bool
	Off bool
	Sum [2]atomic.Uint64
}

// Wrapped has its atomic word two structs further in: 32 and 24 on 64-bit
// platforms, and on 32-bit ones.
type Wrapped struct {
	On  bool
	In  struct{ In struct{ Sum atomic.Uint64 } }
	Off bool
	N   int64
}

// Plain is used through functions: the word is first. No order is smaller,
// and pointers first would break it on 32-bit platforms.
type Plain struct {
	N     int64
	Owner *int
}

// Add adds one.
func (p *Plain) Add() int64 { return atomic.AddInt64(&p.N, 1) }

// Second has its word at offset 8 on every platform, and must keep it at a
// multiple of 8: 24 bytes without a better order, and on 32-bit platforms 20
// with the word first.
type Second struct {
	A  int32
	On bool
	N  uint64
	Up bool
	C  int32
}

// Load loads the word.
func (s *Second) Load() uint64 { return atomic.LoadUint64(&s.N) }

// Words is an array of words used through functions, behind a flag: on 32-bit
// platforms at offset 4, which is broken there as it stands.
type Words struct {
	On bool
	N  [2]int64
	Up bool
}

// Swap swaps a word in.
func (w *Words) Swap(i int, n int64) int64 { return atomic.SwapInt64(&w.N[i], n) }

// Narrow has words of 4 bytes, which are aligned wherever they stand: 16 and 12.
type Narrow struct {
	On bool
	N  uint32
	Up bool
	M  atomic.Int32
}

// Add adds one.
func (n *Narrow) Add() uint32 { return atomic.AddUint32(&n.N, 1) }

// Pointer has an atomic pointer, an interface and flags: 40 and 32; on 32-bit
// platforms 20, and no better order.
type Pointer struct {
	On   atomic.Bool
	Next atomic.Pointer[Pointer]
	Up   bool
	Any  atomic.Value
}

// Stats has a word that is used through functions by way of what holds it.
type Stats struct {
	n uint64
	m uint32
}

// Holder has its Stats between flags: 32 and 24; on 32-bit platforms 20 and
// 16, where its word is at offset 4 and broken as it stands.
type Holder struct {
	On  bool
	In  Stats
	Off bool
}

// Add adds one.
func (h *Holder) Add() uint64 { h.In.m++; return atomic.AddUint64(&h.In.n, 1) }

// Nested is as Plain, but for its word, which is one struct further in.
type Nested struct {
	In    Stats
	Owner *int
}

// Add adds one.
func (n *Nested) Add() uint64 { return atomic.AddUint64(&n.In.n, 1) }

// Arrayed is as Nested, with an array of structs.
type Arrayed struct {
	In    [2]struct{ N, M int64 }
	Owner *int
}

// Add adds one.
func (a *Arrayed) Add(i int) int64 { return atomic.AddInt64(&a.In[i].M, 1) }

// Promoted embeds the Stats, and uses their word by its own name: as Holder.
type Promoted struct {
	On bool
	Stats
	Off bool
}

// Add adds one.
func (p *Promoted) Add() bool { return atomic.CompareAndSwapUint64(&p.n, 0, 1) }

package sameclass

import (
	"testing"

	"github.com/seed-ac4d27cc/heft/testdata/padding/heap"
)

// TestElements holds that an order which saves nothing an object does save an
// element: whole pages of 8 KiB for a million.
func TestElements(t *testing.T) {
	const n, page = 1_000_000, 8192
	pages := func(size int) float64 { return float64((n*size + page - 1) / page * page) }
	if got := heap.PerInstance(1, func(int) []Peer { return make([]Peer, n) }); got != pages(48) {
		t.Errorf("a million of Peer in a slice take %.0f B, want %.0f", got, pages(48))
	}
	if got := heap.PerInstance(1, func(int) []PeerTight { return make([]PeerTight, n) }); got != pages(40) {
		t.Errorf("a million of PeerTight in a slice take %.0f B, want %.0f", got, pages(40))
	}
}

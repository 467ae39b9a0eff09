// Package sameclass holds one type, in both orders, of which every object
// costs the same and every element of a slice does not.
package sameclass

// Peer is 48 bytes, and an object of 48.
type Peer struct {
	Alive bool
	Next  *Peer
	Seen  int64
	Name  string
	Gone  bool
}

// PeerTight is 40 bytes, and an object of 48 as well.
type PeerTight struct {
	Alive bool
	Gone  bool
	Next  *PeerTight
	Seen  int64
	Name  string
}

// Ring holds peers by value: a slice that would shrink by a sixth.
type Ring struct {
	Peers []Peer
	First Peer
}

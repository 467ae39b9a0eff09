// Package header holds types around the sizes where an object with pointers
// gets a header of 8 bytes: those over 512 bytes on 64-bit platforms, over 128
// on 32-bit ones. A size class is chosen for the bytes with the header.
package header

// Ledger goes from 584 bytes to 576, and with the header from 592 to 584:
// both cost 640.
type Ledger struct {
	Open   bool
	Owner  *int
	Totals [70]int64
	Shut   bool
}

// LedgerTight is Ledger in its best order.
type LedgerTight struct {
	Open   bool
	Shut   bool
	Owner  *int
	Totals [70]int64
}

// Journal goes from 576 bytes to 568, and with the header from 584 to 576: it
// costs 640 and would cost 576.
type Journal struct {
	Open   bool
	Owner  *int
	Totals [69]int64
	Shut   bool
}

// JournalTight is Journal in its best order.
type JournalTight struct {
	Open   bool
	Shut   bool
	Owner  *int
	Totals [69]int64
}

// Stub goes from 520 bytes to 512, where no header is needed: 576 and 512.
type Stub struct {
	Open   bool
	Owner  *int
	Totals [62]int64
	Shut   bool
}

// StubTight is Stub in its best order.
type StubTight struct {
	Open   bool
	Shut   bool
	Owner  *int
	Totals [62]int64
}

// Plain is Ledger without a pointer, and so without a header: 640 and 576.
type Plain struct {
	Open   bool
	Totals [71]int64
	Shut   bool
}

// PlainTight is Plain in its best order.
type PlainTight struct {
	Totals [71]int64
	Open   bool
	Shut   bool
}

// Volume goes from 1024 bytes to 1016: 1152 with its header, and 1024.
type Volume struct {
	Open  bool
	Title string
	Pages [124]uint64
	Shut  bool
}

// VolumeTight is Volume in its best order.
type VolumeTight struct {
	Open  bool
	Shut  bool
	Title string
	Pages [124]uint64
}

// Shelf goes from 2056 bytes to 2048, which with the header are 2304 both.
type Shelf struct {
	Full  bool
	Label string
	Slots [253]uint64
	Dusty bool
}

// ShelfTight is Shelf in its best order.
type ShelfTight struct {
	Full  bool
	Dusty bool
	Label string
	Slots [253]uint64
}

// Index is all pointers, and goes from 536 bytes to 528 by its flags: 576
// both, as the header is needed either way.
type Index struct {
	Sorted bool
	Words  [65]*string
	Stale  bool
}

// IndexTight is Index in its best order.
type IndexTight struct {
	Words  [65]*string
	Sorted bool
	Stale  bool
}

// Strip crosses the threshold of 32-bit platforms: 132 bytes to 128 there,
// 144 and 128 on the heap.
type Strip struct {
	Lit   bool
	Owner *int
	Cells [30]int32
	Dim   bool
}

// StripTight is Strip in its best order.
type StripTight struct {
	Lit   bool
	Dim   bool
	Owner *int
	Cells [30]int32
}

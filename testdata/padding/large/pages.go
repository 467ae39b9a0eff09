// Package large holds objects about and over 32 KiB, which get whole pages of
// 8 KiB each: a few bytes less seldom save one.
package large

// Book goes from 40976 bytes to 40968: 49152 both.
type Book struct {
	Open  bool
	Words [5120]int64
	Shut  bool
}

// BookTight is Book in its best order.
type BookTight struct {
	Words [5120]int64
	Open  bool
	Shut  bool
}

// Folder goes from 32784 bytes to 32776: 40960 both.
type Folder struct {
	Open  bool
	Words [4096]int64
	Shut  bool
}

// FolderTight is Folder in its best order.
type FolderTight struct {
	Words [4096]int64
	Open  bool
	Shut  bool
}

// Booklet goes from 32768 bytes, a large object, to 32760, the largest small
// one: 32768 both.
type Booklet struct {
	Open  bool
	Words [4094]int64
	Shut  bool
}

// BookletTight is Booklet in its best order.
type BookletTight struct {
	Words [4094]int64
	Open  bool
	Shut  bool
}

// Owned is Booklet with a pointer: large and without a header, or small with
// one, 32768 both.
type Owned struct {
	Open  bool
	Owner *int
	Words [4093]int64
	Shut  bool
}

// OwnedTight is Owned in its best order.
type OwnedTight struct {
	Open  bool
	Shut  bool
	Owner *int
	Words [4093]int64
}

// Atlas does save a page: 40968 bytes are six pages, 40960 are five.
type Atlas struct {
	Open  bool
	Words [5119]int64
	Shut  bool
}

// AtlasTight is Atlas in its best order.
type AtlasTight struct {
	Words [5119]int64
	Open  bool
	Shut  bool
}

// Chart is 28680 bytes, and 28672 in order: 32768 and 28672.
type Chart struct {
	Open  bool
	Words [3583]int64
	Shut  bool
}

// ChartTight is Chart in its best order.
type ChartTight struct {
	Words [3583]int64
	Open  bool
	Shut  bool
}

// Map has a pointer at that size, and a header: 32768 both.
type Map struct {
	Open  bool
	Owner *int
	Words [3582]int64
	Shut  bool
}

// MapTight is Map in its best order.
type MapTight struct {
	Open  bool
	Shut  bool
	Owner *int
	Words [3582]int64
}

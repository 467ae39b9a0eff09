package sizer

import "sort"

// Class is a size class: the allocator carves spans of whole pages into slots
// of one size.
type Class struct {
	Size  int64 `json:"size"`  // bytes of a slot
	Pages int64 `json:"pages"` // pages of a span
}

// sizeClasses are the size classes 1 to 67; class 0, large objects, is not in
// the list. Source: SizeClassToSize and SizeClassToNPages of
// src/internal/runtime/gc/sizeclasses.go (go1.26.8, go1.27.3);
// class_to_size and class_to_allocnpages of src/runtime/sizeclasses.go before
// go1.25.
var sizeClasses = []Class{
	{8, 1}, {16, 1}, {24, 1}, {32, 1}, {48, 1}, {64, 1}, {80, 1}, {96, 1},
	{112, 1}, {128, 1}, {144, 1}, {160, 1}, {176, 1}, {192, 1}, {208, 1}, {224, 1},
	{240, 1}, {256, 1}, {288, 1}, {320, 1}, {352, 1}, {384, 1}, {416, 1}, {448, 1},
	{480, 1}, {512, 1}, {576, 1}, {640, 1}, {704, 1}, {768, 1}, {896, 1}, {1024, 1},
	{1152, 1}, {1280, 1}, {1408, 2}, {1536, 1}, {1792, 2}, {2048, 1}, {2304, 2}, {2688, 1},
	{3072, 3}, {3200, 2}, {3456, 3}, {4096, 1}, {4864, 3}, {5376, 2}, {6144, 3}, {6528, 4},
	{6784, 5}, {6912, 6}, {8192, 1}, {9472, 7}, {9728, 6}, {10240, 5}, {10880, 4}, {12288, 3},
	{13568, 5}, {14336, 7}, {16384, 2}, {18432, 9}, {19072, 7}, {20480, 5}, {21760, 8}, {24576, 3},
	{27264, 10}, {28672, 7}, {32768, 4},
}

// classOf returns the number of the smallest class that holds n bytes. n must
// be at most the size of the last class.
func classOf(classes []Class, n int64) int {
	return 1 + sort.Search(len(classes), func(i int) bool { return classes[i].Size >= n })
}

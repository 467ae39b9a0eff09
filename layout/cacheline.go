package layout

// Lines is the largest number of cache lines that an object of size bytes
// touches at any address that is a multiple of align (a power of two). Objects
// of a size class lie at such addresses, align being the largest power of two
// that divides the class.
func (a Arch) Lines(size, align int64) int64 {
	if size <= 0 {
		return 0
	}
	line := a.CacheLine
	start := max(line-max(align, 1), 0) // the least lucky address within a line
	return (start+size-1)/line + 1
}

// Crosses reports whether the field lies on more than one cache line of an
// object that starts where a line of so many bytes starts.
func (p Placed) Crosses(line int64) bool {
	return p.Size > 0 && p.Offset/line != (p.Offset+p.Size-1)/line
}

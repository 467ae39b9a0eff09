package measure

// field returns the figure of a line "Name:   123 kB" of a file of /proc, in
// bytes, without allocating; 0 where there is none.
func field(text []byte, name string) uint64 {
	for i := 0; i+len(name) <= len(text); i++ {
		if (i > 0 && text[i-1] != '\n') || string(text[i:i+len(name)]) != name {
			continue
		}
		var n uint64
		seen := false
		for _, c := range text[i+len(name):] {
			switch {
			case c >= '0' && c <= '9':
				n, seen = n*10+uint64(c-'0'), true
			case seen || c == '\n':
				return n * 1024
			}
		}
		return n * 1024
	}
	return 0
}

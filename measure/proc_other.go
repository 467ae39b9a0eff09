//go:build !linux

package measure

// procFiles is empty where the kernel's accounts are not read: RSS and PSS are
// then not known.
type procFiles struct{}

func (*procFiles) open()                         {}
func (*procFiles) close()                        {}
func (*procFiles) read() (rss, pss, peak uint64) { return 0, 0, 0 }

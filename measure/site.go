package measure

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// site is a line of the program and what it made the allocator hand out while
// a profile was taken.
type site struct {
	function string
	file     string
	line     int

	bytes, objects    float64 // allocated
	kept, keptObjects float64 // and not freed
}

func (s site) String() string {
	return fmt.Sprintf("%s %s:%d", s.function, s.file, s.line)
}

// profile runs f with every allocation recorded, and returns what f allocated
// by site, most bytes first. Other goroutines do not count, nor do those that
// f starts. A record holds 32 frames (runtime.MemProfileRecord): allocations
// that deep below f are not seen.
func profile(f func()) []site {
	rate := runtime.MemProfileRate
	runtime.MemProfileRate = 1
	before := records()
	profiled(f)
	after := records()
	runtime.MemProfileRate = rate

	old := map[[32]uintptr]runtime.MemProfileRecord{}
	for _, r := range before {
		old[r.Stack0] = r
	}
	std := standardRoot()
	sites := map[string]*site{}
	for _, r := range after {
		was := old[r.Stack0]
		if r.AllocObjects == was.AllocObjects {
			continue
		}
		s, ok := siteOf(r.Stack(), std)
		if !ok {
			continue
		}
		key := s.String()
		if sites[key] == nil {
			sites[key] = &s
		}
		t := sites[key]
		t.bytes += float64(r.AllocBytes - was.AllocBytes)
		t.objects += float64(r.AllocObjects - was.AllocObjects)
		t.kept += float64(r.InUseBytes() - was.InUseBytes())
		t.keptObjects += float64(r.InUseObjects() - was.InUseObjects())
	}
	var out []site
	for _, s := range sites {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b site) int {
		if a.bytes != b.bytes {
			return int(b.bytes - a.bytes)
		}
		return strings.Compare(a.String(), b.String())
	})
	return out
}

// profiled is the frame by which the records of f are told from others.
//
//go:noinline
func profiled(f func()) { f() }

// records returns the memory profile. It is that of the last but one
// collection, so that two make it current.
func records() []runtime.MemProfileRecord {
	runtime.GC()
	runtime.GC()
	n, _ := runtime.MemProfile(nil, true)
	for {
		r := make([]runtime.MemProfileRecord, n+64)
		got, ok := runtime.MemProfile(r, true)
		if ok {
			return r[:got]
		}
		n = got
	}
}

// siteOf finds the innermost frame below profiled that is neither of the
// standard library nor of this package's own measuring code.
func siteOf(stack []uintptr, std string) (site, bool) {
	var found, first site
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, "/measure.profiled") {
			if found.function == "" {
				found = first
			}
			return found, true
		}
		s := site{function: f.Function, file: f.File, line: f.Line}
		if first.function == "" {
			first = s
		}
		if found.function == "" && !isStandard(f, std) && !isMeasuring(f.Function) {
			found = s
		}
		if !more {
			return site{}, false
		}
	}
}

// isMeasuring reports the loops of this package around the measured function.
func isMeasuring(function string) bool {
	return strings.Contains(function, "/heft/measure.PerOp.") ||
		strings.Contains(function, "/heft/measure.PerInstance") ||
		strings.Contains(function, "/heft/measure.(*holder")
}

// standardRoot is the path before a package's path in the files of the
// standard library: "" in a program built with -trimpath.
func standardRoot() string {
	f := runtime.FuncForPC(reflect.ValueOf(runtime.GC).Pointer())
	file, _ := f.FileLine(f.Entry())
	return file[:max(0, strings.LastIndex(file, "runtime/"))]
}

func isStandard(f runtime.Frame, root string) bool {
	if root != "" {
		return strings.HasPrefix(f.File, root)
	}
	first, _, _ := strings.Cut(f.Function, "/")
	if first == f.Function {
		first, _, _ = strings.Cut(f.Function, ".")
		return first != "main"
	}
	return !strings.Contains(first, ".")
}

package harness

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Config says what to measure and how. The zero value of a field is its
// default.
type Config struct {
	Dir      string // where patterns are resolved; "" is the current directory
	Tags     string // build tags, comma-separated
	Target   string // "./session.New", a type, or with Expr a package
	Expr     string // a Go expression that makes instance i
	Setup    string // Go statements run before the first reading
	Receiver string // a Go expression for the receiver of a method
	Groups   []Group

	N         int    // instances; 0: as many as the noise asks for
	Trials    int    // processes of each group; 0: 6, the fewest that give an interval
	MaxMemory uint64 // bytes that a process may map; 0: half of what is available
	Conditions

	Sessions int64 // plan for so many instances; 0: none
	Check    bool  // and run that many

	CacheDir string // for what is built; "" is heft in the user's cache directory
	// Progress, where it is not nil, is told what is done next.
	Progress func(done, total int, what string)
}

const (
	defaultTrials = 6
	defaultLimit  = 5 * time.Minute
	// event is the largest of the rare disturbances of a reading: a thread
	// started (5,320 bytes of heap, go1.26.8 and go1.27.3) and a tiny block.
	event = 5320 + 112
	// resolution is what an event may be to the bytes of an instance.
	resolution = 0.01
	// tinyUnit divides N, so that whole tiny blocks are counted.
	tinyUnit = 240
	// trialTime bounds a trial whose N is not given.
	trialTime = 10 * time.Second
)

func (c *Config) setDefaults() error {
	if c.Trials == 0 {
		c.Trials = defaultTrials
	}
	if c.Procs == 0 {
		c.Procs = 1
	}
	if c.GOGC == "" {
		c.GOGC = "100"
	}
	if c.Limit == 0 {
		c.Limit = defaultLimit
	}
	if c.MaxMemory == 0 {
		c.MaxMemory = availableMemory() / 2
	}
	if len(c.Groups) == 0 {
		c.Groups = []Group{{}}
	}
	switch {
	case c.N < 0:
		return fmt.Errorf("-n %d: want at least 1 instance", c.N)
	case c.Trials < 0:
		return fmt.Errorf("--trials %d: want at least 1", c.Trials)
	case c.Sessions < 0:
		return fmt.Errorf("--sessions %d: want at least 1", c.Sessions)
	case c.Procs < 0:
		return fmt.Errorf("GOMAXPROCS %d: want at least 1", c.Procs)
	case c.Check && c.Sessions == 0:
		return errors.New("--check needs --sessions, the number to run")
	case c.Setup != "" && c.Expr == "" && c.Target == "":
		return errors.New("--setup needs --expr or a function to call")
	}
	if c.GOGC != "off" {
		if n, err := strconv.Atoi(c.GOGC); err != nil || n < 0 {
			return fmt.Errorf("--gogc %q: want a percentage such as 100, or off", c.GOGC)
		}
	}
	names := map[string]bool{}
	for _, g := range c.Groups {
		if names[g.Name] {
			return fmt.Errorf("two groups are named %q", g.Name)
		}
		names[g.Name] = true
	}
	return nil
}

// garbageFactor is how much of the heap beside live objects GOGC allows.
func (c *Config) garbageFactor() float64 {
	n, err := strconv.Atoi(c.GOGC)
	if err != nil {
		return math.Inf(1) // off: all garbage stays
	}
	return float64(n) / 100
}

func (c *Config) progress(done, total int, what string) {
	if c.Progress != nil {
		c.Progress(done, total, what)
	}
}

// availableMemory is what processes may still use: the kernel's estimate, and
// the control group's limit where that is less. Where neither is known it is
// 4 GiB.
func availableMemory() uint64 {
	available := uint64(4 << 30)
	if v, ok := memInfo("MemAvailable:"); ok {
		available = v
	}
	if runtime.GOOS == "linux" {
		for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
			text, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			if v, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
				available = min(available, v)
			}
		}
	}
	return available
}

func memInfo(name string) (uint64, bool) {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		fields := strings.Fields(s.Text())
		if len(fields) >= 2 && fields[0] == name {
			v, err := strconv.ParseUint(fields[1], 10, 64)
			return v * 1024, err == nil
		}
	}
	return 0, false
}

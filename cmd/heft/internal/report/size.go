package report

import (
	"math"
	"strconv"
	"strings"
)

// Format says how figures and text are shown.
type Format struct {
	Exact bool // sizes are always exact bytes, never KiB or MiB
	Color bool // the writer is a terminal that wants colour
}

// unitFrom is the largest size that is shown as plain bytes.
const unitFrom = 100_000

// number is a size in a column whose header names no unit: bytes, or with the
// unit behind it from 100,000 B on.
func (f Format) number(n int64) string {
	if f.Exact || n <= unitFrom && n >= -unitFrom {
		return strconv.FormatInt(n, 10)
	}
	return scaled(float64(n))
}

// size is a size in a sentence, with its unit.
func (f Format) size(n int64) string {
	if f.Exact || n <= unitFrom && n >= -unitFrom {
		return strconv.FormatInt(n, 10) + " B"
	}
	return scaled(float64(n))
}

// mean is a size that may be a mean, with its unit: whole bytes without
// decimals, others with two.
func (f Format) mean(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1<<62 {
		return f.size(int64(n))
	}
	if f.Exact || math.Abs(n) <= unitFrom {
		return strconv.FormatFloat(n, 'f', 2, 64) + " B"
	}
	return scaled(n)
}

// meanNumber is mean in a column whose header names no unit.
func (f Format) meanNumber(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1<<62 {
		return f.number(int64(n))
	}
	return strings.TrimSuffix(f.mean(n), " B")
}

func scaled(n float64) string {
	n, unit := n/1024, " KiB"
	for _, u := range []string{" MiB", " GiB", " TiB", " PiB", " EiB"} {
		if math.Abs(n) < 1024 {
			break
		}
		n, unit = n/1024, u
	}
	return strconv.FormatFloat(n, 'f', 1, 64) + unit
}

// count is a number of things, its thousands set apart.
func count[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// plural is a number of things with their name.
func plural[T int | int64](n T, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// percent is part of whole, in a hundred: whole numbers as in "10%".
func percent(part, whole float64) string {
	switch {
	case whole == 0:
		return "0%"
	case part > 0 && 100*part/whole < 0.5:
		return "<1%"
	}
	return strconv.FormatFloat(100*part/whole, 'f', 0, 64) + "%"
}

// percent1 is percent with one decimal.
func percent1(part, whole float64) string {
	if whole == 0 {
		return "0.0%"
	}
	return strconv.FormatFloat(100*part/whole, 'f', 1, 64) + "%"
}

// article is the indefinite article of a size: "an 80 B slot".
func article(size string) string {
	digits := strings.TrimLeft(size, "0123456789")
	n := size[:len(size)-len(digits)]
	if strings.HasPrefix(n, "8") || len(n)%3 == 2 && (strings.HasPrefix(n, "11") || strings.HasPrefix(n, "18")) {
		return "an"
	}
	return "a"
}

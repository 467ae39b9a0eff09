package report

import "testing"

// DESIGN: B up to 100,000, then KiB and MiB with one decimal; exact on demand.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		n             int64
		number, exact string
		inWords       string
	}{
		{0, "0", "0", "0 B"},
		{152, "152", "152", "152 B"},
		{-16, "-16", "-16", "-16 B"},
		{100_000, "100000", "100000", "100000 B"},
		{100_001, "97.7 KiB", "100001", "97.7 KiB"},
		{-200_000, "-195.3 KiB", "-200000", "-195.3 KiB"},
		{1 << 20, "1.0 MiB", "1048576", "1.0 MiB"},
		{152_587_891, "145.5 MiB", "152587891", "145.5 MiB"},
		{1 << 62, "4.0 EiB", "4611686018427387904", "4.0 EiB"},
	} {
		if got := (Format{}).number(c.n); got != c.number {
			t.Errorf("number(%d) = %q, want %q", c.n, got, c.number)
		}
		if got := (Format{Exact: true}).number(c.n); got != c.exact {
			t.Errorf("exact number(%d) = %q, want %q", c.n, got, c.exact)
		}
		if got := (Format{}).size(c.n); got != c.inWords {
			t.Errorf("size(%d) = %q, want %q", c.n, got, c.inWords)
		}
	}
	for n, want := range map[float64]string{5.333: "5.33 B", 16: "16 B", 200_000.5: "195.3 KiB", 9.2e18 * 288: "2298.2 EiB"} {
		if got := (Format{}).mean(n); got != want {
			t.Errorf("mean(%v) = %q, want %q", n, got, want)
		}
	}
	if got := (Format{Exact: true}).mean(200_000.5); got != "200000.50 B" {
		t.Errorf("exact mean = %q", got)
	}
}

func TestCounts(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestArticle(t *testing.T) {
	for size, want := range map[string]string{
		"16 B": "a", "8 B": "an", "80 B": "an", "11 B": "an", "18 B": "an", "180 B": "a", "1152 B": "a", "18432 B": "an", "5.33 B": "a",
	} {
		if got := article(size); got != want {
			t.Errorf("article(%q) = %q, want %q", size, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, whole float64
		want        string
	}{{16, 48, "33%"}, {0, 48, "0%"}, {1, 10_000, "<1%"}, {1, 0, "0%"}, {48, 48, "100%"}} {
		if got := percent(c.part, c.whole); got != c.want {
			t.Errorf("percent(%v, %v) = %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

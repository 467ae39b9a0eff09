package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// RuntimesSchema names and versions the JSON form of Runtimes.
const RuntimesSchema = "heft.runtimes/1"

// Runtimes is the result of "heft runtimes": what heft models.
type Runtimes struct {
	Schema        string             `json:"schema"`
	Releases      []sizer.Release    `json:"releases"`      // families, oldest first
	Architectures []Architecture     `json:"architectures"` // by name
	Experiments   []sizer.Experiment `json:"experiments"`   // by name
}

// Architecture is a GOARCH. Sizes are in bytes.
type Architecture struct {
	Name       string `json:"name"`
	PtrSize    int64  `json:"ptr_size"`
	MaxAlign   int64  `json:"max_align"`   // largest alignment of a scalar
	CacheLine  int64  `json:"cache_line"`  // that the runtime pads for
	HeaderOver int64  `json:"header_over"` // pointerful objects over it have a malloc header
	MaxAlloc   int64  `json:"max_alloc"`   // largest object
}

// RuntimesText writes what heft models as text.
func RuntimesText(w io.Writer, list *Runtimes, f Format) error {
	p := &printer{w: w}
	first, last := list.Releases[0].Family, list.Releases[len(list.Releases)-1].Family
	p.println(f.paint(bold, fmt.Sprintf("%s to %s · %s · %s", first, last,
		plural(len(list.Architectures), "architecture", "architectures"), plural(len(list.Experiments), "experiment", "experiments"))))
	p.println()
	if err := proofTable(p, list.Releases); err != nil {
		return err
	}
	p.println()
	p.println(f.paint(bold, "What the figures are"))
	p.println()
	factList(p, list.Releases)
	p.println(f.paint(bold, "Architectures"))
	p.println()
	if err := archTable(p, list.Architectures, f); err != nil {
		return err
	}
	p.println()
	p.println(f.paint(bold, "Experiments that change what values cost"))
	p.println()
	experimentList(p, list.Experiments)
	return p.err
}

// proofTable shows how each figure of each release was proved, by a letter.
func proofTable(p *printer, releases []sizer.Release) error {
	t := &table{columns: []column{left("FIGURE")}}
	letters := map[sizer.Proof]string{}
	var legend []string
	letter := func(proof sizer.Proof) string {
		if l, ok := letters[proof]; ok {
			return l
		}
		l := strings.ToUpper(string([]rune(string(proof))[:1]))
		for _, used := range letters {
			if used == l {
				l = strings.ToLower(l)
			}
		}
		letters[proof] = l
		legend = append(legend, l+" "+string(proof))
		return l
	}
	for i, r := range releases {
		t.columns = append(t.columns, left(strings.TrimPrefix(r.Family, "go")))
		for k, fact := range r.Facts {
			if i == 0 {
				t.add(fact.Name)
			}
			cell := letter(fact.Proof)
			if fact.Changed {
				cell += " new"
			}
			t.rows[k] = append(t.rows[k], cell)
		}
	}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	for _, l := range lines {
		p.println(l)
	}
	p.println()
	slices.Sort(legend)
	for _, l := range legend {
		p.println(" " + l)
	}
	p.println(" new: differs from the release before")
	return nil
}

// factList says what each figure is, from which release to which.
func factList(p *printer, releases []sizer.Release) {
	for k, fact := range releases[0].Facts {
		p.println(" " + fact.Name)
		for i := 0; i < len(releases); {
			j := i
			for j+1 < len(releases) && releases[j+1].Facts[k].Value == releases[i].Facts[k].Value {
				j++
			}
			span := releases[i].Family
			if j > i {
				span += " to " + strings.TrimPrefix(releases[j].Family, "go")
			}
			v := releases[j].Facts[k]
			hanging(p, fmt.Sprintf("   %-16s ", span), v.Value+" ("+v.Source+")")
			i = j + 1
		}
		p.println()
	}
}

func archTable(p *printer, arches []Architecture, f Format) error {
	t := &table{columns: []column{left("GOARCH"), right("POINTER"), right("LARGEST ALIGN"), right("CACHE LINE"), right("HEADER OVER"), right("LARGEST OBJECT")}}
	for _, a := range arches {
		t.add(a.Name, f.size(a.PtrSize), f.size(a.MaxAlign), f.size(a.CacheLine), f.size(a.HeaderOver), f.size(a.MaxAlloc))
	}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	for _, l := range lines {
		p.println(l)
	}
	return nil
}

func experimentList(p *printer, experiments []sizer.Experiment) {
	var none []string
	for _, x := range experiments {
		if x.Effect == sizer.NoEffect {
			none = append(none, x.Name)
			continue
		}
		known := x.First
		if x.Last != x.First {
			known += " to " + strings.TrimPrefix(x.Last, "go")
		}
		s := x.Effect + " (" + known
		if len(x.Default) > 0 {
			s += "; on by itself in " + strings.Join(x.Default, ", ")
		}
		hanging(p, fmt.Sprintf(" %-19s ", x.Name), s+"; "+string(x.Proof)+")")
	}
	p.println()
	hanging(p, " without effect: ", strings.Join(none, ", "))
}

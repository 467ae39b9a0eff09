package advice

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

// AcrossSchema names and versions the JSON form of an AcrossReport.
const AcrossSchema = "heft.layout.across/1"

// AcrossReport is the result of "heft layout --across": one type under many
// runtimes, equal layouts together.
type AcrossReport struct {
	Schema  string `json:"schema"`
	Name    string `json:"name"`
	Package string `json:"package"`
	Stdlib  string `json:"stdlib,omitempty"` // the release whose standard library was read
	Count   int64  `json:"count,omitempty"`  // objects that the type is priced for
	// Groups are the distinct layouts, the largest heap object first.
	Groups []AcrossGroup `json:"groups"`
	// Problems are the runtimes under which the type could not be found.
	Problems []Problem `json:"problems,omitempty"`
}

// AcrossGroup is one layout of the type, heap object and better order
// included, and the runtimes that share it.
type AcrossGroup struct {
	Runtimes []string `json:"runtimes"` // in the order asked for
	Type     Row      `json:"type"`     // as under the first of them
}

// Across looks a type up by package path and name in each input, and groups
// the inputs' runtimes by what it looks like there, allocated and after its
// better order. Inputs may share their Decls where runtimes differ only in
// release: the same slice is then laid out once. A pkg of "" matches any.
func Across(inputs []Input, pkg, name string, opt Options) *AcrossReport {
	r := &AcrossReport{Schema: AcrossSchema, Name: name, Package: pkg, Count: opt.Count}
	groups := map[string]int{}
	var last *plan
	var of *layout.Decl
	for i := range inputs {
		in := &inputs[i]
		if last == nil || !last.serves(in) {
			last, of = newPlan(*in, opt), nil
			for k := range in.Decls {
				if d := &in.Decls[k]; d.Name == name && (pkg == "" || d.Package == pkg) {
					of = d
					break
				}
			}
		}
		last.rt = in.Runtime
		rt := in.Runtime.String()
		if of == nil {
			r.Problems = append(r.Problems, Problem{Package: pkg, Type: name, Message: fmt.Sprintf("no type %s for %s", name, rt)})
			continue
		}
		r.Package = of.Package
		row := last.row(of)
		key := shapeKey(&row)
		g, ok := groups[key]
		if !ok {
			g = len(r.Groups)
			groups[key] = g
			r.Groups = append(r.Groups, AcrossGroup{Type: row})
		}
		r.Groups[g].Runtimes = append(r.Groups[g].Runtimes, rt)
	}
	slices.SortStableFunc(r.Groups, func(a, b AcrossGroup) int {
		return cmp.Or(cmp.Compare(slotOf(&b.Type), slotOf(&a.Type)), cmp.Compare(sizeOf(&b.Type), sizeOf(&a.Type)))
	})
	return r
}

// serves reports whether the plan's layouts hold for an input.
func (p *plan) serves(in *Input) bool {
	return p.rt.Arch == in.Runtime.Arch && len(p.in) == len(in.Decls) && (len(p.in) == 0 || &p.in[0] == &in.Decls[0])
}

func slotOf(r *Row) float64 {
	if r.Now == nil {
		return -1
	}
	return r.Now.Object.Bytes()
}

func sizeOf(r *Row) int64 {
	if r.Now == nil {
		return -1
	}
	return r.Now.Size
}

// shapeKey writes down all figures of a row but their provenance and the number
// of cache lines, which is a matter of the machine, not of the layout.
func shapeKey(r *Row) string {
	plain := func(o *sizer.Object) string {
		if o == nil {
			return "-"
		}
		c := *o
		c.Provenance = ""
		return fmt.Sprint(c)
	}
	shape := func(s *Shape) string {
		return fmt.Sprint(s.Size, s.Align, s.Padding, s.PtrBytes, plain(&s.Object), s.Fields)
	}
	best := func(b *Best) string {
		if b == nil {
			return "-"
		}
		return fmt.Sprint(b.Order, shape(&b.Shape), plain(b.Array))
	}
	if r.Now == nil {
		return r.Unknown
	}
	return shape(r.Now) + plain(r.Array) + best(r.Best) + best(r.Would)
}

package load

import (
	"go/version"
	"runtime"
	"sync"
)

var typeyMu sync.Mutex

// reacher finds what of which packages the named packages' declarations need.
type reacher struct {
	selectors map[string]bool // names selected in what is kept: methods of these names are kept
	reached   []*pkg          // packages of which something is asked
}

// found is what the scan of one package's units asks of others.
type found struct {
	needs     map[*pkg][]string
	selectors []string
}

// reach marks the units to keep: of the named packages what matters, and of
// all packages what these, and what they need, mention.
func (r *reacher) reach(roots []*pkg, all bool) {
	r.selectors = map[string]bool{"Error": true}
	r.reached = append(r.reached, roots...)
	for _, p := range roots {
		p.asked = map[string]bool{}
	}
	parallel(roots, func(p *pkg) { p.index() })
	parallel(roots, func(p *pkg) { p.judge() })
	parallel(roots, func(p *pkg) { p.seed(all) })
	for _, p := range roots {
		p.verdicts = nil
	}
	wave := roots
	for len(wave) > 0 {
		outs := make([]found, len(wave))
		parallelIndex(len(wave), func(i int) { outs[i] = r.visit(wave[i]) })
		wave = r.merge(outs)
	}
}

// judge finds what in a named package can matter.
func (p *pkg) judge() {
	p.verdicts = map[*unit]verdict{}
	for _, f := range p.files {
		for _, u := range f.units {
			p.verdicts[u] = u.judge()
		}
	}
}

// seed marks what matters in a named package.
func (p *pkg) seed(all bool) {
	paired := p.paired()
	for name := range predeclared {
		all = all || p.scope[name] != nil // what the name stands for is not what it seems
	}
	for u, v := range p.verdicts {
		if u.kind == unitType {
			u.matter = u.shape != shapePlain || v.matters || all
		} else {
			// Values of paired types may be assigned anywhere.
			u.matter = v.matters || paired && u.kind != unitConst
		}
	}
}

// paired reports whether p writes out a struct type that a value of another
// one, of the same fields, may be assigned to, anywhere in p: one of them
// without a name, the other in p or in a package that it imports, and either
// with a name or the type of a variable or function too.
func (p *pkg) paired() bool {
	named, nameless, values := map[uint64]bool{}, map[uint64]bool{}, map[uint64]int{}
	own := map[uint64]bool{}
	for _, v := range p.verdicts {
		own[v.named], named[v.named] = true, true
		for _, h := range v.nameless {
			own[h], nameless[h] = true, true
		}
		for _, h := range v.values {
			values[h]++
		}
	}
	for _, q := range p.deps {
		for _, v := range q.verdicts {
			named[v.named] = true
			for _, h := range v.nameless {
				nameless[h] = true
			}
			for _, h := range v.values {
				values[h]++
			}
		}
	}
	for h := range own {
		if h > hashed && (values[h] > 1 || nameless[h] && named[h]) {
			return true
		}
	}
	return false
}

// visit marks in p what is wanted of it, and what that needs of p itself.
func (r *reacher) visit(p *pkg) found {
	p.index()
	out := found{needs: map[*pkg][]string{}}
	w := &walker{r: r, p: p, out: &out}
	if !p.reached {
		p.reached = true
		for _, f := range p.files {
			for _, u := range f.units {
				if u.matter && (u.kind != unitMethod || !u.generic || genericMethods) {
					w.require(u, needBody)
				}
			}
		}
	}
	for _, n := range p.want {
		if u := p.scope[n]; u != nil {
			w.require(u, needDecl)
		}
	}
	p.want = nil
	w.methods()
	return out
}

// merge hands out what the packages ask of each other, and returns the packages
// that have to be looked at again.
func (r *reacher) merge(outs []found) []*pkg {
	grown := false
	next := map[*pkg]bool{}
	var order []*pkg
	add := func(p *pkg) {
		if !next[p] {
			next[p] = true
			order = append(order, p)
		}
	}
	for _, o := range outs {
		for _, s := range o.selectors {
			if !r.selectors[s] {
				r.selectors[s] = true
				grown = true
			}
		}
		for p, names := range o.needs {
			for _, n := range names {
				if p.asked == nil {
					p.asked = map[string]bool{}
					r.reached = append(r.reached, p)
				}
				if !p.asked[n] {
					p.asked[n] = true
					p.want = append(p.want, n)
					add(p)
				}
			}
		}
	}
	if grown {
		for _, p := range r.reached {
			if len(p.held) > 0 {
				add(p)
			}
		}
	}
	return order
}

// walker scans the units kept of one package.
type walker struct {
	r     *reacher
	p     *pkg
	out   *found
	queue []*unit
}

// require keeps u at least as far as level says.
func (w *walker) require(u *unit, level uint8) {
	if u.matter {
		level = needBody
	}
	if u.need >= level {
		return
	}
	if u.need == needNone && u.kind == unitType {
		w.p.held = append(w.p.held, u.names[0])
	}
	u.need = level
	u.cut = nil
	w.queue = append(w.queue, u)
}

// drain keeps all of p that the units required mention.
func (w *walker) drain() {
	for len(w.queue) > 0 {
		u := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.scan(u)
	}
}

// genericMethods says whether the type checker that this program is built with
// knows methods with type parameters of their own (Go 1.27). One that does not
// must not see them; no type's layout depends on a method.
var genericMethods = version.Compare(runtime.Version(), "go1.27") >= 0

// methods keeps the methods of kept types whose names are selected somewhere.
func (w *walker) methods() {
	for {
		w.drain()
		before := len(w.p.held)
		for _, t := range w.p.held {
			for _, m := range w.p.methods[t] {
				if m.need == needNone && (m.matter || w.r.selectors[m.names[0]]) && (!m.generic || genericMethods) {
					w.require(m, needDecl)
				}
			}
		}
		if len(w.queue) == 0 && len(w.p.held) == before {
			return
		}
	}
}

// scan notes all that the kept text of u mentions.
func (w *walker) scan(u *unit) {
	f := u.file
	iface := false
	for _, piece := range u.pieces() {
		if piece.text != "" {
			continue
		}
		src := f.source()
		l := &lexer{src: src[:piece.end], pos: piece.off}
		var prev lexeme
		for t := l.next(); t.kind != tokEOF; {
			next := l.next()
			if t.kind == tokIdent {
				name := src[t.off:t.end]
				switch {
				case prev.kind == '.':
					w.selector(string(name))
				case next.kind == '.' && f.names[string(name)] != nil:
					// Or a variable of that name: then what follows is a field
					// or method.
					dep := f.names[string(name)]
					prev = next
					t = l.next()
					if t.kind == tokIdent {
						w.out.needs[dep] = append(w.out.needs[dep], l.text(t))
						w.selector(l.text(t))
						prev, t = t, l.next()
					}
					continue
				case string(name) == "interface":
					iface = true
				default:
					if iface && next.kind == '(' {
						w.selector(string(name))
					}
					if d := w.p.scope[string(name)]; d != nil {
						w.require(d, needDecl)
					} else {
						for _, dot := range f.dots {
							w.out.needs[dot] = append(w.out.needs[dot], string(name))
						}
					}
				}
			}
			prev, t = t, next
		}
	}
	if u.kind == unitMethod {
		if d := w.p.scope[u.recv]; d != nil {
			w.require(d, needDecl)
		}
	}
}

func (w *walker) selector(name string) { w.out.selectors = append(w.out.selectors, name) }

// parallel calls do for every element, on all cores.
func parallel[T any](list []T, do func(T)) {
	parallelIndex(len(list), func(i int) { do(list[i]) })
}

// parallelIndex calls do for 0..n-1, on all cores.
func parallelIndex(n int, do func(i int)) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := 0
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	wg.Wait()
}

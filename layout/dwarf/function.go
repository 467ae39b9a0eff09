package dwarf

import (
	"regexp"
	"strings"
)

// closure matches the part of a function's symbol that stands for a function
// literal, or for one that the compiler wraps around a call.
var closure = regexp.MustCompile(`^(func|gowrap|deferwrap)?[0-9]+$`)

// declaring returns the declared function or method that the function of a
// symbol belongs to, without its package and type parameters: "New" for
// "example.com/cache.New[go.shape.int].func1", "Cache.Get" for
// "example.com/cache.(*Cache[go.shape.int]).Get". funcs are the functions
// known, by symbols without type arguments.
//
// ok is false for function literals outside functions, and for those of a
// function that was inlined into another: they are named after both, and
// declare what the inlined one does.
func declaring(sym string, funcs map[string]bool) (name string, ok bool) {
	sym = withoutArgs(sym)
	path, ident := splitPath(sym)
	if path == "" {
		return "", false
	}
	prefix := strings.TrimSuffix(sym, ident)
	ident, _, _ = strings.Cut(ident, "-") // "f-range1", "T.M-fm"
	recv := ""
	if rest, isPtr := strings.CutPrefix(ident, "(*"); isPtr {
		recv, ident, isPtr = strings.Cut(rest, ").")
		if !isPtr || !isIdent(recv) {
			return "", false
		}
	}
	parts := strings.Split(ident, ".")
	if recv == "" && len(parts) > 1 && !closure.MatchString(parts[1]) && !funcs[prefix+parts[0]] {
		recv, parts = parts[0], parts[1:]
	}
	for _, part := range parts[1:] {
		if !closure.MatchString(part) {
			return "", false
		}
	}
	if !isIdent(parts[0]) || parts[0] == "init" && len(parts) > 1 || recv == "glob" {
		return "", false
	}
	if recv != "" {
		return recv + "." + parts[0], true
	}
	return parts[0], true
}

// withoutArgs takes the type arguments off a symbol.
func withoutArgs(sym string) string {
	if !strings.Contains(sym, "[") {
		return sym
	}
	var b strings.Builder
	depth := 0
	for _, c := range sym {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth <= 0:
			b.WriteRune(c)
		}
	}
	return b.String()
}

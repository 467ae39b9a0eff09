package layout

// Comparable reports whether values of t can be compared with == by the
// language specification ("Comparison operators"): not slices, maps and
// functions, nor arrays and structs that hold them. Interface types count as
// comparable: whether == panics is decided by the values. known is false where
// the answer depends on a type parameter or on a type that is not known.
func Comparable(t *Type) (comparable, known bool) {
	switch compare(t, nil) {
	case yes:
		return true, true
	case no:
		return false, true
	}
	return false, false
}

type answer uint8

const (
	unsure answer = iota
	yes
	no
)

// compare answers for t. seen holds the answers for the structs and arrays met
// so far, so that types that share parts cost their size once and invalid
// types that contain themselves end.
func compare(t *Type, seen map[*Type]answer) answer {
	if t == nil {
		return unsure
	}
	switch t.Kind {
	case Unknown, Param:
		return unsure
	case Slice, Map, Func:
		return no
	case Array, Struct:
	default:
		return yes
	}
	if a, ok := seen[t]; ok {
		return a
	}
	a := yes
	part := func(p *Type) bool {
		if p != nil && (p.Kind == Array || p.Kind == Struct) {
			if seen == nil {
				seen = map[*Type]answer{}
			}
			seen[t] = unsure
		}
		switch compare(p, seen) {
		case no:
			a = no
			return false
		case unsure:
			a = unsure
		}
		return true
	}
	if t.Kind == Array {
		part(t.Elem)
	} else {
		for i := range t.Fields {
			if !part(t.Fields[i].Type) {
				break
			}
		}
	}
	if seen != nil {
		seen[t] = a
	}
	return a
}

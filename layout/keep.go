package layout

import (
	"reflect"
	"regexp"
	"strings"
)

// FieldKeep is a reason to keep a struct's field order that its fields show.
type FieldKeep struct {
	Kind   KeepKind
	Reason string
	Field  int // index of the field that shows it; -1: the type as a whole
}

// Keeps returns the reasons to keep the field order of t that its structure
// shows, the first of each kind. What comments and uses show is not in a Type.
func Keeps(t *Type) []FieldKeep {
	if t.Kind != Struct {
		return nil
	}
	var list []FieldKeep
	seen := map[KeepKind]bool{}
	add := func(kind KeepKind, field int, reason string) {
		if !seen[kind] {
			seen[kind] = true
			list = append(list, FieldKeep{kind, reason, field})
		}
	}
	if t.Traits&CgoType != 0 {
		add(KeepCgo, -1, "a C type: its order is the C declaration's")
	}
	for i, f := range t.Fields {
		switch {
		case f.Type.Traits&HostLayout != 0:
			add(KeepHostLayout, i, "structs.HostLayout: the order is the host's")
		case holdsNotInHeap(f.Type):
			add(KeepNotInHeap, i, "lives outside the Go heap")
		case isPad(f):
			add(KeepPadding, i, "explicit padding: "+f.Name+" "+f.Type.Name)
		}
		if key := outputTag(f.Tag); key != "" {
			add(KeepOutput, i, key+" tags: the order of the fields is that of the output")
		}
	}
	return list
}

// outputTags are the keys of struct tags by which encoders write fields in
// their declared order.
var outputTags = []string{"json", "xml", "yaml", "toml", "csv", "asn1", "bson", "avro", "parquet", "msgpack", "cbor", "protobuf", "plist", "hcl"}

func outputTag(tag string) string {
	if tag == "" {
		return ""
	}
	for _, key := range outputTags {
		if v, ok := reflect.StructTag(tag).Lookup(key); ok && v != "-" {
			return key
		}
	}
	return ""
}

// padName matches the names of byte arrays that are there for their size.
var padName = regexp.MustCompile(`(?i)^_*pad(ding)?[_0-9]*$`)

// isPad reports whether a field is there for its bytes, not for a value.
func isPad(f Field) bool {
	if f.Type.PkgPath != "" && strings.HasSuffix(f.Type.Name, "CacheLinePad") {
		return true
	}
	if zeroSize(f.Type) {
		return false
	}
	return f.Name == "_" || f.Type.Kind == Array && f.Type.Elem.Kind == Uint8 && padName.MatchString(f.Name)
}

// zeroSize reports whether a type takes no bytes on any Arch.
func zeroSize(t *Type) bool {
	switch t.Kind {
	case Array:
		return t.Len == 0 || zeroSize(t.Elem)
	case Struct:
		for _, f := range t.Fields {
			if !zeroSize(f.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// holdsNotInHeap reports whether t is internal/runtime/sys.nih or holds it by
// value.
func holdsNotInHeap(t *Type) bool {
	if t.Traits&NotInHeap != 0 {
		return true
	}
	switch t.Kind {
	case Array:
		return holdsNotInHeap(t.Elem)
	case Struct:
		for _, f := range t.Fields {
			if holdsNotInHeap(f.Type) {
				return true
			}
		}
	}
	return false
}

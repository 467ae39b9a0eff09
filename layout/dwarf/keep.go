package dwarf

import (
	"reflect"
	"regexp"
	"strings"

	"github.com/seed-ac4d27cc/heft/layout"
)

// outputTags are the keys of struct tags by which encoders write fields in
// their declared order.
var outputTags = []string{"json", "xml", "yaml", "toml", "csv", "asn1", "bson", "avro", "parquet", "msgpack", "cbor", "protobuf", "plist", "hcl"}

// padName matches the names of byte arrays that are there for their size.
var padName = regexp.MustCompile(`(?i)^_*pad(ding)?[_0-9]*$`)

// keeps returns the reasons to keep a struct's field order that its fields
// show, one of each kind. What only source shows, as conversions and comments,
// is not in a binary.
func keeps(t *layout.Type) []layout.Keep {
	if t.Kind != layout.Struct {
		return nil
	}
	var list []layout.Keep
	seen := map[layout.KeepKind]bool{}
	add := func(kind layout.KeepKind, reason string) {
		if !seen[kind] {
			seen[kind] = true
			list = append(list, layout.Keep{Kind: kind, Reason: reason})
		}
	}
	if t.Traits&layout.CgoType != 0 {
		add(layout.KeepCgo, "a C type: its order is the C declaration's")
	}
	for _, f := range t.Fields {
		switch {
		case f.Type.Traits&layout.HostLayout != 0:
			add(layout.KeepHostLayout, "structs.HostLayout: the order is the host's")
		case notInHeap(f.Type):
			add(layout.KeepNotInHeap, "lives outside the Go heap")
		case isPad(f):
			add(layout.KeepPadding, "explicit padding: "+f.Name+" "+f.Type.Name)
		}
		for _, key := range outputTags {
			if v, ok := reflect.StructTag(f.Tag).Lookup(key); ok && v != "-" {
				add(layout.KeepOutput, key+" tags: the order of the fields is that of the output")
				break
			}
		}
	}
	return list
}

// isPad reports whether a field is there for its bytes, not for a value.
func isPad(f layout.Field) bool {
	if f.Type.PkgPath != "" && strings.HasSuffix(f.Type.Name, "CacheLinePad") {
		return true
	}
	if zeroSize(f.Type) {
		return false
	}
	return f.Name == "_" || padName.MatchString(f.Name) && f.Type.Kind == layout.Array && f.Type.Elem.Kind == layout.Uint8
}

// zeroSize reports whether a type takes no bytes.
func zeroSize(t *layout.Type) bool {
	switch t.Kind {
	case layout.Array:
		return t.Len == 0 || zeroSize(t.Elem)
	case layout.Struct:
		for _, f := range t.Fields {
			if !zeroSize(f.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// notInHeap reports whether t is internal/runtime/sys.nih or holds it by value.
func notInHeap(t *layout.Type) bool {
	if t.Traits&layout.NotInHeap != 0 {
		return true
	}
	for _, part := range parts(t) {
		if notInHeap(part) {
			return true
		}
	}
	return false
}

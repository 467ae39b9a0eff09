// Package output holds types that are printed field by field, in their order:
// a struct tag of a format that keeps it says so.
package output

import (
	"encoding/json"
	"encoding/xml"
	"io"
)

// JSON is an object with its members in this order: 24, would be 16.
type JSON struct {
	OK   bool  `json:"ok"`
	At   int64 `json:"at,omitempty"`
	Last bool  `json:"last"`
}

// Write writes it.
func Write(w io.Writer, v JSON) error { return json.NewEncoder(w).Encode(v) }

// XML is an element with its children in this order.
type XML struct {
	OK   bool  `xml:"ok"`
	At   int64 `xml:"at,attr"`
	Last bool  `xml:"last"`
}

// WriteXML writes it.
func WriteXML(w io.Writer, v XML) error { return xml.NewEncoder(w).Encode(v) }

// YAML and CSV are written by packages that are not here.
type (
	YAML struct {
		OK   bool  `yaml:"ok"`
		At   int64 `yaml:"at"`
		Last bool  `yaml:"last"`
	}
	CSV struct {
		OK   bool  `csv:"ok"`
		At   int64 `csv:"at"`
		Last bool  `csv:"last"`
	}
)

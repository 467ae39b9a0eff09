package report

import (
	"encoding/json"
	"io"
)

// JSON writes a result struct as indented JSON. Sizes are exact bytes.
func JSON(w io.Writer, result any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(result)
}

package report

import (
	"embed"
	"encoding/json"
	"html/template"
	"io"

	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

//go:embed page
var pageFiles embed.FS

var page = template.Must(template.ParseFS(pageFiles, "page/page.html"))

// HTML writes one page that needs nothing beside itself: the table of types to
// sort and filter, and for each type a drawing of its bytes on cache lines,
// before and after the better order. The report is embedded as JSON, and the
// page draws a type only when it is opened.
func HTML(w io.Writer, rep *advice.Report) error {
	data, err := json.Marshal(pageReport{rep, typeNames(rep.Types), headline(rep)})
	if err != nil {
		return err
	}
	css, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return err
	}
	js, err := pageFiles.ReadFile("page/page.js")
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{
		"Headline": headline(rep),
		"CSS":      template.CSS(css),
		"JS":       template.JS(js),
		"Data":     template.JS(data), // json.Marshal has escaped <, > and &
	})
}

// pageReport is what the page's script reads.
type pageReport struct {
	*advice.Report
	Names    []string `json:"names"` // of Types, no two equal
	Headline string   `json:"headline"`
}

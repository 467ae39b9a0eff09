package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// printer writes lines and remembers the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) println(args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, args...)
	}
}

// headline writes a line of parts with " · " between them, broken between
// parts where it does not fit.
func (p *printer) headline(f Format, s string) {
	line := ""
	for i, part := range strings.Split(s, " · ") {
		switch {
		case i == 0:
			line = part
		case twwidth.Width(line)+3+twwidth.Width(part) > width:
			p.println(f.paint(bold, line+" ·"))
			line = part
		default:
			line += " · " + part
		}
	}
	p.println(f.paint(bold, line))
}

// hanging writes text behind a label, broken into lines that fit the width and
// begin under the first. A word longer than a line is broken, too.
func hanging(p *printer, label, text string) {
	indent := strings.Repeat(" ", twwidth.Width(label))
	line, empty := label, true
	flush := func() {
		p.println(strings.TrimRight(line, " "))
		line, empty = indent, true
	}
	for _, word := range strings.Fields(text) {
		if !empty && twwidth.Width(line)+1+twwidth.Width(word) > width {
			flush()
		}
		if !empty {
			line += " "
		}
		for _, r := range word {
			if twwidth.Width(line)+twwidth.Width(string(r)) > width {
				flush()
			}
			line, empty = line+string(r), false
		}
	}
	p.println(strings.TrimRight(line, " "))
}

// style is a way to set a line off on a terminal: the parameters of ECMA-48's
// select graphic rendition.
type style string

const (
	bold style = "1"
	dim  style = "2"
	good style = "32" // what is saved
	lost style = "33" // bytes that hold no value
)

func (f Format) paint(s style, line string) string {
	if !f.Color || line == "" {
		return line
	}
	return "\x1b[" + string(s) + "m" + line + "\x1b[0m"
}

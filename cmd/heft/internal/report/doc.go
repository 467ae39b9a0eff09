// Package report shows results: as text tables for people, as JSON and CSV for
// programs, and as one self-contained HTML page. Everything is drawn from the
// result structs of the analysing packages; nothing is computed here that
// those structs do not say, and nothing is loaded or measured.
package report

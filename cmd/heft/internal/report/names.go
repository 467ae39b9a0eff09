package report

import (
	"fmt"
	"path"
	"strings"

	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// typeNames returns a name for each row, no two of them equal: types of equal
// name are told apart by as much of their packages' paths as it takes, and
// within one package by where they are declared.
func typeNames(rows []advice.Row) []string {
	names := make([]string, len(rows))
	byName := map[string][]int{}
	for i, r := range rows {
		names[i] = r.Name
		byName[r.Name] = append(byName[r.Name], i)
	}
	for _, same := range byName {
		if len(same) > 1 {
			tellApart(rows, names, same)
		}
	}
	return names
}

func tellApart(rows []advice.Row, names []string, same []int) {
	paths := map[string]bool{}
	for _, i := range same {
		paths[rows[i].Package] = true
	}
	if len(paths) > 1 {
		n := suffixLen(paths)
		for _, i := range same {
			names[i] = pathSuffix(rows[i].Package, n) + "." + baseName(rows[i].Name)
		}
	}
	seen := map[string]int{}
	for _, i := range same {
		seen[names[i]]++
	}
	for _, i := range same {
		if p := rows[i].Pos; seen[names[i]] > 1 && p.File != "" {
			names[i] += fmt.Sprintf("@%s:%d:%d", path.Base(strings.ReplaceAll(p.File, `\`, "/")), p.Line, p.Column)
		}
	}
	// What is still equal has no place of its own: number it.
	clear(seen)
	for _, i := range same {
		seen[names[i]]++
		if n := seen[names[i]]; n > 1 {
			names[i] += fmt.Sprintf("#%d", n)
		}
	}
}

// suffixLen is the smallest number of path elements, from the end, that tells
// the paths apart; of a path that is itself the end of another it takes all of
// that other.
func suffixLen(paths map[string]bool) int {
	for n := 1; ; n++ {
		seen := map[string]bool{}
		longest := 0
		for p := range paths {
			seen[pathSuffix(p, n)] = true
			longest = max(longest, strings.Count(p, "/")+1)
		}
		if len(seen) == len(paths) || n >= longest {
			return n
		}
	}
}

func pathSuffix(p string, n int) string {
	elems := strings.Split(p, "/")
	return strings.Join(elems[max(0, len(elems)-n):], "/")
}

// baseName is a qualified name without its package: "Cache[string,a.B]" of
// "cache.Cache[string,a.B]".
func baseName(name string) string {
	head, _, _ := strings.Cut(name, "[")
	if i := strings.IndexByte(head, '.'); i >= 0 {
		return name[i+1:]
	}
	return name
}

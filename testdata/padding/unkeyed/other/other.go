// Package other writes a type of another package without keys.
package other

import "github.com/seed-ac4d27cc/heft/testdata/padding/unkeyed"

// X returns 1, 2 and 3 in A, B and C.
func X() unkeyed.Afar { return unkeyed.Afar{1, 2, 3} }

package sizer_test

import (
	"fmt"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// A struct of 1024 bytes with a pointer in it costs 1152 since Go 1.22, and a
// million of them in one slice cost 1024 each.
func ExampleRuntime_Object() {
	for _, spec := range []string{"go1.21/amd64", "go1.27.3/amd64"} {
		r, err := sizer.ParseRuntime(spec)
		if err != nil {
			fmt.Println(err)
			return
		}
		one := r.Object(1024, 8)
		many, err := r.Array(1_000_000, 1024, 8)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: header %d, slot %d, rounding %.0f; a million in a slice: %d\n",
			r, one.Header, one.Slot, one.Rounding(), many.Slot)
	}
	// Output:
	// go1.21/amd64: header 0, slot 1024, rounding 0; a million in a slice: 1024000000
	// go1.27.3/amd64: header 8, slot 1152, rounding 120; a million in a slice: 1024000000
}

func ExampleRuntime_With() {
	r, err := sizer.ParseRuntime("go1.27.3/amd64")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, spec := range []string{"arm64", "+mapsplitgroup", "go1.25/386", "go1.20"} {
		other, err := r.With(spec)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(other)
	}
	// Output:
	// go1.27.3/arm64
	// go1.27.3/amd64+mapsplitgroup
	// go1.25/386
	// runtime "go1.20": go1.20 is not modelled: 1.21 to 1.27
}

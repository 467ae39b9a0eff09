// Command deps is a real program of many packages: it lists the names that Go
// packages declare as a table.
package main

import (
	"fmt"
	"os"

	"github.com/olekukonko/tablewriter"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/packages"
)

func main() {
	var tests bool
	cmd := &cobra.Command{
		Use: "deps PATTERN...",
		RunE: func(cmd *cobra.Command, args []string) error {
			return list(args, tests)
		},
	}
	cmd.Flags().BoolVar(&tests, "tests", false, "also the packages' tests")
	if err := cmd.Execute(); err != nil {
		os.Exit(1)
	}
}

func list(patterns []string, tests bool) error {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes, Tests: tests}, patterns...)
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	table := tablewriter.NewWriter(os.Stdout)
	table.Header("Package", "Names")
	for _, p := range pkgs {
		if err := table.Append(p.PkgPath, fmt.Sprint(len(p.Types.Scope().Names()))); err != nil {
			return err
		}
	}
	return table.Render()
}

package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
	"github.com/seed-ac4d27cc/heft/layout"
	"github.com/seed-ac4d27cc/heft/sizer"
)

func newRuntimes() *cobra.Command {
	var out output
	cmd := &cobra.Command{
		Use:   "runtimes",
		Short: "List the Go releases, architectures and experiments that heft models",
		Long: `List the Go releases, architectures and experiments that heft models: what
differs between them, and how each figure was proved.

Every command that takes --runtime takes these, written release/GOARCH+experiment;
each part may be left out.`,
		Example: `  heft runtimes
  heft runtimes --json
  heft layout --runtime go1.24/arm64 ./...`,
		Args: noArgs,
	}
	out.jsonFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		list, err := listRuntimes()
		if err != nil {
			return err
		}
		f := report.Format{Color: out.color(cmd)}
		return out.write(cmd, func(w io.Writer) error {
			if out.json {
				return report.JSON(w, list)
			}
			return report.RuntimesText(w, list, f)
		})
	}
	return cmd
}

// listRuntimes collects what heft models. The header threshold of an
// architecture is that of the newest release.
func listRuntimes() (*report.Runtimes, error) {
	list := &report.Runtimes{Schema: report.RuntimesSchema, Releases: sizer.Releases(), Experiments: sizer.Experiments()}
	newest := list.Releases[len(list.Releases)-1].Family
	for _, a := range layout.Arches() {
		rt, err := sizer.NewRuntime(newest, a, "")
		if err != nil {
			return nil, err
		}
		list.Architectures = append(list.Architectures, report.Architecture{
			Name: a.Name, PtrSize: a.PtrSize, MaxAlign: a.MaxAlign, CacheLine: a.CacheLine,
			HeaderOver: rt.Model.HeaderOver, MaxAlloc: rt.Model.MaxAlloc,
		})
	}
	return list, nil
}

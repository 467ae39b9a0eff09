package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/cmd/heft/internal/report"
)

// versionSchema names and versions the JSON form of buildVersion.
const versionSchema = "heft.version/1"

// buildVersion is what this command was built from and by.
type buildVersion struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`            // of the module, "(devel)" for a working tree
	Revision string `json:"revision,omitempty"` // of the repository, where the build has recorded it
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified,omitempty"` // the tree had uncommitted changes
	Go       string `json:"go"`                 // release that built it
	Platform string `json:"platform"`           // GOOS/GOARCH it was built for
}

func newVersion() *cobra.Command {
	var out output
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the revision and the Go release of this build",
		Example: `  heft version
  heft version --json`,
		Args: noArgs,
	}
	out.jsonFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		info, _ := debug.ReadBuildInfo()
		v := versionOf(info)
		return out.write(cmd, func(w io.Writer) error {
			if out.json {
				return report.JSON(w, v)
			}
			return printVersion(w, v)
		})
	}
	return cmd
}

func versionOf(info *debug.BuildInfo) buildVersion {
	v := buildVersion{
		Schema: versionSchema, Version: "(devel)",
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info == nil {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func printVersion(w io.Writer, v buildVersion) error {
	s := "heft " + v.Version
	if v.Revision != "" {
		s += " revision " + v.Revision
		if v.Modified {
			s += " (modified)"
		}
		if v.Time != "" {
			s += " of " + v.Time
		}
	}
	_, err := fmt.Fprintf(w, "%s, built by %s for %s\n", s, v.Go, v.Platform)
	return err
}

// noArgs is for commands without arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

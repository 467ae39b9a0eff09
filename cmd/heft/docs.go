package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newDocs() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "docs",
		Short:   "Write the manual pages and the pages of docs/cli from the commands' own help",
		Hidden:  true,
		Args:    noArgs,
		Example: `  go run ./cmd/heft docs --dir docs`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeDocs(cmd.Root(), dir)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "docs", "write cli/*.md and man/*.1 into `DIR`")
	return cmd
}

// writeDocs writes a page in Markdown and one for man for every command that is
// not hidden. The pages carry no date: the same commands give the same bytes.
func writeDocs(root *cobra.Command, dir string) error {
	root.DisableAutoGenTag = true
	cli, man := filepath.Join(dir, "cli"), filepath.Join(dir, "man")
	for _, d := range []string{cli, man} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			return fmt.Errorf("write docs: %w", err)
		}
	}
	if err := doc.GenMarkdownTree(root, cli); err != nil {
		return fmt.Errorf("write docs: %w", err)
	}
	return eachCommand(root, func(cmd *cobra.Command) error {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		header := &doc.GenManHeader{
			Title: strings.ToUpper(name), Section: "1", Source: "heft", Manual: "heft manual", Date: &time.Time{},
		}
		var b bytes.Buffer
		if err := doc.GenMan(cmd, header, &b); err != nil {
			return fmt.Errorf("write docs: %w", err)
		}
		undated := bytes.Replace(b.Bytes(), []byte(`"Jan 0001"`), []byte(`""`), 1)
		return writeFile(filepath.Join(man, name+".1"), func(w io.Writer) error {
			_, err := w.Write(undated)
			return err
		})
	})
}

func eachCommand(cmd *cobra.Command, f func(*cobra.Command) error) error {
	if err := f(cmd); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && !c.IsAdditionalHelpTopicCommand() {
			if err := eachCommand(c, f); err != nil {
				return err
			}
		}
	}
	return nil
}

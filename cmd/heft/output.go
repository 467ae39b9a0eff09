package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// output is where a command's result goes, and in which form.
type output struct {
	json, csv bool
	file      string // -o
}

func (o *output) jsonFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "print JSON (see docs/json.md)")
	f.StringVarP(&o.file, "output", "o", "", "write to `FILE` in place of standard output, whole or not at all")
}

func (o *output) csvFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.csv, "csv", false, "print CSV, a line for each type (see docs/csv.md)")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
}

// write has print write the result to where the flags say.
func (o *output) write(cmd *cobra.Command, print func(w io.Writer) error) error {
	if o.file != "" {
		return writeFile(o.file, print)
	}
	b := bufio.NewWriter(cmd.OutOrStdout())
	if err := errors.Join(print(b), b.Flush()); err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	return nil
}

// color reports whether the result goes to a terminal that wants colour.
func (o *output) color(cmd *cobra.Command) bool {
	return o.file == "" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(cmd.OutOrStdout())
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// writeFile writes a file whole or not at all: into a new file beside it, which
// then takes its name. What is not a regular file, such as a device or a named
// pipe, is written to as it is.
func writeFile(path string, print func(w io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a directory")
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return cause(err)
		}
		return fill(f, print)
	case err == nil:
		mode = info.Mode().Perm()
		// Behind a symbolic link it is the file that is replaced, not the link.
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return cause(err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return cause(err)
	}
	temp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".heft-%016x.tmp", rand.Uint64()))
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return cause(err)
	}
	if err = fill(f, print); err == nil {
		err = cause(os.Rename(temp, path))
	}
	if err != nil {
		err = errors.Join(err, cause(os.Remove(temp)))
	}
	return err
}

// fill prints to a file and closes it.
func fill(f *os.File, print func(w io.Writer) error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	err := print(b)
	if err == nil {
		err = b.Flush()
	}
	return cause(errors.Join(err, f.Close()))
}

// cause is an error of the file system without the name of the file.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}

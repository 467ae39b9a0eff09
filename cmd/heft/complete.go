package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-ac4d27cc/heft/sizer"
)

// complete has the shell offer the values of a flag, and no files; of a list
// that is separated by commas the value after the last comma.
func complete(cmd *cobra.Command, flag string, values []string) {
	// The error says that the flag does not exist or is registered twice: the
	// test of completion would fail.
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		done := ""
		if i := strings.LastIndexByte(typed, ','); i >= 0 {
			done = typed[:i+1]
		}
		var out []string
		for _, v := range values {
			if strings.HasPrefix(done+v, typed) {
				out = append(out, done+v)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
}

// completeRuntime offers releases, after a slash architectures, and after a
// plus the experiments of the release.
func completeRuntime(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var out []string
	offer := func(s string) {
		if strings.HasPrefix(s, typed) {
			out = append(out, s)
		}
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if head, _, ok := cutLast(typed, "+"); ok {
		for _, x := range sizer.Experiments() {
			if _, err := sizer.ParseRuntime(head + "+" + x.Name); err == nil {
				offer(head + "+" + x.Name)
				offer(head + "+no" + x.Name)
			}
		}
		return out, directive
	}
	if head, _, ok := cutLast(typed, "/"); ok {
		for _, a := range archNames() {
			offer(head + "/" + a)
		}
		return out, directive
	}
	for _, r := range sizer.Releases() {
		offer(r.Family)
	}
	for _, a := range archNames() {
		offer(a)
	}
	return out, directive | cobra.ShellCompDirectiveNoSpace
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// completePackages offers folders, and the patterns that name many packages.
func completePackages(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	if typed == "" {
		return []string{"./...", "std"}, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

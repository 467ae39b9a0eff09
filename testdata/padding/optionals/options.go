// Package optionals holds settings that may be absent, each behind a pointer:
// the struct has no padding to save, its targets are tiny objects.
package optionals

// Options is 24 bytes, and with its three targets in one block of 16 it is 40.
type Options struct {
	Verbose *bool
	Retries *int32
	Quota   *int64
}

// New returns options with all three targets, made one after the other.
func New(i int) *Options {
	return &Options{Verbose: at(i%2 == 0), Retries: at(int32(i)), Quota: at(int64(i))}
}

// Inline has the same settings by value, with a flag for each that says
// whether it is there: 32 bytes as written, 24 with the flags together.
type Inline struct {
	HasVerbose bool
	HasQuota   bool
	Quota      int64
	HasRetries bool
	Verbose    bool
	Retries    int32
	Level      int8
}

// InlineTight is Inline in its best order.
type InlineTight struct {
	HasVerbose bool
	HasQuota   bool
	HasRetries bool
	Verbose    bool
	Retries    int32
	Quota      int64
	Level      int8
}

func at[T any](v T) *T { return &v }

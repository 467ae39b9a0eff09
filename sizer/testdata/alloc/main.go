// Alloc asks the running allocator what objects cost. It is what the rules of
// package sizer are held against, so it knows none of them.
//
// It reads one question a line from standard input, and answers each with the
// line and its figures:
//
//	SIZE PTRBYTES                bytes of heap for an object of SIZE bytes that
//	                             holds pointers in its first PTRBYTES bytes
//	N*SIZE PTRBYTES              the same for an array of N such elements
//	span SIZE PTRBYTES           bytes of the span that such an object lies in,
//	                             and the objects that share it
//	stream SIZE SIZE …           bytes of heap for pointer-free objects of these
//	                             sizes, allocated in this order
//	new                          a line as for SIZE PTRBYTES for each type that
//	                             this program allocates by the new of a fixed type
//
// The first line of its output is the release, GOARCH and pointer size. Where
// PTRBYTES is 0 or SIZE the object is a slice's backing store, otherwise it is
// a struct made by reflection; with -reflect it always is a new of a type.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	types := flag.Bool("reflect", false, "allocate by the new of a type also what could be a slice's backing store")
	flag.Parse()
	prepare()
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, release(), ptrSize)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		if err := answer(out, in.Text(), *types); err != nil {
			out.Flush()
			fmt.Fprintf(os.Stderr, "alloc: %q: %v\n", in.Text(), err)
			os.Exit(1)
		}
	}
	if err := errors.Join(in.Err(), out.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, "alloc:", err)
		os.Exit(1)
	}
}

func answer(out *bufio.Writer, line string, types bool) error {
	word := strings.Fields(line)
	switch {
	case len(word) == 0:
		return nil
	case word[0] == "new":
		for _, f := range fixed {
			fmt.Fprintln(out, f.size, f.ptrBytes, decimal(bytesPerObject(f.alloc, f.size)))
		}
		return nil
	case word[0] == "stream":
		sizes := make([]int, 0, len(word))
		for _, w := range word[1:] {
			n, err := strconv.Atoi(w)
			if err != nil {
				return err
			}
			sizes = append(sizes, n)
		}
		fmt.Fprintln(out, line, streamBytes(sizes))
		return nil
	case word[0] == "span" && len(word) == 3:
		k, err := parseKind(word[1], word[2])
		if err != nil {
			return err
		}
		span, objects := spanOf(k.allocator(types))
		fmt.Fprintln(out, line, span, objects)
		return nil
	case len(word) == 2:
		k, err := parseKind(word[0], word[1])
		if err != nil {
			return err
		}
		fmt.Fprintln(out, line, decimal(bytesPerObject(k.allocator(types), k.size*k.count)))
		return nil
	}
	return errors.New("not a question")
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// parseKind parses SIZE or N*SIZE, and PTRBYTES.
func parseKind(size, ptrBytes string) (kind, error) {
	k := kind{count: 1}
	var err, errCount, errPtr error
	if n, s, ok := strings.Cut(size, "*"); ok {
		k.array = true
		k.count, errCount = strconv.Atoi(n)
		size = s
	}
	k.size, err = strconv.Atoi(size)
	k.ptrBytes, errPtr = strconv.Atoi(ptrBytes)
	if err := errors.Join(err, errCount, errPtr); err != nil {
		return kind{}, err
	}
	if k.size < 0 || k.count < 0 || k.ptrBytes < 0 || k.ptrBytes > k.size ||
		k.ptrBytes%ptrSize != 0 || k.ptrBytes > 0 && k.size%ptrSize != 0 {
		return kind{}, errors.New("no type has this size and these pointers")
	}
	return k, nil
}

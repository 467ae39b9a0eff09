// Package subject holds constructors of every form that the harness takes.
package subject

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"
)

type Grant struct {
	Scope   string
	Granted bool
	At      time.Time
}

type record struct {
	a, b *int
	n    [5]int64
}

func newRecord(i int) (*record, error) { return &record{n: [5]int64{int64(i)}}, nil }

func Value() record                    { return record{} }
func Pointer(i int) *Grant             { return &Grant{Granted: i > 0} }
func Text(i int) string                { return fmt.Sprintf("session-%09d-%09d", i, i) }
func Slice(n int) []int32              { return make([]int32, 10) }
func Map(i int) map[string]int         { return map[string]int{"a": i} }
func Chan() chan int                   { return make(chan int, 10) }
func Func(i int) func() int            { return func() int { return i } }
func Iface(i int) fmt.Stringer         { return stringer{int64(i), 1} }
func Variadic(i int, _ ...int) *int    { return new(int) }
func Number(i int) int64               { return int64(i) }
func Nothing(i int)                    {}
func Context(ctx context.Context) *int { return new(int) }
func Two() (int, int)                  { return 1, 2 }

type stringer struct{ a, b int64 }

func (s stringer) String() string { return "s" }

type Cache[K comparable, V any] struct {
	m   map[K]V
	ttl time.Duration
}

func NewCache[K comparable, V any](i int) *Cache[K, V] {
	return &Cache[K, V]{m: map[K]V{}, ttl: time.Duration(i)}
}

type Server struct{ names []string }

func NewServer(n int) *Server { return &Server{names: make([]string, n)} }

func (s *Server) Session(i int) *Grant { return &Grant{Scope: s.names[i%len(s.names)]} }

func Panics(i int) *Grant {
	if i == 5000 {
		panic("no more grants")
	}
	return new(Grant)
}

func Fails(i int) (*Grant, error) {
	if i == 7000 {
		return nil, errors.New("refused")
	}
	return new(Grant), nil
}

func Exits(i int) *Grant {
	if i == 6000 {
		fmt.Println("goodbye")
		os.Exit(3)
	}
	return new(Grant)
}

func Ends(i int) *Grant {
	if i == 4500 {
		runtime.Goexit()
	}
	return new(Grant)
}

func Endless(i int) *Grant {
	for i == 9000 {
	}
	return new(Grant)
}

func Leaks(i int) chan int {
	c := make(chan int)
	go func() { <-c }()
	return c
}

func Nils(i int) *Grant { return nil }

var count int

// Mutates changes what all instances share, at no cost for each.
func Mutates(i int) *Grant {
	count += i
	return &Grant{Granted: count > i}
}

func Huge(i int) []byte { return make([]byte, 8<<20) }

var registry [][]byte

// Grows costs more, the more there are.
func Grows(i int) *Grant {
	if i%1000 == 0 {
		registry = append(registry, make([]byte, i))
	}
	return new(Grant)
}

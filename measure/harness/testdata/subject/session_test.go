package subject

import (
	"os"
	"testing"
)

type fixture struct{ a, b, c int64 }

func newFixture(i int) *fixture { return &fixture{a: int64(i)} }

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestNothing(t *testing.T) {}

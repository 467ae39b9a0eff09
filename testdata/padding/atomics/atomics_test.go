package atomics

import "testing"

var p *Plain

func TestAdd(t *testing.T) {
	for range 100 {
		p = &Plain{}
		if p.Add() != 1 {
			t.Fatal("a word that is added to once is not 1")
		}
	}
}

package subject_test

import "example.com/subject"

type outer struct {
	g    subject.Grant
	more [3]int64
}

func newOuter() *outer { return new(outer) }

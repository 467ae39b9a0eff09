//go:build goexperiment.mapsplitgroup

package session

func init() { perSession -= 416 - 288 }

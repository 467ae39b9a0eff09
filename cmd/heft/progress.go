package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long work takes before it shows its progress.
const patience = time.Second

// progress shows on a terminal that work which outlasts a second goes on, and
// how far it is. The zero progress shows nothing.
type progress struct {
	mu    sync.Mutex
	timer *time.Timer
	bar   *progressbar.ProgressBar
	steps int
	done  int
	ended bool
}

// startProgress shows work of so many steps (-1: not known) on w if that is a
// terminal. The caller ends it.
func startProgress(w io.Writer, what string, steps int) *progress {
	p := &progress{steps: steps}
	if isTerminal(w) {
		p.timer = time.AfterFunc(patience, func() { p.show(w, what) })
	}
	return p
}

func (p *progress) show(w io.Writer, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.bar = progressbar.NewOptions(p.steps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionShowCount(),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionClearOnFinish(),
	)
	// A bar that cannot be drawn stops no work.
	_ = p.bar.Set(p.done)
}

// step says that a step is done.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if p.bar != nil {
		_ = p.bar.Set(p.done)
	}
}

// end takes the bar away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}

// to says how far the work is, and what is done now.
func (p *progress) to(done, total int, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.steps = done, total
	if p.bar != nil {
		p.bar.ChangeMax(total)
		p.bar.Describe(what)
		_ = p.bar.Set(done)
	}
}

package session

import "sync"

// Store keeps values by key until it is shut: all open sessions by their ID.
// The lock guards the map and the counter below it.
type Store[V any] struct {
	Shut bool
	Room int64

	mu     sync.RWMutex
	values map[string]V
	lookup uint32
}

// Sessions is every session that is open.
var Sessions Store[*Session]

// Put keeps a value under a key, and reports whether there was room for it: a
// store with no Room set takes all.
func (s *Store[V]) Put(key string, value V) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Shut || s.Room > 0 && int64(len(s.values)) >= s.Room {
		return false
	}
	if s.values == nil {
		s.values = map[string]V{}
	}
	s.values[key] = value
	return true
}

// Get returns the value under a key, the zero value where there is none.
func (s *Store[V]) Get(key string) V {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookup++
	return s.values[key]
}

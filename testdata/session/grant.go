package session

import (
	"sync"
	"time"
)

// Grant is a scope that a user gave to a client: 40 bytes as it stands, 32
// with Revoked behind Uses.
type Grant struct {
	Revoked bool
	Scope   string
	Uses    uint16
	Client  uint32
	Unix    int64
}

// NewGrant returns grant number i.
func NewGrant(i int) *Grant {
	return &Grant{Scope: text(i, 12), Uses: uint16(i), Client: uint32(i), Unix: int64(opened + i)}
}

// Device is a browser or a phone that a user has logged in from. Its flags
// take a word each; together they would take one, and the object would still
// need 80 bytes.
type Device struct {
	Trusted bool
	Name    string
	Agent   string
	Lost    bool
	Seen    int64
	Grants  []*Grant
}

// NewDevice returns device number i, with two grants.
func NewDevice(i int) *Device {
	return &Device{
		Name: text(i, 12), Agent: text(i, 48), Seen: int64(opened + i),
		Grants: []*Grant{NewGrant(i), NewGrant(i + 1)},
	}
}

// Challenge is a second factor that is waited for: no byte of it is lost but
// those behind Tries.
type Challenge struct {
	User  *User
	Until time.Time
	Code  uint32
	Tries uint8
}

// Limiter holds back clients that try too often. The lock stands above what
// it guards.
type Limiter struct {
	Burst int32

	mu    sync.Mutex
	last  int64
	spent float32
	shut  bool

	Name string
	Rate float32
}

// Allow reports whether a try at a time, in seconds since 1970, is one that
// the limiter lets pass.
func (l *Limiter) Allow(unix int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spent = max(0, l.spent-l.Rate*float32(unix-l.last))
	l.last = unix
	l.shut = l.spent >= float32(l.Burst)
	if !l.shut {
		l.spent++
	}
	return !l.shut
}

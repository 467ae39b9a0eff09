package session

import (
	"strconv"
	"time"
)

// Session is one user who has logged in. Tenant, Locale, the keys of its maps
// and the names of rights and roles are shared with other sessions; all the
// rest is its own.
type Session struct {
	Secure   bool
	ID       string
	User     *User
	Opened   time.Time
	Remember bool
	Expires  time.Time
	Address  []byte
	Token    string
	Values   map[string]any
	Notices  []string
	Rights   map[string]struct{}
	Cart     []*Item
	History  []*Visit
	Tenant   *Tenant
	Locale   string
	Mobile   bool
	Failure  error
}

// User is who a session belongs to.
type User struct {
	Staff       bool
	Number      int64
	Confirmed   bool
	Name        string
	Mail        string
	Roles       []string
	Preferences map[string]string
	Picture     *string
	Phone       *string
}

// Item is one line of a shopping cart.
type Item struct {
	Wrapped bool
	Article string
	Pieces  int32
	Price   float64
	Remark  *string
}

// Visit is one page that the user has seen. Its fields stand in the best
// order already: the six bytes after Status cannot be had back.
type Visit struct {
	Path   string
	Unix   int64
	Status int16
}

// Tenant is the customer whose users log in. All their sessions share it.
type Tenant struct {
	Name string
	Seal [64]byte
}

// loginError is the last failure of a session, by its number.
type loginError struct{ number int }

func (e *loginError) Error() string { return "login " + strconv.Itoa(e.number) + " failed" }

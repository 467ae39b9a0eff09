package session

import (
	"strconv"
	"time"
)

var harbour = &Tenant{Name: "harbour"}

// opened is when session 0 was opened, in seconds since 1970.
const opened = 1_800_000_000

// rights are what every user may do.
var rights = [...]string{
	"mail.read", "mail.write", "mail.list", "mail.share",
	"file.read", "file.write", "file.list", "file.share",
	"desk.read", "desk.write", "desk.list", "desk.share",
}

// New returns session number i, as it stands after half an hour of use. Equal
// numbers give equal sessions that share no more than different ones do. One
// session in ten has failed.
func New(i int) *Session {
	s := &Session{
		ID:      text(i, 43),
		User:    newUser(i),
		Opened:  time.Unix(int64(opened+i), 0),
		Expires: time.Unix(int64(opened+i+86_400), 0),
		Address: []byte{10, 0, byte(i >> 8), byte(i)},
		Token:   text(i, 64),
		Values:  map[string]any{},
		Rights:  map[string]struct{}{},
		Tenant:  harbour,
		Locale:  "sv_SE",
	}
	s.Values["cart"] = text(i, 36)
	s.Values["visits"] = 100_000 + i
	s.Values["bucket"] = int32(1_000 + i)
	s.Values["score"] = float64(i) + 0.5
	s.Values["return_to"] = text(i, 40)
	s.Values["scopes"] = []string{"profile", "mail"}
	for _, right := range rights {
		s.Rights[right] = struct{}{}
	}
	for j := range 8 {
		item := &Item{Article: text(i+j, 12), Pieces: int32(j), Price: float64(j)}
		if j%2 == 0 {
			remark := text(i+j, 22)
			item.Remark = &remark
		}
		s.Cart = append(s.Cart, item)
	}
	for j := range 20 {
		s.History = append(s.History, &Visit{Path: text(i+j, 24), Unix: int64(opened + i), Status: 200})
	}
	for j := range 3 {
		s.Notices = append(s.Notices, text(i+j, 30))
	}
	if i%10 == 0 {
		s.Failure = &loginError{i}
	}
	return s
}

func newUser(i int) *User {
	phone := text(i, 14)
	return &User{
		Number: int64(i),
		Name:   text(i, 18),
		Mail:   text(i, 27),
		Roles:  []string{"reader", "writer", "auditor"},
		Preferences: map[string]string{
			"theme": text(i, 5), "zone": text(i, 16), "language": "sv", "start": text(i, 9),
		},
		Phone: &phone,
	}
}

// text returns a fresh string of n bytes, at most 64, that starts with a
// number of ten digits as far as there is room.
func text(number, n int) string {
	var room [64]byte
	b := strconv.AppendInt(room[:0], int64(1_000_000_000+number), 10)
	for len(b) < n {
		b = append(b, byte('a'+(number+len(b))%26))
	}
	return string(b[:n])
}

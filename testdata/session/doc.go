// Package session is the state that a login service keeps in memory for its
// users: a [Session] for each of them, about a hundred small objects of a few
// thousand bytes, and beside it what was granted to devices and what is
// counted, limited and recorded.
//
// It is a subject: its types are as such services grow them, field after field
// as the need came, so that some would be cheaper in another order, some only
// look so, and some must stay as they are.
package session

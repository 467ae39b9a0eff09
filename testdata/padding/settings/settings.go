// Package settings holds the options of a connection, as they were added over
// the years, with flags between words.
package settings

// Options is 208 bytes, and an object of 208.
type Options struct {
	Trace        bool
	ReadTimeout  int64
	ReadOnly     bool
	WriteTimeout int64
	Safe         bool
	IdleTimeout  int64
	Engine       uint8
	Memory       int64
	Strict       bool
	SearchPath   []string
	Pretty       bool
	Zone         *struct{}
	Compatible   bool
	Sequence     int64
	Plan         uint8
	Database     string
	Explain      bool
	Isolation    int32
	Retry        bool
	Results      int64
	Notices      bool
	Role         string
	Beta         bool
}

// OptionsTight is 128 bytes, and an object of 128.
type OptionsTight struct {
	SearchPath   []string
	Zone         *struct{}
	Database     string
	Role         string
	ReadTimeout  int64
	WriteTimeout int64
	IdleTimeout  int64
	Memory       int64
	Sequence     int64
	Results      int64
	Isolation    int32
	Trace        bool
	ReadOnly     bool
	Safe         bool
	Engine       uint8
	Strict       bool
	Pretty       bool
	Compatible   bool
	Plan         uint8
	Explain      bool
	Retry        bool
	Notices      bool
	Beta         bool
}

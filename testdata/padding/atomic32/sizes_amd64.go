package atomic32

import "unsafe"

// The build fails where one of these does not hold.
const (
	_ = -uint(unsafe.Sizeof(Plain{}) ^ 32)
	_ = -uint(unsafe.Sizeof(PlainFirst{}) ^ 32)
	_ = -uint(unsafe.Sizeof(Typed{}) ^ 32)
	_ = -uint(unsafe.Sizeof(Flags{}) ^ 40)
	_ = -uint(unsafe.Sizeof(FlagsTight{}) ^ 32)
	_ = -uint(unsafe.Offsetof(Plain{}.Count) ^ 8)
	_ = -uint(unsafe.Offsetof(Typed{}.Count) ^ 8)
)

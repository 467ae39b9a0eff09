package atomic32

import "unsafe"

// The build fails where one of these does not hold.
const (
	_ = -uint(unsafe.Sizeof(Plain{}) ^ 20)
	_ = -uint(unsafe.Sizeof(PlainFirst{}) ^ 20)
	_ = -uint(unsafe.Sizeof(Typed{}) ^ 24)
	_ = -uint(unsafe.Sizeof(Flags{}) ^ 32)
	_ = -uint(unsafe.Sizeof(FlagsTight{}) ^ 24)
	_ = -uint(unsafe.Offsetof(Plain{}.Count) ^ 4)
	_ = -uint(unsafe.Offsetof(Typed{}.Count) ^ 8)
)

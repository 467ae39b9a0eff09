package generic

// Shelf holds an instance of another generic type that depends on its own
// parameter.
type Shelf[T any] struct {
	Full  bool
	First Pair[T, bool]
	Rest  []Pair[T, bool]
	Empty bool
}

// Shelves: Shelf[float64] has a Pair[float64, bool] by value, 24 bytes that
// could be 16, between its flags: 64 as written, 48 after both changes.
var Floats Shelf[float64]

// Block has an array of its parameter.
type Block[T any] struct {
	Head bool
	Body [3]T
	Tail bool
}

// Blocks: at string 64 and 56, objects of 64 both; at uint16 10 and 8; and an
// array of instances, 24 bytes each that can be 16.
var (
	StringBlock Block[string]
	ShortBlock  Block[uint16]
	PairBlock   Block[Pair[int64, int8]]
)

// List and its nodes instantiate each other.
type List[T any] struct {
	Fixed bool
	Head  *Node[T]
	Sized bool
}

// Node is an element of a List.
type Node[T any] struct {
	Dead  bool
	Value T
	Next  *Node[T]
	Owner *List[T]
	Pins  uint8
}

// Words makes List[string] and, as its field, Node[string]: 24 and 16; 48 and 40.
var Words List[string]

// Event has a method, whose body instantiates a type with the receiver's
// parameter.
type Event[T any] struct{ Value T }

// Wrap returns the event beside a number.
func (e Event[T]) Wrap(n int8) any { return Pair[Event[T], int8]{Value: n, Key: e} }

// Two infers its type arguments.
func Two[K, V any](k K, v V) Pair[K, V] { return Pair[K, V]{Key: k, Value: v} }

// Inferred instantiates Pair[uint16, float32] in a body, by inference:
// 16 bytes, 12 in order.
func Inferred() float32 { return Two(uint16(1), float32(2)).Value }

// Quoted instantiates in a composite literal, a conversion and a type
// assertion inside a function.
func Quoted(v any) (n int) {
	n += int(Pair[bool, float64]{Value: 1}.Value)
	if c, ok := v.(*Choice[Rank]); ok {
		n += int(c.Value)
	}
	return n + len([]Block[int8]{{}})
}

// Rank is of Choice's set.
type Rank int8

// Maker is a function type's parameter that makes instances.
func Maker(make func() Event[Event[uint32]]) uint32 { return make().Value.Value }

// Limited embeds its own instance by pointer and a constraint's type.
type Limited[T interface{ ~[]E }, E any] struct {
	On    bool
	Items T
	First E
	Off   bool
}

// Limits: 24+8+… = 40, 32 in order.
var Limits Limited[[]int32, int32]

// Keyed is an alias with a parameter for one of Pair's two.
type Keyed[V any] = Pair[string, V]

// Ref embeds an instance by pointer: 24, best 16, whatever a Cell is.
type Ref[T any] struct {
	Up bool
	*Cell[T]
	Down bool
}

// A Pair[string,int] of 40 bytes, best 32, and a Ref of such.
var (
	ByWord    Keyed[int]
	ByWordRef Ref[Keyed[int]]
)

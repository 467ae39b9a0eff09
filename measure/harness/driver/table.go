package driver

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"unsafe"
)

// entry is a type of the table.
type entry struct {
	id   int
	typ  reflect.Type
	fill func(into []unsafe.Pointer)
}

var table []entry

// AddType adds a type to the table. pointer is a nil *T; fill sets every element
// to a new(T).
func AddType(id int, pointer any, fill func(into []unsafe.Pointer)) {
	table = append(table, entry{id, reflect.TypeOf(pointer).Elem(), fill})
}

// Nil returns a nil *T, for packages that declare another nil.
func Nil[T any]() *T { return nil }

const (
	// tableUnit divides the count of objects under 16 bytes: a multiple of
	// the 16, 8, 5, 4, 3, 2 that share a block, so that whole blocks are
	// counted.
	tableUnit  = 240
	tableMost  = 2 * tableUnit
	tableBytes = 256 << 10 // of a type's round, at least one object
	tableHeap  = 64 << 20  // garbage beyond which to collect
)

// types measures objects of every type of the table, with collections off
// between readings.
func (t *Trial) types() {
	debug.SetGCPercent(-1)
	into := make([]unsafe.Pointer, tableMost)
	rounds := max(1, t.plan.Rounds)
	t.result.Table = make([]TypeResult, 0, len(table))
	counts := make([]int64, rounds*len(table))
	var garbage int64
	for i, e := range table {
		t.at = e.id
		size := uint64(e.typ.Size())
		r := TypeResult{ID: e.id, Size: size, Align: uint64(e.typ.Align()), PtrBytes: ptrBytes(e.typ)}
		if t.plan.MaxMemory > 0 && size > t.plan.MaxMemory/2 {
			r.Skipped = fmt.Sprintf("an object of %d bytes is more than the memory allowed", size)
			t.result.Table = append(t.result.Table, r)
			continue
		}
		r.N = objects(size)
		r.Bytes = counts[i*rounds : (i+1)*rounds]
		e.fill(into[:1])
		for round := range r.Bytes {
			before := t.meter.HeapAlloc()
			e.fill(into[:r.N])
			r.Bytes[round] = int64(t.meter.HeapAlloc() - before)
			garbage += r.Bytes[round]
			clear(into)
			if garbage > tableHeap {
				runtime.GC()
				garbage = 0
			}
		}
		t.result.Table = append(t.result.Table, r)
	}
	t.finished = true
}

func objects(size uint64) int {
	if size < 16 {
		return tableUnit
	}
	return int(min(tableMost, max(1, tableBytes/size)))
}

// ptrBytes reads PtrBytes, the second word of a type's descriptor
// (internal/abi.Type, go1.20 to go1.27; named ptrdata before).
func ptrBytes(t reflect.Type) uint64 {
	type iface struct{ tab, data unsafe.Pointer }
	type descriptor struct{ size, ptrBytes uintptr }
	d := (*descriptor)((*iface)(unsafe.Pointer(&t)).data)
	if d.size != t.Size() {
		return 0
	}
	return uint64(d.ptrBytes)
}

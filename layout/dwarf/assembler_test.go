package dwarf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// assembler writes DWARF of a few entries, right or wrong, into a small ELF
// file: what no compiler would write for a test.
type assembler struct {
	version int // of DWARF: 4 or 5
	order   binary.ByteOrder
	machine elf.Machine
	lang    byte
	maker   string // the producer
	info    []byte
	labels  map[string]int
	patches map[int]string // labels by the place of their references
	start   int            // of the current unit
}

func newAssembler() *assembler {
	return &assembler{
		version: 5, order: binary.LittleEndian, machine: elf.EM_X86_64, lang: langGo, maker: "Go cmd/compile go1.26.8; regabi",
		labels: map[string]int{}, patches: map[int]string{},
	}
}

// Numbers of the abbreviations, in the order of the table.
const (
	abbrevUnit = 1 + iota
	abbrevBase
	abbrevStruct
	abbrevMember
	abbrevTypedef
	abbrevPointer
	abbrevArray
	abbrevRange
	abbrevFunc
	abbrevVar
	abbrevSlice
)

// abbrevs is .debug_abbrev: number, tag, children, pairs of attribute and form.
var abbrevs = func() []byte {
	const (
		formData1, formString, formUdata, formRefAddr, formFlag = 0x0b, 0x08, 0x0f, 0x10, 0x0c
		name, size, language, producer, typ, loc, count         = 0x03, 0x0b, 0x13, 0x25, 0x49, 0x38, 0x37
		kind, elem, embedded, pkg                               = 0x2900, 0x2902, 0x2903, 0x2905
	)
	var b []byte
	for i, a := range [][]int{
		{0x11, 1, name, formString, language, formData1, producer, formString, pkg, formString},
		{0x24, 0, name, formString, size, formData1, kind, formData1},
		{0x13, 1, name, formString, size, formUdata, kind, formData1},
		{0x0d, 0, name, formString, loc, formUdata, typ, formRefAddr, embedded, formFlag},
		{0x16, 0, name, formString, typ, formRefAddr},
		{0x0f, 0, name, formString, typ, formRefAddr, kind, formData1},
		{0x01, 1, name, formString, typ, formRefAddr, size, formUdata, kind, formData1},
		{0x21, 0, count, formUdata},
		{0x2e, 1, name, formString},
		{0x34, 0, name, formString, typ, formRefAddr},
		{0x13, 1, name, formString, size, formUdata, kind, formData1, elem, formRefAddr},
	} {
		b = binary.AppendUvarint(b, uint64(i+1))
		b = binary.AppendUvarint(b, uint64(a[0]))
		b = append(b, byte(a[1]))
		for _, v := range a[2:] {
			b = binary.AppendUvarint(b, uint64(v))
		}
		b = append(b, 0, 0)
	}
	return append(b, 0)
}()

func (a *assembler) u16(n int) {
	a.info = append(a.info, 0, 0)
	a.order.PutUint16(a.info[len(a.info)-2:], uint16(n))
}
func (a *assembler) u32(n int) {
	a.info = append(a.info, 0, 0, 0, 0)
	a.order.PutUint32(a.info[len(a.info)-4:], uint32(n))
}
func (a *assembler) uleb(n uint64) { a.info = binary.AppendUvarint(a.info, n) }
func (a *assembler) byte(n int)    { a.info = append(a.info, byte(n)) }
func (a *assembler) str(s string)  { a.info = append(append(a.info, s...), 0) }
func (a *assembler) ref(label string) {
	a.patches[len(a.info)] = label
	a.u32(0)
}

// unit starts a compilation unit; end ends it.
func (a *assembler) unit(pkg, name string) {
	a.start = len(a.info)
	a.u32(0)
	a.u16(a.version)
	if a.version == 5 {
		a.byte(1)
		a.byte(8)
		a.u32(0)
	} else {
		a.u32(0)
		a.byte(8)
	}
	a.byte(abbrevUnit)
	a.str(pkg)
	a.byte(int(a.lang))
	a.str(a.maker)
	a.str(name)
}

func (a *assembler) end() {
	a.byte(0)
	a.order.PutUint32(a.info[a.start:], uint32(len(a.info)-a.start-4))
}

func (a *assembler) entry(abbrev int, name string) {
	a.labels[name] = len(a.info)
	a.byte(abbrev)
	a.str(name)
}

func (a *assembler) base(name string, size, kind int) {
	a.entry(abbrevBase, name)
	a.byte(size)
	a.byte(kind)
}

type asmField struct {
	name string
	off  int
	typ  string
}

func (a *assembler) structure(name string, size, kind int, fields ...asmField) {
	a.entry(abbrevStruct, name)
	a.uleb(uint64(size))
	a.byte(kind)
	for _, f := range fields {
		a.byte(abbrevMember)
		a.str(f.name)
		a.uleb(uint64(f.off))
		a.ref(f.typ)
		a.byte(0)
	}
	a.byte(0)
}

func (a *assembler) typedef(name, typ string) {
	a.byte(abbrevTypedef)
	a.str(name)
	a.ref(typ)
}

func (a *assembler) pointer(name, typ string) {
	a.entry(abbrevPointer, name)
	a.ref(typ)
	a.byte(kindPointer)
}

func (a *assembler) array(name, typ string, size, count uint64) {
	a.entry(abbrevArray, name)
	a.ref(typ)
	a.uleb(size)
	a.byte(kindArray)
	a.byte(abbrevRange)
	a.uleb(count)
	a.byte(0)
}

func (a *assembler) slice(name, elem string, size int) {
	a.entry(abbrevSlice, name)
	a.uleb(uint64(size))
	a.byte(kindSlice)
	a.ref(elem)
	a.byte(0)
}

func (a *assembler) function(name string, vars ...[2]string) {
	a.entry(abbrevFunc, name)
	for _, v := range vars {
		a.byte(abbrevVar)
		a.str(v[0])
		a.ref(v[1])
	}
	a.byte(0)
}

// elf returns the file.
func (a *assembler) elf() []byte {
	info := bytes.Clone(a.info)
	for at, label := range a.patches {
		n, ok := a.labels[label]
		if !ok {
			n = len(info) + 1000 // nowhere
		}
		a.order.PutUint32(info[at:], uint32(n))
	}
	names := "\x00.debug_info\x00.debug_abbrev\x00.shstrtab\x00"
	contents := [][]byte{nil, info, abbrevs, []byte(names)}
	const headerSize, sectionSize = 64, 64
	offset := headerSize + sectionSize*len(contents)
	data := byte(elf.ELFDATA2LSB)
	if a.order == binary.ByteOrder(binary.BigEndian) {
		data = byte(elf.ELFDATA2MSB)
	}
	h := elf.Header64{
		Ident: [16]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), data, 1},
		Type:  uint16(elf.ET_EXEC), Machine: uint16(a.machine), Version: 1,
		Ehsize: headerSize, Shoff: headerSize, Shentsize: sectionSize, Shnum: uint16(len(contents)), Shstrndx: 3,
	}
	var b bytes.Buffer
	binary.Write(&b, a.order, h)
	for i, name := range []uint32{0, 1, 13, 27} {
		s := elf.Section64{Name: name, Off: uint64(offset), Size: uint64(len(contents[i])), Addralign: 1}
		switch i {
		case 0:
			s = elf.Section64{}
		case 3:
			s.Type = uint32(elf.SHT_STRTAB)
		default:
			s.Type = uint32(elf.SHT_PROGBITS)
		}
		binary.Write(&b, a.order, s)
		offset += len(contents[i])
	}
	for _, c := range contents {
		b.Write(c)
	}
	return b.Bytes()
}

package dwarf

import (
	"bytes"
	"compress/zlib"
	dw "debug/dwarf"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// image is an executable file, whatever its format.
type image struct {
	r      io.ReaderAt
	format string // "ELF", "Mach-O", "PE"
	goos   string // "" if the format does not say
	goarch string // "" if Go has none for the machine
	// section returns the contents of the debug section .debug_name, or nil if
	// there is none.
	section func(name string) ([]byte, error)
}

// Files that are no executables with DWARF, by their first bytes.
var otherFormats = []struct{ magic, what string }{
	{"\x00asm", "a WebAssembly module: the Go linker writes no DWARF for it, so load its packages from source instead (heft layout --goarch wasm PACKAGES)"},
	{"!<arch>\n", "an archive: name an executable that go build made"},
	{"\x01\xdf", "an XCOFF file (aix), which cannot be read: load its packages from source instead (heft layout --goos aix --goarch ppc64 PACKAGES)"},
	{"\x01\xf7", "an XCOFF file (aix), which cannot be read: load its packages from source instead (heft layout --goos aix --goarch ppc64 PACKAGES)"},
	{"\x00\x00\x8a\x97", "a Plan 9 program: the Go linker writes no DWARF for it, so load its packages from source instead (heft layout --goos plan9 PACKAGES)"},
	{"\x00\x00\x01\xeb", "a Plan 9 program: the Go linker writes no DWARF for it, so load its packages from source instead (heft layout --goos plan9 PACKAGES)"},
	{"\x00\x00\x06\x47", "a Plan 9 program: the Go linker writes no DWARF for it, so load its packages from source instead (heft layout --goos plan9 PACKAGES)"},
}

// openImage tells the format of the size bytes of r by its first bytes and
// reads the headers.
func openImage(r io.ReaderAt, size int64) (*image, error) {
	r = io.NewSectionReader(r, 0, size)
	magic := make([]byte, 16)
	n, err := r.ReadAt(magic, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	magic = magic[:n]
	for _, o := range otherFormats {
		if bytes.HasPrefix(magic, []byte(o.magic)) {
			return nil, fmt.Errorf("the file is %s", o.what)
		}
	}
	img := &image{r: r}
	switch {
	case bytes.HasPrefix(magic, []byte(elf.ELFMAG)):
		err = img.openELF()
	case bytes.HasPrefix(magic, []byte("MZ")):
		err = img.openPE()
	case bytes.HasPrefix(magic, []byte("\xca\xfe\xba\xbe")):
		err = img.openFat()
	case bytes.HasPrefix(magic, []byte("\xfe\xed\xfa")), n > 1 && bytes.HasPrefix(magic[1:], []byte("\xfa\xed\xfe")):
		err = img.openMachO()
	default:
		return nil, errors.New("the file is neither an ELF, a Mach-O nor a PE executable: name a program that go build made")
	}
	if err != nil {
		return nil, err
	}
	return img, nil
}

func (img *image) damaged(err error) error {
	return fmt.Errorf("the %s file is damaged or cut short: %w", img.format, err)
}

// elfArches are the GOARCHes of little- and big-endian ELF machines, by class.
var elfArches = map[elf.Machine]map[elf.Class][2]string{
	elf.EM_386:       {elf.ELFCLASS32: {"386", ""}},
	elf.EM_X86_64:    {elf.ELFCLASS64: {"amd64", ""}},
	elf.EM_ARM:       {elf.ELFCLASS32: {"arm", ""}},
	elf.EM_AARCH64:   {elf.ELFCLASS64: {"arm64", ""}},
	elf.EM_LOONGARCH: {elf.ELFCLASS64: {"loong64", ""}},
	elf.EM_MIPS:      {elf.ELFCLASS32: {"mipsle", "mips"}, elf.ELFCLASS64: {"mips64le", "mips64"}},
	elf.EM_PPC64:     {elf.ELFCLASS64: {"ppc64le", "ppc64"}},
	elf.EM_RISCV:     {elf.ELFCLASS64: {"riscv64", ""}},
	elf.EM_S390:      {elf.ELFCLASS64: {"", "s390x"}},
}

func (img *image) openELF() error {
	img.format = "ELF"
	f, err := elf.NewFile(img.r)
	if err != nil {
		return img.damaged(err)
	}
	switch f.Type {
	case elf.ET_REL:
		return errors.New("the file is an object file: name an executable that go build made")
	case elf.ET_CORE:
		return errors.New("the file is a core file: name the program that dumped it")
	}
	img.goarch = elfArches[f.Machine][f.Class][0]
	if f.Data == elf.ELFDATA2MSB {
		img.goarch = elfArches[f.Machine][f.Class][1]
	}
	img.section = func(name string) ([]byte, error) {
		if s := f.Section(".debug_" + name); s != nil && s.Type != elf.SHT_NOBITS {
			return s.Data()
		}
		if s := f.Section(".zdebug_" + name); s != nil && s.Type != elf.SHT_NOBITS {
			return inflate(s.Data())
		}
		return nil, nil
	}
	return nil
}

func (img *image) openPE() error {
	img.format, img.goos = "PE", "windows"
	f, err := pe.NewFile(img.r)
	if err != nil {
		return img.damaged(err)
	}
	switch f.Machine {
	case pe.IMAGE_FILE_MACHINE_I386:
		img.goarch = "386"
	case pe.IMAGE_FILE_MACHINE_AMD64:
		img.goarch = "amd64"
	case pe.IMAGE_FILE_MACHINE_ARMNT:
		img.goarch = "arm"
	case pe.IMAGE_FILE_MACHINE_ARM64:
		img.goarch = "arm64"
	}
	data := func(s *pe.Section) ([]byte, error) {
		b, err := s.Data()
		// The rest of the raw data is there for alignment in the file only.
		if s.VirtualSize > 0 && int64(s.VirtualSize) < int64(len(b)) {
			b = b[:s.VirtualSize]
		}
		return b, err
	}
	img.section = func(name string) ([]byte, error) {
		if s := f.Section(".debug_" + name); s != nil {
			return data(s)
		}
		if s := f.Section(".zdebug_" + name); s != nil {
			return inflate(data(s))
		}
		return nil, nil
	}
	return nil
}

// openFat opens the part of a universal file that is for this machine, or else
// its first.
func (img *image) openFat() error {
	img.format = "Mach-O"
	f, err := macho.NewFatFile(img.r)
	if err != nil {
		return img.damaged(err)
	}
	part := f.Arches[0]
	for _, a := range f.Arches {
		if machoArch(a.Cpu) == runtime.GOARCH {
			part = a
		}
	}
	img.r = io.NewSectionReader(img.r, int64(part.Offset), int64(part.Size))
	return img.openMachO()
}

func (img *image) openMachO() error {
	img.format, img.goos = "Mach-O", "darwin"
	f, err := macho.NewFile(img.r)
	if err != nil {
		return img.damaged(err)
	}
	if f.Type == macho.TypeObj {
		return errors.New("the file is an object file: name an executable that go build made")
	}
	img.goarch = machoArch(f.Cpu)
	img.section = func(name string) ([]byte, error) {
		// Names of sections have at most 16 bytes.
		if s := f.Section(cut("__debug_"+name, 16)); s != nil {
			return s.Data()
		}
		if s := f.Section(cut("__zdebug_"+name, 16)); s != nil {
			return inflate(s.Data())
		}
		return nil, nil
	}
	return nil
}

func machoArch(c macho.Cpu) string {
	switch c {
	case macho.Cpu386:
		return "386"
	case macho.CpuAmd64:
		return "amd64"
	case macho.CpuArm:
		return "arm"
	case macho.CpuArm64:
		return "arm64"
	}
	return ""
}

func cut(s string, n int) string { return s[:min(n, len(s))] }

// inflate returns the contents of a .zdebug section: "ZLIB", the size in 8
// bytes, and a zlib stream. A section that is not compressed is returned as it
// is.
func inflate(b []byte, err error) ([]byte, error) {
	if err != nil || len(b) < 12 || string(b[:4]) != "ZLIB" {
		return b, err
	}
	size := binary.BigEndian.Uint64(b[4:12])
	z, err := zlib.NewReader(bytes.NewReader(b[12:]))
	if err != nil {
		return nil, err
	}
	// The size is not believed: memory grows with what is really there.
	var out bytes.Buffer
	if _, err := io.CopyN(&out, z, int64(min(size, 1<<62))); err != nil {
		return nil, err
	}
	return out.Bytes(), z.Close()
}

// debugData is what of a file's DWARF types need: neither line tables nor
// locations.
type debugData struct {
	*dw.Data
	info []byte // .debug_info
}

// debugData reads the DWARF sections. It returns nil if the file has none.
func (img *image) debugData() (*debugData, error) {
	read := map[string][]byte{}
	for _, name := range []string{"info", "abbrev", "str", "line_str", "str_offsets", "addr", "rnglists"} {
		b, err := img.section(name)
		if err != nil {
			return nil, img.damaged(fmt.Errorf("section .debug_%s: %w", name, err))
		}
		read[name] = b
		if name == "info" && len(b) == 0 {
			return nil, nil
		}
	}
	d, err := dw.New(read["abbrev"], nil, nil, read["info"], nil, nil, nil, read["str"])
	if err != nil {
		return nil, img.damaged(err)
	}
	for _, name := range []string{"line_str", "str_offsets", "addr", "rnglists"} {
		if err := d.AddSection(".debug_"+name, read[name]); err != nil {
			return nil, img.damaged(err)
		}
	}
	return &debugData{d, read["info"]}, nil
}

package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-ac4d27cc/heft/layout"
)

// cacheFormat changes with what is stored and with how it is found.
const cacheFormat = "heft load 1"

// cache keeps results of loading, by the content of all that they were made
// from: a second run over the same sources costs the listing and the hashing.
type cache struct{ dir string }

// openCache returns the cache in dir, or nil for "off". If dir is "", the
// environment's HEFTCACHE says where it is, else it is in the user's cache
// folder.
func openCache(dir string) *cache {
	if dir == "" {
		dir = os.Getenv("HEFTCACHE")
	}
	if dir == "off" {
		return nil
	}
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(base, "heft", "load")
	}
	return &cache{dir}
}

// key hashes what a result depends on: the go command's settings, this
// program, and the content of the packages' files. Modules of the module cache
// do not change: of these the version is enough.
func (cfg *Config) key(ge goEnv, roots, all []*pkg) string {
	for _, p := range all {
		if len(p.paths) > 0 && ge.GOMODCACHE != "" && strings.HasPrefix(p.paths[0], ge.GOMODCACHE+string(filepath.Separator)) {
			p.version = filepath.Dir(p.paths[0])
		}
	}
	sums := make([][]byte, len(all))
	parallelIndex(len(all), func(i int) { sums[i] = all[i].sum() })
	h := sha256.New()
	fmt.Fprintln(h, cacheFormat, programID(), ge, cfg.Tags, cfg.Tests, cfg.All, cfg.AnyOrder)
	for _, p := range roots {
		fmt.Fprintln(h, "root", p.id)
	}
	for i, p := range all {
		fmt.Fprintln(h, p.id, p.name, p.root, p.missing)
		h.Write(sums[i])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// programID tells builds of this program apart, since they may differ in what
// they find.
func programID() string {
	exe, err := os.Executable()
	if err != nil {
		return "?"
	}
	st, err := os.Stat(exe)
	if err != nil {
		return "?"
	}
	return fmt.Sprint(st.Size(), st.ModTime().UnixNano())
}

// sum hashes the files of a package.
func (p *pkg) sum() []byte {
	h := sha256.New()
	if p.version != "" && !p.root {
		fmt.Fprintln(h, p.version, p.paths)
		return h.Sum(nil)
	}
	for _, path := range p.paths {
		sumFile(h, path)
	}
	if p.root {
		for _, path := range p.unloaded() {
			sumFile(h, path)
		}
	}
	return h.Sum(nil)
}

func sumFile(h hash.Hash, path string) {
	src, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(h, path, err)
		return
	}
	fmt.Fprintln(h, path, len(src))
	h.Write(src)
}

// stored is a result in the form in which it is kept: types by their numbers,
// since they point to each other.
type stored struct {
	Types    []storedType
	Decls    []layout.Decl // without their types
	Of       []int32       // the declarations' types
	Problems []Problem
}

type storedType struct {
	Kind      layout.Kind
	Traits    layout.Traits
	Name      string
	PkgPath   string
	Why       string
	Elem, Key int32 // -1: none
	Len       int64
	Fields    []storedField
}

type storedField struct {
	Name, Tag string
	Type      int32
	Embedded  bool
}

// get returns the declarations and problems stored under a key.
func (c *cache) get(key string) ([]layout.Decl, []Problem, bool) {
	if c == nil {
		return nil, nil, false
	}
	path := filepath.Join(c.dir, key)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, false
	}
	var s stored
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&s); err != nil || len(s.Of) != len(s.Decls) {
		return nil, nil, false
	}
	types := make([]layout.Type, len(s.Types))
	at := func(i int32) *layout.Type {
		if i < 0 || int(i) >= len(types) {
			return nil
		}
		return &types[i]
	}
	for i, t := range s.Types {
		types[i] = layout.Type{Kind: t.Kind, Traits: t.Traits, Name: t.Name, PkgPath: t.PkgPath, Why: t.Why,
			Elem: at(t.Elem), Key: at(t.Key), Len: t.Len}
		if len(t.Fields) > 0 {
			types[i].Fields = make([]layout.Field, len(t.Fields))
		}
		for j, f := range t.Fields {
			types[i].Fields[j] = layout.Field{Name: f.Name, Tag: f.Tag, Type: at(f.Type), Embedded: f.Embedded}
		}
	}
	for i := range s.Decls {
		if s.Decls[i].Type = at(s.Of[i]); s.Decls[i].Type == nil {
			return nil, nil, false
		}
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // used: prune keeps it longer
	return s.Decls, s.Problems, true
}

// put stores a result. A cache that cannot be written is none: the result is
// there all the same.
func (c *cache) put(key string, decls []layout.Decl, problems []Problem) {
	if c == nil {
		return
	}
	s := stored{Problems: problems}
	num := map[*layout.Type]int32{}
	var todo []*layout.Type
	number := func(t *layout.Type) int32 {
		if t == nil {
			return -1
		}
		n, ok := num[t]
		if !ok {
			n = int32(len(num))
			num[t] = n
			todo = append(todo, t)
		}
		return n
	}
	for _, d := range decls {
		s.Of = append(s.Of, number(d.Type))
		d.Type = nil
		s.Decls = append(s.Decls, d)
	}
	for i := 0; i < len(todo); i++ {
		t := todo[i]
		st := storedType{Kind: t.Kind, Traits: t.Traits, Name: t.Name, PkgPath: t.PkgPath, Why: t.Why,
			Elem: number(t.Elem), Key: number(t.Key), Len: t.Len}
		for _, f := range t.Fields {
			st.Fields = append(st.Fields, storedField{f.Name, f.Tag, number(f.Type), f.Embedded})
		}
		s.Types = append(s.Types, st)
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(s); err != nil {
		return
	}
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return
	}
	tmp, err := os.CreateTemp(c.dir, "tmp-*")
	if err != nil {
		return
	}
	_, err = tmp.Write(buf.Bytes())
	if err2 := tmp.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(c.dir, key))
	}
	if err != nil {
		os.Remove(tmp.Name())
		return
	}
	c.prune()
}

// Bounds of the cache.
const (
	cacheEntries = 64
	cacheAge     = 30 * 24 * time.Hour
)

// prune removes the results that were not used for long, and what interrupted
// runs left.
func (c *cache) prune() {
	list, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	type entry struct {
		path string
		used time.Time
	}
	var entries []entry
	for _, e := range list {
		if info, err := e.Info(); err == nil && !info.IsDir() {
			path := filepath.Join(c.dir, e.Name())
			if strings.HasPrefix(e.Name(), "tmp-") && time.Since(info.ModTime()) < time.Hour {
				continue
			}
			entries = append(entries, entry{path, info.ModTime()})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return b.used.Compare(a.used) })
	for i, e := range entries {
		if i >= cacheEntries || time.Since(e.used) > cacheAge {
			os.Remove(e.path)
		}
	}
}

package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// cache is the directory where generated programs, copies of modules and
// extracted revisions stay for the next run.
type cache struct{ dir string }

// cacheAge is how long an entry that nothing uses stays.
const cacheAge = 5 * 24 * time.Hour

// openCache opens dir, or where that is "" heft in the user's cache directory.
func openCache(dir string) (*cache, error) {
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("find a place for built programs: %w", err)
		}
		dir = filepath.Join(base, "heft")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make a place for built programs: %w", err)
	}
	c := &cache{dir: dir}
	c.trim()
	return c, nil
}

// entry makes and returns the directory of a key, and marks it as used. unlock
// must be called when its files are complete.
func (c *cache) entry(kind, key string) (dir string, unlock func(), err error) {
	dir = filepath.Join(c.dir, kind, key)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", nil, err
	}
	unlock, err = lock(dir + ".lock")
	if err != nil {
		return "", nil, err
	}
	now := time.Now()
	os.Chtimes(dir, now, now)
	return dir, unlock, nil
}

// trim removes entries that were not used for long.
func (c *cache) trim() {
	kinds, _ := os.ReadDir(c.dir)
	for _, k := range kinds {
		entries, _ := os.ReadDir(filepath.Join(c.dir, k.Name()))
		for _, e := range entries {
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > cacheAge {
				os.RemoveAll(filepath.Join(c.dir, k.Name(), e.Name()))
			}
		}
	}
}

// keyOf is a name for everything that parts hold.
func keyOf(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))[:20]
}

// writeFile writes a file whole, and leaves one that is the same as it is.
func writeFile(path string, text []byte) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == string(text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// copyTree copies a directory's regular files, writable.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		return copyFile(target, path)
	})
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if e := out.Close(); err == nil {
		err = e
	}
	return err
}

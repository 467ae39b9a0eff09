package main

import (
	"encoding/json"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionOf(t *testing.T) {
	info := &debug.BuildInfo{
		Main: debug.Module{Path: "github.com/seed-ac4d27cc/heft", Version: "v1.2.3"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.time", Value: "2026-11-30T12:00:00Z"}, {Key: "vcs.modified", Value: "true"},
		},
	}
	v := versionOf(info)
	var b strings.Builder
	if err := printVersion(&b, v); err != nil {
		t.Fatal(err)
	}
	want := "heft v1.2.3 revision 0123abc (modified) of 2026-11-30T12:00:00Z, built by " + runtime.Version() +
		" for " + runtime.GOOS + "/" + runtime.GOARCH + "\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestVersion(t *testing.T) {
	if r := heft("version"); r.code != exitFine || !strings.HasPrefix(r.stdout, "heft ") || !strings.Contains(r.stdout, runtime.Version()) {
		t.Errorf("exit code %d, standard output %q", r.code, r.stdout)
	}
	r := heft("version", "--json")
	var v buildVersion
	if err := json.Unmarshal([]byte(r.stdout), &v); err != nil {
		t.Fatal(err)
	}
	if v.Schema != versionSchema || v.Go != runtime.Version() || v.Version == "" {
		t.Errorf("got %+v", v)
	}
}

package report

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-ac4d27cc/heft/sizer/advice"
)

// The page must ask the network for nothing, and must not let a name that a
// binary holds become markup.
func TestPageIsSelfContained(t *testing.T) {
	rep := sample(t)
	rep.Types[0].Name = `</script><script>alert(1)</script><img src=x onerror=alert(2)>`
	var b bytes.Buffer
	if err := HTML(&b, rep); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<img") || strings.Contains(page, "alert(1)</script>") {
		t.Error("a name became markup")
	}
	page = regexp.MustCompile(`(?s)id="data">.*?</script>`).ReplaceAllString(page, `id="data"></script>`)
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("%d script elements, want the data and the program", n)
	}
	if m := regexp.MustCompile(`(?i)(<img|<link|<iframe|\bsrc=|\bhref=|@import|url\(|https?:)`).FindString(page); m != "" {
		t.Errorf("the page holds %q", m)
	}
	if !strings.Contains(page, `default-src 'none'`) {
		t.Error("no policy that forbids loading anything")
	}
}

// inBrowser runs a script in the page of a report and returns what the script
// has written, a check a line, with any error of any script before it.
func inBrowser(t *testing.T, rep *advice.Report, script string) string {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless_shell"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no chromium in PATH: the page cannot be run (apt-get install chromium)")
	}
	var b bytes.Buffer
	if err := HTML(&b, rep); err != nil {
		t.Fatal(err)
	}
	page := strings.Replace(b.String(), "<style>", `<script>
var wrong = [];
window.addEventListener("error", (e) => wrong.push("ERROR " + e.message));
document.addEventListener("securitypolicyviolation", (e) => wrong.push("ERROR blocked " + e.blockedURI));
</script><style>`, 1)
	page = strings.Replace(page, "</body>", `<pre id="checks"></pre><script>
(() => {
  const out = [];
  const check = (what, got, want) => { if (String(got) !== String(want)) out.push("WRONG " + what + ": got " + got + ", want " + want); else out.push("ok " + what); };
  const $ = (s) => document.querySelector(s), $$ = (s) => [...document.querySelectorAll(s)];
  const input = (s, v) => { $(s).value = v; $(s).dispatchEvent(new Event("input")); $(s).dispatchEvent(new Event("change")); };
  const names = () => $$("#types > tbody > tr > th .open").map((b) => b.textContent);
  try { `+script+` } catch (e) { out.push("ERROR " + e.stack); }
  $("#checks").textContent = wrong.concat(out).join("\n");
})();
</script></body>`, 1)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=10000", "--dump-dom", "file://"+file)
	cmd.Stderr = &stderr
	cmd.WaitDelay = 5 * time.Second
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", browser, err, stderr.String())
	}
	_, checks, ok := bytes.Cut(dom, []byte(`<pre id="checks">`))
	if !ok {
		t.Fatalf("%s printed no page:\n%.2000s", browser, dom)
	}
	checks, _, _ = bytes.Cut(checks, []byte("</pre>"))
	return html.UnescapeString(string(checks))
}

// verify reports the checks that failed; each of them must have run.
func verify(t *testing.T, checks string, want int) {
	t.Helper()
	good := 0
	for line := range strings.Lines(checks) {
		if strings.HasPrefix(line, "ok ") {
			good++
		} else {
			t.Error(strings.TrimSpace(line))
		}
	}
	if good != want {
		t.Errorf("%d checks passed, want %d:\n%s", good, want, checks)
	}
}

func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	rep := sample(t)
	rep.Count = 1_000_000
	rep.Types[0].Now.Fields[0].Name = `<b id="markup">Revoked</b>`
	checks := inBrowser(t, rep, `
    check("rows", names().length, 12);
    check("first", names()[0], "session.Grant");
    check("told apart", names().includes("fast/io.buffer") && names().includes("shop/io.buffer"), true);
    check("headers are buttons", $$("#types > thead th button").length, 9);

    const size = $$("#types > thead button")[1];
    size.click();
    check("sorted by size", names()[0], "fast/io.buffer");
    check("aria-sort", size.closest("th").getAttribute("aria-sort"), "descending");
    size.click();
    check("turned round", names()[0], "cache.Pair[K,V]");
    check("aria-sort turned", size.closest("th").getAttribute("aria-sort"), "ascending");
    $$("#types > thead button")[0].click();
    check("sorted by name", names()[0], "cache.Pair[K,V]");
    check("one sorted column", $$("#types th[aria-sort]").length, 1);

    input("#filter", "SESSION agent");
    check("filtered by name and field", names().join(), "session.Device");
    check("count is said", $("#shown").textContent, "1 of 12 types");
    input("#filter", "");
    input("#state", "kept");
    check("filtered by state", names().join(), "session.Record");
    $("#generated").click();
    check("without generated", names().length, 0);
    $("#generated").click();
    input("#state", "all");

    const button = $$(".open").find((b) => b.textContent === "session.Grant");
    check("closed", button.getAttribute("aria-expanded"), "false");
    check("nothing drawn before", $$(".cell").length, 0);
    button.focus();
    check("can be focused", document.activeElement === button, true);
    button.click();
    check("open", button.getAttribute("aria-expanded"), "true");
    const detail = document.getElementById(button.getAttribute("aria-controls"));
    check("now and best", [...detail.querySelectorAll("summary")].map((s) => s.textContent).join("|"), "Now: 40 B in a slot of 48 B|Best order: 32 B in a slot of 32 B");
    check("cells cover the slots", [...detail.querySelectorAll(".lines")].map((l) => [...l.querySelectorAll(".cell")].map((c) => { const [a, b] = c.style.gridColumn.split(" / "); return b - a; }).reduce((x, y) => x + y)).join(), "48,32");
    check("padding cells", [...detail.querySelectorAll(".lines .padding")].map((c) => c.title).join("|"), "padding: 7 bytes, at 1|padding: 2 bytes, at 26|padding: 1 byte, at 19");
    check("moved cells", detail.querySelectorAll(".lines .moved").length, 1);
    check("names are text", document.getElementById("markup"), null);
    check("drawing is named", detail.querySelector(".lines").getAttribute("aria-label").startsWith("Now of session.Grant: "), true);
    check("in one slice", detail.textContent.includes("1,000,000 in one slice40001536"), true);
    button.click();
    check("closed again", $$(".detail").length, 0);

    const big = $$(".open").find((b) => b.textContent === "fast/io.buffer");
    big.click();
    check("few rows for a large type", $$(".lines > li").length < 12, true);
    check("rows left out are said", $(".skipped").textContent, "… 2,248 rows more of cells");
    const header = $$(".open").find((b) => b.textContent === "shop/io.buffer");
    header.click();
    check("header drawn", $$(".lines .header").map((c) => c.title).join(), "malloc header: 8 bytes");
    const none = $$(".open").find((b) => b.textContent === "cache.Pair[K,V]");
    none.click();
    check("unknown is said", document.getElementById(none.getAttribute("aria-controls")).textContent.includes("depends on type parameter K"), true);
    check("form is named", $$("input, select").every((e) => e.closest("label")), true);
`)
	verify(t, checks, 31)
}

func TestPageWithManyTypes(t *testing.T) {
	t.Parallel()
	rep := sample(t)
	few := rep.Types
	rep.Types = nil
	for i := range 7000 {
		r := few[i%len(few)]
		r.Name = fmt.Sprintf("many.T%04d", i)
		rep.Types = append(rep.Types, r)
	}
	checks := inBrowser(t, rep, `
    check("first page", names().length, 500);
    check("count", $("#shown").textContent, "7,000 types");
    const start = performance.now();
    input("#filter", "t6999");
    check("filter reaches all", names().join(), "many.T6999");
    input("#filter", "");
    $$("#types > thead button")[0].click(); $$("#types > thead button")[0].click();
    check("sorts all", names()[0], "many.T6999");
    $$("#more button")[0].click();
    check("more", names().length, 1000);
    $$("#more button")[1].click();
    check("all", names().length, 7000);
    check("no more", $("#more").hidden, true);
    check("in good time", performance.now() - start < 20000, true);
    input("#filter", "t0001"); // so that little is printed
`)
	verify(t, checks, 8)
}

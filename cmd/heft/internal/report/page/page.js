"use strict";
(() => {
  const report = JSON.parse(document.getElementById("data").textContent);
  const PER_ROW = 64; // bytes drawn side by side
  const PER_PAGE = 500; // types shown before "more" is asked for
  const $ = (id) => document.getElementById(id);

  function el(tag, props, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(props || {})) {
      if (v === undefined || v === false) continue;
      if (k === "class") e.className = v;
      else if (k === "onclick") e.addEventListener("click", v);
      else e.setAttribute(k, v === true ? "" : v);
    }
    e.append(...children.filter((c) => c !== undefined && c !== null));
    return e;
  }

  const bytes = (o) => (o.sharing > 1 ? o.slot / o.sharing : o.slot);
  const rounding = (o) => bytes(o) - o.header - o.requested;
  const show = (n) => (Number.isInteger(n) ? String(n) : n.toFixed(2));
  const showObject = (o, n) => (o.tiny ? n.toFixed(2) : show(n));
  const percent = (part, whole) => (part > 0 && part / whole < 0.005 ? "<1%" : Math.round((100 * part) / whole) + "%");
  const plural = (n, one, many) => n.toLocaleString("en-US") + " " + (n === 1 ? one : many);

  // The rows of the table, with what filters look at.
  const rows = report.types.map((t, i) => {
    let state = "other";
    if (!t.now) state = "unknown";
    else if (t.best && t.best.saves > 0) state = "shrink";
    else if (t.best && t.best.paper_only) state = "paper";
    else if (t.keep && t.keep.length && t.would) state = "kept";
    const words = [report.names[i], t.name, t.package];
    for (const f of (t.now && t.now.fields) || []) words.push(f.name, f.type || "");
    return { t, i, name: report.names[i], state, words: words.join("\n").toLowerCase() };
  });

  function saves(r) {
    const t = r.t;
    switch (r.state) {
      case "unknown": return "unknown: " + t.unknown;
      case "shrink": {
        let s = show(t.best.saves) + " B (" + percent(t.best.saves, bytes(t.now.object)) + ")";
        if (t.best.by_others) s += " by " + (t.best.because || []).join(", ");
        return s;
      }
      case "paper": return "none: same size class";
      case "kept": return "kept: " + (t.keep[0].reason || t.keep[0].kind);
    }
    return "";
  }

  // A missing figure sorts behind every other.
  const now = (f) => (r) => (r.t.now ? f(r.t.now) : -1);
  const best = (f) => (r) => (r.t.best ? f(r.t.best) : -1);
  const columns = [
    { head: "Type", text: (r) => r.name, value: (r) => r.name.toLowerCase() },
    { head: "Size", number: true, value: now((s) => s.size) },
    { head: "Padding", number: true, value: now((s) => s.padding) },
    { head: "Pointer bytes", number: true, value: now((s) => s.ptr_bytes) },
    { head: "Slot", number: true, value: now((s) => bytes(s.object)), text: (r) => (r.t.now ? showObject(r.t.now.object, bytes(r.t.now.object)) : "") },
    { head: "Rounding", number: true, value: now((s) => rounding(s.object)), text: (r) => (r.t.now ? showObject(r.t.now.object, rounding(r.t.now.object)) : "") },
    { head: "Best size", number: true, value: best((b) => b.size) },
    { head: "Best slot", number: true, value: best((b) => bytes(b.object)), text: (r) => (r.t.best ? showObject(r.t.best.object, bytes(r.t.best.object)) : "") },
    { head: "Saves", saves: true, descending: true, text: saves, value: best((b) => b.saves + b.element_saves / 1e6) },
  ];
  const cellText = (c, r) => (c.text ? c.text(r) : c.value(r) < 0 ? "" : show(c.value(r)));

  // State: what is filtered, sorted, shown and open.
  let shown = rows;
  let limit = PER_PAGE;
  let sorted = null; // {column, descending}
  const open = new Set();

  const head = $("types").tHead.rows[0];
  for (const c of columns) {
    const th = el("th", { scope: "col", class: c.number ? "number" : "" });
    th.append(el("button", { type: "button", onclick: () => sortBy(c) }, c.head));
    c.th = th;
    head.append(th);
  }

  function sortBy(c) {
    const first = !!(c.number || c.descending);
    const descending = sorted && sorted.column === c ? !sorted.descending : first;
    sorted = { column: c, descending };
    for (const o of columns) o.th.removeAttribute("aria-sort");
    c.th.setAttribute("aria-sort", descending ? "descending" : "ascending");
    update();
  }

  function update() {
    const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const state = $("state").value;
    const generated = $("generated").checked;
    shown = rows.filter((r) =>
      (state === "all" || r.state === state) &&
      (generated || !r.t.generated) &&
      words.every((w) => r.words.includes(w)));
    if (sorted) {
      const { column, descending } = sorted;
      const key = new Map(shown.map((r) => [r, column.value(r)]));
      shown.sort((a, b) => {
        const x = key.get(a), y = key.get(b);
        const d = x < y ? -1 : x > y ? 1 : 0;
        return (descending ? -d : d) || a.i - b.i;
      });
    }
    limit = PER_PAGE;
    draw();
  }

  function draw() {
    const body = $("types").tBodies[0];
    body.replaceChildren();
    append(0, Math.min(limit, shown.length));
    footer();
  }

  function append(from, to) {
    const body = $("types").tBodies[0];
    const part = document.createDocumentFragment();
    for (const r of shown.slice(from, to)) {
      part.append(rowOf(r));
      if (open.has(r.i)) part.append(detailOf(r));
    }
    body.append(part);
  }

  function footer() {
    const n = Math.min(limit, shown.length);
    $("shown").textContent = shown.length === rows.length
      ? plural(rows.length, "type", "types")
      : shown.length.toLocaleString("en-US") + " of " + plural(rows.length, "type", "types");
    const more = $("more");
    more.hidden = n >= shown.length;
    more.replaceChildren();
    if (more.hidden) return;
    const next = Math.min(PER_PAGE, shown.length - n);
    const button = (text, to) => el("button", { type: "button", onclick: () => { append(n, to); limit = to; footer(); } }, text);
    more.append(button("Show " + next.toLocaleString("en-US") + " more", n + next), button("Show all " + shown.length.toLocaleString("en-US"), shown.length),
      el("span", { class: "quiet" }, n.toLocaleString("en-US") + " shown"));
  }

  function rowOf(r) {
    const tr = el("tr", { "data-type": r.i });
    for (const c of columns) {
      const text = cellText(c, r);
      if (c === columns[0]) {
        const button = el("button", { type: "button", class: "open", "aria-expanded": String(open.has(r.i)), "aria-controls": "detail-" + r.i,
          title: r.t.package, onclick: () => toggle(r, tr, button) }, text);
        tr.append(el("th", { scope: "row" }, button));
      } else {
        tr.append(el("td", { class: c.number ? "number" : c.saves && r.state === "shrink" ? "saves" : "" }, text));
      }
    }
    return tr;
  }

  function toggle(r, tr, button) {
    if (open.delete(r.i)) {
      tr.nextSibling.remove();
    } else {
      open.add(r.i);
      tr.after(detailOf(r));
    }
    button.setAttribute("aria-expanded", String(open.has(r.i)));
  }

  // The detail of a type.
  function detailOf(r) {
    const t = r.t;
    const td = el("td", { colspan: columns.length });
    const where = t.pos.file ? t.pos.file + (t.pos.line ? ":" + t.pos.line + ":" + t.pos.column : "") : "";
    td.append(el("p", {}, el("code", {}, t.name), " in ", el("code", {}, t.package), where ? " · " : "", el("code", {}, where),
      t.generated ? " · generated" : "", t.test ? " · in a test" : "", t.comparable ? " · comparable" : ""));
    if (!t.now) {
      td.append(el("p", {}, "No layout: " + t.unknown));
    } else {
      const b = t.best || t.would;
      td.append(el("p", {}, losses(t.now)));
      for (const k of t.keep || []) {
        td.append(el("p", {}, "Kept: " + (k.reason || k.kind) + (k.pos.file ? " (" + k.pos.file + ":" + k.pos.line + ")" : "")));
      }
      td.append(figures(t, b));
      td.append(drawing("Now", t.now, r.name));
      if (b) {
        td.append(drawing(t.best ? "Best order" : "Best order, were it free", b, r.name, t.now));
        if (b.because && b.because.length) td.append(el("p", { class: "quiet" }, "With the better orders of " + b.because.join(", ") + ", held by value."));
        if (b.embedders && b.embedders.length) td.append(el("p", { class: "quiet" }, "Held by value in " + b.embedders.join(", ") + "."));
      }
    }
    return el("tr", { class: "detail", id: "detail-" + r.i }, td);
  }

  function losses(s) {
    const o = s.object;
    const parts = [];
    if (s.padding) parts.push(s.padding + " B padding");
    if (o.header) parts.push(o.header + " B header");
    if (rounding(o) > 0) parts.push(show(rounding(o)) + " B rounding");
    const all = show(bytes(o)) + " B";
    if (!parts.length) return "Losses: none, all " + all + " hold field values.";
    const sum = s.padding + o.header + rounding(o);
    return "Losses: " + parts.join(" + ") + (parts.length > 1 ? " = " + show(sum) + " B" : "") + " of " + all + " (" + ((100 * sum) / bytes(o)).toFixed(1) + "%).";
  }

  function figures(t, b) {
    const table = el("table", { class: "fields" });
    const line = (tag, cells) => table.append(el("tr", {}, ...cells.map((c, i) =>
      el(i === 0 || tag === "th" ? "th" : "td", { scope: tag === "th" ? "col" : i === 0 ? "row" : undefined, class: i ? "number" : "" }, c))));
    line("th", b ? ["bytes of", "now", "best", "saves"] : ["bytes of", "now"]);
    const row = (name, x, y) => line("td", b ? [name, show(x), show(y), show(x - y)] : [name, show(x)]);
    const of = (f) => [f(t.now), b && f(b)];
    row("new(T)", ...of((s) => bytes(s.object)));
    row("element of []T", ...of((s) => s.size));
    row("pointers to scan", ...of((s) => s.ptr_bytes));
    if (report.count) {
      const n = report.count;
      row(plural(n, "object", "objects") + " one by one", ...of((s) => n * bytes(s.object)));
      if (t.array) row(n.toLocaleString("en-US") + " in one slice", bytes(t.array), b && b.array ? bytes(b.array) : bytes(t.array));
    }
    return table;
  }

  // segments lists what lies where in a slot, from its first byte.
  function segments(s, before) {
    const o = s.object;
    const moved = new Set(before ? s.moved || [] : []);
    const was = new Map();
    for (const f of before ? before.fields || [] : []) was.set(f.index, f.offset);
    const out = [];
    if (o.header) out.push({ from: 0, to: o.header, kind: "header", name: "malloc header" });
    let fields = s.fields || [];
    if (!fields.length && s.size) fields = [{ name: "value", type: "", offset: 0, size: s.size, index: 0, ptr_bytes: s.ptr_bytes }];
    for (const f of fields) {
      const hole = f.index < 0;
      out.push({
        from: o.header + f.offset, to: o.header + f.offset + f.size, field: f,
        kind: hole ? "padding" : f.ptr_bytes ? "pointer" : "scalar",
        name: hole ? "padding" : f.name, type: f.type || "",
        moved: moved.has(f.index) ? was.get(f.index) : undefined,
      });
    }
    const end = o.header + s.size;
    if (o.slot > end) {
      let name = "rounding up to the size class of " + o.slot + " B";
      if (o.pages) name = "rounding up to " + plural(o.pages, "page", "pages");
      if (o.tiny) name = o.sharing > 1 ? "rest of the tiny block, for " + plural(o.sharing - 1, "like object", "like objects") + " more" : "rest of the tiny block";
      out.push({ from: end, to: o.slot, kind: "rounding", name });
    }
    return out;
  }

  function drawing(title, s, name, before) {
    const segs = segments(s, before);
    const slot = Math.max(s.object.slot, s.object.header + s.size);
    const box = el("details", { open: true },
      el("summary", {}, title + ": " + s.size + " B in a slot of " + show(s.object.slot) + " B" +
        (s.object.sharing > 1 ? " shared by " + s.object.sharing : "")));
    const list = el("ul", { class: "lines", role: "img",
      "aria-label": title + " of " + name + ": " + segs.filter((g) => g.to > g.from).map((g) => g.name + " " + (g.to - g.from) + " bytes").slice(0, 60).join(", ") });
    let i = 0;
    for (let at = 0; at < slot; at += PER_ROW) {
      while (i < segs.length && segs[i].to <= at) i++;
      if (i === segs.length) break;
      list.append(lineOf(segs, i, at, Math.min(at + PER_ROW, slot), s.object.header));
      // Rows that lie within one segment say nothing new: keep the first and the last.
      const full = Math.floor((segs[i].to - at) / PER_ROW);
      if (segs[i].from <= at && full > 4) {
        list.append(el("li", {}, el("span", { class: "skipped" }, "… " + plural(full - 2, "row", "rows") + " more of " + segs[i].name)));
        at += (full - 2) * PER_ROW;
      }
    }
    if (slot) box.append(list);
    if (segs.length) box.append(fieldTable(segs, s.object.header, !!before));
    return box;
  }

  function lineOf(segs, i, from, to, header) {
    const cells = el("span", { class: "cells" });
    for (; i < segs.length && segs[i].from < to; i++) {
      const g = segs[i];
      const a = Math.max(g.from, from), b = Math.min(g.to, to);
      if (b <= a) continue;
      const at = g.kind === "header" ? "" : ", at " + (g.from - header);
      cells.append(el("span", {
        class: "cell " + g.kind + (g.from < from ? " on" : "") + (g.moved !== undefined ? " moved" : ""),
        style: "grid-column: " + (a - from + 1) + " / " + (b - from + 1),
        title: g.name + (g.type ? " " + g.type : "") + ": " + plural(g.to - g.from, "byte", "bytes") + at + (g.moved !== undefined ? ", moved from " + g.moved : ""),
      }, b - a > 1 || g.name.length < 3 ? g.name : ""));
    }
    const starts = from % report.cache_line === 0;
    return el("li", { class: starts && from > 0 ? "line-start" : "" },
      el("span", { class: "at" }, (starts ? "line " + (from / report.cache_line + 1) + " · " : "") + (from - header)), cells);
  }

  function fieldTable(segs, header, moved) {
    const heads = ["offset", "size", "field", "type", "pointers"];
    if (moved) heads.push("moved");
    const table = el("table", { class: "fields" }, el("thead", {}, el("tr", {}, ...heads.map((h, i) => el("th", { scope: "col", class: i < 2 ? "number" : "" }, h)))));
    const body = el("tbody", {});
    for (const g of segs) {
      const f = g.field || {};
      const named = g.kind === "scalar" || g.kind === "pointer";
      const cells = [
        el("td", { class: "number" }, String(g.from - header)),
        el("td", { class: "number" }, String(g.to - g.from)),
        el("td", { class: "name" + (named ? "" : " quiet") }, el("span", { class: "key " + g.kind, "aria-hidden": "true" }), named ? g.name : "(" + g.name + ")"),
        el("td", { class: "name" }, el("code", {}, g.type || ""), named && f.padding ? " (" + f.padding + " B padding inside)" : ""),
        el("td", {}, el("code", {}, f.pointers || "")),
      ];
      if (moved) cells.push(el("td", {}, g.moved !== undefined ? "from " + g.moved : ""));
      body.append(el("tr", {}, ...cells));
    }
    table.append(body);
    return table;
  }

  const t = report.totals;
  $("types").tFoot.append(el("tr", {}, ...columns.map((c) => {
    const text = { Type: "total of " + plural(t.types, "type", "types"), Size: show(t.size_bytes), Padding: show(t.pad_bytes), Slot: show(t.slot_bytes),
      Saves: t.saves_bytes ? show(t.saves_bytes) + " B (" + percent(t.saves_bytes, t.slot_bytes) + ")" : "" }[c.head] || "";
    return el("td", { class: c.number ? "number" : "" }, text);
  })));
  $("controls").addEventListener("submit", (e) => e.preventDefault());
  $("filter").addEventListener("input", update);
  $("state").addEventListener("change", update);
  $("generated").addEventListener("change", update);
  if (!rows.some((r) => r.t.generated)) $("generated").closest("label").hidden = true;
  draw();
  // A page of one type, or a link to one (page.html#session.Grant), opens it.
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) {
    $("filter").value = wanted;
    $("filter").dispatchEvent(new Event("input", { bubbles: true }));
  }
  const first = $("types").tBodies[0].querySelectorAll(".open");
  if (first.length === 1 || wanted) first[0]?.click();
})();

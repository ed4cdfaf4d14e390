"use strict";
// The page of `wyrmpress preview`. Words from files only ever become text nodes; pictures are shown by their hash.

const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const RANK = { error: 3, warning: 2, note: 1 };

const games = new Map();          // id -> what the server told of it
let about = { findings: [], failure: null, note: null, is_drawing: true };
const show = { game: "", set: "", text: "", flagged: false, view: "cards", backs: false, vision: "none",
               bleed: false, trim: false, safe: false, side: "both", paper: "", open: null, at: null };
const tiles = new Map();          // key -> { node, sign }
const sheets = new Map();         // hash -> promise of placements
let counter = 0;

// ---------------------------------------------------------------- small helpers

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const picture = hash => "/made/" + hash;
const key = (game, set, card) => `${game.id}/${set.id}/${card.id}`;
const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

function findingsOf(game, set, card) {
  const late = game.late.findings.filter(f => f.about.some(a => a[0] === set.id && a[1] === card.id));
  return card.findings.concat(late);
}

// Findings of a game that belong to no card that is shown.
function looseFindings(game) {
  const has = about => game.sets.some(s => s.id === about[0] && s.cards.some(c => c.id === about[1]));
  return game.findings.concat(game.late.findings.filter(f => !f.about.some(has)));
}

function gravest(findings) {
  return findings.reduce((worst, f) => (RANK[f.severity] > (RANK[worst] || 0) ? f.severity : worst), "");
}

function* allFindings() {
  yield* about.findings;
  for (const game of games.values()) {
    yield* looseFindings(game);
    for (const set of game.sets) for (const card of set.cards) yield* findingsOf(game, set, card);
  }
}

function told(finding) {
  return make("pre", { class: "told " + finding.severity }, finding.text);
}

// ---------------------------------------------------------------- hearing from the server

function hear() {
  const source = new EventSource("/events");
  let waiting = null;             // changes that came while everything was on its way
  source.onmessage = async message => {
    const event = JSON.parse(message.data);
    if (event !== "reload") {
      if (waiting) waiting.push(event); else take(event);
      return;
    }
    waiting = [];
    try {
      const model = await (await fetch("/model.json")).json();
      $("project").textContent = model.project;
      games.clear();
      for (const game of model.games) games.set(game.id, game);
      about = model.about;
      waiting.forEach(apply);
    } finally {
      waiting = null;
    }
    fromAddress();
    refresh();
  };
  source.onerror = () => status("lost", "not connected");
}

function apply(event) {
  if (event.game) games.set(event.game.id, event.game);
  if (event.gone) games.delete(event.gone);
  if (event.about) about = event.about;
}

function take(event) {
  apply(event);
  refresh();
}

function status(kind, text) {
  $("status").className = kind;
  $("status").textContent = text;
}

// ---------------------------------------------------------------- what is shown

function refresh() {
  const list = [...games.values()].sort((a, b) => a.id.localeCompare(b.id));
  games.clear();
  for (const game of list) games.set(game.id, game);
  outlines();
  drawers();
  papers();
  if (show.view === "cards") gallery(); else pages();
  slip();
  count();
  if (about.is_drawing) status("busy", "drawing …");
  else if ($("slip").hidden) status("", "up to date");
  else status("wrong", "files have errors");
  $("status").title = about.note || "";
  if ($("large").open && show.open) large(show.open);
}

function outlines() {
  for (const game of games.values()) {
    for (const [name, outline] of Object.entries(game.outlines)) {
      if ($("cut-" + name)) continue;
      const card = game.sets.flatMap(s => s.cards).find(c => c.outline === name);
      if (!card) continue;
      // Seen from behind, an outline is mirrored; the drawing is not.
      for (const [id, turn] of [["cut-" + name, `scale(${1 / card.w}`], [`cut-${name}-back`, `translate(1 0) scale(${-1 / card.w}`]]) {
        const path = draw("path", { d: outline.trim, transform: `${turn} ${1 / card.h})` });
        $("outlines").append(draw("clipPath", { id, clipPathUnits: "objectBoundingBox" }, path));
      }
    }
  }
}

function drawers() {
  const entry = (kind, label, number, game, set) => make("button", {
    class: kind, "aria-pressed": String(show.game === game && show.set === set),
    onclick: () => { Object.assign(show, { game, set }); remember(); refresh(); scrollTo(0, 0); },
  }, make("span", {}, label), make("small", {}, String(number)));
  const cards = set => set.cards.reduce((n, c) => n + c.count, 0);
  const nodes = [];
  let all = 0;
  for (const game of games.values()) {
    const sum = game.sets.reduce((n, s) => n + cards(s), 0);
    all += sum;
    nodes.push(entry("game", game.title, sum, game.id, ""));
    if (show.game && show.game !== game.id) continue;
    for (const set of game.sets) nodes.push(entry("set", set.title, cards(set), game.id, set.id));
  }
  $("drawers").replaceChildren(entry("game", "All games", all, "", ""), ...nodes);
}

function papers() {
  const names = [...new Set([...games.values()].flatMap(g => g.late.plans.map(p => p.paper)))];
  const select = $("paper");
  select.parentElement.hidden = show.view !== "sheets";
  if (!names.includes(show.paper)) show.paper = names[0] || "";
  if ([...select.options].map(o => o.value).join() !== names.join()) {
    select.replaceChildren(...names.map(name => make("option", { value: name }, name)));
  }
  select.value = show.paper;
}

function wanted(game, set, card) {
  if (show.game && game.id !== show.game) return false;
  if (show.set && set.id !== show.set) return false;
  if (show.flagged && !findingsOf(game, set, card).length && !card.is_stale) return false;
  if (!show.text) return true;
  const text = `${card.name}\n${key(game, set, card)}\n${card.record}\n${card.templates.join("\n")}`.toLowerCase();
  return show.text.split(/\s+/).every(word => text.includes(word));
}

function heading(game) {
  const note = game.is_stale ? [make("span", { class: "stale-note" }, "the last good pictures are shown")] : [];
  return make("h2", {}, game.title, make("small", {}, game.version ? "v" + game.version : ""), ...note);
}

function gallery() {
  const nodes = [], seen = new Set();
  if (show.flagged) nodes.push(...about.findings.map(told));
  for (const game of games.values()) {
    const trays = [];
    for (const set of game.sets) {
      const cards = set.cards.filter(card => wanted(game, set, card));
      if (!cards.length) continue;
      const shown = cards.map(card => {
        seen.add(key(game, set, card));
        return tile(game, set, card);
      });
      const pieces = cards.reduce((n, c) => n + c.count, 0);
      const title = make("h3", {}, set.title, make("small", {}, `${plural(pieces, "piece")}, ${set.size}`));
      trays.push(make("section", { class: "tray", "aria-label": set.title }, title, make("div", { class: "cards" }, ...shown)));
    }
    const isChosen = !show.game || show.game === game.id;
    const loose = show.flagged && isChosen && !show.set ? looseFindings(game).map(told) : [];
    if (trays.length || loose.length) nodes.push(heading(game), ...loose, ...trays);
  }
  if (!nodes.length) nodes.push(make("p", { class: "empty" }, about.is_drawing && !games.size ? "The cards are being drawn …" : "Nothing in these drawers."));
  for (const name of tiles.keys()) if (!seen.has(name)) tiles.delete(name);
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
  $("table").replaceChildren(...nodes);
  if (focused && tiles.has(focused) && !document.querySelector("dialog[open]")) tiles.get(focused).node.focus({ preventScroll: true });
  rove();
}

// A tile is kept as long as its card is shown; only what changed of it is set anew.
function tile(game, set, card) {
  const name = key(game, set, card), findings = findingsOf(game, set, card);
  const hash = show.backs && card.back ? card.back : card.front;
  const sign = JSON.stringify([hash, card.w, card.h, card.bleed, card.corner, card.outline, card.name, card.count, card.is_stale, findings.length, gravest(findings)]);
  let known = tiles.get(name);
  if (known && known.sign === sign) return known.node;
  if (!known) {
    const image = make("img", { alt: "", loading: "lazy", decoding: "async", draggable: "false" });
    const node = make("button", { class: "tile", "data-key": name, tabindex: "-1", onclick: () => open(name) },
      make("span", { class: "face" }, make("span", { class: "cut" }, image)), make("span", { class: "caption" }));
    known = { node, image, hash: null, side: show.backs };
    tiles.set(name, known);
  }
  const { node, image } = known;
  const isNew = known.hash && hash !== known.hash && known.side === show.backs;
  known.sign = sign;
  known.side = show.backs;
  node.className = "tile" + (card.is_stale ? " stale" : "") + (hash ? "" : " blank") + (isNew ? " fresh" : "");
  node.setAttribute("aria-label", `${card.name}, ${set.title}` + (findings.length ? `, ${plural(findings.length, "finding")}` : ""));
  const face = node.firstChild, cut = face.firstChild;
  face.style.width = `min(${card.w} * var(--mm), 30rem, 26rem * ${card.w / card.h})`;
  face.style.aspectRatio = `${card.w} / ${card.h}`;
  shape(cut, card, show.backs && card.back);
  image.style.width = `${100 * (card.w + 2 * card.bleed) / card.w}%`;
  image.style.height = `${100 * (card.h + 2 * card.bleed) / card.h}%`;
  image.style.left = `${-100 * card.bleed / card.w}%`;
  image.style.top = `${-100 * card.bleed / card.h}%`;
  if (hash !== known.hash) {
    if (hash) image.src = picture(hash); else image.removeAttribute("src");
    known.hash = hash;
  }
  const times = card.count === 1 ? [] : [make("b", {}, "×" + card.count)];
  node.lastChild.replaceChildren(make("span", {}, card.name), ...times);
  for (const old of face.querySelectorAll(".mark")) old.remove();
  if (findings.length) face.append(make("span", { class: "mark " + gravest(findings), "aria-hidden": "true" }, String(findings.length)));
  return node;
}

function shape(node, card, isBack) {
  if (card.corner !== null) {
    node.style.borderRadius = `${100 * card.corner / card.w}% / ${100 * card.corner / card.h}%`;
    node.style.clipPath = "";
  } else {
    node.style.borderRadius = "";
    node.style.clipPath = `url(#cut-${card.outline}${isBack ? "-back" : ""})`;
  }
}

// ---------------------------------------------------------------- one card, large

function find(name) {
  const [g, s, c] = name.split("/");
  const game = games.get(g), set = game && game.sets.find(set => set.id === s), card = set && set.cards.find(card => card.id === c);
  return card ? { game, set, card } : null;
}

function open(name) {
  show.open = show.at = name;
  remember();
  large(name);
  if (!$("large").open) $("large").showModal();
}

function large(name) {
  const found = find(name);
  if (!found) return $("large").close();
  const { game, set, card } = found;
  for (const group of $("facts").querySelectorAll(".group")) group.hidden = false;
  const sides = [["front", card.front], ["back", card.back]].filter(([side, hash]) => hash && (show.side === "both" || show.side === side || !card.back));
  const outline = game.outlines[card.outline];
  const nodes = sides.map(([side, hash]) => face(card, outline, side, hash, sides.length));
  $("stage").replaceChildren(...(nodes.length ? nodes : [make("p", { class: "none" }, "It could not be drawn yet.")]));
  $("large-name").textContent = card.name;
  const size = `${card.w} x ${card.h} mm`.replace(/(\.\d\d)\d+/g, "$1");
  const findings = findingsOf(game, set, card);
  const lines = card.record.split("\n").map((line, i) => make("div", { "data-line": card.line + i }, line));
  $("about").replaceChildren(
    facts([["id", name], ["set", set.title], ["copies", String(card.count)], ["size", size], ["bleed", `${card.bleed} mm`],
      ["origin", card.origin], ["templates", card.templates.join(", ")], ["file", `${card.file}:${card.line}`]]),
    make("h3", {}, findings.length ? plural(findings.length, "finding") : "No findings"), ...findings.map(told),
    make("h3", {}, card.is_stale ? "Record as it is written now" : "Record"), make("pre", { class: "record" }, ...lines));
  press("show-bleed", show.bleed); press("show-trim", show.trim); press("show-safe", show.safe);
  for (const side of ["both", "front", "back"]) press("side-" + side, show.side === side);
}

function facts(pairs) {
  return make("dl", {}, ...pairs.filter(p => p[1]).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

function face(card, outline, side, hash, beside) {
  const { w, h, bleed } = card, b = show.bleed ? bleed : 0;
  const node = draw("svg", { viewBox: `${-b} ${-b} ${w + 2 * b} ${h + 2 * b}`, role: "img", "aria-label": `${card.name}, ${side}` });
  fit(node, w + 2 * b, h + 2 * b, beside);
  const image = draw("image", { href: picture(hash), x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed, preserveAspectRatio: "none", class: "seen" });
  // Seen from behind, a free outline is mirrored.
  const turn = side === "back" ? `matrix(-1 0 0 1 ${w} 0)` : "matrix(1 0 0 1 0 0)";
  if (show.bleed) {
    const frame = `M${-bleed} ${-bleed}h${w + 2 * bleed}v${h + 2 * bleed}h${-w - 2 * bleed}z`;
    node.append(image, draw("path", { class: "outside", d: frame + outline.trim, transform: turn }));
  } else {
    const clip = "clip-" + counter++;
    node.append(draw("clipPath", { id: clip }, draw("path", { d: outline.trim, transform: turn })), draw("g", { "clip-path": `url(#${clip})` }, image));
  }
  const line = (kind, d) => d && node.append(draw("path", { class: "line " + kind, d, transform: turn }));
  if (show.trim) { line("trim", outline.trim); line("trim", outline.cuts); line("fold", outline.folds); }
  if (show.safe) line("safe", outline.safe);
  return node;
}

// As large as the stage allows, both sides beside each other.
function fit(node, w, h, beside = 1) {
  node.style.aspectRatio = `${w} / ${h}`;
  node.style.width = `min(${beside > 1 ? 48 : 100}%, calc((94vh - 4.6rem) * ${w / h}))`;
}

// ---------------------------------------------------------------- findings

function slip() {
  const errors = [...allFindings()].filter(f => f.severity === "error");
  const node = $("slip"), words = [];
  if (about.failure) words.push(make("pre", { class: "told error" }, about.failure));
  words.push(...errors.slice(0, 50).map(told));
  node.hidden = !words.length;
  const title = `${plural(words.length, "error")}: what cannot be drawn is shown as it last was`;
  const toggle = make("button", { onclick: () => node.classList.toggle("folded"), title: "Fold or unfold" }, make("span", {}, title), make("span", {}, "▾"));
  const text = words.map(w => w.textContent).join();
  if (node.dataset.text !== text) {
    node.dataset.text = text;
    node.replaceChildren(toggle, make("div", {}, ...words));
  }
  // A slip stays readable above a card that is open.
  const home = $("large").open ? $("large") : document.body;
  if (node.parentElement !== home) home.append(node);
}

function count() {
  const all = [...allFindings()];
  $("count").textContent = String(all.length);
  $("count").className = gravest(all);
}

// ---------------------------------------------------------------- choosing

function press(id, isOn) {
  $(id).setAttribute("aria-pressed", String(isOn));
}

function turn(name, value = !show[name]) {
  show[name] = value;
  press("flagged", show.flagged);
  press("backs", show.backs);
  press("view-cards", show.view === "cards");
  press("view-sheets", show.view === "sheets");
  refresh();
}

function see(vision) {
  show.vision = vision;
  $("vision").value = vision;
  document.documentElement.style.setProperty("--vision", vision === "none" ? "none" : `url(#${vision})`);
}

function resize(by) {
  const zoom = $("zoom");
  zoom.value = Number(zoom.value) + by;
  document.documentElement.style.setProperty("--mm", zoom.value + "px");
}

function theme(name) {
  document.documentElement.dataset.theme = name;
}

// The address tells what is shown, so that a reload shows it again.
function remember() {
  const place = show.open || [show.game, show.set].filter(Boolean).join("/");
  history.replaceState(null, "", place ? "#" + place : location.pathname);
}

function fromAddress() {
  const name = decodeURIComponent(location.hash.slice(1));
  const [game, set, card] = name.split("/");
  if (card && find(name)) { if (show.open !== name) open(name); }
  else if (games.has(game) && !show.game) Object.assign(show, { game, set: set || "" });
}

// One tile takes part in the order of the tab key; arrows lead to the others.
function rove(to) {
  const nodes = [...document.querySelectorAll(".tile")];
  const current = to || nodes.find(n => n.dataset.key === show.at) || nodes[0];
  for (const node of nodes) node.tabIndex = node === current ? 0 : -1;
  if (to) { show.at = to.dataset.key; to.focus(); to.scrollIntoView({ block: "nearest" }); }
}

function step(direction) {
  const nodes = [...document.querySelectorAll(".tile")];
  const at = nodes.findIndex(n => n.dataset.key === (show.open || show.at));
  if (at < 0 || !nodes.length) return nodes[0] ? rove(nodes[0]) : undefined;
  let next = nodes[at];
  if (direction === "ArrowLeft") next = nodes[Math.max(0, at - 1)];
  if (direction === "ArrowRight") next = nodes[Math.min(nodes.length - 1, at + 1)];
  if (direction === "ArrowUp" || direction === "ArrowDown") {
    const here = nodes[at].getBoundingClientRect(), down = direction === "ArrowDown";
    const x = here.left + here.width / 2;
    const rows = (down ? nodes.slice(at + 1) : nodes.slice(0, at).reverse()).map(n => [n, n.getBoundingClientRect()]);
    const beyond = rows.filter(([, r]) => (down ? r.bottom > here.bottom + 8 : r.bottom < here.bottom - 8));
    const row = beyond.filter(([, r]) => Math.abs(r.bottom - beyond[0][1].bottom) < 8);
    row.sort(([, a], [, b]) => Math.abs(a.left + a.width / 2 - x) - Math.abs(b.left + b.width / 2 - x));
    if (row.length) next = row[0][0];
  }
  if ($("large").open) { if (show.open) open(next.dataset.key); } else rove(next);
}

const KEYS = {
  "/": () => { if (!$("large").open) $("search").focus(); },
  "f": () => { if ($("large").open) turn("side", { both: "front", front: "back", back: "both" }[show.side]); else turn("backs"); },
  "b": () => turn("bleed"), "t": () => turn("trim"), "s": () => turn("safe"), "x": () => turn("flagged"),
  "v": () => turn("view", show.view === "cards" ? "sheets" : "cards"),
  "g": () => see(show.vision === "grey" ? "none" : "grey"),
  "1": () => see("none"), "2": () => see("protan"), "3": () => see("deutan"), "4": () => see("tritan"),
  "+": () => resize(0.3), "-": () => resize(-0.3),
  "d": () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  "?": () => { if (!document.querySelector("dialog[open]")) $("keys").showModal(); },
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input[type=search]")) {
    if (event.key === "Escape") { event.target.value = ""; show.text = ""; refresh(); event.target.blur(); }
    if (event.key === "Enter" || event.key === "ArrowDown") { const first = document.querySelector(".tile"); if (first) rove(first); event.preventDefault(); }
    return;
  }
  if (event.target.matches("select, input")) return;
  if (event.key.startsWith("Arrow") && !(event.target.closest && event.target.closest("#drawers, #facts pre"))) { step(event.key); event.preventDefault(); }
  const act = KEYS[event.key.toLowerCase()];
  if (act) { act(); event.preventDefault(); }
});

$("search").addEventListener("input", event => { show.text = event.target.value.trim().toLowerCase(); refresh(); });
$("flagged").addEventListener("click", () => turn("flagged"));
$("backs").addEventListener("click", () => turn("backs"));
$("view-cards").addEventListener("click", () => turn("view", "cards"));
$("view-sheets").addEventListener("click", () => turn("view", "sheets"));
$("vision").addEventListener("change", event => see(event.target.value));
$("paper").addEventListener("change", event => turn("paper", event.target.value));
$("zoom").addEventListener("input", () => resize(0));
$("theme").addEventListener("click", () => KEYS.d());
$("ask").addEventListener("click", () => $("keys").showModal());
$("close").addEventListener("click", () => $("large").close());
for (const kind of ["bleed", "trim", "safe"]) $("show-" + kind).addEventListener("click", () => turn(kind));
for (const side of ["both", "front", "back"]) $("side-" + side).addEventListener("click", () => turn("side", side));
$("large").addEventListener("close", () => {
  const at = show.open;
  show.open = null;
  remember();
  slip();
  if (at && tiles.has(at)) rove(tiles.get(at).node);
});
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
}

theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
hear();

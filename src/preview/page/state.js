"use strict";
// What the page knows and what it shows. Words from files only ever become text nodes; pictures are named by their
// hash.

const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const RANK = { error: 3, warning: 2, note: 1 };

const games = new Map();          // id -> what the server sent
let editor = null;               // the address that opens a file, and the folder of the project
let about = { findings: [], failure: null, note: null, is_drawing: true, is_checking: false };
const show = { game: "", set: "", text: "", flagged: false, view: "cards", backs: false, vision: "none", theme: "", size: 2.5,
               bleed: false, trim: false, safe: false, side: "both", paper: "", open: null, sheet: null, at: null, unfolded: false };

// ---------------------------------------------------------------- making nodes

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

// Puts nodes in order and removes all others. Nodes already in place are not moved, so that they keep focus and
// position.
function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!wanted.has(node)) node.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function press(id, isOn) {
  $(id).setAttribute("aria-pressed", String(isOn));
}

function isSeen(node) {
  const box = node.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}

const picture = hash => "/made/" + hash;
const key = (game, set, card) => `${game.id}/${set.id}/${card.id}`;
const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// ---------------------------------------------------------------- findings

const sorted = new WeakMap();     // game -> its findings by card, and those that belong to no card

function findings(game) {
  if (sorted.has(game)) return sorted.get(game);
  const cards = new Map(), loose = [...game.findings];
  for (const set of game.sets) for (const card of set.cards) cards.set(`${set.id}/${card.id}`, [...card.findings]);
  for (const finding of game.late.findings) {
    const owners = finding.about.map(a => cards.get(a.join("/"))).filter(Boolean);
    for (const owner of owners) owner.push(finding);
    if (!owners.length) loose.push(finding);
  }
  sorted.set(game, { cards, loose });
  return sorted.get(game);
}

const findingsOf = (game, set, card) => findings(game).cards.get(`${set.id}/${card.id}`) || [];

function gravest(list) {
  return list.reduce((worst, f) => (RANK[f.severity] > (RANK[worst] || 0) ? f.severity : worst), "");
}

// What keeps everything from being drawn, as a finding.
function failures() {
  return about.failure ? [{ severity: "error", rule: "", message: about.failure.split("\n")[0], text: "error: " + about.failure, about: [] }] : [];
}

// Each finding once, even if several cards share it.
function allFindings() {
  const all = [...failures(), ...about.findings];
  for (const game of games.values()) {
    const { cards, loose } = findings(game), seen = new Set();
    all.push(...loose);
    for (const list of cards.values()) {
      for (const finding of list) {
        const name = finding.text + JSON.stringify(finding.about);
        if (!seen.has(name)) { seen.add(name); all.push(finding); }
      }
    }
  }
  return all;
}

// A link that opens a file in the editor, of the project or named in full; only words if there is no editor.
function placeNode(file, line, column = 1) {
  const words = column > 1 ? `${file}:${line}:${column}` : `${file}:${line}`;
  if (!editor || !file) return make("span", {}, words);
  const full = /^(\/|[A-Za-z]:)/.test(file) ? file.replace(/^([A-Za-z]):/, "/$1:") : `${editor.root}/${file}`;
  const values = { path: full.split("/").map(encodeURIComponent).join("/").replace(/^\/([A-Za-z])%3A\//, "/$1:/"), line, column };
  const href = editor.address.replace(/\{(path|line|column)\}/g, (_, name) => values[name]);
  return make("a", { href, class: "edit", title: "Open in the editor" }, words);
}

const placeOf = finding => (/^\s*--> (.+)$/m.exec(finding.text) || [])[1] || "";

// A finding: words wrap, the lines of the file with their caret do not.
function findingNode(finding) {
  const node = make("div", { class: "finding " + finding.severity });
  let lines = null;
  for (const line of finding.text.split("\n")) {
    const help = /^\s*= (.*)$/.exec(line), place = /^\s*--> (.*)$/.exec(line);
    if (help || place || !node.childNodes.length) {
      lines = null;
      const at = place && /^(.+?):(\d+):(\d+)$/.exec(place[1]);
      const words = at ? placeNode(at[1], Number(at[2]), Number(at[3])) : help ? help[1] : place ? place[1] : line;
      node.append(make("p", { class: help ? "help" : place ? "place" : "message" }, words));
    } else {
      if (!lines) { lines = make("pre", { tabindex: "-1" }); node.append(lines); }
      lines.append((lines.textContent ? "\n" : "") + line);
    }
  }
  return node;
}

// ---------------------------------------------------------------- what is remembered

const LASTING = ["theme", "size", "vision", "view", "backs", "paper", "bleed", "trim", "safe", "side"];
const PASSING = ["text", "flagged"];

function remember() {
  const some = names => JSON.stringify(Object.fromEntries(names.map(name => [name, show[name]])));
  try {
    localStorage.setItem("wyrmpress", some(LASTING));
    sessionStorage.setItem("wyrmpress", some(PASSING));
  } catch { /* The browser stores nothing, so nothing is remembered. */ }
}

function recall() {
  for (const [store, names] of [["localStorage", LASTING], ["sessionStorage", PASSING]]) {
    try {
      const kept = JSON.parse(window[store].getItem("wyrmpress")) || {};
      for (const name of names) if (typeof kept[name] === typeof show[name]) show[name] = kept[name];
    } catch { /* Nothing readable is stored. */ }
  }
}

// ---------------------------------------------------------------- the address, which names what is shown

function address() {
  const name = show.sheet ? "@" + show.sheet : show.open || [show.game, show.set].filter(Boolean).join("/");
  const place = name.split("/").map(encodeURIComponent).join("/").replace(/^%40/, "@");
  return place ? "#" + place : location.pathname;
}

// Only what is pushed can be undone with Back; `isNew` is false if one thing replaces another.
function keepAddress(isNew) {
  const state = { isOpen: Boolean(show.open || show.sheet) };
  const now = location.hash || location.pathname;
  if (now === address()) history.replaceState({ ...history.state, ...state }, "");
  else if (isNew) history.pushState({ ...state, isPushed: true }, "", address());
  else history.replaceState({ ...history.state, ...state }, "", address());
}

function fromAddress() {
  let name = "";
  try { name = location.hash.slice(1).split("/").map(decodeURIComponent).join("/"); } catch { /* It names nothing. */ }
  const [game, set, card] = name.split("/");
  if (name.startsWith("@")) {
    show.view = "sheets";
    return Object.assign(show, { sheet: name.slice(1), open: null });
  }
  if (card && find(name)) return Object.assign(show, { open: name, sheet: null, at: name });
  const known = games.get(game);
  Object.assign(show, { open: null, sheet: null, game: known ? game : "", set: known && known.sets.some(s => s.id === set) ? set : "" });
}

function find(name) {
  const [g, s, c] = name.split("/");
  const game = games.get(g), set = game && game.sets.find(set => set.id === s), card = set && set.cards.find(card => card.id === c);
  return card ? { game, set, card } : null;
}

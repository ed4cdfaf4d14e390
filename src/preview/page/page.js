"use strict";
// The page of `wyrmpress preview`: listens to the server and handles keys and buttons.

// ---------------------------------------------------------------- listening to the server

const AGAIN = 500;                // milliseconds until the model is requested again
let isLost = false, isFirst = true;
let source = null;                // a browser has few connections for all its tabs, so a hidden tab keeps none

function hear() {
  const mine = source = new EventSource("/events");
  let waiting = null;             // changes that arrived while the whole model was loading
  source.onmessage = async message => {
    const event = JSON.parse(message.data);
    isLost = false;
    if (event !== "reload") {
      if (waiting) waiting.push(event); else { apply(event); later(); }
      return;
    }
    const since = waiting = [];
    looked = null;
    try {
      const model = await (await fetch("/model.json")).json();
      // What is loading by now is newer.
      if (waiting !== since || source !== mine) return;
      $("project").textContent = model.project;
      editor = model.editor;
      games.clear();
      for (const game of model.games) games.set(game.id, game);
      about = model.about;
      since.forEach(apply);
      waiting = null;
    } catch {
      if (waiting === since && source === mine) again();
      return;
    }
    // A game named in the address may still be being drawn.
    if (isFirst) fromAddress();
    isFirst = isFirst && about.is_drawing;
    refresh();
  };
  source.onerror = () => { isLost = true; status("lost", "not connected"); };
}

// Changes mean nothing without the model they change, so everything is requested again.
function again() {
  source.close();
  source = null;
  isLost = true;
  status("lost", "not connected");
  setTimeout(() => { if (!document.hidden && !source) hear(); }, AGAIN);
}

function apply(event) {
  if (event.game) {
    const isNew = !games.has(event.game.id);
    games.set(event.game.id, event.game);
    if (isNew && !show.game && !show.open && !show.sheet && location.hash) fromAddress();
  }
  // A game that is gone by now may still have changes on their way.
  if (event.part && games.has(event.part.id)) {
    const { cards, ...rest } = event.part, old = games.get(rest.id);
    const changed = new Map(cards.map(([set, card]) => [`${set}/${card.id}`, card]));
    const sets = old.sets.map(set => ({ ...set, cards: set.cards.map(card => changed.get(`${set.id}/${card.id}`) || card) }));
    games.set(rest.id, { ...old, ...rest, sets });
  }
  if (event.gone) games.delete(event.gone);
  if (event.about) about = event.about;
}

let frame = 0;
function later() {
  if (!frame) frame = requestAnimationFrame(() => { frame = 0; steadily(refresh); });
}

// Changes the page, but keeps the visible cards where they are.
function steadily(change) {
  const top = Math.max(0, $("bar").getBoundingClientRect().bottom);
  const anchor = stops().find(node => node.getBoundingClientRect().bottom > top + 8);
  const before = anchor && anchor.getBoundingClientRect().top;
  change();
  if (!anchor || !anchor.isConnected || scrollY === 0) return;
  const moved = anchor.getBoundingClientRect().top - before;
  if (Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: "instant" });
}

// Reports which cards are visible, so that they are drawn first when a file is saved.
let looked = null;                // the last report
let glancing = 0;
function glance() {
  if (!glancing) glancing = setTimeout(() => { glancing = 0; if (!document.hidden) lookAt(); }, 80);
}

function lookAt() {
  const names = show.open ? [show.open] : stops().filter(isSeen).map(node => node.dataset.key);
  const words = names.slice(0, 64).map(name => name.split("/").map(encodeURIComponent).join("/")).join("&");
  if (words === looked) return;
  looked = words;
  fetch("/look?" + words).catch(() => { looked = null; });
}

function status(kind, text) {
  $("status").className = kind;
  write($("status"), text);
}

// ---------------------------------------------------------------- what is shown

function refresh() {
  const list = [...games.values()].sort((a, b) => a.id.localeCompare(b.id));
  games.clear();
  for (const game of list) games.set(game.id, game);
  // The chosen game or set may be gone or renamed.
  const game = games.get(show.game);
  if (show.game && !game && games.size && !about.is_drawing) Object.assign(show, { game: "", set: "" });
  if (show.set && game && !game.has_errors && !game.sets.some(set => set.id === show.set)) show.set = "";
  if (games.size && !about.is_drawing && (location.hash || location.pathname) !== address()) keepAddress(false);
  outlines();
  drawers();
  papers();
  if (show.view === "cards") gallery(); else pages();
  slip();
  const all = allFindings();
  write($("count"), String(all.length));
  $("count").className = gravest(all);
  if (isLost) status("lost", "not connected");
  else if (about.is_drawing) status("busy", [about.is_checking ? "checking" : "drawing", games.size > 1 && about.at, "…"].filter(Boolean).join(" "));
  else if (isReported) status("wrong", "files have errors");
  else if ([...games.values()].some(game => game.is_stale)) status("wrong", "not all is drawn");
  else if (all.some(finding => finding.severity === "error")) status("busy", "checking …");
  else status("", "up to date");
  $("status").title = about.note || "";
  document.title = `${isReported ? "⚠ " : ""}${$("project").textContent} · wyrmpress preview`;
  for (const name of ["flagged", "backs"]) press(name, show[name]);
  for (const view of ["cards", "sheets"]) press("view-" + view, show.view === view);
  $("backs").disabled = show.view === "sheets";
  if (show.open || show.sheet) enlarge(!$("large").open);
  glance();
}

// ---------------------------------------------------------------- games and sets

const entries = new Map();        // name -> { node, label, number }

function entry(kind, name, label, number, worst, game, set) {
  if (!entries.has(name)) {
    const words = make("span"), count = make("small"), dot = make("i", { class: "dot" });
    const node = make("button", { class: kind, onclick: () => choose(game, set) }, words, dot, count);
    entries.set(name, { node, words, count, dot });
  }
  const { node, words, count, dot } = entries.get(name);
  write(words, label);
  write(count, String(number));
  dot.className = "dot " + worst;
  dot.title = worst ? `has ${worst}s` : "";
  node.classList.toggle("none", !number);
  const isHere = show.game === game && show.set === set;
  node.setAttribute("aria-pressed", String(isHere));
  node.tabIndex = isHere ? 0 : -1;
  return node;
}

function drawers() {
  const nodes = [], options = [];
  let all = 0, worstOfAll = gravest(failures().concat(about.findings));
  const graver = (a, b) => ((RANK[a] || 0) >= (RANK[b] || 0) ? a : b);
  for (const game of games.values()) {
    let sum = 0, worst = gravest(findings(game).loose);
    const sets = game.sets.map(set => {
      const number = set.cards.filter(card => passes(game, set, card)).reduce((n, c) => n + c.count, 0);
      const isBroken = set.has_errors || set.cards.some(card => card.is_stale);
      const own = isBroken ? "error" : gravest(set.cards.flatMap(card => findingsOf(game, set, card)));
      sum += number;
      worst = graver(worst, own);
      return [set, number, own];
    });
    all += sum;
    worstOfAll = graver(worstOfAll, worst);
    nodes.push(entry("game", game.id, game.title, sum, worst, game.id, ""));
    options.push([game.id, game.title, sum]);
    for (const [set, number, own] of sets) {
      options.push([`${game.id}/${set.id}`, "  " + set.title, number]);
      if (!show.game || show.game === game.id) nodes.push(entry("set", `${game.id}/${set.id}`, set.title, number, own, game.id, set.id));
    }
  }
  arrange($("drawers"), [entry("game", "", "All games", all, "", "", ""), ...nodes]);
  const select = $("drawer"), words = [["", "All games", all], ...options].map(([value, label, n]) => [value, `${label} (${n})`]);
  if (select.dataset.sign !== JSON.stringify(words)) {
    select.dataset.sign = JSON.stringify(words);
    select.replaceChildren(...words.map(([value, label]) => make("option", { value }, label)));
  }
  select.value = [show.game, show.set].filter(Boolean).join("/");
}

function choose(game, set = "") {
  Object.assign(show, { game, set });
  keepAddress(true);
  refresh();
  scrollTo({ top: 0, behavior: "instant" });
}

function papers() {
  const names = [...new Set([...games.values()].flatMap(g => g.late.plans.map(p => p.paper)))];
  const select = $("paper");
  select.parentElement.hidden = show.view !== "sheets";
  if (names.length && !names.includes(show.paper)) show.paper = names[0];
  if ([...select.options].map(o => o.value).join() !== names.join()) {
    select.replaceChildren(...names.map(name => make("option", { value: name }, name)));
  }
  select.value = show.paper;
}

// ---------------------------------------------------------------- errors, on one line that unfolds

const MOMENT = 180;               // milliseconds within which a half-written file should be complete
let isReported = false, reporting = 0;

function slip() {
  const errors = allFindings().filter(f => f.severity === "error");
  clearTimeout(reporting);
  if (!errors.length) isReported = false;
  else if (!isReported) reporting = setTimeout(() => { isReported = true; refresh(); }, MOMENT);
  const node = $("slip");
  // The large view shows them in its panel, and so does a list of all findings.
  const isElsewhere = $("large").open || (show.flagged && show.view === "cards" && !show.game && !show.text);
  node.hidden = !isReported || isElsewhere;
  if (node.hidden) return;
  const isOld = [...games.values()].some(game => game.is_stale) || about.failure;
  const [first] = errors, place = placeOf(first);
  write($("slip-count"), plural(errors.length, "error"));
  write($("slip-words"), [first.message, place].filter(Boolean).join(" · "));
  write($("slip-note"), isOld ? "What cannot be drawn keeps its last good picture." : "Everything is drawn.");
  $("slip-bar").setAttribute("aria-expanded", String(show.unfolded));
  $("slip-list").hidden = !show.unfolded;
  const sign = errors.map(f => f.text).join("\n");
  if ($("slip-findings").dataset.sign === sign) return;
  $("slip-findings").dataset.sign = sign;
  $("slip-findings").replaceChildren(...errors.slice(0, 50).map(findingNode));
}

// ---------------------------------------------------------------- choosing

function turn(change) {
  Object.assign(show, change);
  remember();
  refresh();
}

function see(vision) {
  show.vision = vision;
  $("vision").value = vision;
  document.documentElement.style.setProperty("--vision", $("vision").value === "none" ? "none" : `url(#${$("vision").value})`);
  remember();
}

function resize(to) {
  $("zoom").value = to;
  show.size = Number($("zoom").value);
  steadily(() => document.documentElement.style.setProperty("--mm", show.size + "px"));
  remember();
}

function theme(name) {
  show.theme = name;
  document.documentElement.dataset.theme = name || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function help() {
  if ($("keys").open) $("keys").close(); else $("keys").showModal();
}

const isLarge = () => $("large").open;
const larger = by => (isLarge() ? zoom(look.scale * (by > 0 ? 1.3 : 1 / 1.3)) : resize(show.size + by));
const NEXT = { both: "front", front: "back", back: "both" };
const KEYS = {
  "/": () => { if (!isLarge()) { $("search").focus(); $("search").select(); } },
  "f": () => turn(isLarge() ? { side: NEXT[show.side] } : { backs: !show.backs }),
  "b": () => turn({ bleed: !show.bleed }), "t": () => turn({ trim: !show.trim }), "s": () => turn({ safe: !show.safe }),
  "x": () => { if (!isLarge()) turn({ flagged: !show.flagged }); },
  "v": () => { if (!isLarge()) turn({ view: show.view === "cards" ? "sheets" : "cards" }); },
  "e": () => turn({ unfolded: !show.unfolded }),
  "g": () => see(show.vision === "gray" ? "none" : "gray"),
  "1": () => see("none"), "2": () => see("protan"), "3": () => see("deutan"), "4": () => see("tritan"),
  "+": () => larger(0.3), "=": () => larger(0.3), "-": () => larger(-0.3),
  "0": () => (isLarge() ? fitAgain() : resize(2.5)), "a": () => { if (isLarge()) zoom(ACTUAL); },
  "d": () => { theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"); remember(); },
  "?": help,
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.matches("input[type=search]")) {
    if (event.key === "Escape") { target.value = ""; turn({ text: "" }); target.blur(); }
    if (event.key === "Enter" || event.key === "ArrowDown") { const [first] = stops(); if (first) rove(first); event.preventDefault(); }
    return;
  }
  if (target.matches("select, input:not([type=range])")) return;
  // A slider handles the keys that move it, and no others.
  if (target.matches("[type=range]") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
  if ($("keys").open && event.key !== "?") return;
  if (event.key.startsWith("Arrow") && !target.closest("#slip, pre")) {
    if (target.closest("#drawers")) along(target, event.key); else step(event.key);
    event.preventDefault();
  }
  const act = KEYS[event.key.toLowerCase()];
  if (act) { act(); event.preventDefault(); }
});

// Moves up and down in the list of games and sets.
function along(from, direction) {
  const nodes = [...$("drawers").children], by = { ArrowDown: 1, ArrowUp: -1 }[direction];
  const next = by && nodes[nodes.indexOf(from) + by];
  if (next) next.focus();
}

$("search").addEventListener("input", event => turn({ text: event.target.value.trim() }));
$("flagged").addEventListener("click", KEYS.x);
$("backs").addEventListener("click", () => turn({ backs: !show.backs }));
$("view-cards").addEventListener("click", () => turn({ view: "cards" }));
$("view-sheets").addEventListener("click", () => turn({ view: "sheets" }));
$("vision").addEventListener("change", event => see(event.target.value));
$("paper").addEventListener("change", event => turn({ paper: event.target.value }));
$("drawer").addEventListener("change", event => choose(...event.target.value.split("/")));
// Keys work again once something was chosen from a list.
for (const name of ["vision", "paper", "drawer"]) $(name).addEventListener("change", event => event.target.blur());
$("zoom").addEventListener("input", event => resize(event.target.value));
$("theme").addEventListener("click", KEYS.d);
$("ask").addEventListener("click", help);
$("slip-bar").addEventListener("click", KEYS.e);
$("skip").addEventListener("click", () => { const [first] = stops(); if (first) rove(stops().find(n => n.tabIndex === 0) || first); });
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
}
function moved() {
  const at = show.open || show.sheet;
  fromAddress();
  if ($("large").open && !show.open && !show.sheet) $("large").close();
  refresh();
  const node = at && !show.open && !show.sheet && stops().find(node => node.dataset.key === at);
  if (node) rove(node);
}
addEventListener("popstate", moved);
// The page knows better where it was, because the opened card may have changed.
history.scrollRestoration = "manual";
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !source) hear();
  if (document.hidden && source) { source.close(); source = null; }
});
for (const name of ["scroll", "resize", "focus"]) addEventListener(name, glance, { passive: true });
new ResizeObserver(() => document.documentElement.style.setProperty("--bar", $("bar").offsetHeight + "px")).observe($("bar"));

recall();
theme(show.theme);
see(show.vision);
resize(show.size);
$("search").value = show.text;
if (!document.hidden) hear();

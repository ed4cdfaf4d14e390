"use strict";
// Cards in the shape they are cut to. Everything is kept by its name and changed in place, so that nothing moves on a
// save.

const tiles = new Map();          // key -> { node, image, sign, hash, side, isNear }
const trays = new Map();          // name -> { node, title, note, box }
const headings = new Map();       // game -> { node, title, version, note }
const fresh = [];                 // tiles whose pictures a save changed
const FEW = 8;                    // the most that are highlighted

function passes(game, set, card) {
  // An open card stays, even if it was fixed or renamed.
  if (show.open === key(game, set, card)) return true;
  if (show.flagged && !findingsOf(game, set, card).length && !card.is_stale) return false;
  if (!show.text) return true;
  const text = `${card.name}\n${key(game, set, card)}\n${card.record}\n${card.templates.join("\n")}`.toLowerCase();
  return show.text.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

const isChosen = (game, set) => (!show.game || show.game === game.id) && (!show.set || !set || show.set === set.id);

function heading(game) {
  if (!headings.has(game.id)) {
    const title = make("span"), version = make("small"), note = make("span", { class: "stale-note" });
    headings.set(game.id, { node: make("h2", {}, title, version, note), title, version, note });
  }
  const { node, title, version, note } = headings.get(game.id);
  write(title, game.title);
  write(version, game.version ? "v" + game.version : "");
  const isShown = game.sets.some(set => set.cards.some(card => card.front || card.back));
  write(note, !game.is_stale ? "" : isShown ? "showing the last good pictures" : "not drawn because of errors");
  return node;
}

function tray(name, title, note) {
  if (!trays.has(name)) {
    const words = make("span"), small = make("small"), box = make("div");
    trays.set(name, { node: make("section", { class: "tray" }, make("h3", {}, words, small), box), words, small, box });
  }
  const kept = trays.get(name);
  kept.node.setAttribute("aria-label", title);
  write(kept.words, title);
  write(kept.small, note);
  return kept;
}

function gallery() {
  const nodes = [], seen = new Set();
  if (show.flagged) nodes.push(...failures().concat(about.findings).map(findingNode));
  for (const game of games.values()) {
    const shown = [];
    for (const set of game.sets.filter(set => isChosen(game, set))) {
      const cards = set.cards.filter(card => passes(game, set, card));
      if (!cards.length) continue;
      const pieces = cards.reduce((n, c) => n + c.count, 0);
      const kept = tray(`${game.id}/${set.id}`, set.title, `${plural(pieces, "piece")}, ${set.size}`);
      kept.box.className = "cards";
      arrange(kept.box, cards.map(card => {
        seen.add(key(game, set, card));
        return tile(game, set, card);
      }));
      shown.push(kept.node);
    }
    const loose = show.flagged && isChosen(game) && !show.set ? findings(game).loose.map(findingNode) : [];
    if (shown.length || loose.length) nodes.push(heading(game), ...loose, ...shown);
  }
  if (!nodes.length) nodes.push(empty("The cards are being drawn …"));
  for (const [name, kept] of tiles) if (!seen.has(name) && !find(name)) { near.unobserve(kept.node); tiles.delete(name); }
  arrange($("table"), nodes);
  const changed = fresh.splice(0);
  if (changed.length <= FEW) requestAnimationFrame(() => changed.forEach(node => node.classList.add("fresh")));
  rove();
}

function empty(busy) {
  if (about.is_drawing && !games.size) return make("p", { class: "empty" }, busy);
  const where = show.game && games.has(show.game) ? ` in ${games.get(show.game).title}` : "";
  const what = [show.text && `matches “${show.text}”`, show.flagged && "has findings"].filter(Boolean).join(" and ");
  const clear = make("button", { onclick: () => { $("search").value = ""; turn({ text: "", flagged: false }); } }, "Show everything");
  const isBroken = allFindings().some(finding => finding.severity === "error");
  const words = what ? `Nothing${where} ${what}.` : isBroken ? "Nothing can be drawn before the errors are fixed." : "Nothing in these drawers.";
  return make("div", { class: "empty" }, make("p", {}, words), ...(what ? [clear] : []));
}

// Only pictures near the window are requested: a template may have changed a hundred of them.
const near = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const kept = tiles.get(entry.target.dataset.key);
    if (!kept) continue;
    kept.isNear = entry.isIntersecting;
    if (kept.isNear) load(kept);
  }
}, { rootMargin: "250px" });

// A few at a time, and those in the window first: of thirty pictures requested at once, none appears before all are
// loaded.
const AT_ONCE = 4;
const due = new Set();            // tiles whose picture has changed
let isLoading = false;

function load(kept) {
  if (kept.loaded === kept.hash) return;
  due.add(kept);
  if (!isLoading) { isLoading = true; queueMicrotask(loadAll); }
}

async function loadAll() {
  while (due.size) {
    // What was scrolled away meanwhile is requested when it is near again.
    const list = [...due].filter(kept => kept.isNear), seen = list.filter(kept => isSeen(kept.node));
    const some = (seen.length ? seen : list).slice(0, AT_ONCE);
    if (!some.length) due.clear();
    await Promise.all(some.map(kept => {
      due.delete(kept);
      kept.loaded = kept.hash;
      if (!kept.hash) return kept.image.removeAttribute("src");
      kept.image.src = picture(kept.hash);
      // If it never arrives, the others still do.
      return kept.image.decode().catch(() => {});
    }));
    await new Promise(requestAnimationFrame);
  }
  isLoading = false;
}

function tile(game, set, card) {
  const name = key(game, set, card), list = findingsOf(game, set, card);
  const hash = show.backs && card.back ? card.back : card.front;
  const sign = JSON.stringify([hash, card.w, card.h, card.bleed, card.corner, card.outline, card.name, card.count, card.is_stale, list.length, gravest(list), set.title]);
  let kept = tiles.get(name);
  if (kept && kept.sign === sign) return kept.node;
  if (!kept) {
    const image = make("img", { alt: "", decoding: "async", draggable: "false" });
    const node = make("button", { class: "tile", "data-key": name, tabindex: "-1", onclick: () => open(name) },
      make("span", { class: "face" }, make("span", { class: "cut" }, image)), make("span", { class: "caption" }));
    kept = { node, image, hash: null, loaded: null, side: show.backs, isNear: false };
    tiles.set(name, kept);
    near.observe(node);
  }
  const { node, image } = kept;
  const isFresh = kept.hash && hash !== kept.hash && kept.side === show.backs && kept.isNear;
  const isOther = kept.side !== show.backs;
  kept.sign = sign;
  kept.side = show.backs;
  kept.hash = hash;
  node.className = "tile" + (card.is_stale ? " stale" : "") + (hash ? "" : " blank");
  if (isFresh) fresh.push(node);
  const words = [card.name, set.title, card.is_stale && "last good picture", list.length && plural(list.length, "finding")];
  node.setAttribute("aria-label", words.filter(Boolean).join(", "));
  node.title = card.name;
  const face = node.firstChild, cut = face.firstChild;
  face.style.width = `min(${card.w} * var(--mm), 30rem, 26rem * ${card.w / card.h})`;
  face.style.aspectRatio = `${card.w} / ${card.h}`;
  shape(cut, card, show.backs && card.back);
  image.style.width = `${100 * (card.w + 2 * card.bleed) / card.w}%`;
  image.style.height = `${100 * (card.h + 2 * card.bleed) / card.h}%`;
  image.style.left = `${-100 * card.bleed / card.w}%`;
  image.style.top = `${-100 * card.bleed / card.h}%`;
  // The other side must not be seen until its picture is loaded.
  if (isOther && !kept.isNear) { image.removeAttribute("src"); kept.loaded = null; }
  if (kept.isNear) load(kept);
  const times = card.count === 1 ? [] : [make("b", {}, "×" + card.count)];
  node.lastChild.replaceChildren(make("span", {}, card.name), ...times);
  for (const old of face.querySelectorAll(".mark")) old.remove();
  if (list.length) face.append(make("span", { class: "mark " + gravest(list), "aria-hidden": "true" }, String(list.length)));
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

function outlines() {
  for (const game of games.values()) {
    for (const [name, outline] of Object.entries(game.outlines)) {
      if ($("cut-" + name)) continue;
      const card = game.sets.flatMap(s => s.cards).find(c => c.outline === name);
      if (!card) continue;
      // Seen from behind, the outline is mirrored but the drawing is not.
      for (const [id, turn] of [["cut-" + name, `scale(${1 / card.w}`], [`cut-${name}-back`, `translate(1 0) scale(${-1 / card.w}`]]) {
        const path = draw("path", { d: outline.trim, transform: `${turn} ${1 / card.h})` });
        $("outlines").append(draw("clipPath", { id, clipPathUnits: "objectBoundingBox" }, path));
      }
    }
  }
}

// ---------------------------------------------------------------- moving around

// Everything that can be opened, in page order.
const stops = () => [...document.querySelectorAll("#table .tile, #table .leaf")];

// Only one of them can be reached with the tab key; arrows lead to the others.
function rove(to) {
  const nodes = stops();
  const current = to || nodes.find(n => n.dataset.key === show.at) || nodes[0];
  for (const node of nodes) if ((node.tabIndex === 0) !== (node === current)) node.tabIndex = node === current ? 0 : -1;
  if (to) { show.at = to.dataset.key; to.focus({ preventScroll: true }); to.scrollIntoView({ block: "nearest" }); }
}

function neighbor(direction) {
  const nodes = stops(), name = show.open || show.sheet || show.at;
  const at = nodes.findIndex(n => n.dataset.key === name);
  if (at < 0) return nodes[0];
  if (direction === "ArrowLeft") return nodes[Math.max(0, at - 1)];
  if (direction === "ArrowRight") return nodes[Math.min(nodes.length - 1, at + 1)];
  const here = nodes[at].getBoundingClientRect(), down = direction === "ArrowDown";
  const x = here.left + here.width / 2;
  const rows = (down ? nodes.slice(at + 1) : nodes.slice(0, at).reverse()).map(n => [n, n.getBoundingClientRect()]);
  const beyond = rows.filter(([, r]) => (down ? r.bottom > here.bottom + 8 : r.bottom < here.bottom - 8));
  const row = beyond.filter(([, r]) => Math.abs(r.bottom - beyond[0][1].bottom) < 8);
  row.sort(([, a], [, b]) => Math.abs(a.left + a.width / 2 - x) - Math.abs(b.left + b.width / 2 - x));
  return row.length ? row[0][0] : nodes[at];
}

function step(direction) {
  const next = neighbor(direction);
  if (!next) return;
  if (!$("large").open) rove(next);
  else if (next.classList.contains("leaf")) openSheet(next.dataset.key);
  else open(next.dataset.key);
}

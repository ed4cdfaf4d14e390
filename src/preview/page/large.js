"use strict";
// One card or one sheet, as large as wanted.

const ACTUAL = 96 / 25.4;         // CSS pixels per millimeter
const look = { name: "", sign: "", scale: 0, isFitted: true };

function open(name) {
  const isNew = !$("large").open;
  Object.assign(show, { open: name, sheet: null, at: name });
  keepAddress(isNew);
  enlarge(isNew);
}

// Shows the opened card or sheet, or closes the view if it is gone.
function enlarge(isNew) {
  const name = show.open || show.sheet;
  const isThere = show.open ? find(name) : shownSheets.has(name);
  if (!isThere) {
    // Sheets may still be loading.
    if (show.sheet && (about.is_drawing || [...plans.values()].some(plan => plan instanceof Promise))) return;
    if ($("large").open) $("large").close();
    else Object.assign(show, { open: null, sheet: null });
    return;
  }
  if (!$("large").open) {
    look.isFitted = true;
    look.name = "";
    $("large").showModal();
    $("close").focus();
  }
  if (show.open) largeCard(name); else largeSheet(name);
  const nodes = stops(), at = nodes.findIndex(n => n.dataset.key === name);
  write($("ordinal"), at < 0 ? "" : `${at + 1} of ${nodes.length}`);
  $("previous").disabled = at <= 0;
  $("next").disabled = at < 0 || at === nodes.length - 1;
  if (isNew) slip();
  glance();
}

function largeCard(name) {
  const { game, set, card } = find(name);
  const isTwoSided = Boolean(card.back);
  $("lines").hidden = !card.front;
  $("sides").hidden = !isTwoSided;
  const sides = [["front", card.front], ["back", card.back]].filter(([side, hash]) => hash && (show.side === "both" || show.side === side || !isTwoSided));
  const outline = game.outlines[card.outline];
  const stamp = !card.is_stale ? [] : [make("span", { class: "stamp" }, sides.length ? "last good" : "not drawn")];
  stage(name, JSON.stringify([sides, outline, card.w, card.h, card.bleed, show.bleed, show.trim, show.safe]),
    () => sides.length ? sides.map(([side, hash]) => face(card, outline, side, hash)) : [make("p", { class: "none" }, about.is_drawing && !card.is_stale ? "It is being drawn …" : "It could not be drawn yet.")],
    stamp, sides.map(([, hash]) => hash));
  write($("large-name"), card.name);
  press("show-bleed", show.bleed); press("show-trim", show.trim); press("show-safe", show.safe);
  for (const side of ["both", "front", "back"]) press("side-" + side, show.side === side);

  const size = `${card.w}x${card.h}mm`.replace(/(\.\d\d)\d+/g, "$1");
  const list = findingsOf(game, set, card);
  // If it cannot be drawn, but has no error of its own, the reason lies elsewhere.
  const others = card.is_stale && !list.some(f => f.severity === "error")
    ? [...failures(), ...findings(game).loose, ...about.findings].filter(f => f.severity === "error") : [];
  const sign = JSON.stringify([name, card, list, others, set.title, size]);
  if ($("about").dataset.sign === sign) return;
  $("about").dataset.sign = sign;
  const lines = card.record.split("\n").map((line, i) => make("div", { "data-line": card.line + i }, line));
  const why = others.length ? [make("h3", {}, "Why it is not redrawn"), ...others.map(findingNode)] : [];
  const found = list.length || !others.length ? [make("h3", {}, list.length ? plural(list.length, "finding") : "No findings"), ...list.map(findingNode)] : [];
  $("about").replaceChildren(
    facts([["id", name], ["set", set.title], ["copies", String(card.count)], ["size", size], ["bleed", `${card.bleed} mm`],
      ["origin", card.origin], ["templates", card.templates.join(", ")], ["file", placeNode(card.file, card.line)]]),
    ...why, ...found,
    make("h3", {}, card.is_unread ? "Record as last read" : "Record"), make("pre", { class: "record" }, ...lines));
}

function facts(pairs) {
  delete $("about").dataset.sign;
  return make("dl", {}, ...pairs.filter(p => p[1]).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

// The canvas always has room for the bleed, so that a card stays where it is when its bleed is shown.
function face(card, outline, side, hash) {
  const { w, h, bleed } = card;
  const node = draw("svg", { viewBox: `${-bleed} ${-bleed} ${w + 2 * bleed} ${h + 2 * bleed}`, role: "img", "aria-label": `${card.name}, ${side}` });
  node.dataset.w = w + 2 * bleed;
  node.dataset.h = h + 2 * bleed;
  const image = draw("image", { href: picture(hash), x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed, preserveAspectRatio: "none", class: "seen" });
  // Seen from behind, a free outline is mirrored.
  const turn = side === "back" ? `matrix(-1 0 0 1 ${w} 0)` : "matrix(1 0 0 1 0 0)";
  const clip = "clip-" + counter++;
  const edge = show.bleed ? outline.bleed : outline.trim;
  node.append(draw("clipPath", { id: clip }, draw("path", { d: edge, transform: turn })), draw("g", { "clip-path": `url(#${clip})` }, image));
  const line = (kind, d) => d && node.append(draw("path", { class: "line " + kind, d, transform: turn }));
  if (show.bleed) {
    node.append(draw("path", { class: "outside", d: outline.bleed + outline.trim, transform: turn }));
    line("bleed", outline.bleed);
  }
  if (show.trim) { line("trim", outline.trim); line("trim", outline.cuts); line("fold", outline.folds); }
  if (show.safe) line("safe", outline.safe);
  return node;
}

// ---------------------------------------------------------------- the stage

// Shows nodes. If only their state changed, they appear once their pictures are loaded, so that nothing flickers.
function stage(name, sign, nodes, stamp, hashes = []) {
  arrange($("stamps"), stamp);
  if (look.name === name && look.sign === sign) return;
  const isSame = look.name === name;
  Object.assign(look, { name, sign });
  if (!isSame) look.isFitted = true;
  const put = () => {
    if (look.sign !== sign || look.name !== name) return;
    $("spread").replaceChildren(...nodes());
    scale(look.isFitted ? fitting() : look.scale);
  };
  if (!isSame || !hashes.length) return put();
  Promise.all(hashes.map(hash => { const image = new Image(); image.src = picture(hash); return image.decode().catch(() => {}); })).then(put);
}

const drawings = () => [...$("spread").querySelectorAll("svg[data-w]")];

// Pixels per millimeter at which all sides fit, beside each other or stacked.
function fitting() {
  const list = drawings();
  if (!list.length) return 1;
  const room = $("stage").getBoundingClientRect(), gap = 24, edge = 2 * 20;
  const w = list.map(n => Number(n.dataset.w)), h = list.map(n => Number(n.dataset.h));
  const sum = values => values.reduce((a, b) => a + b, 0);
  const gaps = gap * (list.length - 1);
  const beside = Math.min((room.width - edge - gaps) / sum(w), (room.height - edge) / Math.max(...h));
  const above = Math.min((room.width - edge) / Math.max(...w), (room.height - edge - gaps) / sum(h));
  $("spread").classList.toggle("stacked", above > beside);
  return Math.max(0.05, beside, above);
}

function scale(to) {
  look.scale = Math.min(60, Math.max(0.2, to));
  for (const node of drawings()) {
    node.style.width = `${node.dataset.w * look.scale}px`;
    node.style.height = `${node.dataset.h * look.scale}px`;
  }
  press("fit", look.isFitted);
  press("actual", !look.isFitted && Math.abs(look.scale - ACTUAL) < 1e-6);
  $("stage").classList.toggle("grabs", !look.isFitted);
}

// Zooms to this many pixels per millimeter; the given point of the stage stays where it is.
function zoom(to, x, y) {
  const box = $("stage"), room = box.getBoundingClientRect(), before = look.scale;
  const [px, py] = x === undefined ? [room.width / 2, room.height / 2] : [x - room.left, y - room.top];
  const spread = $("spread").getBoundingClientRect();
  const [u, v] = [px + room.left - spread.left, py + room.top - spread.top];
  look.isFitted = false;
  scale(to);
  const now = $("spread").getBoundingClientRect(), by = look.scale / before;
  box.scrollBy({ left: now.left - room.left + u * by - px, top: now.top - room.top + v * by - py, behavior: "instant" });
}

function fitAgain() {
  look.isFitted = true;
  scale(fitting());
}

function grab(event) {
  if (event.button !== 0 || event.pointerType === "touch" || look.isFitted) return;
  const box = $("stage"), from = [event.clientX + box.scrollLeft, event.clientY + box.scrollTop];
  const move = event => box.scrollTo({ left: from[0] - event.clientX, top: from[1] - event.clientY, behavior: "instant" });
  box.setPointerCapture(event.pointerId);
  box.addEventListener("pointermove", move);
  box.addEventListener("lostpointercapture", () => box.removeEventListener("pointermove", move), { once: true });
  event.preventDefault();
}

// Swiping leads to the next one, unless the view is zoomed.
let touched = null;
function swipe(event) {
  if (event.type === "touchstart") {
    touched = event.touches.length === 1 && look.isFitted ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  } else if (touched) {
    const dx = event.changedTouches[0].clientX - touched[0], dy = event.changedTouches[0].clientY - touched[1];
    touched = null;
    if (Math.abs(dx) > 50 && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? "ArrowRight" : "ArrowLeft");
  }
}

$("stage").addEventListener("pointerdown", grab);
$("stage").addEventListener("touchstart", swipe, { passive: true });
$("stage").addEventListener("touchend", swipe, { passive: true });
$("stage").addEventListener("dblclick", event => { if (look.isFitted) zoom(look.scale * 2.5, event.clientX, event.clientY); else fitAgain(); });
$("stage").addEventListener("wheel", event => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoom(look.scale * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.003)), event.clientX, event.clientY);
}, { passive: false });
new ResizeObserver(() => { if ($("large").open && look.isFitted) scale(fitting()); }).observe($("stage"));
$("fit").addEventListener("click", fitAgain);
$("actual").addEventListener("click", () => zoom(ACTUAL));
$("closer").addEventListener("click", () => zoom(look.scale * 1.3));
$("farther").addEventListener("click", () => zoom(look.scale / 1.3));
$("previous").addEventListener("click", () => step("ArrowLeft"));
$("next").addEventListener("click", () => step("ArrowRight"));
$("close").addEventListener("click", () => $("large").close());
for (const kind of ["bleed", "trim", "safe"]) $("show-" + kind).addEventListener("click", () => turn({ [kind]: !show[kind] }));
for (const side of ["both", "front", "back"]) $("side-" + side).addEventListener("click", () => turn({ side }));
$("large").addEventListener("close", () => {
  const at = show.open || show.sheet;
  if (!at) return;
  Object.assign(show, { open: null, sheet: null });
  // Goes back if opening pushed an address; otherwise replaces the address.
  if (history.state && history.state.isOpen && history.state.isPushed) history.back();
  else keepAddress(false);
  refresh();
  const tile = stops().find(node => node.dataset.key === at);
  if (tile) rove(tile);
});

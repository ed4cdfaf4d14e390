"use strict";
// Sheets as they will print, front beside back: the placements that the PDF gets, with the faces' own pictures.

const plans = new Map();          // hash -> placements, or a promise of them
const lately = new Map();         // plan -> the placements shown last
const leaves = new Map();         // key -> { node, sign, fill }
const shownSheets = new Map();    // key -> { game, plan, sheet }
let counter = 0;

function pages() {
  const nodes = [], seen = new Set();
  shownSheets.clear();
  for (const game of games.values()) {
    if (!isChosen(game)) continue;
    const shown = [];
    for (const plan of game.late.plans.filter(plan => plan.paper === show.paper)) {
      const placed = placements(game, plan);
      if (!placed) continue;
      const wanted = wantedFaces(game);
      for (const set of game.sets.filter(set => isChosen(game, set))) {
        const spreads = pairs(placed.sheets.filter(sheet => sheet.set === set.id))
          .filter(spread => !wanted || spread.some(sheet => sheet && sheet.placements.some(p => wanted.has(p.face))));
        if (!spreads.length) continue;
        const kept = tray(`${game.id}/${plan.paper}/${plan.only || ""}/${set.id}`, set.title, `${plan.paper}, ${plural(spreads.length, "sheet")}`);
        kept.box.className = "pages";
        arrange(kept.box, spreads.map(spread => figure(game, placed, plan, spread, seen)));
        shown.push(kept.node);
      }
    }
    if (shown.length) nodes.push(heading(game), ...shown);
  }
  for (const [name, kept] of leaves) if (!seen.has(name)) { sight.unobserve(kept.node); leaves.delete(name); }
  const isComing = about.is_drawing || [...plans.values()].some(plan => plan instanceof Promise);
  if (!nodes.length) nodes.push(isComing ? make("p", { class: "empty" }, "The sheets are being laid out …") : empty("The sheets are being laid out …"));
  arrange($("table"), nodes);
  rove();
}

// The faces of cards that pass the search and the filter; null if all of them do.
function wantedFaces(game) {
  if (!show.text && !show.flagged) return null;
  const faces = new Set();
  for (const set of game.sets) {
    // Other cards may share the back.
    for (const card of set.cards) if (passes(game, set, card)) faces.add(card.front);
  }
  faces.delete(null);
  return faces;
}

// Each front with the back that follows it, or null.
function pairs(list) {
  const spreads = [];
  for (const sheet of list) {
    if (sheet.side === "back" && spreads.length && !spreads[spreads.length - 1][1]) spreads[spreads.length - 1][1] = sheet;
    else spreads.push([sheet, null]);
  }
  return spreads;
}

// The placements shown last stay until the new ones are loaded.
function placements(game, plan) {
  const name = `${game.id}/${plan.paper}/${plan.only || ""}`;
  if (!plans.has(plan.hash)) {
    if (plans.size > 40) plans.clear();
    plans.set(plan.hash, fetch(picture(plan.hash)).then(answer => answer.json()).then(found => {
      plans.set(plan.hash, found);
      later();
    }, () => plans.delete(plan.hash)));
  }
  const found = plans.get(plan.hash);
  if (!(found instanceof Promise)) lately.set(name, found);
  return lately.get(name);
}

function figure(game, placed, plan, spread, seen) {
  const [front] = spread;
  const name = side => [game.id, plan.paper, plan.only || "", front.set, front.number, side].join("/");
  const nodes = spread.filter(Boolean).map(sheet => {
    const own = name(sheet.side);
    seen.add(own);
    shownSheets.set(own, { game, placed, sheet });
    return leaf(own, placed, sheet);
  });
  const kept = leaves.get(name(front.side));
  if (!kept.figure) kept.figure = make("figure", { class: "spread" }, make("div"), make("figcaption"));
  arrange(kept.figure.firstChild, nodes);
  const blank = spread[1] && !spread[1].placements.length ? "; the back stays blank" : spread[1] ? ", front and back" : "";
  write(kept.figure.lastChild, `${front.number} of ${front.total}${blank}`);
  return kept.figure;
}

const wording = sheet => `${sheet.title}, ${sheet.number} of ${sheet.total}, ${sheet.side}${sheet.placements.length ? "" : ", stays blank"}`;

function leaf(name, placed, sheet) {
  const sign = JSON.stringify([placed.w, placed.h, sheet]);
  let kept = leaves.get(name);
  if (kept && kept.sign === sign) return kept.node;
  if (!kept) {
    kept = { node: make("button", { class: "leaf", "data-key": name, tabindex: "-1", onclick: () => openSheet(name) }), isNear: false };
    leaves.set(name, kept);
    sight.observe(kept.node);
  }
  const { node } = kept;
  kept.sign = sign;
  kept.isFilled = false;
  node.setAttribute("aria-label", wording(sheet));
  node.style.width = `calc(${placed.w} * var(--mm) * .5)`;
  node.style.aspectRatio = `${placed.w} / ${placed.h}`;
  kept.fill = () => {
    kept.isFilled = true;
    node.replaceChildren(page(placed, sheet), ...(sheet.placements.length ? [] : [make("span", { class: "blank" }, "stays blank")]));
  };
  if (kept.isNear) kept.fill();
  return node;
}

// Sheets are drawn when they come into view.
const sight = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const kept = leaves.get(entry.target.dataset.key);
    if (!kept) continue;
    kept.isNear = entry.isIntersecting;
    if (kept.isNear && !kept.isFilled) kept.fill();
  }
}, { rootMargin: "250px" });

function page(placed, sheet) {
  const node = draw("svg", { viewBox: `0 0 ${placed.w} ${placed.h}`, class: "page seen", width: "100%", height: "100%" });
  for (const face of sheet.placements) {
    const clip = "clip-" + counter++;
    node.append(draw("clipPath", { id: clip }, draw("path", { d: face.clip })));
    const image = draw("image", { href: picture(face.face), x: -face.bleed, y: -face.bleed, width: face.size[0], height: face.size[1],
      preserveAspectRatio: "none", transform: `matrix(${face.matrix.join(" ")})` });
    node.append(draw("g", { "clip-path": `url(#${clip})` }, image));
  }
  node.append(draw("image", { href: picture(sheet.marks), x: 0, y: 0, width: placed.w, height: placed.h }));
  return node;
}

function openSheet(name) {
  const isNew = !$("large").open;
  Object.assign(show, { sheet: name, open: null, at: name });
  keepAddress(isNew);
  enlarge(isNew);
}

function largeSheet(name) {
  const { placed, sheet } = shownSheets.get(name);
  stage(name, JSON.stringify([placed.w, placed.h, sheet]), () => {
    const node = page(placed, sheet);
    node.dataset.w = placed.w;
    node.dataset.h = placed.h;
    return sheet.placements.length ? [node] : [node, make("p", { class: "none" }, "It stays blank.")];
  }, []);
  write($("large-name"), wording(sheet));
  for (const group of document.querySelectorAll("#lines, #sides")) group.hidden = true;
  $("about").replaceChildren(facts([["paper", placed.paper], ["size", `${placed.w}x${placed.h}mm`], ["faces", String(sheet.placements.length)]]));
}

"use strict";
// Sheets as they will print: the placements that the PDF gets, with the faces' own pictures.

function pages() {
  const nodes = [];
  for (const game of games.values()) {
    if (show.game && show.game !== game.id) continue;
    const plans = game.late.plans.filter(plan => plan.paper === show.paper);
    const trays = plans.map(plan => {
      const box = make("div", { class: "pages" });
      const title = make("h3", {}, plan.only || game.title, make("small", {}, `${plan.paper}, ${plural(plan.sheets, "side")}`));
      const tray = make("section", { class: "tray", "aria-label": `Sheets of ${game.title}` }, title, box);
      placements(plan.hash).then(found => {
        const title = show.set && (game.sets.find(s => s.id === show.set) || {}).title;
        const chosen = found.sheets.filter(sheet => !title || sheet.set === title);
        box.replaceChildren(...chosen.map(sheet => figure(found, sheet)));
        tray.hidden = !chosen.length;
      });
      return tray;
    });
    if (trays.length) nodes.push(heading(game), ...trays);
  }
  if (!nodes.length) nodes.push(make("p", { class: "empty" }, about.is_drawing ? "The sheets are being laid out …" : "No sheets for this paper."));
  $("table").replaceChildren(...nodes);
}

function placements(hash) {
  if (!sheets.has(hash)) {
    if (sheets.size > 40) sheets.clear();
    sheets.set(hash, fetch(picture(hash)).then(answer => answer.json()));
  }
  return sheets.get(hash);
}

function figure(plan, sheet) {
  const words = `${sheet.set}, ${sheet.number} of ${sheet.of}, ${sheet.side}`;
  const frame = make("button", { "aria-label": words, onclick: () => enlarge(plan, sheet, words) });
  const w = `calc(${plan.w} * var(--mm) * .55)`;
  frame.style.width = w;
  frame.style.aspectRatio = `${plan.w} / ${plan.h}`;
  // Drawn when it comes into sight.
  frame.fill = () => frame.replaceChildren(page(plan, sheet));
  sight.observe(frame);
  return make("figure", { class: "sheet" }, frame, make("figcaption", {}, words));
}

const sight = new IntersectionObserver(entries => {
  for (const entry of entries.filter(e => e.isIntersecting)) {
    sight.unobserve(entry.target);
    entry.target.fill();
  }
}, { rootMargin: "400px" });

function page(plan, sheet) {
  const node = draw("svg", { viewBox: `0 0 ${plan.w} ${plan.h}`, class: "page seen", width: "100%", height: "100%" });
  for (const placed of sheet.placements) {
    const clip = "clip-" + counter++;
    node.append(draw("clipPath", { id: clip }, draw("path", { d: placed.clip })));
    const image = draw("image", { href: picture(placed.face), x: -placed.bleed, y: -placed.bleed, width: placed.size[0], height: placed.size[1],
      preserveAspectRatio: "none", transform: `matrix(${placed.matrix.join(" ")})` });
    node.append(draw("g", { "clip-path": `url(#${clip})` }, image));
  }
  node.append(draw("image", { href: picture(sheet.marks), x: 0, y: 0, width: plan.w, height: plan.h }));
  return node;
}

function enlarge(plan, sheet, words) {
  show.open = null;
  const node = page(plan, sheet);
  fit(node, plan.w, plan.h);
  $("stage").replaceChildren(node);
  $("large-name").textContent = words;
  $("about").replaceChildren(facts([["paper", plan.paper], ["size", `${plan.w} x ${plan.h} mm`], ["faces", String(sheet.placements.length)]]));
  for (const group of $("facts").querySelectorAll(".group")) group.hidden = true;
  $("large").showModal();
}

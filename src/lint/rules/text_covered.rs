//! Text under a panel or an icon, or over another text.

use kurbo::{Point, Rect};

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::behind::{covered, may_reach, veil};
use crate::lint::look::{Look, Shape, Words, start};
use crate::lint::pixels::FINE;

pub static RULE: Rule = Rule {
    name: "text-covered",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text is under a panel or an icon that is drawn after it, or overlaps another text.",
    why: "Part of it cannot be read.",
    fix: "Draw the text after the panel, or move one of them.",
    wrong: r#"
        {# card.svg #}
        <path d="M4 54h30v20h-30z"/>
    "#,
    right: r#"
        {# card.svg #}
        <path d="M4 64h30v10h-30z"/>
    "#,
};

/// The opacity at which a shape hides letters.
const VEIL: f32 = 0.4;
/// The share of a line that may be covered, such as the tail of a letter.
const SHARE: f64 = 0.2;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    // Single letters of a title may overlap on purpose.
    let is_text = |words: &&Words| words.said.text.chars().count() > 1 && !words.said.is_over;
    let bounds = |words: &Words| boxes(words).reduce(|a, b| a.union(b)).unwrap_or_default();
    let texts: Vec<(&Words, Rect)> = look.words.iter().filter(is_text).map(|words| (words, bounds(words))).collect();
    let solid: Vec<&Shape> = look.shapes.iter().filter(|shape| !shape.is_faint).collect();
    let panels: Vec<&Shape> = solid.iter().copied().filter(|shape| veil(shape) >= VEIL).collect();
    // Only pixels show how much lines, clipped shapes and gradients hide.
    let others: Vec<&Shape> = solid.into_iter().filter(|shape| veil(shape) < VEIL || shape.stroke.is_some()).collect();
    for (i, (words, area)) in texts.iter().enumerate() {
        let text = &words.said.text;
        let mut panels = panels.iter().filter(|panel| panel.order > words.last && is_near(panel.area, *area));
        let icons = look.icons.iter().filter(|sign| sign.order > words.last && sign.opacity >= VEIL);
        // An icon does not fill its box up to the edge.
        let mut icons = icons.map(|sign| sign.area.inset(-sign.size.0 * 0.15));
        let mut others = others.iter().filter(|other| other.order > words.last);
        if let Some(share) = panels.find_map(|panel| hit(words, &|line| covered(panel, line))) {
            let message = format!("`{}` lies under a panel: {}", start(text), too_much(share));
            found.push(look.text_finding(&RULE, text, message).help("shorten it, or draw the panel before the text"));
        } else if others.any(|other| boxes(words).any(|line| may_reach(other, line)))
            && let Some(share) = hidden(look, words, *area)
        {
            let message = format!("`{}` is hidden by what is drawn over it: {}", start(text), too_much(share));
            found.push(look.text_finding(&RULE, text, message).help("draw the text last, or move what lies over it"));
        } else if let Some(share) = icons.find_map(|area| hit(words, &|line| area.intersect(line).area() / line.area()))
        {
            let message = format!("`{}` lies under an icon: {}", start(text), too_much(share));
            found.push(look.text_finding(&RULE, text, message).help("shorten it, or move the icon"));
        }
        let others = texts[i + 1..].iter().filter(|(_, there)| is_near(*area, *there)).map(|(other, _)| other);
        // Words in several colors belong to one text.
        let others = others.filter(|other| other.said.call != words.said.call);
        for other in others.filter(|other| !words.is_echo_of(other)) {
            let overlap = |line: Rect| {
                let shares = boxes(other).map(|o| line.intersect(o).area() / line.area().min(o.area()));
                shares.fold(0.0, f64::max)
            };
            if let Some(share) = hit(words, &overlap) {
                let message = format!("`{}` runs into `{}`: {}", start(text), start(&other.said.text), too_much(share));
                found.push(
                    look.text_finding(&RULE, text, message).help("shorten one of them, or move their boxes apart"),
                );
                break;
            }
        }
    }
}

fn is_near(a: Rect, b: Rect) -> bool {
    a.intersect(b).area() > 0.0
}

/// The share of a line that is covered, if it is too much.
fn hit(words: &Words, share: &dyn Fn(Rect) -> f64) -> Option<f64> {
    boxes(words).filter(|line| line.area() > 0.0).map(share).find(|share| *share > SHARE)
}

fn too_much(share: f64) -> String {
    format!("{:.0} % of a line; the limit is {:.0} %", share * 100.0, SHARE * 100.0)
}

fn boxes<'a>(words: &'a Words) -> impl Iterator<Item = Rect> + 'a {
    words.rows.iter().flatten().copied()
}

/// The share of a line's pixels that later shapes hide, if it is too much.
fn hidden(look: &Look, words: &Words, area: Rect) -> Option<f64> {
    let (over, corner) = look.over(words, area)?;
    let least = (VEIL * 255.0) as u8;
    let shares = words.rows.iter().map(|row| {
        let (mut all, mut hidden) = (0, 0);
        for (i, pixel) in (0..).zip(over.pixels()) {
            let at = |n: u32| (f64::from(n) + 0.5) / f64::from(FINE);
            let here = Point::new(corner.x + at(i % over.width()), corner.y + at(i / over.width()));
            if row.iter().any(|line| line.contains(here)) {
                all += 1;
                hidden += u32::from(pixel.alpha() >= least);
            }
        }
        f64::from(hidden) / f64::from(all.max(1))
    });
    shares.into_iter().find(|share| *share > SHARE)
}

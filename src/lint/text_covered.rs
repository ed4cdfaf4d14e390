//! Text under a panel, or across another text.

use super::behind::{covered, veil};
use super::look::{Look, Words, extent, start};
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "text-covered",
    severity: Severity::Warning,
    what: "A text lies under a panel or an icon that is drawn after it, or runs into another text.",
    why: "Part of it cannot be read.",
};

/// What is as opaque as this hides letters.
const VEIL: f32 = 0.4;
/// This share of a line may be covered: the tail of a letter is not worth a word.
const SHARE: f64 = 0.2;

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    // Titles that are lettered one by one are the artist's business.
    let is_text = |words: &&Words| words.said.text.chars().count() > 1 && !words.said.is_over;
    let texts: Vec<&Words> = look.words.iter().filter(is_text).collect();
    for (i, words) in texts.iter().enumerate() {
        let text = &words.said.text;
        let panels = look.shapes.iter().filter(|shape| shape.order > words.order && veil(shape) >= VEIL);
        let icons = look.icons.iter().filter(|sign| sign.order > words.order && sign.opacity >= VEIL);
        // Of the box of an icon the silhouette leaves a rim.
        let mut icons = icons.map(|sign| sign.area.inset(-sign.size.0 * 0.15));
        if panels.into_iter().any(|panel| hits(words, &|line| covered(panel, line))) {
            let message = format!("`{}` lies under a panel", start(text));
            found.push(look.told(&RULE, text, message).help("shorten it, or draw the panel before the text"));
        } else if icons.any(|area| hits(words, &|line| area.intersect(line).area() / line.area())) {
            let message = format!("`{}` lies under an icon", start(text));
            found.push(look.told(&RULE, text, message).help("shorten it, or move the icon"));
        }
        for other in texts[i + 1..].iter().filter(|other| !words.is_echo_of(other)) {
            let overlap = |line: kurbo::Rect| {
                let shares =
                    other.lines.iter().map(extent).map(|o| line.intersect(o).area() / line.area().min(o.area()));
                shares.fold(0.0, f64::max)
            };
            if hits(words, &overlap) {
                let message = format!("`{}` runs into `{}`", start(text), start(&other.said.text));
                found.push(look.told(&RULE, text, message).help("shorten one of them, or move their boxes apart"));
                break;
            }
        }
    }
}

fn hits(words: &Words, share: &dyn Fn(kurbo::Rect) -> f64) -> bool {
    words.lines.iter().map(extent).any(|line| line.area() > 0.0 && share(line) > SHARE)
}

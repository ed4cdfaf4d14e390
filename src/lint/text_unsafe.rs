//! Text outside the safe area.

use kurbo::Shape as _;

use super::look::Look;
use crate::diag::{Diagnostic, Rule, Severity};
use crate::shape::Shape;
use crate::units::Mm;

/// The rule.
pub static RULE: Rule = Rule {
    name: "text-unsafe",
    severity: Severity::Warning,
    what: "Text stands closer to the cut than the safe area of its set.",
    why: "Paper shifts a millimetre in every printer and under every knife; text at the edge loses letters.",
};

/// A tail or a serif this far outside is nothing.
const SLACK: f64 = 0.2;

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    let safe = look.outline(Mm(SLACK - look.set.safe.0));
    let trim = look.trim();
    // What lies in the middle of a card needs no walk around its outline.
    let corner = match look.card.shape {
        Shape::Rectangle { corner } => corner.0,
        _ => f64::MAX,
    };
    let middle = trim.inset(-(look.set.safe.0.max(corner)));
    for words in look.words.iter().filter(|words| !words.said.is_over) {
        let mut points = words.lines.iter().flatten();
        if points.all(|point| middle.contains(*point) || safe.contains(*point)) {
            continue;
        }
        let to_edge = |p: &kurbo::Point| (p.x - trim.x0).min(trim.x1 - p.x).min(p.y - trim.y0).min(trim.y1 - p.y);
        let nearest = words.lines.iter().flatten().map(to_edge).fold(f64::MAX, f64::min);
        let message = if nearest < 0.0 {
            format!("text reaches {} beyond the cut; the safe area is {} inside it", Mm(-nearest), look.set.safe)
        } else if nearest < look.set.safe.0 - SLACK {
            format!("text comes within {} of the cut; the safe area is {}", Mm(nearest), look.set.safe)
        } else {
            format!("text leaves the outline less its safe area of {}", look.set.safe)
        };
        let told = look.told(&RULE, &words.said.text, message);
        found.push(told.help("move it inwards in the template, or lower `safe` of the set"));
    }
}

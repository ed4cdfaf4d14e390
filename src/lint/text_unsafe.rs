//! Text outside the safe area.

use kurbo::{Point, Rect, Shape as _};

use super::look::Look;
use crate::finding::{Finding, Rule, Severity};
use crate::units::Mm;

/// The rule.
pub static RULE: Rule = Rule {
    name: "text-unsafe",
    severity: Severity::Warning,
    what: "Text stands closer to the cut than the safe area of its set.",
    why: "Paper shifts a millimeter in every printer and under every knife; text at the edge loses letters.",
};

/// A tail or a serif this far outside is nothing.
const SLACK: f64 = 0.2;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    let safe = look.outline(Mm(SLACK - look.set.safe.0));
    let trim = look.trim();
    // What lies in the middle of a card needs no walk around its outline.
    let corner = look.card.shape.corner().map_or(f64::MAX, |corner| corner.0);
    let middle = trim.inset(-(look.set.safe.0.max(corner)));
    let is_safe = |point: &Point| middle.contains(*point) || safe.contains(*point);
    let mut tell = |what: &str, points: &[Point], text: &str| {
        let to_edge = |p: &Point| (p.x - trim.x0).min(trim.x1 - p.x).min(p.y - trim.y0).min(trim.y1 - p.y);
        let nearest = points.iter().map(to_edge).fold(f64::MAX, f64::min);
        let message = if nearest < 0.0 {
            format!("{what} reaches {} beyond the cut; the safe area is {} inside it", Mm(-nearest), look.set.safe)
        } else if nearest < look.set.safe.0 - SLACK {
            format!("{what} comes within {} of the cut; the safe area is {}", Mm(nearest), look.set.safe)
        } else {
            format!("{what} leaves the outline less its safe area of {}", look.set.safe)
        };
        let told = look.told(&RULE, text, message);
        found.push(told.help("move it inwards in the template, or lower `safe` of the set"));
    };
    let mut told: Vec<&str> = Vec::new();
    for words in look.words.iter().filter(|words| !words.said.is_over) {
        let points = words.lines.as_flattened();
        if !points.iter().all(is_safe) {
            tell("text", points, &words.said.text);
            told.push(&words.said.text);
        }
    }
    for sign in &look.icons {
        // Subject a text that is told already its icons need no word.
        let Some(said) = sign.said.filter(|said| !said.is_over && !told.contains(&said.text.as_str())) else {
            continue;
        };
        let Rect { x0, y0, x1, y1 } = sign.area;
        let points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Point::from);
        if !points.iter().all(is_safe) {
            tell("an icon in the text", &points, &said.text);
            told.push(&said.text);
        }
    }
}

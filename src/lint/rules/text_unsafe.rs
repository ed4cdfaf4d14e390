//! Text outside the safe area.

use kurbo::{Point, Rect, Shape as _};

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::units::Mm;

pub static RULE: Rule = Rule {
    name: "text-unsafe",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text is closer to the cut than the safe area of its set.",
    why: "Paper shifts by a millimeter in every printer and under every knife. Text at the edge loses letters.",
    fix: "Move the text inward, or narrow its box, until it is inside the safe area.",
    wrong: r#"
        {# card.svg #}
        {{ text(text="At the edge", x=1.5, y=70, w=50, h=8, size=9, font=fonts.text, fill=palette.ink) }}
    "#,
    right: r#"
        {# card.svg #}
        {{ text(text="Inside", x=3, y=70, w=50, h=8, size=9, font=fonts.text, fill=palette.ink) }}
    "#,
};

/// How far a tail or a serif may extend outside.
const SLACK: f64 = 0.2;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    let safe = look.outline(Mm(SLACK - look.set.safe.0));
    let trim = look.trim();
    // Most points are in the middle, which is quick to check.
    let corner = look.card.shape.corner().map_or(f64::MAX, |corner| corner.0);
    let middle = trim.inset(-(look.set.safe.0.max(corner)));
    let is_safe = |point: &Point| middle.contains(*point) || safe.contains(*point);
    let mut report = |what: &str, points: &[Point], text: &str| {
        let to_edge = |p: &Point| (p.x - trim.x0).min(trim.x1 - p.x).min(p.y - trim.y0).min(trim.y1 - p.y);
        let nearest = points.iter().map(to_edge).fold(f64::MAX, f64::min);
        let message = if nearest < 0.0 {
            format!("{what} reaches {} beyond the cut; the safe area is {} inside it", Mm(-nearest), look.set.safe)
        } else if nearest < look.set.safe.0 - SLACK {
            format!("{what} comes within {} of the cut; the safe area is {}", Mm(nearest), look.set.safe)
        } else {
            format!("{what} leaves the safe area, {} inside the outline", look.set.safe)
        };
        let finding = look.text_finding(&RULE, text, message);
        found.push(finding.help("move it inwards in the template, or lower `safe` of the set"));
    };
    let mut reported: Vec<&str> = Vec::new();
    for words in look.words.iter().filter(|words| !words.said.is_over) {
        let points = words.lines.as_flattened();
        if !points.iter().all(is_safe) {
            report("text", points, &words.said.text);
            reported.push(&words.said.text);
        }
    }
    for sign in &look.icons {
        // The text of an icon may already be reported.
        let Some(said) = sign.said.filter(|said| !said.is_over && !reported.contains(&said.text.as_str())) else {
            continue;
        };
        let Rect { x0, y0, x1, y1 } = sign.area;
        let points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Point::from);
        if !points.iter().all(is_safe) {
            report("an icon in the text", &points, &said.text);
            reported.push(&said.text);
        }
    }
}

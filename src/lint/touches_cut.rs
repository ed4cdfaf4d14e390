//! Shapes that end where the knife goes.

use super::look::Look;
use crate::diag::{Diagnostic, Rule, Severity};
use crate::units::Mm;

/// The rule.
pub static RULE: Rule = Rule {
    name: "touches-cut",
    severity: Severity::Warning,
    what: "A shape ends at the cut: neither inside the card nor out in the bleed.",
    why: "A frame that ends where the knife goes is cut through on one card and doubled on the next.",
};

/// Nearer to the cut than this, inside, is at the cut.
const NEAR: f64 = 0.6;

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    if look.face.bleed.0 <= 0.0 || !look.card.shape.is_cut_straight() {
        return;
    }
    let (trim, bleed) = (look.trim(), look.face.bleed.0);
    // Beyond half of the bleed a shape was meant to bleed.
    let at_cut = |inward: f64| (-bleed / 2.0..NEAR).contains(&inward);
    for shape in look.shapes.iter().filter(|shape| !shape.is_faint) {
        let a = shape.area;
        let sides =
            [("left", a.x0 - trim.x0), ("right", trim.x1 - a.x1), ("top", a.y0 - trim.y0), ("bottom", trim.y1 - a.y1)];
        if let Some((side, inward)) = sides.into_iter().find(|(_, inward)| at_cut(*inward)) {
            let where_to = if inward >= 0.0 { "inside" } else { "outside" };
            let message = format!("a shape ends {} {where_to} the {side} cut", Mm(inward.abs()));
            let help = format!("end it {} inside, or let it run out into the bleed", Mm(NEAR));
            found.push(look.drawn(&RULE, message).help(help));
            return;
        }
    }
}

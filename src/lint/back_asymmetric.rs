//! Backs that tell how a card is turned.

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use super::colour::{SIGHTS, seen};
use super::look::Look;
use crate::art::Side;
use crate::diag::{Diagnostic, Rule, Severity};
use crate::shape::Shape;

/// The rule.
pub static RULE: Rule = Rule {
    name: "back-asymmetric",
    severity: Severity::Warning,
    what: "The common back of a deck looks different when a card is turned round.",
    why: "Whoever turns a card marks it: the back then tells which one it is.",
};

/// Largest share of the back that may differ, in thousandths: edges fall on other pixels.
const MOST: f64 = 8.0;
/// Distance from which two colours are told apart (Oklab); a gradient of the ground lies below it.
const NOTICED: f32 = 0.12;

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    let template = &look.face.template.value;
    let is_common = look.of.side == Side::Back && !look.studio.templates.uses(template, "card");
    let turns_onto_itself = matches!(look.card.shape, Shape::Rectangle { .. } | Shape::Circle | Shape::Hexagon);
    if !is_common || !turns_onto_itself || look.set.total() < 2 {
        return;
    }
    let Some(picture) = look.picture() else { return };
    let share = turned(&picture);
    if share > MOST {
        let message = format!("turned round, {share:.0} of 1000 parts of the back differ; {MOST} are let through");
        found.push(look.drawn(&RULE, message).help("draw one half and repeat it turned by 180 degrees"));
    }
}

/// The share of pixels that differ from the picture turned by half a turn, in thousandths.
fn turned(picture: &Pixmap) -> f64 {
    let pixels = picture.pixels();
    let colour = |p: &PremultipliedColorU8| [p.red(), p.green(), p.blue()];
    let differ = pixels.iter().zip(pixels.iter().rev()).filter(|(a, b)| {
        let (a, b) = (colour(a), colour(b));
        let near = a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 12);
        // Greyscale is the strictest of the four for what a thumb would notice.
        !near
            && seen(a, &SIGHTS[0].1).iter().zip(seen(b, &SIGHTS[0].1)).map(|(a, b)| (a - b).powi(2)).sum::<f32>()
                > NOTICED * NOTICED
    });
    differ.count() as f64 * 1000.0 / pixels.len() as f64
}

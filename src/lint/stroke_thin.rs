//! Lines too thin to print.

use super::look::Look;
use crate::diag::{Diagnostic, Rule, Severity};
use crate::units::Pt;

/// The rule.
pub static RULE: Rule = Rule {
    name: "stroke-thin",
    severity: Severity::Warning,
    what: "A line is thinner than 0.25 pt.",
    why: "Printers drop such lines, or thicken them to their own least width.",
};

/// Thinnest line that prints.
const LEAST: Pt = Pt(0.25);

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    let widths = look
        .shapes
        .iter()
        .filter(|shape| shape.path.stroke().is_some_and(|s| s.opacity().get() > 0.0))
        .filter_map(|shape| shape.stroke);
    let thinnest = widths.map(|width| width.0).fold(f64::MAX, f64::min);
    if thinnest < LEAST.mm().0 - 0.0005 {
        let message = format!("a line is {:.2} pt thin; the limit is {LEAST}", thinnest / Pt(1.0).mm().0);
        found.push(look.drawn(&RULE, message).help("raise its `stroke-width` to 0.09 mm or more"));
    }
}

//! Icons below their legible size.

use super::look::Look;
use crate::finding::{Finding, Rule, Severity};
use crate::units::Mm;

/// The rule.
pub static RULE: Rule = Rule {
    name: "icon-small",
    severity: Severity::Warning,
    what: "An icon is printed smaller than can be told from others.",
    why: "Below 1.8 mm a silhouette becomes a blot.",
};

/// Smallest icon.
const LEAST: Mm = Mm(1.8);

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for sign in look.icons.iter().filter(|sign| sign.size.0 < LEAST.0 - 0.01) {
        let name = &look.studio.icons.get(sign.icon).name;
        let message = format!("icon `{name}` is printed at {}; the limit is {LEAST}", sign.size);
        found.push(look.drawn(&RULE, message).help("draw it larger, or leave it out"));
    }
}

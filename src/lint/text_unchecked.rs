//! Text that no rule can measure.

use super::look::{Look, start};
use crate::finding::{Finding, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "text-unchecked",
    severity: Severity::Warning,
    what: "A template draws text with `<text>`: it is neither wrapped nor fitted, and no rule of the preflight looks at it.",
    why: "Whatever is wrong with it is found on paper.",
};

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for text in &look.plain_texts {
        let message = format!("`{}` is drawn by `<text>`, which is not checked", start(text));
        found.push(look.told(&RULE, text, message).help("draw it with `text(…)`"));
    }
}

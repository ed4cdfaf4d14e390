//! Text below the size that can be read at a table.

use super::look::Look;
use crate::finding::{Finding, Rule, Severity};
use crate::units::Pt;

/// The rule.
pub static RULE: Rule = Rule {
    name: "text-small",
    severity: Severity::Warning,
    what: "Text is printed smaller than can be read.",
    why: "Below 5.5 pt letters fill with ink on a home printer; text of more than a line is read at 7 pt and more.",
};

/// Smallest type for a few words, such as the number of a card.
const LEAST: f64 = 5.5;
/// Smallest type for text that is read.
const READ: f64 = 7.0;
/// More letters than this are read, not glanced at.
const GLANCE: usize = 60;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let letters = words.said.text.chars().count();
        let limit = if letters > GLANCE { READ } else { LEAST };
        // What is asked for in hundredths of a point comes back a little off.
        if words.size < limit - 0.01 {
            let message = format!(
                "text is printed at {}; {letters} letters need {} or more",
                Pt((words.size * 100.0).round() / 100.0),
                Pt(limit)
            );
            let told = look.told(&RULE, &words.said.text, message);
            found.push(told.help("shorten it, or raise `size` and `min` of its box in the template"));
        }
    }
}

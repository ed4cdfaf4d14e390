//! A typewriter's marks in printed text.

use super::look::Look;
use crate::finding::{Finding, Rule, Severity};
use crate::text::Part;

/// The rule.
pub static RULE: Rule = Rule {
    name: "straight-quote",
    severity: Severity::Warning,
    what: "A printed text has a typewriter's quote or apostrophe, three dots, or a hyphen that stands for a dash.",
    why: "Next to real type they look like a draft.",
};

/// What is found, and what to write for it.
const MARKS: [(&str, &str); 5] = [
    ("'", "’ (U+2019), or ‘ to open a quote"),
    ("\"", "“ and ”"),
    ("...", "… (U+2026)"),
    (" - ", "– (U+2013)"),
    ("--", "– (U+2013)"),
];

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        for (mark, instead) in MARKS {
            if words.said.text.contains(mark) {
                let message = format!("the text has `{}`", mark.trim());
                found.push(
                    look.told_of(&RULE, &words.said.text, &Part::Words(mark.to_owned()), message)
                        .help(format!("write {instead}")),
                );
            }
        }
    }
}

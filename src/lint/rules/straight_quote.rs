//! Straight quotes and other typewriter marks in printed text.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::text::Part;

pub static RULE: Rule = Rule {
    name: "straight-quote",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has straight quotes or apostrophes, three dots, or a hyphen instead of a dash.",
    why: "Next to real type they look like a draft.",
    fix: r#"Write ’ “ ” … and – instead of ' " ... and -."#,
    wrong: r#"
        # cards.toml
        text = "Dig a miner's hole."
    "#,
    right: r#"
        # cards.toml
        text = "Dig a miner’s hole."
    "#,
};

/// A mark, and what to write instead.
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
            if let Some(at) = words.said.text.find(mark) {
                let message = format!("the text has `{}`", mark.trim());
                found.push(
                    look.word_finding(&RULE, &words.said.text, &Part::At(at..at + mark.len()), message)
                        .help(format!("write {instead}")),
                );
            }
        }
    }
}

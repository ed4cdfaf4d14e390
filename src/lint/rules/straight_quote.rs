//! Straight quotes and other typewriter marks in printed text.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::text::Part;

pub static RULE: Rule = Rule {
    name: "straight-quote",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has straight quotes or apostrophes, quotes of another language, three dots, or a hyphen instead of a dash.",
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

/// A mark, and what to write instead. Quotes depend on the language.
const MARKS: [(&str, &str); 5] =
    [("'", "’ (U+2019)"), ("\"", ""), ("...", "… (U+2026)"), (" - ", "– (U+2013)"), ("--", "– (U+2013)")];

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let (text, language) = (&words.said.text, words.said.language);
        let [open, close, inner, _] = language.quotes();
        let space = if language.spaces_marks() { ", with no-break spaces (U+00A0) inside" } else { "" };
        let quotes = format!("{open} and {close}{space}");
        let mut report = |part: Part, message: String, help: String| {
            found.push(look.word_finding(&RULE, text, &part, message).help(help));
        };
        for (mark, instead) in MARKS {
            if let Some(at) = text.find(mark) {
                let instead = match mark {
                    "\"" => quotes.clone(),
                    "'" => format!("{instead}, or {inner} to open a quote"),
                    _ => instead.to_owned(),
                };
                let at = Part::At(at..at + mark.len());
                report(at, format!("the text has `{}`", mark.trim()), format!("write {instead}"));
            }
        }
        if let Some(mark) = text.chars().find(|mark| language.has_no_quote(*mark)) {
            let message = format!("the text has `{mark}`, which is not a quote in its language, `{language}`");
            report(Part::Words(mark.to_string()), message, format!("write {quotes}"));
        }
    }
}

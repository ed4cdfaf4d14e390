//! Straight quotes and other typewriter marks in printed text.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::text::{Part, line_marks};

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
        let unprinted = line_marks(text);
        for (mark, instead) in MARKS {
            let all = text.match_indices(mark).map(|(at, _)| at);
            let all = all.filter(|at| !unprinted.iter().any(|line_mark| line_mark.contains(at)));
            let (short, usual): (Vec<usize>, Vec<usize>) = all.partition(|at| hebrew_abbreviation(text, *at).is_some());
            for at in [short.first(), usual.first()].into_iter().flatten() {
                let instead = match (hebrew_abbreviation(text, *at), mark) {
                    (Some(sign), _) => sign.to_owned(),
                    (_, "\"") => quotes.clone(),
                    (_, "'") => format!("{instead}, or {inner} to open a quote"),
                    _ => instead.to_owned(),
                };
                let at = Part::At(*at..at + mark.len());
                report(at, format!("the text has `{}`", mark.trim()), format!("write {instead}"));
            }
        }
        if let Some(mark) = text.chars().find(|mark| language.has_no_quote(*mark)) {
            let message = format!("the text has `{mark}`, which is not a quote in its language, `{language}`");
            report(Part::Words(mark.to_string()), message, format!("write {quotes}"));
        }
    }
}

/// What to write instead of a quote within a Hebrew word, as in `מנכ"ל`, or of an apostrophe behind it, as in `וכו'`.
fn hebrew_abbreviation(text: &str, at: usize) -> Option<&'static str> {
    let is_hebrew = |c: Option<char>| c.is_some_and(|c| matches!(c, '\u{591}'..='\u{5ea}'));
    let is_behind = |at: usize| is_hebrew(text[..at].chars().next_back());
    match text[at..].chars().next()? {
        '"' if is_behind(at) && is_hebrew(text[at + 1..].chars().next()) => Some("״ (U+05F4)"),
        // An apostrophe elsewhere opens a quote, which the one behind a word may close.
        '\'' if text.match_indices('\'').all(|(at, _)| is_behind(at)) => Some("׳ (U+05F3)"),
        _ => None,
    }
}

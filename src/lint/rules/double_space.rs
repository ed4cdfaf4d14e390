//! Spaces where none belong.

use std::ops::Range;

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::language::Language;
use crate::lint::look::Look;
use crate::text::Part;

pub static RULE: Rule = Rule {
    name: "double-space",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has two spaces in a row, a space at the end of a line, or a space before a comma or period. French has its \
        spaces before `: ; ! ?`.",
    why: "It shows as a gap in the line.",
    fix: "Delete the space at the caret.",
    wrong: r#"
        # cards.toml
        text = "Dig  deep."
    "#,
    right: r#"
        # cards.toml
        text = "Dig deep."
    "#,
};

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let text = words.said.text.as_str();
        for (what, at) in faults(text, words.said.language) {
            let finding = look.word_finding(&RULE, text, &Part::At(at), format!("the text has {what}"));
            found.push(finding.help("delete the space"));
        }
    }
}

/// What is wrong with the spaces of a text, and where.
fn faults(text: &str, language: Language) -> Vec<(&'static str, Range<usize>)> {
    let letters = printed(text);
    let is_blank = |c: char| matches!(c, ' ' | '\u{a0}');
    let is_mark = |c: char| matches!(c, ',' | '.') || (matches!(c, ';' | ':' | '!' | '?') && !language.spaces_marks());
    // Closing punctuation, unlike `.5` and `...`.
    let closes =
        |after: Option<&(usize, char)>| after.is_none_or(|(_, c)| c.is_whitespace() || matches!(c, ')' | '”' | '’'));
    let mut all = Vec::new();
    for (i, &(at, c)) in letters.iter().enumerate().filter(|(_, (_, c))| is_blank(*c)) {
        let before = i.checked_sub(1).map(|before| letters[before].1);
        let next = letters.get(i + 1).map(|(_, next)| *next);
        let what = if before.is_some_and(is_blank) {
            "two spaces in a row"
        } else if c == ' ' && (before.is_none() || next.is_none_or(|next| next == '\n')) {
            "a space at the start or end of a line"
        } else if c == ' ' && next.is_some_and(is_mark) && closes(letters.get(i + 2)) && !names_color(&text[..at]) {
            "a space before a punctuation mark"
        } else {
            continue;
        };
        all.push((what, at..at + c.len_utf8()));
    }
    all
}

/// Whether a text ends in `{gold`: a space before that colon is reported as markup.
fn names_color(before: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '#');
    before.rsplit_once('{').is_some_and(|(_, name)| !name.is_empty() && name.chars().all(is_part))
}

/// The characters of a text without the marks that style words. One between spaces is printed.
fn printed(text: &str) -> Vec<(usize, char)> {
    let is_mark = |c: char| matches!(c, '*' | '~');
    let is_between_spaces = |at: usize| {
        let before = text[..at].trim_end_matches(is_mark);
        let after = text[at..].trim_start_matches(is_mark);
        [before.chars().next_back(), after.chars().next()].iter().all(|c| c.is_none_or(char::is_whitespace))
    };
    text.char_indices().filter(|&(at, c)| !is_mark(c) || is_between_spaces(at)).collect()
}

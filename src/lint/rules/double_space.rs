//! Spaces where none belong.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;

pub static RULE: Rule = Rule {
    name: "double-space",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has two spaces in a row, a space at the end of a line, or a space before a comma or period. French has its \
        spaces before `: ; ! ?`.",
    why: "It shows as a gap in the line.",
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
        // Markup is not printed.
        let bare: String = text.chars().filter(|c| !matches!(c, '*' | '~')).collect();
        let is_double = |pair: &[char]| pair.iter().all(|c| matches!(c, ' ' | '\u{a0}'));
        let letters: Vec<char> = bare.chars().collect();
        let others: &[&str] = if words.said.language.spaces_marks() { &[] } else { &[" ;", " :", " !", " ?"] };
        let fault = if letters.windows(2).any(is_double) {
            "two spaces in a row"
        } else if bare.contains(" \n") || bare.ends_with(' ') || bare.starts_with(' ') {
            "a space at the start or end of a line"
        } else if [" ,", " ."].iter().chain(others).any(|pair| before_mark(&bare, pair)) {
            "a space before a punctuation mark"
        } else {
            continue;
        };
        found.push(look.text_finding(&RULE, text, format!("the text has {fault}")).help("delete the space"));
    }
}

/// Whether there is a space before closing punctuation, unlike `.5` and `...`.
fn before_mark(text: &str, pair: &str) -> bool {
    text.match_indices(pair).any(|(at, _)| {
        let rest = text[at + pair.len()..].chars().next();
        rest.is_none_or(|c| c.is_whitespace() || matches!(c, ')' | '”' | '’'))
    })
}

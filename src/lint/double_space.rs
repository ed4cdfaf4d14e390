//! Spaces where none belong.

use super::look::Look;
use crate::finding::{Finding, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "double-space",
    severity: Severity::Warning,
    what: "A printed text has two spaces in a row, a space before a line end, or one before a comma or full stop.",
    why: "It shows as a hole in the line.",
};

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let text = words.said.text.as_str();
        // Marks are not printed.
        let bare: String = text.chars().filter(|c| !matches!(c, '*' | '~')).collect();
        let is_double = |pair: &[char]| pair.iter().all(|c| matches!(c, ' ' | '\u{a0}'));
        let letters: Vec<char> = bare.chars().collect();
        let fault = if letters.windows(2).any(is_double) {
            "two spaces in a row"
        } else if bare.contains(" \n") || bare.ends_with(' ') || bare.starts_with(' ') {
            "a space at the start or end of a line"
        } else if [" ,", " .", " ;", " :", " !", " ?"].iter().any(|pair| before_mark(&bare, pair)) {
            "a space before a punctuation mark"
        } else {
            continue;
        };
        found.push(look.told(&RULE, text, format!("the text has {fault}")).help("delete the space"));
    }
}

/// Whether a space stands before a mark that ends a word; `.5` and `...` do not.
fn before_mark(text: &str, pair: &str) -> bool {
    text.match_indices(pair).any(|(at, _)| {
        let rest = text[at + pair.len()..].chars().next();
        rest.is_none_or(|c| c.is_whitespace() || matches!(c, ')' | '”' | '’'))
    })
}

//! One short word alone on a last line.

use super::look::Look;
use crate::finding::{Finding, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "widow",
    severity: Severity::Note,
    what: "The last line of a paragraph is one short word.",
    why: "It looks like a mistake, and wastes a line of a small card.",
};

/// A word of more letters fills enough of its line.
const SHORT: usize = 4;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in look.words.iter().filter(|words| !words.said.is_over) {
        for word in words.said.lone.iter().filter(|word| is_short(word)) {
            let message = format!("`{word}` stands alone on the last line; a word of more than {SHORT} letters may");
            let told = look.told(&RULE, &words.said.text, message);
            found.push(told.help("reword the sentence, or join the last two words by a no-break space (U+00A0)"));
        }
    }
}

/// Whether a word fills little of its line; an icon counts as a long word.
fn is_short(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphanumeric() || *c == '\u{fffc}').count() <= SHORT
}

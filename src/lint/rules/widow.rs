//! A short word alone on the last line.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;

pub static RULE: Rule = Rule {
    name: "widow",
    severity: Severity::Note,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "The last line of a paragraph is one short word.",
    why: "It looks like a mistake, and wastes a line of a small card.",
    fix: "Shorten the sentence, or join its last words with a no-break space.",
    wrong: r#"
        # cards.toml
        text = "Dig as deep as you can reach with that now."
    "#,
    right: r#"
        # cards.toml
        text = "Dig as deep as you can reach with that\u00A0now."
    "#,
};

/// Words of at most this many letters are short.
const SHORT: usize = 4;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in look.words.iter().filter(|words| !words.said.is_over) {
        for word in words.said.lone.iter().filter(|word| is_short(word)) {
            let message = format!("`{word}` is alone on the last line; a word there needs more than {SHORT} letters");
            let finding = look.text_finding(&RULE, &words.said.text, message);
            found.push(finding.help("reword the sentence, or join the last two words with a no-break space (U+00A0)"));
        }
    }
}

/// Whether a word has few letters. An icon counts as a letter.
fn is_short(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphanumeric() || *c == '\u{fffc}').count() <= SHORT
}

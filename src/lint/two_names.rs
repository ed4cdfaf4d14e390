//! One thing under two names.

use super::Desk;
use super::words::{Phrase, Words};
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "two-names",
    severity: Severity::Warning,
    what: "A printed text calls a thing by a word that the glossary replaces by another.",
    why: "Two words for one thing make players look for a difference.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    let avoid = desk.game.glossary.avoid.iter();
    let avoid: Vec<_> =
        avoid.map(|(word, instead)| (word, instead, Phrase::any(word), Phrase::any(&instead.value))).collect();
    for seen in desk.seen.iter().flatten().filter(|_| !avoid.is_empty()) {
        let set = &desk.game.sets[seen.of.set];
        let card = &set.components[seen.of.component];
        for text in &seen.texts {
            let words = Words::of(text);
            for (word, instead, wrong, right) in &avoid {
                if let Some(written) = words.beside(wrong, right) {
                    let place = desk.place_of_word(text, written, seen);
                    let message = format!("`{word}` is called `{}` in this game", instead.value);
                    found.push(
                        Diagnostic::new(&RULE, place, message)
                            .other(instead.place.clone(), "the glossary says so")
                            .of(card.owner(set))
                            .help(format!("write `{}`", instead.value)),
                    );
                }
            }
        }
    }
}

//! One thing under two names.

use super::Desk;
use super::words::has_word_ignoring_case;
use crate::art::place_of;
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "two-names",
    severity: Severity::Warning,
    what: "A printed text calls a thing by a word that the glossary replaces by another.",
    why: "Two words for one thing make players look for a difference.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    for seen in desk.seen.iter().flatten() {
        let set = &desk.game.sets[seen.of.set];
        let card = &set.components[seen.of.component];
        for text in &seen.texts {
            for (word, instead) in &desk.game.glossary.avoid {
                if has_word_ignoring_case(text, word) {
                    let place = place_of(text, desk.game, set, card, seen.of.side);
                    let message = format!("`{word}` is called `{}` in this game", instead.value);
                    found.push(
                        Diagnostic::new(&RULE, place, message)
                            .other(instead.place.clone(), "the glossary says so")
                            .of(card.place.clone())
                            .help(format!("write `{}`", instead.value)),
                    );
                }
            }
        }
    }
}

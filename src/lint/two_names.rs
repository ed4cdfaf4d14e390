//! One thing under two names.

use super::Desk;
use super::words::{plain, stands_in};
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "two-names",
    severity: Severity::Warning,
    what: "A printed text calls a thing by a word that the glossary replaces by another.",
    why: "Two words for one thing make players look for a difference.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    let avoid: Vec<_> = desk.game.glossary.avoid.iter().map(|(word, instead)| (word.to_lowercase(), instead)).collect();
    for seen in desk.seen.iter().flatten() {
        let set = &desk.game.sets[seen.of.set];
        let card = &set.components[seen.of.component];
        for text in &seen.texts {
            let small = plain(text).to_lowercase();
            for (word, instead) in &avoid {
                if stands_in(&small, word) {
                    let place = desk.place(text, seen);
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

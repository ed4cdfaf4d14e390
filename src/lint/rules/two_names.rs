//! One thing with two names.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;
use crate::lint::words::{Phrase, Words};

pub static RULE: Rule = Rule {
    name: "two-names",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text uses a word that the glossary replaces with another.",
    why: "Two words for one thing make players look for a difference.",
    fix: "Write the word that the glossary wants.",
    wrong: r#"
        # game.toml
        [glossary]
        avoid = { "throw away" = "discard" }
        # cards.toml
        text = "Throw away a card."
    "#,
    right: r#"
        # game.toml
        [glossary]
        avoid = { "throw away" = "discard" }
        # cards.toml
        text = "Discard a card."
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let avoid = view.game.glossary.avoid.iter();
    let avoid: Vec<_> =
        avoid.map(|(word, instead)| (word, instead, Phrase::any(word), Phrase::any(&instead.value))).collect();
    for seen in view.seen.iter().flatten().filter(|_| !avoid.is_empty()) {
        let set = &view.game.sets[seen.subject.set];
        let card = &set.components[seen.subject.component];
        for text in &seen.texts {
            let words = Words::of(text);
            for (word, instead, wrong, right) in &avoid {
                if let Some(written) = words.beside(wrong, right) {
                    let place = view.place_of_word(text, written, seen);
                    let message = format!("`{word}` is called `{}` in this game", instead.value);
                    found.push(
                        Finding::new(&RULE, place, message)
                            .other(instead.place.clone(), "the glossary says so")
                            .owner(card.owner(set))
                            .help(format!("write `{}`", instead.value)),
                    );
                }
            }
        }
    }
}

//! Keywords and icons that are explained but not used.

use super::Desk;
use super::words::{Phrase, Words, icons_in};
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "keyword-unused",
    severity: Severity::Note,
    what: "A keyword of the glossary is printed on no card, or an icon in the text of a reference sheet is on none.",
    why: "Players look for it in the game and find it nowhere; mostly a card was renamed.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    // What cannot be read may use it.
    if !desk.game.is_whole {
        return;
    }
    let said: Vec<Words> = desk.cards().flat_map(|seen| &seen.texts).map(|text| Words::of(text)).collect();
    for keyword in &desk.game.glossary.keywords {
        let phrase = Phrase::term(&keyword.value);
        if !said.iter().any(|words| words.has(&phrase)) {
            let message = format!("keyword `{}` is printed on no card", keyword.value);
            found.push(Diagnostic::new(&RULE, keyword.place.clone(), message).help("delete it, or mend its spelling"));
        }
    }
    let on_cards = |name: &str| {
        let icon = desk.studio.icons.find(name);
        desk.cards().any(|seen| icon.is_some_and(|icon| seen.icons.contains(&icon)))
    };
    for seen in desk.reference() {
        for text in &seen.texts {
            for icon in icons_in(text).filter(|name| !on_cards(name)) {
                let set = &desk.game.sets[seen.of.set];
                let card = &set.components[seen.of.component];
                let place = desk.place(text, seen);
                let message = format!("icon `{icon}` is explained here and stands on no card");
                let told = Diagnostic::new(&RULE, place, message).of(card.owner(set));
                found.push(told.help("leave it out, or use it on the cards"));
            }
        }
    }
}

//! Keywords and icons that are explained but not used.

use super::View;
use super::words::{Phrase, Words, icons_in};
use crate::finding::{Finding, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "keyword-unused",
    severity: Severity::Note,
    what: "A keyword of the glossary is printed on no card, or an icon in the text of a reference sheet is on none.",
    why: "Players look for it in the game and find it nowhere; mostly a card was renamed.",
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    // What cannot be read may use it.
    if !view.game.is_whole {
        return;
    }
    let said: Vec<Words> = view.cards().flat_map(|seen| &seen.texts).map(|text| Words::of(text)).collect();
    for keyword in &view.game.glossary.keywords {
        let phrase = Phrase::term(&keyword.value);
        if !said.iter().any(|words| words.has(&phrase)) {
            let message = format!("keyword `{}` is printed on no card", keyword.value);
            found.push(Finding::new(&RULE, keyword.place.clone(), message).help("delete it, or mend its spelling"));
        }
    }
    let on_cards = |name: &str| {
        let icon = view.studio.icons.find(name);
        view.cards().any(|seen| icon.is_some_and(|icon| seen.icons.contains(&icon)))
    };
    for seen in view.reference() {
        for text in &seen.texts {
            for icon in icons_in(text).filter(|name| !on_cards(name)) {
                let set = &view.game.sets[seen.subject.set];
                let card = &set.components[seen.subject.component];
                let place = view.place(text, seen);
                let message = format!("icon `{icon}` is explained here and stands on no card");
                let told = Finding::new(&RULE, place, message).owner(card.owner(set));
                found.push(told.help("leave it out, or use it on the cards"));
            }
        }
    }
}

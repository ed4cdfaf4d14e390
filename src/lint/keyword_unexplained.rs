//! Keywords and icons that no reference sheet explains.

use std::collections::BTreeSet;

use super::words::{Phrase, Words, icons_in};
use super::{Desk, Seen};
use crate::diag::{Diagnostic, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "keyword-unexplained",
    severity: Severity::Warning,
    what: "A keyword or an icon in the text of a card is explained on no reference sheet.",
    why: "Players meet it in the middle of a game and have nowhere to look.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    // What cannot be read may explain it.
    if desk.game.glossary.reference.is_empty() || !desk.game.is_whole {
        return;
    }
    let explaining: Vec<Words> = desk.reference().flat_map(|seen| &seen.texts).map(|text| Words::of(text)).collect();
    let said: Vec<(&Seen, &str, Words)> = desk
        .cards()
        .flat_map(|seen| seen.texts.iter().map(move |text| (seen, text.as_str(), Words::of(text))))
        .collect();
    for keyword in &desk.game.glossary.keywords {
        let phrase = Phrase::term(&keyword.value);
        if !explaining.iter().any(|words| words.has(&phrase)) {
            let uses = said.iter().filter(|(.., words)| words.has(&phrase)).map(|(seen, text, _)| (*seen, *text));
            tell(desk, format!("keyword `{}`", keyword.value), uses, found);
        }
    }
    let icons: BTreeSet<&str> = said.iter().flat_map(|(_, text, _)| icons_in(text)).collect();
    for name in icons {
        // One that is not there is told as that.
        let Some(icon) = desk.studio.icons.find(name) else { continue };
        if !desk.reference().any(|seen| seen.icons.contains(&icon)) {
            let uses = said.iter().filter(|(_, text, _)| icons_in(text).any(|other| other == name));
            tell(desk, format!("icon `{name}`"), uses.map(|(seen, text, _)| (*seen, *text)), found);
        }
    }
}

/// Tells it at its first use, once for each card, so that each can allow it for itself; those that do, at their own.
fn tell<'a>(desk: &Desk, what: String, uses: impl Iterator<Item = (&'a Seen, &'a str)>, found: &mut Vec<Diagnostic>) {
    let mut cards = BTreeSet::new();
    let mut first: Option<Place> = None;
    for (seen, text) in uses.filter(|(seen, _)| cards.insert((seen.of.set, seen.of.component))) {
        let set = &desk.game.sets[seen.of.set];
        let card = &set.components[seen.of.component];
        let place = match card.allow.iter().any(|rule| rule.value == RULE.name) {
            true => desk.place(text, seen),
            false => first.get_or_insert_with(|| desk.place(text, seen)).clone(),
        };
        let told = Diagnostic::new(&RULE, place, format!("{what} is explained on no reference sheet"));
        found.push(told.of(card.owner(set)).help("explain it in a set named by `reference` in `[glossary]`"));
    }
}

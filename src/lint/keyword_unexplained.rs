//! Keywords and icons that no reference sheet explains.

use std::collections::BTreeSet;

use super::words::{Phrase, Words, icons_in};
use super::{Seen, View};
use crate::finding::{Finding, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "keyword-unexplained",
    severity: Severity::Warning,
    what: "A keyword or an icon in the text of a card is explained on no reference sheet.",
    why: "Players meet it in the middle of a game and have nowhere to look.",
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    // What cannot be read may explain it.
    if view.game.glossary.reference.is_empty() || !view.game.is_whole {
        return;
    }
    let explaining: Vec<Words> = view.reference().flat_map(|seen| &seen.texts).map(|text| Words::of(text)).collect();
    let said: Vec<(&Seen, &str, Words)> = view
        .cards()
        .flat_map(|seen| seen.texts.iter().map(move |text| (seen, text.as_str(), Words::of(text))))
        .collect();
    for keyword in &view.game.glossary.keywords {
        let phrase = Phrase::term(&keyword.value);
        if !explaining.iter().any(|words| words.has(&phrase)) {
            let uses = said.iter().filter(|(.., words)| words.has(&phrase)).map(|(seen, text, _)| (*seen, *text));
            tell(view, format!("keyword `{}`", keyword.value), uses, found);
        }
    }
    let icons: BTreeSet<&str> = said.iter().flat_map(|(_, text, _)| icons_in(text)).collect();
    for name in icons {
        // One that is not there is told as that.
        let Some(icon) = view.studio.icons.find(name) else { continue };
        if !view.reference().any(|seen| seen.icons.contains(&icon)) {
            let uses = said.iter().filter(|(_, text, _)| icons_in(text).any(|other| other == name));
            tell(view, format!("icon `{name}`"), uses.map(|(seen, text, _)| (*seen, *text)), found);
        }
    }
}

/// Tells it at its first use, once for each card, so that each can allow it for itself; those that do, at their own.
fn tell<'a>(view: &View, what: String, uses: impl Iterator<Item = (&'a Seen, &'a str)>, found: &mut Vec<Finding>) {
    let mut cards = BTreeSet::new();
    let mut first: Option<Place> = None;
    for (seen, text) in uses.filter(|(seen, _)| cards.insert((seen.subject.set, seen.subject.component))) {
        let set = &view.game.sets[seen.subject.set];
        let card = &set.components[seen.subject.component];
        let place = match card.allow.iter().any(|rule| rule.value == RULE.name) {
            true => view.place(text, seen),
            false => first.get_or_insert_with(|| view.place(text, seen)).clone(),
        };
        let told = Finding::new(&RULE, place, format!("{what} is explained on no reference sheet"));
        found.push(told.owner(card.owner(set)).help("explain it in a set named by `reference` in `[glossary]`"));
    }
}

//! Keywords and icons that no reference sheet explains.

use std::collections::BTreeSet;

use crate::finding::{Finding, Phase, Place, Rule, Severity};
use crate::lint::words::{Phrase, Words, icons_in};
use crate::lint::{Seen, View};

pub static RULE: Rule = Rule {
    name: "keyword-unexplained",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "No reference sheet explains a keyword or an icon in the text of a card.",
    why: "Players meet it in the middle of a game and have nowhere to look it up.",
    fix: "Explain it on a reference sheet, or take it out of the glossary.",
    wrong: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = ["Discard"]
        [[set]]
        id = "help"
        title = "Help"
        size = "poker"
        template = "card.svg"
        fields = { clan = "key of clan", number = "integer", text = "text" }
        # help.toml
        [[component]]
        id = "rules"
        clan = "earth"
        number = 1
        text = "Keep the {star}."
        origin = "designed"
    "#,
    right: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = ["Discard"]
        [[set]]
        id = "help"
        title = "Help"
        size = "poker"
        template = "card.svg"
        fields = { clan = "key of clan", number = "integer", text = "text" }
        # help.toml
        [[component]]
        id = "rules"
        clan = "earth"
        number = 1
        text = "Discard means: put the {star} away."
        origin = "designed"
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    if view.game.glossary.reference.is_empty() {
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
            report(view, format!("keyword `{}`", keyword.value), uses, found);
        }
    }
    // A missing icon has its own finding.
    let named = |name| view.studio.icons.named(name);
    let icons: BTreeSet<u16> = said.iter().flat_map(|(_, text, _)| icons_in(text)).filter_map(named).collect();
    for icon in icons {
        let name = &view.studio.icons.get(icon).name;
        if !view.reference().any(|seen| seen.icons.contains(&icon)) {
            let uses = said.iter().filter(|(_, text, _)| icons_in(text).any(|other| named(other) == Some(icon)));
            report(view, format!("icon `{name}`"), uses.map(|(seen, text, _)| (*seen, *text)), found);
        }
    }
}

/// Reports a keyword or icon at its first use, once per card, so that each card can allow it.
///
/// On cards that do allow it, it is reported at their own text.
fn report<'a>(view: &View, what: String, uses: impl Iterator<Item = (&'a Seen, &'a str)>, found: &mut Vec<Finding>) {
    let mut cards = BTreeSet::new();
    let mut first: Option<Place> = None;
    for (seen, text) in uses.filter(|(seen, _)| cards.insert((seen.subject.set, seen.subject.component))) {
        let set = &view.game.sets[seen.subject.set];
        let card = &set.components[seen.subject.component];
        let place = match card.allow.iter().any(|rule| rule.value == RULE.name) {
            true => view.place(text, seen),
            false => first.get_or_insert_with(|| view.place(text, seen)).clone(),
        };
        let finding = Finding::new(&RULE, place, format!("{what} is explained on no reference sheet"));
        found.push(finding.owner(card.owner(set)).help("explain it in a set named by `reference` in `[glossary]`"));
    }
}

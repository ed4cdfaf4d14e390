//! Keywords and icons that no reference sheet explains.

use super::Desk;
use super::words::{has_word, icons_in};
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "keyword-unexplained",
    severity: Severity::Warning,
    what: "A keyword or an icon in the text of a card is explained on no reference sheet.",
    why: "Players meet it in the middle of a game and have nowhere to look.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    if desk.game.glossary.reference.is_empty() {
        return;
    }
    let explained = |word: &str| desk.reference().any(|seen| seen.texts.iter().any(|text| has_word(text, word)));
    let shown = |name: &str| {
        let icon = desk.studio.icons.find(name);
        desk.reference().any(|seen| icon.is_some_and(|icon| seen.icons.contains(&icon)))
    };
    let mut tell = |what: String, is_in: &dyn Fn(&str) -> bool| {
        let uses: Vec<_> =
            desk.cards().filter_map(|seen| Some((seen, seen.texts.iter().find(|text| is_in(text))?))).collect();
        let Some((seen, text)) = uses.first() else { return };
        let set = &desk.game.sets[seen.of.set];
        let card = &set.components[seen.of.component];
        let more = if uses.len() > 1 { format!(" and {} more", uses.len() - 1) } else { String::new() };
        let message = format!("{what} is used on `{}`{more}, and explained on no reference sheet", card.id.value);
        let place = desk.place(text, seen);
        found.push(
            Diagnostic::new(&RULE, place, message)
                .of(card.owner(set))
                .help("explain it in a set named by `reference` in `[glossary]`"),
        );
    };
    for keyword in desk.game.glossary.keywords.iter().filter(|k| !explained(&k.value)) {
        tell(format!("keyword `{}`", keyword.value), &|text| has_word(text, &keyword.value));
    }
    let mut icons: Vec<&str> = desk.cards().flat_map(|seen| &seen.texts).flat_map(|text| icons_in(text)).collect();
    icons.sort_unstable();
    icons.dedup();
    for icon in icons.into_iter().filter(|icon| !shown(icon)) {
        tell(format!("icon `{icon}`"), &|text| icons_in(text).any(|name| name == icon));
    }
}

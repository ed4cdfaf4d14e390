//! Keywords and icons that are explained but not used.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;
use crate::lint::words::{Phrase, Words, icons_in};

pub static RULE: Rule = Rule {
    name: "keyword-unused",
    severity: Severity::Note,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "No card uses a keyword of the glossary, or an icon in the text of a reference sheet.",
    why: "Players look for it in the game and cannot find it. Usually a card was renamed.",
    fix: "Delete it from the glossary or sheet, or correct its spelling.",
    wrong: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = ["Discard", "Banish"]
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
        text = "Discard or Banish the {star}."
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
        text = "Discard the {star}."
        origin = "designed"
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let said: Vec<Words> = view.cards().flat_map(|seen| &seen.texts).map(|text| Words::of(text)).collect();
    for keyword in &view.game.glossary.keywords {
        let phrase = Phrase::term(&keyword.value);
        if !said.iter().any(|words| words.has(&phrase)) {
            let message = format!("keyword `{}` is printed on no card", keyword.value);
            found.push(Finding::new(&RULE, keyword.place.clone(), message).help("delete it, or fix its spelling"));
        }
    }
    let on_cards = |name: &str| {
        let icon = view.studio.icons.named(name);
        view.cards().any(|seen| icon.is_some_and(|icon| seen.icons.contains(&icon)))
    };
    for seen in view.reference() {
        for text in &seen.texts {
            for icon in icons_in(text).filter(|name| !on_cards(name)) {
                let set = &view.game.sets[seen.subject.set];
                let card = &set.components[seen.subject.component];
                let place = view.place(text, seen);
                let message = format!("icon `{icon}` is explained here but is on no card");
                let finding = Finding::new(&RULE, place, message).owner(card.owner(set));
                found.push(finding.help("leave it out, or use it on the cards"));
            }
        }
    }
}

//! Two components with the same name.

use std::collections::BTreeMap;

use crate::content::Component;
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;

pub static RULE: Rule = Rule {
    name: "duplicate-name",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "Two components of a set, or of decks of one size, have the same name.",
    why: "At the table, nobody can say which one is meant. Copies of one component are written as `count`.",
    fix: "Give one of them another `name`, or join them into one record with `count`.",
    wrong: r#"
        # cards.toml
        name = "Fire 1" # the name of another card
    "#,
    right: r#"
        # cards.toml
        name = "Earth 1"
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    // Cards of the same size may be in one hand. A token may share the name of its card.
    let mut decks: BTreeMap<String, BTreeMap<String, &Component>> = BTreeMap::new();
    for set in &view.game.sets {
        let has_text = set.fields.iter().any(|field| field.name == "text");
        let deck = if has_text { format!("of {}", set.size.value) } else { set.id.value.clone() };
        let known = decks.entry(deck).or_default();
        for card in &set.components {
            match known.get(&card.name.to_lowercase()) {
                None => {
                    known.insert(card.name.to_lowercase(), card);
                }
                Some(first) => found.push(
                    Finding::new(
                        &RULE,
                        card.id.place.clone(),
                        format!("`{}` is the name of two components", card.name),
                    )
                    .other(first.id.place.clone(), "the first")
                    .owner(card.owner(set))
                    .help("give one of them another `name`, or join them with `count`"),
                ),
            }
        }
    }
}

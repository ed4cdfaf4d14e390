//! Two components under one name.

use std::collections::BTreeMap;

use super::View;
use crate::content::Component;
use crate::finding::{Finding, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "duplicate-name",
    severity: Severity::Warning,
    what: "Two components of a set, or of decks of one size, have the same name.",
    why: "At the table nobody can say which of the two is meant; copies of one component are written as `count`.",
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    // Cards of one size lie in one hand or on one table; a token may be called like the card it stands for.
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

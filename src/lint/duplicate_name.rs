//! Two components under one name.

use std::collections::BTreeMap;

use super::Desk;
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "duplicate-name",
    severity: Severity::Warning,
    what: "Two components of a set have the same name.",
    why: "At the table nobody can say which of the two is meant; copies of one component are written as `count`.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    for set in &desk.game.sets {
        let mut known = BTreeMap::new();
        for card in &set.components {
            match known.get(&card.name.to_lowercase()) {
                None => {
                    known.insert(card.name.to_lowercase(), card);
                }
                Some(first) => found.push(
                    Diagnostic::new(
                        &RULE,
                        card.id.place.clone(),
                        format!("`{}` is the name of two components", card.name),
                    )
                    .other(first.id.place.clone(), "the first")
                    .of(card.place.clone())
                    .help("give one of them another `name`, or join them with `count`"),
                ),
            }
        }
    }
}

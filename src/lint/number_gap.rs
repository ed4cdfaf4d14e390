//! Holes in a series of numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::Desk;
use crate::content::{Component, Kind, Node, Set};
use crate::diag::{Diagnostic, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "number-gap",
    severity: Severity::Warning,
    what: "A series of numbers has a hole: ids that count up, or a field called `number`, `order` or `rank`.",
    why: "A card was forgotten, or a number written twice.",
};

/// Fewer are no series.
const LEAST: usize = 3;

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    for set in &desk.game.sets {
        let ids = set.components.iter().filter_map(|card| {
            let (stem, number) = card.id.value.rsplit_once('-')?;
            Some((stem.to_owned(), number.parse().ok()?, card.id.place.clone()))
        });
        series("ids", ids, found);
        for field in set.fields.iter().filter(|f| matches!(f.name.as_str(), "number" | "order" | "rank")) {
            let numbers = set.components.iter().filter_map(|card| {
                let node = card.values.get(&field.name)?;
                Some((category(card, set), node.integer()?, Place::new(set.file, node.span.clone())))
            });
            series(&format!("`{}`", field.name), numbers, found);
        }
    }
}

/// The values of all fields that name a category.
fn category(card: &Component, set: &Set) -> String {
    let keys = set.fields.iter().filter(|f| matches!(f.kind, Kind::KeyOf(_)));
    keys.filter_map(|f| card.values.get(&f.name).and_then(Node::text)).collect::<Vec<_>>().join("-")
}

fn series(what: &str, numbers: impl Iterator<Item = (String, i64, Place)>, found: &mut Vec<Diagnostic>) {
    let mut groups: BTreeMap<String, Vec<(i64, Place)>> = BTreeMap::new();
    for (group, number, place) in numbers {
        groups.entry(group).or_default().push((number, place));
    }
    for (group, mut numbers) in groups {
        numbers.sort_by_key(|(number, _)| *number);
        let there: BTreeSet<i64> = numbers.iter().map(|(number, _)| *number).collect();
        if there.len() < LEAST {
            continue;
        }
        for pair in numbers.windows(2) {
            let [(a, _), (b, place)] = pair else { continue };
            // A series that leaps everywhere is none.
            let leaps = there.iter().zip(there.iter().skip(1)).filter(|(a, b)| **b > **a + 1).count();
            if *b > a + 1 && *b - a <= 4 && leaps <= 1 + there.len() / 6 {
                let of = if group.is_empty() { String::new() } else { format!(" of `{group}`") };
                let message = format!("{what}{of} go from {a} to {b}; {} is missing", a + 1);
                found.push(Diagnostic::new(&RULE, place.clone(), message).help("add what is missing, or count on"));
            }
        }
    }
}

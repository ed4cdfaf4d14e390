//! Gaps in a series of numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::content::{Component, Kind, Node, Set};
use crate::finding::{Finding, Phase, Place, Rule, Severity};
use crate::lint::View;

pub static RULE: Rule = Rule {
    name: "number-gap",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "A series of numbers has a gap: ids that count up, or a field called `number`, `order` or `rank`.",
    why: "A card was forgotten, or a number is wrong.",
    fix: "Add the missing number, or renumber the series.",
    wrong: r#"
        # cards.toml
        [[component]]
        id = "earth-1"
        [[component]]
        id = "earth-2"
        clan = "earth"
        number = 2
        text = "Rest."
        [[component]]
        id = "earth-4"
        clan = "earth"
        number = 4
        text = "Climb."
    "#,
    right: r#"
        # cards.toml
        [[component]]
        id = "earth-1"
        [[component]]
        id = "earth-2"
        clan = "earth"
        number = 2
        text = "Rest."
        [[component]]
        id = "earth-3"
        clan = "earth"
        number = 3
        text = "Climb."
    "#,
};

/// The fewest numbers that form a series.
const LEAST: usize = 3;
/// The longest gap that always counts. A longer one counts only inside a long series.
const SHORT: i64 = 3;

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    for set in &view.game.sets {
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

fn series(what: &str, numbers: impl Iterator<Item = (String, i64, Place)>, found: &mut Vec<Finding>) {
    let mut groups: BTreeMap<String, Vec<(i64, Place)>> = BTreeMap::new();
    for (group, number, place) in numbers {
        groups.entry(group).or_default().push((number, place));
    }
    for (group, mut numbers) in groups {
        numbers.sort_by_key(|(number, _)| *number);
        let there: Vec<i64> = numbers.iter().map(|(n, _)| *n).collect::<BTreeSet<_>>().into_iter().collect();
        let runs: Vec<&[i64]> = there.chunk_by(|a, b| *b == a + 1).collect();
        // Numbers with gaps everywhere are not a series.
        if there.len() < LEAST || runs.len() > 2 + there.len() / 6 {
            continue;
        }
        for pair in runs.windows(2) {
            let (a, b) = (pair[0][pair[0].len() - 1], pair[1][0]);
            if b - a > SHORT + 1 && !goes_on(pair[0], pair[1], there.len()) {
                continue;
            }
            let of = if group.is_empty() { String::new() } else { format!(" of `{group}`") };
            let missing = if b == a + 2 {
                format!("{} is missing", a + 1)
            } else {
                format!("{} to {} are missing", a + 1, b - 1)
            };
            let place = numbers.iter().find(|(number, _)| *number == b).map(|(_, place)| place.clone());
            let message = format!("{what}{of} go from {a} to {b}; {missing}");
            found.push(Finding::new(&RULE, place, message).help("add what is missing, or renumber the rest"));
        }
    }
}

/// Whether two runs with a long gap between them are one series.
///
/// Both must be long, few numbers may be missing, and the second must not start a new series, as 21 to 26 does after
/// 11 to 16.
fn goes_on(before: &[i64], after: &[i64], there: usize) -> bool {
    let missing = after[0] - before[before.len() - 1] - 1;
    let begins_alike = (after[0] - before[0]) % 10 == 0;
    before.len() >= LEAST && after.len() >= LEAST && missing <= there as i64 / 2 && !begins_alike
}

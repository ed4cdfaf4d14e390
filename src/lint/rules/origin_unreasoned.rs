//! Records that give no reason for their origin.

use crate::content::{Node, Origin, Table, Value};
use crate::finding::{Finding, Phase, Place, Rule, Severity, nearest};
use crate::lint::View;

pub static RULE: Rule = Rule {
    name: "origin-unreasoned",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "A record comes from the rulebook or was inferred and gives no reason, or a table of `[data]` has no origin.",
    why: "Whoever changes it cannot look up where it comes from.",
    fix: "Add `why` with the page or the reason.",
    wrong: r#"
        # cards.toml
        origin = "inferred"
    "#,
    right: r#"
        # cards.toml
        origin = "inferred"
        why = "follows from the picture on page 3"
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    for set in &view.game.sets {
        for card in set.components.iter().filter(|c| is_blank(c.why.as_deref()) && needs_reason(c.origin)) {
            let place = card.values.get("origin").map_or(card.place.clone(), |o| Place::new(set.file, o.span.clone()));
            found.push(unreasoned(place).owner(card.owner(set)));
        }
    }
    for (key, node) in view.game.data.iter() {
        let place = |node: &Node| Place::new(view.game.file, node.span.clone());
        let mut bare = Vec::new();
        match &node.value {
            Value::Table(table) if table.contains_key("origin") => record(table, &mut bare),
            Value::Table(table) if table.values().any(|n| n.table().is_some()) => {
                for inner in table.values().filter_map(Node::table) {
                    record(inner, &mut bare);
                }
            }
            Value::Table(table) => record(table, &mut bare),
            Value::List(items) => items.iter().filter_map(Node::table).for_each(|inner| record(inner, &mut bare)),
            _ => {}
        }
        for origin in bare.iter().flatten() {
            found.push(match origin.text().filter(|word| Origin::named(word).is_none()) {
                Some(slip) => unknown(slip, place(origin)),
                None => unreasoned(place(origin)),
            });
        }
        let silent = bare.iter().filter(|origin| origin.is_none()).count();
        if silent > 0 {
            let place = Place::new(view.game.file, key.span.clone());
            let message = match silent {
                1 => format!("a record of `[data.{}]` does not say where it comes from", key.text),
                n => format!("{n} records of `[data.{}]` do not say where they come from", key.text),
            };
            found.push(Finding::new(&RULE, place, message).help("add `origin` to each, or to the whole table"));
        }
    }
}

fn needs_reason(origin: Origin) -> bool {
    matches!(origin, Origin::Rulebook | Origin::Inferred)
}

/// Adds an origin without a reason, or `None` for a record without an origin.
fn record<'a>(table: &'a Table, bare: &mut Vec<Option<&'a Node>>) {
    match table.get("origin") {
        None => bare.push(None),
        Some(origin) => {
            let known = origin.text().and_then(Origin::named);
            if known.is_none_or(|o| needs_reason(o) && is_blank(table.get("why").and_then(Node::text))) {
                bare.push(Some(origin));
            }
        }
    }
}

/// Whether a reason is missing or contains no words.
fn is_blank(why: Option<&str>) -> bool {
    why.is_none_or(|why| !why.contains(char::is_alphanumeric))
}

fn unknown(slip: &str, place: Place) -> Finding {
    let words = Origin::WORDS.map(|(word, _)| word);
    let help =
        nearest(slip, words).map_or(format!("origins are {}", words.join(", ")), |n| format!("did you mean `{n}`?"));
    Finding::new(&RULE, place, format!("no origin is called `{slip}`")).help(help)
}

fn unreasoned(place: Place) -> Finding {
    Finding::new(&RULE, place, "the record gives no reason for its origin")
        .help("add `why = \"…\"`: the place in the rulebook, or what it was inferred from")
}

//! Numbers that a reference sheet gives for a card but that the card does not have.

use crate::content::{Named, Node, Number, Table, Value, numbers_in};
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;

pub static RULE: Rule = Rule {
    name: "sheet-differs",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A line of a reference sheet begins with a card’s name in bold and has a number that is nowhere in the card’s record.",
    why: "The card was changed and the sheet was not. Players follow whichever they read first.",
    fix: "Write the number that the card has, or correct its record.",
    wrong: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = []
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
        text = "- **Fire 1:** draw 3 and keep the {star}."
        origin = "designed"
    "#,
    right: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = []
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
        text = "- **Fire 1:** draw 2 and keep the {star}."
        origin = "designed"
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    for seen in view.reference() {
        let set = &view.game.sets[seen.subject.set];
        for text in &seen.texts {
            for (line, (name, said)) in text.lines().filter_map(|line| Some((line, led(line)?))) {
                let known = numbers_of(view, name);
                let firm = numbers_in(said).into_iter().filter(|named| named.weight.is_firm());
                let Some(odd) = firm.map(|named| named.number).find(|number| !known.contains(number)) else { continue };
                if known.is_empty() {
                    // There is no record with that name.
                    continue;
                }
                let message = format!("the sheet names {odd} for `{name}`, whose record has no {odd}");
                let card = &set.components[seen.subject.component];
                let place = view.place_of_word(text, line, seen);
                let finding = Finding::new(&RULE, place, message).owner(card.owner(set));
                found.push(finding.help("write what the card says, or fix its record"));
            }
        }
    }
}

/// The bold words at the start of a line, and the rest of it.
fn led(line: &str) -> Option<(&str, &str)> {
    let (lead, rest) = line.trim_start_matches("- ").strip_prefix("**")?.split_once("**")?;
    Some((lead.trim_end_matches([':', '.', ',']), rest))
}

/// All numbers in the records with that name that have a text or an effect.
fn numbers_of(view: &View, name: &str) -> Vec<Number> {
    let mut all = Vec::new();
    let sets = view.game.sets.iter().filter(|set| view.game.glossary.reference.iter().all(|r| r.value != set.id.value));
    for card in sets.flat_map(|set| &set.components).filter(|card| card.name == name) {
        if does_something(&card.values) {
            gather(&card.values, &mut all);
            all.push(Number::from(card.count.value));
        }
    }
    named(&view.game.data, name, &mut all);
    all
}

/// Adds the numbers of the tables with this name.
fn named(table: &Table, name: &str, all: &mut Vec<Number>) {
    for inner in table.values().filter_map(Node::table) {
        if inner.get("name").and_then(Node::text) == Some(name) && does_something(inner) {
            gather(inner, all);
        }
        named(inner, name, all);
    }
}

/// Whether a record has anything that a sheet can contradict. A rules term may also be the name of a tile.
fn does_something(table: &Table) -> bool {
    ["text", "effect"].iter().any(|key| table.contains_key(key))
}

fn gather(table: &Table, all: &mut Vec<Number>) {
    // The reason is not printed.
    let mut open: Vec<&Node> = table.iter().filter(|(key, _)| key.text != "why").map(|(_, node)| node).collect();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Integer(number) => all.push(Number::from(number.saturating_abs())),
            Value::Text(text) => all.extend(numbers_in(text).iter().map(|Named { number, .. }| *number)),
            Value::List(items) => open.extend(items),
            Value::Table(inner) => open.extend(inner.values()),
            _ => {}
        }
    }
}

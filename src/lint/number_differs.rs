//! Numbers of an effect that its text does not name.

use super::Desk;
use super::words::numbers_in;
use crate::content::{Node, Table, Value};
use crate::diag::{Diagnostic, FileId, Owner, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "number-differs",
    severity: Severity::Warning,
    what: "A number in the effect of a card does not stand in its text.",
    why: "What is printed is then not what is meant: text says 2, the effect says 3.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    if desk.is_played {
        // Its own rules know which numbers are meant, and compare them exactly.
        return;
    }
    records(&desk.game.data, desk.game.file, found);
    for set in &desk.game.sets {
        for card in &set.components {
            record(&card.values, set.file, Some(&card.owner(set)), found);
        }
    }
}

fn records(table: &Table, file: FileId, found: &mut Vec<Diagnostic>) {
    for inner in table.values().filter_map(Node::table) {
        record(inner, file, None, found);
        records(inner, file, found);
    }
}

fn record(table: &Table, file: FileId, of: Option<&Owner>, found: &mut Vec<Diagnostic>) {
    let (Some(text), Some(effect)) = (table.get("text").and_then(Node::text), table.get("effect")) else { return };
    let named = numbers_in(text);
    let mut open = vec![effect];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::List(items) => open.extend(items),
            Value::Table(inner) => open.extend(inner.values()),
            Value::Integer(number) if *number > 1 && !named.contains(number) => {
                let said: Vec<String> = named.iter().map(i128::to_string).collect();
                let said = if said.is_empty() { "no number".to_owned() } else { said.join(", ") };
                let message = format!("the effect says {number}, the text names {said}");
                let mut told = Diagnostic::new(&RULE, Place::new(file, node.span.clone()), message)
                    .help("make text and effect say the same");
                told.of.extend(of.cloned());
                found.push(told);
            }
            _ => {}
        }
    }
}

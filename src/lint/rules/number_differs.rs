//! Numbers in a text that differ from those of its effect, or are in another order.

use std::ops::Range;

use crate::content::{Difference, Named, Node, Number, Played, Table, Value, Weight, compare, numbers_in};
use crate::finding::{FileId, Finding, Owner, Phase, Place, Rule, Severity};
use crate::lint::View;

pub static RULE: Rule = Rule {
    name: "number-differs",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "The numbers in a text differ from those of its effect, or are in another order.",
    why: "The printed rule is then not the intended one: the text says 2, the effect says 3.",
    fix: "Correct the number in the text, or in the effect.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "cards"
        fields = { clan = "key of clan", number = "integer", text = "text", effect = "list?" }
        # cards.toml
        text = "Draw two cards."
        effect = [{ op = "draw", n = 3 }]
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "cards"
        fields = { clan = "key of clan", number = "integer", text = "text", effect = "list?" }
        # cards.toml
        text = "Draw two cards."
        effect = [{ op = "draw", n = 2 }]
    "#,
};

/// Keys whose number identifies a card instead of being an amount.
const RANKS: [&str; 3] = ["number", "order", "rank"];
/// The most orders of numbers within operations that are tried.
const ORDERS: usize = 256;

/// A number of an effect, and its bytes in the file.
type Spot = (Played, Range<usize>);

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    if view.is_played {
        // The game's own rules compare the numbers exactly.
        return;
    }
    records(&view.game.data, view.game.file, None, found);
    for set in &view.game.sets {
        for card in &set.components {
            records(&card.values, set.file, Some(&card.owner(set)), found);
        }
    }
}

/// Checks a table and all tables inside it, because a card may have several abilities.
fn records(table: &Table, file: FileId, of: Option<&Owner>, found: &mut Vec<Finding>) {
    record(table, file, of, found);
    let mut open: Vec<&Node> = table.values().collect();
    open.reverse();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Table(inner) => records(inner, file, of, found),
            Value::List(items) => open.extend(items.iter().rev()),
            _ => {}
        }
    }
}

fn record(table: &Table, file: FileId, of: Option<&Owner>, found: &mut Vec<Finding>) {
    let (Some(said), Some(effect)) = (table.get("text"), table.get("effect")) else { return };
    let (Some(text), Some(ops)) = (said.text(), operations(effect)) else { return };
    let named = named(text, table);
    let Some((differs, numbers)) = nearest(&named, &ops) else { return };
    let message = format!("the effect says {}, the text names {}", differs.played(), differs.said());
    let span = match differs.slip {
        (_, Some((at, _))) if !differs.is_swapped() => numbers[at].1.clone(),
        _ => said.span.clone(),
    };
    let mut finding = Finding::new(&RULE, Place::new(file, span), message).help(differs.remedy("the effect"));
    finding.owners.extend(of.cloned());
    found.push(finding);
}

/// The numbers in a text. Fractions and numbers of other keys need not be in the effect.
fn named(text: &str, table: &Table) -> Vec<Named> {
    let known = |number: Number| {
        let amounts = table.iter().filter(|(key, _)| !RANKS.contains(&key.text.as_str()));
        amounts.filter_map(|(_, node)| node.integer()).any(|n| Number::from(n.saturating_abs()) == number)
    };
    let mut named = numbers_in(text);
    for one in &mut named {
        // What `both` means depends on the game.
        let is_of_game = one.weight == Weight::Both;
        if is_of_game || (one.weight == Weight::Firm && (!one.number.is_whole() || known(one.number))) {
            one.weight = Weight::Loose;
        }
    }
    named
}

/// The numbers of each operation, if the effect is a list of tables.
fn operations(effect: &Node) -> Option<Vec<Vec<Spot>>> {
    let items = match &effect.value {
        Value::List(items) => &items[..],
        Value::Table(_) => std::slice::from_ref(effect),
        _ => return None,
    };
    items.iter().map(|item| item.table().map(|_| numbers_of(item))).collect()
}

fn numbers_of(op: &Node) -> Vec<Spot> {
    let mut all = Vec::new();
    gather("", op, &mut all);
    if all.is_empty() {
        // An operation without a number happens once.
        all.push((Played::silent(1), op.span.clone()));
    }
    all
}

fn gather(key: &str, node: &Node, all: &mut Vec<Spot>) {
    let mut push = |played| all.push((played, node.span.clone()));
    match &node.value {
        Value::Integer(0) => push(Played::silent(0)),
        Value::Integer(1 | -1) => push(Played::One),
        Value::Integer(number) => push(Played::said(number.saturating_abs())),
        Value::Float(number) => push(Played::Silent(Number::part((number.abs() * 1000.0).round() as i128, 1000))),
        Value::Boolean(true) if key.contains("half") => push(Played::Silent(Number::HALF)),
        Value::Text(text) => {
            let firm = numbers_in(text).into_iter().filter(|named| named.weight == Weight::Firm);
            firm.for_each(|named| push(Played::Silent(named.number)));
        }
        Value::List(items) => items.iter().for_each(|item| gather(key, item, all)),
        Value::Table(inner) => inner.iter().for_each(|(key, item)| gather(&key.text, item, all)),
        _ => {}
    }
}

/// The smallest difference between text and effect. The numbers of one operation may be in any order.
///
/// A text without numbers may leave out a 1: "Draw your top card".
fn nearest(named: &[Named], ops: &[Vec<Spot>]) -> Option<(Difference, Vec<Spot>)> {
    let mut orders: Vec<Vec<Spot>> = vec![Vec::new()];
    for op in ops {
        let ways = if op.len() <= 3 { ways(op) } else { vec![op.clone()] };
        let ways = if orders.len() * ways.len() <= ORDERS { ways } else { vec![op.clone()] };
        orders = orders.iter().flat_map(|before| ways.iter().map(|way| joined(before, way))).collect();
    }
    let counts = named.iter().any(|one| one.weight != Weight::Article);
    let unsaid = |played: Played| if played == Played::One { Played::silent(1) } else { played };
    let mut least: Option<(Difference, Vec<Spot>)> = None;
    for order in orders {
        let played = order.iter().map(|(played, _)| if counts { *played } else { unsaid(*played) });
        let played: Vec<Played> = played.collect();
        let differs = compare(named, &played)?;
        if least.as_ref().is_none_or(|(before, _)| differs.slips < before.slips) {
            least = Some((differs, order));
        }
    }
    least
}

/// Appends the numbers of an operation. A text need not repeat a number: "everybody draws and discards 2 cards".
fn joined(before: &[Spot], op: &[Spot]) -> Vec<Spot> {
    let last = before.iter().rev().map(|(played, _)| played).find(|played| **played != Played::silent(1));
    let last = last.map(|played| played.number());
    let again = |played: Played| if Some(played.number()) == last { Played::Silent(played.number()) } else { played };
    before.iter().cloned().chain(op.iter().map(|(played, span)| (again(*played), span.clone()))).collect()
}

/// All orders of at most three numbers.
fn ways(op: &[Spot]) -> Vec<Vec<Spot>> {
    if op.len() < 2 {
        return vec![op.to_vec()];
    }
    let mut all = Vec::new();
    for first in 0..op.len() {
        let mut rest = op.to_vec();
        let first = rest.remove(first);
        all.extend(ways(&rest).into_iter().map(|way| [vec![first.clone()], way].concat()));
    }
    all
}

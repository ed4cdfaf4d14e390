//! What a Revive does, as operations in its record.

use crate::content::{Component, Record, Value};
use crate::finding::{FileId, Finding, Place, nearest, rule};
use crate::sim::Facts;

/// The operations of one card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// `reenter`: those who passed are back in. The number of the operation in [`Facts::ops`].
    pub reenter: usize,
    /// `reset_value`: the next play need not beat anything.
    pub reset: usize,
    /// The card can be played on a top number below this.
    pub below: u8,
    /// `play_again`: its player plays the pattern at once.
    pub again: usize,
}

const OPS: [&str; 3] = ["reenter", "reset_value", "play_again"];

/// Reads the `effect` of a card; its operations join those that the report counts.
pub fn read(
    file: FileId,
    card: &Component,
    piece: usize,
    facts: &mut Facts,
    found: &mut Vec<Finding>,
) -> Option<Effect> {
    let mut below = None;
    let mut ops: [Option<usize>; 3] = [None; 3];
    let Some(node) = card.values.get("effect") else {
        let message = format!("`{}` does nothing when it is played", card.id.value);
        found.push(super::load::breaks(card.id.place.clone(), message, "give it an `effect`"));
        return None;
    };
    let Value::List(items) = &node.value else { return None };
    for item in items {
        let place = Place::new(file, item.span.clone());
        let Some(table) = item.table() else {
            let message = "an operation must be a table such as `{ op = \"reset_value\" }`";
            found.push(Finding::new(&rule::WRONG_TYPE, place, message).help("write it in braces"));
            continue;
        };
        let record = Record::new(table, place, format!("the effect of `{}`", card.id.value));
        let Some(op) = record.need_text("op", found) else {
            record.finish(found);
            continue;
        };
        let number = facts.ops.len();
        let slot = match op.value.as_str() {
            "reenter" => {
                one_of(&record, "who", &["all"], found);
                &mut ops[0]
            }
            "reset_value" => {
                record.need("below");
                below = record.integer("below", 1, 12, found).map(|below| below.value as u8);
                &mut ops[1]
            }
            "play_again" => {
                one_of(&record, "who", &["you"], found);
                &mut ops[2]
            }
            other => {
                found.push(unknown(&op.place, other, &OPS, "operation"));
                continue;
            }
        };
        if slot.replace(number).is_some() {
            let message = format!("`{}` stands twice in the effect", op.value);
            found.push(super::load::breaks(op.place.clone(), message, "once is enough"));
        }
        facts.ops.push((piece, op.value));
        record.finish(found);
    }
    for (name, _) in OPS.iter().zip(ops).filter(|(_, op)| op.is_none()) {
        // RD-10: all are back in, any value goes, and somebody must play, or the challenge would be won without a card.
        let message = format!("`{}` lacks `{name}`, which a Revive does", card.id.value);
        let help = format!("add `{{ op = \"{name}\", … }}`");
        found.push(super::load::breaks(Place::new(file, node.span.clone()), message, help));
    }
    let [reenter, reset, again] = ops;
    Some(Effect { reenter: reenter?, reset: reset?, below: below?, again: again? })
}

fn one_of(record: &Record, key: &str, words: &[&str], found: &mut Vec<Finding>) {
    if let Some(word) = record.text(key, found).filter(|word| !words.contains(&word.value.as_str())) {
        found.push(unknown(&word.place, &word.value, words, &format!("`{key}`")));
    }
}

fn unknown(place: &Place, word: &str, known: &[&str], what: &str) -> Finding {
    let help = nearest(word, known.iter().copied())
        .map_or_else(|| format!("there are: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
    Finding::new(&rule::UNKNOWN_NAME, place.clone(), format!("no {what} is called `{word}`")).help(help)
}

//! Finds the line that a fault in a drawing comes from.

use super::{Face, Side, Studio};
use crate::content::{Component, Game, Node, Set, Table, Value};
use crate::finding::{FileId, Finding, Place, Sources};
use crate::svg::Fault;
use crate::template::lowered;
use crate::text::Trouble;

/// The side of a component that a text stands on, and all that it may have come from.
#[derive(Clone, Copy)]
pub struct Printed<'a> {
    /// The game.
    pub game: &'a Game,
    /// The set.
    pub set: &'a Set,
    /// The component.
    pub card: &'a Component,
    /// Its side.
    pub side: Side,
    /// The templates.
    pub studio: &'a Studio,
    /// What was read.
    pub sources: &'a Sources,
}

/// A fault of a text, told at the TOML value that holds the text.
pub(super) fn text(trouble: &Trouble, on: Printed) -> Finding {
    let place = place_of(&trouble.text, on);
    let mut told = Finding::new(trouble.rule, place, trouble.message.clone()).owner(on.card.owner(on.set));
    told.label = trouble.label.clone();
    told.help = trouble.help.clone();
    told
}

/// Where a printed text is written: as it is, or nearly so, or else where the template that prints it is named.
pub fn place_of(text: &str, on: Printed) -> Place {
    let Printed { game, set, card, side, studio, sources } = on;
    // A short word such as `5` stands in many places that have nothing to do with it.
    let is_long = text.len() >= 5;
    let template = match side {
        Side::Front => &card.template,
        Side::Back => card.back.as_ref().unwrap_or(&card.template),
    };
    let own = std::iter::once((&card.values, set.file));
    let common = std::iter::once((&game.data, game.file));
    let others = || game.sets.iter().flat_map(|set| set.components.iter().map(|card| (&card.values, set.file)));
    let all = || own.clone().chain(common.clone()).chain(others());
    let literal = || {
        let files = studio.templates.reached(std::iter::once(template.value.as_str()));
        files.iter().filter_map(|name| studio.templates.file(name)).find_map(|file| {
            let at = sources.text(file).find(text)?;
            Some(Place::new(file, at..at + text.len()))
        })
    };
    exact(&card.values, set.file, text)
        .or_else(|| all().filter(|_| is_long).find_map(|(table, file)| exact(table, file, text)))
        .or_else(|| is_long.then(literal).flatten())
        .or_else(|| likest(all(), text))
        .unwrap_or_else(|| template.place.clone())
}

/// The value that shares most words with `text`, and more than half of them: templates put words in place of others.
fn likest<'a>(tables: impl Iterator<Item = (&'a Table, FileId)>, text: &str) -> Option<Place> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let said = words(text);
    let mut best: Option<(f64, Place)> = None;
    for (table, file) in tables {
        for node in values(table) {
            let Some(written) = node.text().filter(|value| value.len() > 4) else { continue };
            let mut left = words(written);
            let length = left.len().max(said.len()) as f64;
            let shared = said.iter().filter(|word| {
                let at = left.iter().position(|other| other == *word);
                at.map(|at| left.swap_remove(at)).is_some()
            });
            let share = shared.count() as f64 / length;
            // The first of two that are as like is the nearer one.
            if share > 0.5 && best.as_ref().is_none_or(|(known, _)| share > *known) {
                best = Some((share, Place::new(file, node.span.clone())));
            }
        }
    }
    best.map(|(_, place)| place)
}

/// Every value in a table, however deep.
fn values(table: &Table) -> impl Iterator<Item = &Node> {
    let mut open: Vec<&Node> = table.values().collect();
    open.reverse();
    std::iter::from_fn(move || {
        let node = open.pop()?;
        match &node.value {
            Value::List(items) => open.extend(items.iter().rev()),
            Value::Table(inner) => open.extend(inner.values()),
            _ => {}
        }
        Some(node)
    })
}

/// The value that is `text`.
fn exact(table: &Table, file: FileId, text: &str) -> Option<Place> {
    let is_it = |node: &&Node| match &node.value {
        Value::Text(value) => value == text,
        Value::Integer(number) => number.to_string() == text,
        _ => false,
    };
    values(table).find(is_it).map(|node| Place::new(file, node.span.clone()))
}

/// A fault of a drawing, told at the template where the word at fault stands, or else where the template is named.
pub(super) fn drawing(fault: &Fault, face: &Face, studio: &Studio, sources: &Sources) -> Finding {
    let word = fault.message.split(['\'', '`', '"']).nth(1).filter(|word| word.len() > 1);
    let file = studio.templates.file(&face.template.value);
    let in_template = word.zip(file).and_then(|(word, file)| {
        let at = sources.text(file).find(word)?;
        Some(Place::new(file, at..at + word.len()))
    });
    let mut message = lowered(&fault.message);
    if let Some((line, column)) = fault.at {
        let shown: String = face.svg.lines().nth(line as usize - 1).unwrap_or("").trim().chars().take(60).collect();
        message = format!("{message} (line {line}, column {column} of the drawn SVG: `{shown}`)");
    }
    Finding::new(fault.rule, in_template.unwrap_or_else(|| face.template.place.clone()), message)
        .help(format!("it came up while drawing {}", face.name))
}

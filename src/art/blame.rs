//! Finds the line that a fault in a drawing comes from.

use super::{Face, Side, Studio};
use crate::content::{Component, Game, Node, Set, Table, Value};
use crate::diag::{Diagnostic, FileId, Place, Sources};
use crate::svg::Fault;
use crate::template::lowered;
use crate::text::Trouble;

/// A fault of a text, told at the TOML value that holds the text.
pub(super) fn text(trouble: &Trouble, game: &Game, set: &Set, component: &Component, side: Side) -> Diagnostic {
    let place = place_of(&trouble.text, game, set, component, side);
    let mut told = Diagnostic::new(trouble.rule, place, trouble.message.clone());
    told.label = trouble.label.clone();
    told.help = trouble.help.clone();
    told
}

/// Where a printed text is written, or else where the template that prints it is named.
pub fn place_of(text: &str, game: &Game, set: &Set, component: &Component, side: Side) -> Place {
    // A short word such as `5` stands in many places that have nothing to do with it.
    let is_long = text.len() >= 5;
    exact(&component.values, set.file, text)
        .or_else(|| exact(&game.data, game.file, text).filter(|_| is_long))
        .or_else(|| {
            let all = game.sets.iter().flat_map(|set| set.components.iter().map(|card| (set.file, card)));
            all.filter(|_| is_long).find_map(|(file, card)| exact(&card.values, file, text))
        })
        .or_else(|| {
            let (own, common) = (longest(&component.values, set.file, text), longest(&game.data, game.file, text));
            [own, common].into_iter().flatten().max_by_key(|(length, _)| *length).map(|(_, place)| place)
        })
        .unwrap_or_else(|| match side {
            Side::Front => component.template.place.clone(),
            Side::Back => component.back.as_ref().map_or(&component.template, |back| back).place.clone(),
        })
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

/// The longest value of some length that is part of `text`.
fn longest(table: &Table, file: FileId, text: &str) -> Option<(usize, Place)> {
    let parts = values(table).filter_map(|node| {
        let value = node.text().filter(|value| value.len() > 4 && text.contains(value))?;
        Some((value.len(), Place::new(file, node.span.clone())))
    });
    parts.max_by_key(|(length, _)| *length)
}

/// A fault of a drawing, told at the template where the word at fault stands, or else where the template is named.
pub(super) fn drawing(fault: &Fault, face: &Face, studio: &Studio, sources: &Sources) -> Diagnostic {
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
    Diagnostic::new(fault.rule, in_template.unwrap_or_else(|| face.template.place.clone()), message)
        .help(format!("it came up while drawing {}", face.name))
}

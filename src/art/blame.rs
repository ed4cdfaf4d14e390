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
    within(&component.values, set.file, text, 1)
        // A short word such as `5` stands in many places that have nothing to do with it.
        .or_else(|| within(&game.data, game.file, text, 5))
        .unwrap_or_else(|| match side {
            Side::Front => component.template.place.clone(),
            Side::Back => component.back.as_ref().map_or(&component.template, |back| back).place.clone(),
        })
}

/// The value that is `text`, or else the longest one inside it.
fn within(table: &Table, file: FileId, text: &str, least: usize) -> Option<Place> {
    let mut best: Option<(usize, Place)> = None;
    let mut open: Vec<&Node> = table.values().collect();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Text(value) if value == text && text.len() >= least => {
                return Some(Place::new(file, node.span.clone()));
            }
            Value::Integer(number) if least == 1 && number.to_string() == text => {
                return Some(Place::new(file, node.span.clone()));
            }
            Value::Text(value)
                if value.len() > 2.max(least)
                    && text.contains(value.as_str())
                    && best.as_ref().is_none_or(|(length, _)| value.len() > *length) =>
            {
                best = Some((value.len(), Place::new(file, node.span.clone())));
            }
            Value::List(items) => open.extend(items),
            Value::Table(inner) => open.extend(inner.values()),
            _ => {}
        }
    }
    best.map(|(_, place)| place)
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

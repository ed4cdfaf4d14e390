//! The variables of a template, with a mark in every value that can be printed.

use tera::{Context, Map, Value};

use super::{Numbers, Printed, context as plain};
use crate::content::{Component, Node, Set, Table, Value as Written};
use crate::finding::{FileId, Place};
use crate::template::{NUMBER, marked};

/// A deviation from marks at the end of all texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// Only the card's own texts are marked.
    Own,
    /// The marks come before the texts.
    Front,
    /// The number at that index becomes a text with a mark.
    Mark(usize),
    /// The number at that index is raised by one.
    Next(usize),
}

/// The values that were marked.
pub(super) struct Marks {
    first: usize,
    change: Change,
    /// Whether the values being marked belong to all cards.
    is_common: bool,
    values: Vec<(Place, String)>,
    /// Every number, in the order of the walk.
    pub numbers: Vec<(Place, String)>,
}

impl Marks {
    /// No marks yet. `first` is the first number that the templates do not use.
    pub fn new(first: usize, change: Change) -> Marks {
        Marks { first, change, is_common: false, values: Vec::new(), numbers: Vec::new() }
    }

    /// The value of a mark.
    pub fn value(&self, number: usize) -> Option<(&Place, &str)> {
        let (place, text) = self.values.get(number.checked_sub(self.first)?)?;
        Some((place, text))
    }

    fn text(&mut self, text: &str, place: Place) -> Value {
        let is_left = self.is_common && self.change == Change::Own;
        let mark = marked(self.first + self.values.len());
        // An empty text counts as false; a mark would change that.
        let Some(mark) = mark.filter(|_| !text.is_empty() && !is_left) else { return text.into() };
        self.values.push((place, text.to_owned()));
        if self.change == Change::Front { format!("{mark}{text}").into() } else { format!("{text}{mark}").into() }
    }

    fn number(&mut self, node: &Node, place: Place) -> Value {
        let value = super::value(node);
        let index = self.numbers.len();
        self.numbers.push((place, value.to_string()));
        match (self.change, value.as_i64()) {
            (Change::Mark(at), _) if at == index => format!("{value}{NUMBER}").into(),
            (Change::Next(at), Some(number)) if at == index => (number + 1).into(),
            _ => value,
        }
    }

    fn node(&mut self, node: &Node, file: FileId) -> Value {
        let place = Place::new(file, node.span.clone());
        match &node.value {
            Written::Text(text) | Written::Date(text) => self.text(text, place),
            Written::Integer(_) | Written::Float(_) => self.number(node, place),
            Written::Boolean(_) => super::value(node),
            Written::List(items) => items.iter().map(|item| self.node(item, file)).collect::<Vec<Value>>().into(),
            Written::Table(table) => self.table(table, file),
        }
    }

    fn table(&mut self, table: &Table, file: FileId) -> Value {
        table.iter().map(|(key, node)| (key.text.clone().into(), self.node(node, file))).collect::<Map>().into()
    }

    fn card(&mut self, component: &Component, set: &Set) -> Value {
        let card = plain::card(component, Numbers::of(component, set));
        let mut map = card.into_map().unwrap_or_default();
        for (key, node) in component.values.iter().filter(|(key, _)| !plain::COUNTED.contains(&key.text.as_str())) {
            map.insert(key.text.clone().into(), self.node(node, set.file));
        }
        map.into()
    }
}

/// All variables for the face's template. The card's own values come first.
pub(super) fn context(on: Printed, marks: &mut Marks) -> Context {
    let Printed { game, set, card, .. } = on;
    let mut context = plain::of_face(on);
    context.insert_value("card", marks.card(card, set));
    marks.is_common = true;
    context.insert_value("data", marks.table(&game.data, game.file));
    let with = |map: &str, title: Value, context: &mut Context| {
        let mut map_of = context.remove(map).and_then(Value::into_map).unwrap_or_default();
        map_of.insert("title".into(), title);
        context.insert_value(map.to_owned(), map_of.into());
    };
    let title = marks.text(&game.title.value, game.title.place.clone());
    with("game", title, &mut context);
    let title = marks.text(&set.title, set.place.clone());
    with("set", title, &mut context);
    if on.studio.templates.uses(&on.template().value, "sets") {
        let mut sets = Map::default();
        for set in &game.sets {
            let cards: Vec<Value> = set.components.iter().map(|component| marks.card(component, set)).collect();
            sets.insert(set.id.value.clone().into(), cards.into());
        }
        context.insert_value("sets", sets.into());
    }
    context
}

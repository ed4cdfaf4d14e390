//! What faces are drawn from, as hashes. A face with the same basis in two states looks the same in both.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use super::{At, State};
use crate::art::{Ink, Numbers, Side};
use crate::content::{Component, Game, Node, Set, Swatch, Table, Value};
use crate::hash::fingerprint;
use crate::text::icon_name;

/// What the faces of one state are drawn from.
pub(super) struct Basis<'a> {
    state: &'a State,
    /// Fonts and icons: any text may use them.
    shared: u128,
    /// All files below `templates`, for faces that may show any of them.
    files: u128,
    /// What all faces of a set with one template have in common, by game, set and template.
    common: Mutex<BTreeMap<(usize, usize, &'a str), Common>>,
}

#[derive(Clone, Copy)]
struct Common {
    basis: u128,
    uses_card: bool,
}

impl<'a> Basis<'a> {
    pub fn of(state: &'a State) -> Basis<'a> {
        let is_shared = |(name, _): &(&String, &u128)| {
            let name = name.trim_start_matches("templates/");
            name.starts_with("fonts/") || icon_name(name).is_some()
        };
        let shared = fingerprint(&state.files.iter().filter(is_shared).collect::<Vec<_>>());
        Basis { state, shared, files: fingerprint(&state.files), common: Mutex::default() }
    }

    /// A hash of what one side is drawn from; none if there is no such side.
    pub fn side(&self, at: &At<'a>, side: Side) -> Option<u128> {
        let (set, card) = (at.set(), at.card());
        let template = if side == Side::Front { &card.template } else { card.back.as_ref()? };
        let Common { basis, uses_card } = self.common(at, &template.value);
        let cut = format!("{:?} {:?}", card.size, card.shape);
        let record = uses_card.then(|| record(card, set));
        Some(fingerprint(&(basis, cut, card.is_sound, record)))
    }

    fn common(&self, at: &At<'a>, template: &'a str) -> Common {
        let mut known = self.common.lock().expect("no thread panics while it hashes");
        *known.entry((at.game, at.set, template)).or_insert_with(|| {
            let uses_card = self.state.project.studio.templates.uses(template, "card");
            Common { basis: self.beside_record(at, template), uses_card }
        })
    }

    /// Everything but the record: the template with what it needs, and the variables that it reads.
    fn beside_record(&self, at: &At, template: &str) -> u128 {
        let State { project, files, .. } = self.state;
        let (game, set) = (&project.content.games[at.game], at.set());
        let templates = &project.studio.templates;
        let reached = templates.reached(std::iter::once(template));
        let written: Vec<_> = reached.iter().map(|name| (name, files.get(&format!("templates/{name}")))).collect();
        let texts: Vec<&str> =
            reached.iter().filter_map(|name| templates.file(name)).map(|f| project.content.sources.text(f)).collect();
        let shown = texts.iter().any(|text| may_show_files(text)).then_some(self.files);
        let uses = |variable: &str| templates.uses(template, variable);
        let about = (&game.id, &game.title.value, &game.version, game.players);
        let sets = uses("sets").then(|| (game.is_whole, game.sets.iter().map(records).collect::<Vec<_>>()));
        fingerprint(&(
            (self.shared, written, shown, templates.is_broken(template)),
            (colors(game, project.studio.ink), fonts(game), uses("game").then_some(about)),
            (uses("data").then_some(Plain(&game.data)), sets),
            (&set.id.value, &set.title, set.language, set.total(), set.bleed.0.to_bits(), set.safe.0.to_bits()),
            // A template that asks for a field which no card of the set has is not drawn.
            set.fields.iter().map(|field| field.name.as_str()).collect::<BTreeSet<_>>(),
        ))
    }
}

/// Whether a template may show files: it has an address outside itself, or prints text as it is.
fn may_show_files(text: &str) -> bool {
    let after = |word: &'static str| text.match_indices(word).map(move |(at, _)| &text[at + word.len()..]);
    let is_local = |rest: &str| rest.starts_with("=\"#") || rest.starts_with("='#");
    let is_filter = |at: usize| text[..at].trim_end().ends_with(['|']) || text[..at].trim_end().ends_with("filter");
    after("href").any(|rest| !is_local(rest)) || text.match_indices("safe").any(|(at, _)| is_filter(at))
}

fn colors(game: &Game, ink: Ink) -> Vec<(&str, &str)> {
    let low: &[Swatch] = if ink == Ink::Low { &game.palette_low } else { &[] };
    game.palette.iter().chain(low).map(|swatch| (swatch.name.value.as_str(), swatch.written.value.as_str())).collect()
}

fn fonts(game: &Game) -> Vec<(&str, Vec<&str>)> {
    game.fonts
        .iter()
        .map(|(role, all)| (role.as_str(), all.iter().map(|family| family.value.as_str()).collect()))
        .collect()
}

/// A record as templates see it.
fn record(card: &Component, set: &Set) -> u128 {
    let Numbers { first, last, total } = Numbers::of(card, set);
    fingerprint(&(Plain(&card.values), &card.id.value, &card.name, card.count.value, first, last, total))
}

fn records(set: &Set) -> (&str, Vec<u128>) {
    (&set.id.value, set.components.iter().map(|card| record(card, set)).collect())
}

/// Hashes a table without the places of its values.
struct Plain<'a>(&'a Table);

impl Hash for Plain<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for (key, node) in self.0.iter() {
            key.text.hash(state);
            hash_node(node, state);
        }
        0xff_u8.hash(state);
    }
}

fn hash_node<H: Hasher>(node: &Node, state: &mut H) {
    std::mem::discriminant(&node.value).hash(state);
    match &node.value {
        Value::Text(text) | Value::Date(text) => text.hash(state),
        Value::Integer(number) => number.hash(state),
        Value::Float(number) => number.to_bits().hash(state),
        Value::Boolean(flag) => flag.hash(state),
        Value::List(items) => {
            items.len().hash(state);
            items.iter().for_each(|item| hash_node(item, state));
        }
        Value::Table(table) => Plain(table).hash(state),
    }
}

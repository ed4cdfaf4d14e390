//! The variables of a template: `game`, `palette`, `fonts`, `data`, `sets`, `set`, `card`, `face`.

use tera::{Context, Map, Value};

use super::{Ink, Numbers, Printed, Side, value};
use crate::content::{Component, Game, Set, Spot};

/// Keys of a card that are computed rather than written.
pub(super) const COUNTED: [&str; 3] = ["index", "last", "of"];

/// All variables for the template of one face.
pub(super) fn of_face(on: Printed) -> Context {
    let with_sets = on.studio.templates.uses(&on.template().value, "sets");
    let mut context = of_game(on.game, with_sets, on.studio.ink);
    add_face(&mut context, on, Numbers::of(on.card, on.set));
    context
}

/// Adds the variables of one face.
pub(super) fn add_face(context: &mut Context, on: Printed, numbers: Numbers) {
    context.insert_value("card", card(on.card, numbers));
    context.insert_value("set", set(on.set, numbers));
    context.insert_value("face", face(on.set, on.card, on.side, on.studio.ink));
}

/// The variables that all faces of a game share.
pub(super) fn of_game(game: &Game, with_sets: bool, ink: Ink) -> Context {
    let mut context = Context::new();
    let mut about = Map::default();
    about.insert("id".into(), game.id.as_str().into());
    about.insert("title".into(), game.title.value.as_str().into());
    about.insert("version".into(), game.version.as_str().into());
    about.insert("players".into(), value(&[game.players.0, game.players.1]));
    context.insert_value("game", about.into());
    context.insert_value("palette", strings(palette(game, ink)));
    context.insert_value("fonts", fonts(game));
    context.insert_value("data", value(&game.data));
    let sets: Map = game
        .sets
        .iter()
        .filter(|_| with_sets)
        .map(|set| {
            let cards: Vec<Value> = set.components.iter().map(|c| card(c, Numbers::of(c, set))).collect();
            (set.id.value.clone().into(), cards.into())
        })
        .collect();
    context.insert_value("sets", sets.into());
    context
}

/// Each role with its family, or with its families in order.
fn fonts(game: &Game) -> Value {
    let of = |families: &[Spot<String>]| match families {
        [only] => Value::from(only.value.as_str()),
        all => all.iter().map(|family| Value::from(family.value.as_str())).collect::<Vec<_>>().into(),
    };
    game.fonts.iter().map(|(role, families)| (role.clone().into(), of(families))).collect::<Map>().into()
}

fn palette(game: &Game, ink: Ink) -> impl Iterator<Item = (&str, &str)> {
    game.palette.iter().map(move |swatch| {
        let low = game.palette_low.iter().find(|low| low.name.value == swatch.name.value && ink == Ink::Low);
        (swatch.name.value.as_str(), low.unwrap_or(swatch).written.value.as_str())
    })
}

fn strings<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    pairs.map(|(k, v)| (k.to_owned().into(), v.into())).collect::<Map>().into()
}

/// A component: its fields, and its number in the deck.
pub(super) fn card(component: &Component, numbers: Numbers) -> Value {
    let mut map: Map = component.values.iter().map(|(k, v)| (k.text.clone().into(), value(v))).collect();
    map.insert("id".into(), component.id.value.as_str().into());
    map.insert("name".into(), component.name.as_str().into());
    map.insert("count".into(), component.count.value.into());
    map.insert("index".into(), numbers.first.into());
    map.insert("last".into(), numbers.last.into());
    map.insert("of".into(), numbers.total.into());
    map.into()
}

fn set(set: &Set, numbers: Numbers) -> Value {
    let mut map = Map::default();
    map.insert("id".into(), set.id.value.as_str().into());
    map.insert("title".into(), set.title.as_str().into());
    map.insert("total".into(), numbers.total.into());
    map.insert("language".into(), set.language.tag().into());
    map.into()
}

/// The face's dimensions in millimeters; 0, 0 is the top left of the trim.
fn face(set: &Set, component: &Component, side: Side, ink: Ink) -> Value {
    let mut map = Map::default();
    map.insert("ink".into(), ink.word().into());
    map.insert("side".into(), side.word().into());
    map.insert("w".into(), component.size.w.0.into());
    map.insert("h".into(), component.size.h.0.into());
    map.insert("bleed".into(), set.bleed.0.into());
    map.insert("safe".into(), set.safe.0.into());
    let shape = if side == Side::Back { component.shape.mirrored(component.size) } else { component.shape.clone() };
    let trim = shape.outline(component.size, crate::units::Mm(0.0));
    map.insert("trim".into(), trim.to_svg().into());
    map.into()
}

//! Which cards stand for their category when categories are compared.

use std::collections::BTreeSet;

use crate::content::{Game, Kind, Node, Set};

/// For a field that names a category: each category that occurs, with its first component.
pub(super) fn of<'a>(set: &'a Set, field: &str) -> Vec<(&'a str, usize)> {
    let mut all: Vec<(&str, usize)> = Vec::new();
    for (c, card) in set.components.iter().enumerate() {
        if let Some(key) = card.values.get(field).and_then(Node::text)
            && !all.iter().any(|(known, _)| *known == key)
        {
            all.push((key, c));
        }
    }
    all
}

/// All that stand for a category of a game, as indices of set and component.
pub(super) fn all(game: &Game) -> BTreeSet<(usize, usize)> {
    let mut all = BTreeSet::new();
    for (s, set) in game.sets.iter().enumerate() {
        for field in set.fields.iter().filter(|f| matches!(f.kind, Kind::KeyOf(_))) {
            all.extend(of(set, &field.name).into_iter().map(|(_, c)| (s, c)));
        }
    }
    all
}

//! Reports on pictures: once where the first card names them, for all cards that show them.

use std::collections::BTreeMap;

use super::View;
use super::look::Shown;
use crate::art::{FaceNo, Piece, place_in_drawing};
use crate::finding::Finding;

/// Reports each picture once for each key. `make` gets a picture and its name in messages.
///
/// Each card that shows it can allow that.
pub(super) fn report(
    view: &View,
    key: &dyn Fn(&Shown) -> Option<String>,
    found: &mut Vec<Finding>,
    make: &dyn Fn(&Shown, &str) -> Finding,
) {
    let mut groups: BTreeMap<(u128, String), Vec<(FaceNo, &Shown)>> = BTreeMap::new();
    for (face, seen) in (0..).map(FaceNo).zip(view.seen) {
        for shown in seen.iter().flat_map(|seen| &seen.pictures) {
            if let Some(key) = key(shown) {
                groups.entry((shown.picture.id, key)).or_default().push((face, shown));
            }
        }
    }
    for faces in groups.into_values() {
        let (first, shown) = faces[0];
        let Some(seen) = &view.seen[first.0 as usize] else { continue };
        let (href, printed) = (&shown.picture.href, view.printed(seen));
        let (name, place) = match href.is_empty() {
            true => ("a picture in a data URL".to_owned(), None),
            false => (format!("`{href}`"), place_in_drawing(href, printed)),
        };
        let mut finding = make(shown, &name);
        finding.place = Some(place.unwrap_or_else(|| printed.template().place.clone()));
        let shows = |piece: &&Piece| {
            [Some(piece.front), piece.back].into_iter().flatten().any(|face| faces.iter().any(|(of, _)| *of == face))
        };
        for (set, pieces) in view.game.sets.iter().zip(&view.art.sets) {
            let cards = pieces.iter().filter(shows).map(|piece| &set.components[piece.component]);
            found.extend(cards.map(|card| finding.clone().owner(card.owner(set))));
        }
    }
}

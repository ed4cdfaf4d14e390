//! Repeats the findings of a face for every card that has it.

use crate::art::{Art, FaceNo, Side};
use crate::content::{Component, Game};
use crate::finding::{Finding, Place, Sources};

/// Repeats the findings of a face for the other cards that have it, at the same words of their records.
///
/// That way, each card is named and can allow the finding.
pub(super) fn repeat(game: &Game, art: &Art, sources: &Sources, face: FaceNo, faults: &[Finding]) -> Vec<Finding> {
    let mut more = Vec::new();
    let Some(subject) = art.faces[face.0 as usize].subject else { return more };
    let first = &game.sets[subject.set].components[subject.component];
    let owner = first.owner(&game.sets[subject.set]);
    for (set, pieces) in game.sets.iter().zip(&art.sets) {
        for piece in pieces {
            let card = &set.components[piece.component];
            let sides = [(Side::Front, Some(piece.front)), (Side::Back, piece.back)];
            for (side, _) in sides.into_iter().filter(|(_, number)| *number == Some(face) && card.place != first.place)
            {
                for fault in faults.iter().filter(|fault| fault.owners == std::slice::from_ref(&owner)) {
                    let mut again = fault.clone();
                    again.place = again.place.map(|place| moved(place, (first, subject.side), (card, side), sources));
                    again.owners = vec![card.owner(set)];
                    more.push(again);
                }
            }
        }
    }
    more
}

/// The same place in another record.
fn moved(place: Place, (first, was): (&Component, Side), (card, side): (&Component, Side), sources: &Sources) -> Place {
    if first.place.holds(&place) {
        let said = &sources.text(place.file)[place.span.clone()];
        let record = &sources.text(card.place.file)[card.place.span.clone()];
        // Its line up to there names the key.
        let before = &sources.text(place.file)[..place.span.start];
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let by_line = record.find(&format!("{line}{said}")).map(|at| at + line.len());
        return by_line.or_else(|| record.find(said)).map_or(place, |at| {
            let from = card.place.span.start + at;
            Place::new(card.place.file, from..from + said.len())
        });
    }
    match (template(first, was), template(card, side)) {
        (Some(old), Some(new)) if *old == place => new.clone(),
        _ => place,
    }
}

/// The place that names the template of a side.
fn template(card: &Component, side: Side) -> Option<&Place> {
    match side {
        Side::Front => Some(&card.template.place),
        Side::Back => card.back.as_ref().map(|back| &back.place),
    }
}

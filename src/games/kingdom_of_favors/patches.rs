//! Reads what tokens and triangles do to the tile they lie on.

use super::records::EDGES;
use super::tile::{CenterPatch, EdgePatch, Pass, Token, Triangle};
use crate::content::Component;
use crate::finding::Finding;
use crate::games::read::Reader;

/// Reads a token, and the kinds of edges that a road end lies against, one bit each.
pub fn token(card: &Component, found: &mut Vec<Finding>) -> Option<(Token, u8)> {
    let mut reader = Reader::card(card, found);
    let mut patch = reader.table("patch")?;
    let center = patch.table("center").map(|mut reader| center(&mut reader));
    let edge = patch.table("edge").map(|mut reader| edge(&mut reader));
    patch.finish();
    if center.is_none() && edge.is_none() {
        let message = format!("`{}` can lie nowhere", card.name);
        patch.wrong(patch.place(), message, "give it a patch for `center` or `edge`");
    }
    Some((Token { center, edge: edge.map(|(edge, _)| edge) }, edge.map_or(0, |(_, fits)| fits)))
}

fn center(reader: &mut Reader) -> CenterPatch {
    let ways = [("curve", Pass::Curve), ("straight", Pass::Straight), ("both", Pass::Both)];
    let (ends, clear) = (reader.flag("ends"), reader.flag("clear"));
    let (cloister, pass) = (reader.optional_flag("cloister"), reader.optional_word("pass", &ways));
    reader.finish();
    if cloister == Some(true) && !ends {
        reader.wrong(reader.place(), "a cloister at which roads do not end", "add `ends = true`");
    }
    if [ends, clear, reader.has("pass")].iter().filter(|is| **is).count() != 1 {
        let message = "a token in the center ends roads, clears them or passes them on";
        reader.wrong(reader.place(), message, "give one of `ends`, `clear`, `pass`");
    }
    CenterPatch { ends, clear, cloister, pass }
}

fn edge(reader: &mut Reader) -> (EdgePatch, u8) {
    let (ends, stub) = (reader.flag("ends"), reader.optional_flag("stub"));
    let fits = reader.words("fits", &EDGES).iter().fold(0, |all, (edge, _)| all | 1 << edge);
    reader.finish();
    if ends == stub.is_some() {
        let message = "a token at an edge ends roads, or adds or removes one";
        reader.wrong(reader.place(), message, "give one of `ends`, `stub`");
    }
    if ends && fits == 0 {
        let message = "a road end at an edge lies against nothing";
        reader.wrong(reader.place(), message, "add `fits = [\"road\", \"field\"]`");
    }
    (EdgePatch { ends, stub }, fits)
}

/// Reads a triangle.
pub fn triangle(card: &Component, found: &mut Vec<Finding>) -> Option<Triangle> {
    let mut reader = Reader::card(card, found);
    let is_city = reader.optional_word("terrain", &[("field", false), ("city", true)])?;
    let walls = reader.words("walls", &[("left", true), ("right", false)]);
    // Held with the long side toward the player, the left side lies clockwise on the tile.
    let has = |left: bool| walls.iter().any(|(is_left, _)| *is_left == left);
    let triangle = Triangle { is_city, right: has(true), left: has(false) };
    if triangle.is_city && triangle.left != triangle.right {
        let message = "a city triangle has two walls or none";
        reader.wrong(reader.place_at("walls"), message, "write both sides, or neither");
    }
    Some(triangle)
}

//! Folds the net of a paper die: what lies opposite what, and which way round.

use crate::content::{Component, Spot};
use crate::finding::{Finding, Place, rule};
use crate::games::read::Reader;

/// A square of a net.
#[derive(Clone, Debug)]
pub struct Face {
    pub column: i64,
    pub row: i64,
    /// What is printed on it.
    pub shows: Spot<String>,
}

/// A direction in space.
type Axis = [i8; 3];

fn opposite(axis: Axis) -> Axis {
    axis.map(|part| -part)
}

/// Reads the six squares under `faces`.
pub fn read(card: &Component, found: &mut Vec<Finding>) -> Option<[Face; 6]> {
    let mut reader = Reader::card(card, found);
    reader.need("faces");
    let mut faces = Vec::new();
    for node in reader.list("faces") {
        let Some(mut face) = reader.item(node, "the face") else { continue };
        let (column, row) = (face.number("column", 0..=5), face.number("row", 0..=5));
        let shows = face.need_text("face");
        face.optional("turn", 0..=270_i64);
        face.finish();
        if let (Some(column), Some(row), Some(shows)) = (column, row, shows) {
            faces.push(Face { column, row, shows });
        }
    }
    let many = faces.len();
    let Ok(faces) = <[Face; 6]>::try_from(faces) else {
        let message = format!("the net has {many} good squares; a cube has six sides");
        reader.wrong(reader.place_at("faces"), message, "give six, each with column, row and face");
        return None;
    };
    if sides(&faces).is_none() {
        let help = "every side of the cube must be covered once";
        reader.wrong(faces[0].shows.place.clone(), "the squares do not fold into a cube", help);
        return None;
    }
    Some(faces)
}

/// The direction that each square of a folded net faces; nothing if it does not fold into a cube.
///
/// The first square is the bottom; rolling the cube over the net from square to neighboring square finds the others.
pub fn sides(faces: &[Face; 6]) -> Option<[Axis; 6]> {
    // The directions of the paper's right, bottom and back while the cube stands on a square.
    type Frame = [Axis; 3];
    let mut frames: [Option<Frame>; 6] = [None; 6];
    frames[0] = Some([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    // Five folds reach every square.
    for _ in 0..5 {
        for from in 0..6 {
            let Some([right, down, out]) = frames[from] else { continue };
            for to in 0..6 {
                let step = (faces[to].column - faces[from].column, faces[to].row - faces[from].row);
                // The paper folds away from the reader: what lay to the right then faces right.
                let frame = match step {
                    (1, 0) => [opposite(out), down, right],
                    (-1, 0) => [out, down, opposite(right)],
                    (0, 1) => [right, opposite(out), down],
                    (0, -1) => [right, out, opposite(down)],
                    _ => continue,
                };
                frames[to].get_or_insert(frame);
            }
        }
    }
    let mut sides = [[0; 3]; 6];
    for (side, frame) in sides.iter_mut().zip(frames) {
        *side = frame?[2];
    }
    let is_cube = (0..6).all(|a| (0..a).all(|b| sides[a] != sides[b]));
    is_cube.then_some(sides)
}

/// Reports where a folded net is not a die: opposite faces sum to seven, and 1, 2, 3 run counterclockwise around their
/// corner.
pub fn is_die(faces: &[Face; 6], place: &Place, found: &mut Vec<Finding>) {
    let Some(sides) = sides(faces) else { return };
    let pips: Vec<i64> = faces.iter().map(|face| face.shows.value.parse().unwrap_or(0)).collect();
    if (1..=6).any(|n| !pips.contains(&n)) {
        let message = format!("the faces are {pips:?}; a Soldier die shows 1 to 6 once each");
        found.push(Finding::new(&rule::BREAKS_THE_RULES, place.clone(), message).help("fix `faces`"));
        return;
    }
    for a in 0..6 {
        let b = (0..6).find(|b| sides[*b] == opposite(sides[a])).unwrap_or(a);
        if a < b && pips[a] + pips[b] != 7 {
            let message = format!("{} lies opposite {}; opposite faces of a die sum to seven", pips[a], pips[b]);
            let place = faces[b].shows.place.clone();
            found.push(
                Finding::new(&rule::BREAKS_THE_RULES, place, message)
                    .help(format!("put {} there", 7 - pips[a]))
                    .other(faces[a].shows.place.clone(), "the opposite face"),
            );
        }
    }
    let axis = |n: i64| pips.iter().position(|pip| *pip == n).map_or([0; 3], |at| sides[at]);
    let [a, b, c] = [axis(1), axis(2), axis(3)].map(|side| side.map(i32::from));
    let turn =
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    if turn > 0 {
        let message = "1, 2 and 3 run clockwise around their corner; on a western die they run counterclockwise";
        found.push(Finding::new(&rule::BREAKS_THE_RULES, place.clone(), message).help("swap two opposite faces"));
    }
}

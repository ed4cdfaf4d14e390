//! What the `goal` bot builds toward: a loop road around a city, and a city around a cloister.
//!
//! A plan covers a few spots around a center. Each of them is filled as it should be, still empty, or spoiled. What a
//! plan promises grows with the square of what is filled, so that one plan is finished before the next is begun.

use super::map::{Map, STEP, WIDTH, beside};
use super::tile::{CITY, Center};
use super::{Kingdom, Table};

/// The spot `x` columns east and `y` rows south.
fn off(spot: u16, x: i32, y: i32) -> u16 {
    beside(spot, y * WIDTH as i32 + x)
}

/// Turns a step by quarters, clockwise.
fn turned((x, y): (i32, i32), quarters: usize) -> (i32, i32) {
    (0..quarters).fold((x, y), |(x, y), _| (-y, x))
}

/// The state of a spot in a plan: 2 as it should be, 1 with something left to close, 0 empty; nothing if it is spoiled.
type Filled = Option<i32>;

/// What a plan promises: the square of what is filled beyond the first spot.
fn promise(filled: impl Iterator<Item = Filled>) -> i32 {
    filled.sum::<Filled>().map_or(0, |filled| (filled - 2).max(0).pow(2))
}

/// The spots of a loop of six tiles around two caps that face each other. The first two have the caps; the north edge
/// of the first lies between them.
const LOOP: [(i32, i32); 6] = [(0, 0), (0, -1), (-1, 0), (1, 0), (-1, -1), (1, -1)];
/// The edges that the road joins on each of them, in the plan's own frame.
const JOINED: [(usize, usize); 6] = [(1, 3), (1, 3), (0, 1), (0, 3), (1, 2), (2, 3)];

/// What a loop promises if its first tile is on this spot and it is turned by quarters.
fn loop_at(map: &Map, table: &Table, first: u16, quarters: usize) -> i32 {
    let turn = |d: usize| (d + quarters) % 4;
    promise(LOOP.into_iter().enumerate().map(|(i, step)| {
        let (x, y) = turned(step, quarters);
        let Some(tile) = map.at(off(first, x, y)) else { return Some(0) };
        let parts = table.tiles.parts_of(&map.tiles()[tile]);
        let (a, b) = JOINED[i];
        let (road, other) = (parts.road[turn(a)], parts.road[turn(b)]);
        let is_capped = i > 1 || parts.caps >> turn(if i == 0 { 0 } else { 2 }) & 1 == 1;
        (road != u8::MAX && road == other && is_capped).then_some(2)
    }))
}

/// The spots of a ring of eight tiles around one, clockwise from the north, with the edges that its city joins.
const RING: [((i32, i32), usize, usize); 8] = [
    ((0, -1), 1, 3),
    ((1, -1), 2, 3),
    ((1, 0), 0, 2),
    ((1, 1), 0, 3),
    ((0, 1), 1, 3),
    ((-1, 1), 0, 1),
    ((-1, 0), 0, 2),
    ((-1, -1), 1, 2),
];

/// What a city promises that surrounds a spot meant for a cloister.
fn ring_at(map: &Map, table: &Table, center: u16) -> i32 {
    let middle = match map.at(center).map(|tile| &map.tiles()[tile].face) {
        None => Some(0),
        Some(face) if face.center == Center::Cloister => Some(2),
        // A cloister token may yet come.
        Some(face) => (face.city == 0).then_some(0),
    };
    let ring = RING.into_iter().enumerate().map(|(i, ((x, y), a, b))| {
        let spot = off(center, x, y);
        let Some(tile) = map.at(spot) else { return Some(0) };
        let laid = &map.tiles()[tile];
        let parts = table.tiles.parts_of(laid);
        if parts.city[a] == u8::MAX || parts.city[a] != parts.city[b] {
            return None;
        }
        // The edge toward the middle must not be city; others are closed sooner or later.
        if i % 2 == 0 && laid.face.edge((i / 2 + 2) % 4) == CITY {
            return None;
        }
        let is_open =
            |d: usize| d != a && d != b && parts.city[d] == parts.city[a] && !map.is_tiled(beside(spot, STEP[d]));
        Some(if (0..4).any(is_open) { 1 } else { 2 })
    });
    promise(std::iter::once(middle).chain(ring))
}

impl Kingdom {
    /// What the plans that involve a spot promise; plans for characters the player has won no longer count.
    pub(super) fn promises(&self, table: &Table, spot: u16) -> i32 {
        let wants = |test: super::want::Test| {
            let wanted = table.wants.city.iter().filter(|want| want.tests.contains(&test));
            wanted.into_iter().any(|want| self.won[self.seat][usize::from(want.who)] == 0)
        };
        let mut sum = 0;
        if wants(super::want::Test::InLoop) {
            for quarters in 0..4 {
                for step in LOOP {
                    let (x, y) = turned(step, quarters);
                    sum += loop_at(&self.map, table, off(spot, -x, -y), quarters);
                }
            }
        }
        if wants(super::want::Test::AroundCloister) {
            sum += ring_at(&self.map, table, spot);
            for ((x, y), ..) in RING {
                sum += ring_at(&self.map, table, off(spot, x, y));
            }
            // The tile may close an edge of a ring two spots away.
            for step in STEP {
                sum += ring_at(&self.map, table, beside(spot, 2 * step));
            }
        }
        sum
    }
}

//! Finds what lies within a loop road or a city, by walking over the corners of tiles instead of their insides.

use super::land::{Land, Refs};
use super::map::{Map, WIDTH};
use super::tile::Face;

/// A city within a loop road.
pub const IN_LOOP: u8 = 1;
/// A city around a cloister.
pub const AROUND_CLOISTER: u8 = 2;
/// A city around a loop road around a cloister.
pub const AROUND_ALL: u8 = 4;

/// Corners in a row of the table.
const CORNERS: usize = WIDTH + 1;

/// A part of the table, in spots, with one empty spot on each side.
struct Frame {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Frame {
    fn around(spots: impl Iterator<Item = u16>) -> Frame {
        let mut frame = Frame { left: WIDTH, top: WIDTH, right: 0, bottom: 0 };
        for spot in spots {
            let (x, y) = (usize::from(spot) % WIDTH, usize::from(spot) / WIDTH);
            frame.left = frame.left.min(x - 1);
            frame.top = frame.top.min(y - 1);
            frame.right = frame.right.max(x + 1);
            frame.bottom = frame.bottom.max(y + 1);
        }
        frame
    }

    /// Whether a spot lies within the empty border.
    fn is_amid(&self, spot: u16) -> bool {
        let (x, y) = (usize::from(spot) % WIDTH, usize::from(spot) / WIDTH);
        (self.left + 1..self.right).contains(&x) && (self.top + 1..self.bottom).contains(&y)
    }

    fn holds(&self, spot: u16) -> bool {
        let (x, y) = (usize::from(spot) % WIDTH, usize::from(spot) / WIDTH);
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }
}

/// Records what every complete city lies in and what it surrounds.
pub fn refresh(land: &mut Land, map: &Map) {
    let mut loops: [Option<(usize, bool, Corners)>; 8] = Default::default();
    for (count, road) in land.all_loops().enumerate() {
        let corners = outside_loop(land, map, road);
        let has_cloister = cloisters(land).any(|tile| corners.encloses(map.tiles()[tile].spot, 0));
        loops[count] = Some((road, has_cloister, corners));
    }
    for n in 0..land.cities() {
        if !land.is_city(n) || land.city(n).open > 0 {
            continue;
        }
        let Some((tile, d)) = first_of(land, map, n) else { continue };
        let spot = map.tiles()[tile].spot;
        let mut deep = 0;
        if loops.iter().flatten().any(|(_, _, corners)| corners.encloses(spot, d)) {
            deep |= IN_LOOP;
        }
        let frame = around_city(land, map, n);
        let spot_of = |tile: usize| map.tiles()[tile].spot;
        let rings =
            loops.iter().flatten().filter(|(_, has, _)| *has).map(|(road, ..)| usize::from(land.road(*road).tile));
        // What a city surrounds lies between its outermost tiles, so few cities are worth the walk.
        if cloisters(land).chain(rings).any(|tile| frame.is_amid(spot_of(tile))) {
            let seen = outside_city(land, map, n, &frame);
            let is_within = |tile: usize| {
                let spot = map.tiles()[tile].spot;
                frame.holds(spot) && !seen[usize::from(spot)]
            };
            if cloisters(land).any(is_within) {
                deep |= AROUND_CLOISTER;
            }
            if loops.iter().flatten().any(|(road, has, _)| *has && is_within(usize::from(land.road(*road).tile))) {
                deep |= AROUND_ALL;
            }
        }
        land.city_mut(n).deep = deep;
    }
}

fn cloisters(land: &Land) -> impl Iterator<Item = usize> + '_ {
    let mut left = land.cloisters;
    std::iter::from_fn(move || {
        let tile = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (tile < 128).then_some(tile)
    })
}

/// A tile and quadrant of a city.
fn first_of(land: &Land, map: &Map, city: usize) -> Option<(usize, usize)> {
    (0..map.tiles().len()).find_map(|tile| ring(land, land.refs(tile), city).first().map(|d| (tile, d)))
}

/// The quadrants of a tile that belong to a city.
#[derive(Clone, Copy)]
struct Ring(u8);

impl Ring {
    fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }
}

fn ring(land: &Land, refs: &Refs, city: usize) -> Ring {
    let has = |d: usize| refs.city[d] != u8::MAX && land.city_of(refs.city[d]) == city;
    Ring((0..4).filter(|d| has(*d)).map(|d| 1 << d).sum())
}

/// The corners of tiles that can be reached from outside.
struct Corners {
    frame: Frame,
    seen: Vec<bool>,
}

impl Corners {
    /// Whether the corner of a tile, clockwise after edge `d`, lies within.
    fn encloses(&self, spot: u16, d: usize) -> bool {
        let (x, y) = (usize::from(spot) % WIDTH, usize::from(spot) / WIDTH);
        let (x, y) = [(x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)][d];
        self.frame.holds(spot) && !self.seen[y * CORNERS + x]
    }
}

/// Walks along the edges of tiles, from corner to corner, wherever the loop does not cross.
fn outside_loop(land: &Land, map: &Map, road: usize) -> Corners {
    let is_on = |tile: usize, d: usize| {
        let n = land.refs(tile).road[d];
        n != u8::MAX && land.road_of(n) == road
    };
    let on = (0..map.tiles().len()).filter(|tile| (0..4).any(|d| is_on(*tile, d)));
    let frame = Frame::around(on.map(|tile| map.tiles()[tile].spot));
    let crosses = |x: usize, y: usize, d: usize| map.at((y * WIDTH + x) as u16).is_some_and(|tile| is_on(tile, d));
    let mut seen = vec![false; CORNERS * CORNERS];
    let mut queue = vec![(frame.left, frame.top)];
    seen[frame.top * CORNERS + frame.left] = true;
    while let Some((x, y)) = queue.pop() {
        // Right along the north edge of the spot, left, down along its west edge, up.
        for (nx, ny, is_blocked) in [
            (x + 1, y, x <= frame.right && crosses(x, y, 0)),
            (x.wrapping_sub(1), y, x > frame.left && crosses(x - 1, y, 0)),
            (x, y + 1, y <= frame.bottom && crosses(x, y, 3)),
            (x, y.wrapping_sub(1), y > frame.top && crosses(x, y - 1, 3)),
        ] {
            let is_in = (frame.left..=frame.right + 1).contains(&nx) && (frame.top..=frame.bottom + 1).contains(&ny);
            if is_in && !is_blocked && !seen[ny * CORNERS + nx] {
                seen[ny * CORNERS + nx] = true;
                queue.push((nx, ny));
            }
        }
    }
    Corners { frame, seen }
}

/// The groups of corners of a tile that are joined inside it without entering the city: one bit per corner, named by
/// the edge before it.
fn passages(face: &Face, ring: u8) -> [u8; 4] {
    let open = face.open_city() & ring;
    if open & open >> 2 == 0 {
        // The center is free: all corners that are not within the city meet there.
        let joined = (0..4).filter(|d| ring >> d & 1 == 1 && ring >> ((d + 1) % 4) & 1 == 1 && face.wall >> d & 1 == 0);
        return [15 & !joined.map(|d| 1 << d).sum::<u8>(), 0, 0, 0];
    }
    // The city passes through: only single quadrants of the tile are left.
    std::array::from_fn(|d| if open >> d & 1 == 0 { 1 << d | 1 << ((d + 3) % 4) } else { 0 })
}

/// The part of the table that a city lies in.
fn around_city(land: &Land, map: &Map, city: usize) -> Frame {
    let on = (0..map.tiles().len()).filter(|tile| ring(land, land.refs(*tile), city).0 != 0);
    Frame::around(on.map(|tile| map.tiles()[tile].spot))
}

/// Tiles whose center can be reached from outside without entering the city.
fn outside_city(land: &Land, map: &Map, city: usize, frame: &Frame) -> Vec<bool> {
    let mut seen = vec![false; CORNERS * CORNERS];
    let mut reached = vec![false; WIDTH * WIDTH];
    let mut queue = vec![(frame.left, frame.top)];
    seen[frame.top * CORNERS + frame.left] = true;
    while let Some((x, y)) = queue.pop() {
        // The four spots around a corner; the corner is the one clockwise after edge `d` of the spot.
        for (sx, sy, d) in
            [(x, y, 3), (x.wrapping_sub(1), y, 0), (x.wrapping_sub(1), y.wrapping_sub(1), 1), (x, y.wrapping_sub(1), 2)]
        {
            if !(frame.left..=frame.right).contains(&sx) || !(frame.top..=frame.bottom).contains(&sy) {
                continue;
            }
            let spot = sy * WIDTH + sx;
            let groups = match map.at(spot as u16) {
                Some(tile) => passages(&map.tiles()[tile].face, ring(land, land.refs(tile), city).0),
                None => [15, 0, 0, 0],
            };
            for group in groups.into_iter().filter(|group| group >> d & 1 == 1) {
                reached[spot] = true;
                for (corner, (cx, cy)) in
                    [(sx + 1, sy), (sx + 1, sy + 1), (sx, sy + 1), (sx, sy)].into_iter().enumerate()
                {
                    if group >> corner & 1 == 1 && !seen[cy * CORNERS + cx] {
                        seen[cy * CORNERS + cx] = true;
                        queue.push((cx, cy));
                    }
                }
            }
        }
    }
    reached
}

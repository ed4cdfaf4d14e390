//! What a map shows, defined by pictures: every tile is drawn in nine by nine cells, and features are found by flooding.
//!
//! This is the slow and simple model; `land` must find the same.

mod compare;
mod met;

use super::map::{Map, STEP, WIDTH, beside};
use super::tile::{CITY as CITY_EDGE, Center, END, Face, pair};
pub use compare::compare;
pub use met::met;

/// Cells of a tile, along one side.
const SIDE: usize = 9;
/// No tile.
const VOID: u8 = 0;
/// Meadow.
const FIELD: u8 = 1;
/// City.
const CITY: u8 = 2;
/// Wall.
const WALL: u8 = 3;
/// Road, crossing, road end.
const ROAD: u8 = 4;
/// Cloister.
const CLOISTER: u8 = 5;

/// The cell at a distance along edge `d`, clockwise, and at a depth from it.
fn cell(d: usize, along: usize, deep: usize) -> usize {
    let (x, y) = [(along, deep), (8 - deep, along), (8 - along, 8 - deep), (deep, 8 - along)][d];
    y * SIDE + x
}

/// Draws a face.
fn draw(face: &Face) -> [u8; SIDE * SIDE] {
    let mut cells = [FIELD; SIDE * SIDE];
    let has = |mask: u8, d: usize| mask >> (d % 4) & 1 == 1;
    let (open, is_centered) = (face.open_city(), face.is_city_centered());
    for d in 0..4 {
        for deep in 0..3 {
            for along in deep + 1..=7 - deep {
                cells[cell(d, along, deep)] = match (has(face.city, d), deep) {
                    (false, _) => FIELD,
                    (true, 2) if !(has(open, d) && is_centered) => WALL,
                    (true, _) => CITY,
                };
            }
            // The side between this quadrant and the next.
            let both = has(open, d) && has(open, d + 1) && is_centered;
            cells[cell(d, 8 - deep, deep)] = match (has(face.wall, d), has(face.city, d)) {
                (true, _) => WALL,
                (_, true) if deep == 2 && !both => WALL,
                (_, true) => CITY,
                _ => FIELD,
            };
        }
        if !has(face.city, d) {
            let (left, right, stub) = (has(face.left, d), has(face.right, d), has(face.stub, d));
            for (along, is_wall) in [(3, left), (4, left && right), (5, right)] {
                if is_wall {
                    cells[cell(d, along, 2)] = WALL;
                }
            }
            if stub {
                (0..3).for_each(|deep| cells[cell(d, 4, deep)] = ROAD);
            }
        }
        cells[cell(d, 4, 3)] = match (is_centered, has(open, d), has(face.stub, d)) {
            (true, is_open, _) => {
                if is_open {
                    CITY
                } else {
                    WALL
                }
            }
            (_, _, true) => ROAD,
            _ => FIELD,
        };
        cells[cell(d, 5, 3)] = match (is_centered, has(open, d) && has(open, d + 1)) {
            (true, true) => CITY,
            (true, false) => WALL,
            _ => FIELD,
        };
    }
    cells[4 * SIDE + 4] = match face.center {
        _ if is_centered => CITY,
        Center::Cloister => CLOISTER,
        Center::Open if face.stub == 0 => FIELD,
        _ => ROAD,
    };
    cells
}

/// A map as cells, with one empty tile around it.
pub struct Picture {
    left: usize,
    top: usize,
    /// Cells in a row and in a column.
    wide: usize,
    high: usize,
    cells: Vec<u8>,
    /// The meadow or city of each cell, from 1.
    label: Vec<u32>,
    /// Cells and kind of each meadow and city.
    regions: Vec<(u8, Vec<usize>)>,
    /// The cities that touch each meadow, and the meadows that touch each city.
    touch: Vec<Vec<u32>>,
    /// The roads.
    roads: Vec<Track>,
    /// The road of each quadrant of each tile.
    track: Vec<[u32; 4]>,
}

/// A road, walked from quadrant to quadrant.
#[derive(Default)]
struct Track {
    /// Tiles and quadrants.
    steps: Vec<(usize, usize)>,
    open: usize,
    ends: usize,
    /// Tiles on which it ends at a wall.
    walls: Vec<usize>,
    bends: usize,
    bridge: bool,
}

impl Picture {
    /// Draws a map and finds its features.
    pub fn new(map: &Map) -> Picture {
        let at = |spot: u16| (usize::from(spot) % WIDTH, usize::from(spot) / WIDTH);
        let spots = || map.tiles().iter().map(|laid| at(laid.spot));
        let left = spots().map(|(x, _)| x).min().unwrap_or(1) - 1;
        let top = spots().map(|(_, y)| y).min().unwrap_or(1) - 1;
        let wide = (spots().map(|(x, _)| x).max().unwrap_or(1) + 2 - left) * SIDE;
        let high = (spots().map(|(_, y)| y).max().unwrap_or(1) + 2 - top) * SIDE;
        let mut picture = Picture {
            left,
            top,
            wide,
            high,
            cells: vec![VOID; wide * high],
            label: vec![0; wide * high],
            regions: vec![(VOID, Vec::new())],
            touch: vec![Vec::new()],
            roads: Vec::new(),
            track: vec![[0; 4]; map.tiles().len()],
        };
        for laid in map.tiles() {
            for (i, kind) in draw(&laid.face).into_iter().enumerate() {
                let at = picture.at(laid.spot, i);
                picture.cells[at] = kind;
            }
        }
        picture.flood();
        picture.find_touching(map);
        picture.walk(map);
        picture
    }

    /// The cell of the whole picture for a cell of a tile.
    fn at(&self, spot: u16, cell: usize) -> usize {
        let (x, y) = (usize::from(spot) % WIDTH - self.left, usize::from(spot) / WIDTH - self.top);
        (y * SIDE + cell / SIDE) * self.wide + x * SIDE + cell % SIDE
    }

    fn flood(&mut self) {
        for start in 0..self.cells.len() {
            let kind = self.cells[start];
            if self.label[start] != 0 || !matches!(kind, FIELD | CITY) {
                continue;
            }
            let name = self.regions.len() as u32;
            let (mut cells, mut next) = (vec![start], 0);
            self.label[start] = name;
            while next < cells.len() {
                let here = cells[next];
                next += 1;
                for there in [here - 1, here + 1, here - self.wide, here + self.wide] {
                    if self.cells[there] == kind && self.label[there] == 0 {
                        self.label[there] = name;
                        cells.push(there);
                    }
                }
            }
            // What is shut in at the middle of a tile is not meadow.
            let middle =
                |at: &usize| (3..6).contains(&(at % self.wide % SIDE)) && (3..6).contains(&(at / self.wide % SIDE));
            let kind = if cells.iter().all(middle) { VOID } else { kind };
            self.regions.push((kind, cells));
            self.touch.push(Vec::new());
        }
    }

    /// A meadow and a city touch where both lie at the same piece of wall.
    fn find_touching(&mut self, map: &Map) {
        for laid in map.tiles() {
            for i in 0..SIDE * SIDE {
                let here = self.at(laid.spot, i);
                if self.cells[here] != WALL {
                    continue;
                }
                let (x, y) = (i % SIDE, i / SIDE);
                let mut near = Vec::new();
                for (is_in, there) in [
                    (x > 0, here.wrapping_sub(1)),
                    (x + 1 < SIDE, here + 1),
                    (y > 0, here.wrapping_sub(self.wide)),
                    (y + 1 < SIDE, here + self.wide),
                ] {
                    if is_in && self.label[there] != 0 {
                        near.push(self.label[there]);
                    }
                }
                for a in &near {
                    for b in &near {
                        let kinds = (self.regions[*a as usize].0, self.regions[*b as usize].0);
                        let touch = &mut self.touch[*a as usize];
                        if matches!(kinds, (FIELD, CITY) | (CITY, FIELD)) && !touch.contains(b) {
                            touch.push(*b);
                        }
                    }
                }
            }
        }
    }

    /// Follows every road from quadrant to quadrant.
    fn walk(&mut self, map: &Map) {
        for tile in 0..map.tiles().len() {
            for d in (0..4).filter(|d| map.tiles()[tile].face.stub >> d & 1 == 1) {
                if self.track[tile][d] == 0 {
                    let mut road = Track::default();
                    self.roads.push(Track::default());
                    self.follow(map, tile, d, &mut road);
                    *self.roads.last_mut().expect("it was pushed") = road;
                }
            }
        }
    }

    fn follow(&mut self, map: &Map, tile: usize, d: usize, road: &mut Track) {
        let mut queue = vec![(tile, d)];
        self.track[tile][d] = self.roads.len() as u32;
        while let Some((tile, d)) = queue.pop() {
            road.steps.push((tile, d));
            let laid = &map.tiles()[tile];
            let face = &laid.face;
            let mut go = |me: &mut Picture, tile: usize, d: usize| {
                if me.track[tile][d] == 0 {
                    me.track[tile][d] = me.roads.len() as u32;
                    queue.push((tile, d));
                }
            };
            // Inward: through the center, or to an end there.
            let partner =
                (0..6).filter(|p| face.pass >> p & 1 == 1).map(|p| (p, pair(p))).find(|(_, (a, b))| *a == d || *b == d);
            match partner {
                Some((pass, (a, b))) => {
                    road.bridge |= face.bridge;
                    // Counted from one of its two sides only.
                    road.bends += usize::from(pass < 4 && d == a);
                    go(self, tile, a + b - d);
                }
                None => {
                    road.ends += 1;
                    if face.center == Center::Open {
                        road.walls.push(tile);
                    }
                }
            }
            // Outward: into the neighbor, to a token, or into the open.
            match map.at(beside(laid.spot, STEP[d])) {
                _ if face.token >> d & 1 == 1 => road.ends += 1,
                None => road.open += 1,
                Some(other) => match map.tiles()[other].face.edge((d + 2) % 4) {
                    END => road.ends += 1,
                    _ => go(self, other, (d + 2) % 4),
                },
            }
        }
    }

    /// Cells that can be reached from outside without entering the given ones, corners included.
    fn outside(&self, ring: &[usize]) -> Vec<bool> {
        let mut seen = vec![false; self.cells.len()];
        ring.iter().for_each(|at| seen[*at] = true);
        let mut queue = vec![0];
        seen[0] = true;
        while let Some(here) = queue.pop() {
            let (x, y) = (here % self.wide, here / self.wide);
            for ny in y.saturating_sub(1)..=(y + 1).min(self.high - 1) {
                for nx in x.saturating_sub(1)..=(x + 1).min(self.wide - 1) {
                    let there = ny * self.wide + nx;
                    if !seen[there] {
                        seen[there] = true;
                        queue.push(there);
                    }
                }
            }
        }
        ring.iter().for_each(|at| seen[*at] = false);
        seen
    }

    fn cells_of(&self, map: &Map, road: &Track) -> Vec<usize> {
        let quadrant = |(tile, d): &(usize, usize)| {
            let spot = map.tiles()[*tile].spot;
            (0..5).map(|deep| self.at(spot, cell(*d, 4, deep))).collect::<Vec<_>>()
        };
        road.steps.iter().flat_map(quadrant).collect()
    }

    /// Whether a city has no open edge.
    fn is_complete(&self, map: &Map, region: usize) -> bool {
        map.tiles().iter().all(|laid| {
            (0..4).all(|d| {
                laid.face.edge(d) != CITY_EDGE
                    || self.label[self.at(laid.spot, cell(d, 4, 0))] as usize != region
                    || map.is_tiled(beside(laid.spot, STEP[d]))
            })
        })
    }
}

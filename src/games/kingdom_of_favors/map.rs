//! The map: which tile lies where, and which spots beside it are open.

use super::parts::Parts;
use super::tile::{Base, CITY, END, FIELD, Face, Fixes, NONE, Overlay, Pictures, ROAD, drawn, face};

/// Spots in a row of the table; tiles are laid in the middle.
pub const WIDTH: usize = 64;
/// The most tiles.
pub const TILES: usize = 72;
/// The most open spots.
const SPOTS: usize = 2 * TILES + 8;
/// Spots this close to the edge of the table stay free.
const MARGIN: usize = 2;
/// Where the first tile lies.
pub const START: u16 = (WIDTH * WIDTH / 2 + WIDTH / 2) as u16;
/// The spots north, east, south and west of a spot.
pub const STEP: [i32; 4] = [-(WIDTH as i32), 1, WIDTH as i32, -1];
/// The eight spots around a spot.
pub const AROUND: [i32; 8] = [
    -(WIDTH as i32) - 1,
    -(WIDTH as i32),
    -(WIDTH as i32) + 1,
    -1,
    1,
    WIDTH as i32 - 1,
    WIDTH as i32,
    WIDTH as i32 + 1,
];

/// The spot at a distance from another.
#[inline]
pub fn beside(spot: u16, step: i32) -> u16 {
    (i32::from(spot) + step) as u16
}

/// A tile on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its spot.
    pub spot: u16,
    /// Its record.
    pub kind: u8,
    /// Quarters by which it is turned, clockwise.
    pub turn: u8,
    /// The favors on it.
    pub over: Overlay,
    /// How it looks, turned.
    pub face: Face,
}

impl Laid {
    const NOTHING: Laid = Laid {
        spot: 0,
        kind: 0,
        turn: 0,
        over: Overlay::BARE,
        face: Face {
            city: 0,
            left: 0,
            right: 0,
            wall: 0,
            stub: 0,
            token: 0,
            pass: 0,
            center: super::tile::Center::Open,
            bridge: false,
        },
    };
}

/// The tiles of the box, with everything that is derived from a record.
#[derive(Clone)]
pub struct Tiles {
    /// The printed tiles.
    pub base: Vec<Base>,
    /// How each kind looks at each turn, at `4 kind + turn`.
    pub face: Vec<Face>,
    /// The same, reduced to what can be seen.
    pub seen: Vec<Face>,
    /// The parts of each face.
    pub parts: Vec<Parts>,
    /// The edges of each face, as a set.
    pub edges: Vec<u16>,
    /// Turns of each kind that look different.
    pub turns: Vec<u8>,
    /// The pictures of the favors.
    pub pictures: Pictures,
    /// The kinds of edge that a road end token may lie against, one bit each.
    pub end_fits: u8,
}

impl Tiles {
    /// Derives what the printed tiles look like.
    pub fn new(base: Vec<Base>, pictures: Pictures, end_fits: u8) -> Tiles {
        let plain = |b: &Base| face(b, &Overlay::BARE, &pictures).unwrap_or_default();
        let faces: Vec<Face> = base.iter().flat_map(|b| (0..4).map(move |turn| plain(b).turned(turn))).collect();
        Tiles {
            parts: faces.iter().map(Parts::of).collect(),
            edges: faces.iter().map(Face::edges).collect(),
            seen: faces.iter().map(Face::seen).collect(),
            turns: (0..base.len())
                .map(|k| (1..4).find(|t| faces[4 * k + t] == faces[4 * k]).unwrap_or(4) as u8)
                .collect(),
            face: faces,
            base,
            pictures,
            end_fits,
        }
    }

    /// How a tile with favors looks, turned; nothing if that is not allowed.
    pub fn look(&self, kind: u8, turn: u8, over: &Overlay) -> Option<Face> {
        if over.is_bare() {
            return Some(self.face[4 * usize::from(kind) + usize::from(turn)]);
        }
        face(&self.base[usize::from(kind)], over, &self.pictures).map(|face| face.turned(turn))
    }

    /// How the tile looks even if that is not allowed, and where one more favor could fix it, in the tile's own frame.
    pub fn drawn(&self, kind: u8, turn: u8, over: &Overlay) -> (Face, Fixes) {
        let (face, fixes) = drawn(&self.base[usize::from(kind)], over, &self.pictures);
        (face.turned(turn), fixes)
    }

    /// The parts of a tile on the map.
    #[inline]
    pub fn parts_of(&self, laid: &Laid) -> Parts {
        if laid.over.is_bare() {
            self.parts[4 * usize::from(laid.kind) + usize::from(laid.turn)]
        } else {
            Parts::of(&laid.face)
        }
    }

    /// What may lie against an edge, as a set of kinds of edge.
    #[inline]
    pub fn against(&self, edge: u8) -> u16 {
        let end = u16::from(self.end_fits);
        let takes_end = |kind: u8| (end >> kind & 1) << END;
        match edge {
            FIELD => 1 << FIELD | takes_end(FIELD),
            ROAD => 1 << ROAD | takes_end(ROAD),
            CITY => 1 << CITY | takes_end(CITY),
            _ => end | 1 << END,
        }
    }
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    /// For each spot the number of its tile.
    grid: [u8; WIDTH * WIDTH],
    /// The tiles.
    tiles: [Laid; TILES],
    count: u8,
    /// Spots beside the map.
    open: [u16; SPOTS],
    /// What may lie there: four bits per edge.
    need: [u16; SPOTS],
    spots: u8,
}

impl Default for Map {
    fn default() -> Map {
        Map::new()
    }
}

impl Map {
    /// An empty table.
    pub fn new() -> Map {
        Map {
            grid: [NONE; WIDTH * WIDTH],
            tiles: [Laid::NOTHING; TILES],
            count: 0,
            open: [0; SPOTS],
            need: [0; SPOTS],
            spots: 0,
        }
    }

    /// The map of a list of tiles.
    pub fn of(list: &[Laid], tiles: &Tiles) -> Map {
        let mut map = Map::new();
        list.iter().for_each(|laid| map.lay(*laid, tiles));
        map
    }

    /// The map of a list of tiles without its open spots, only to be looked at.
    pub fn bare(list: &[Laid]) -> Map {
        let mut map = Map::new();
        for (tile, laid) in list.iter().enumerate() {
            map.grid[usize::from(laid.spot)] = tile as u8;
        }
        map.tiles[..list.len()].copy_from_slice(list);
        map.count = list.len() as u8;
        map
    }

    /// The tiles in the order in which they were laid.
    #[inline]
    pub fn tiles(&self) -> &[Laid] {
        &self.tiles[..usize::from(self.count)]
    }

    /// The number of the tile on a spot.
    #[inline]
    pub fn at(&self, spot: u16) -> Option<usize> {
        let tile = self.grid[usize::from(spot)];
        (tile != NONE).then_some(usize::from(tile))
    }

    /// Whether a spot has a tile.
    #[inline]
    pub fn is_tiled(&self, spot: u16) -> bool {
        self.grid[usize::from(spot)] != NONE
    }

    /// The open spots and what may lie there.
    #[inline]
    pub fn open(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        let n = usize::from(self.spots);
        self.open[..n].iter().copied().zip(self.need[..n].iter().copied())
    }

    /// How many of the spots at these steps have tiles.
    #[inline]
    pub fn tiled(&self, spot: u16, steps: &[i32]) -> usize {
        steps.iter().filter(|step| self.is_tiled(beside(spot, **step))).count()
    }

    /// Lays a tile without checking whether it fits.
    pub fn lay(&mut self, laid: Laid, tiles: &Tiles) {
        let n = usize::from(self.count);
        self.tiles[n] = laid;
        self.count += 1;
        self.grid[usize::from(laid.spot)] = n as u8;
        let spots = usize::from(self.spots);
        if let Some(i) = self.open[..spots].iter().position(|s| *s == laid.spot) {
            self.spots -= 1;
            (self.open[i], self.need[i]) = (self.open[spots - 1], self.need[spots - 1]);
        }
        for (d, step) in STEP.into_iter().enumerate() {
            let spot = beside(laid.spot, step);
            if self.is_tiled(spot) || is_at_edge(spot) {
                continue;
            }
            let spots = usize::from(self.spots);
            let i = self.open[..spots].iter().position(|s| *s == spot).unwrap_or(spots);
            if i == spots {
                (self.open[i], self.need[i]) = (spot, u16::MAX);
                self.spots += 1;
            }
            let theirs = 4 * ((d + 2) % 4);
            self.need[i] &= !(15 << theirs) | tiles.against(laid.face.edge(d)) << theirs;
        }
    }

    /// Whether a face would match all neighbors of a spot.
    pub fn fits(&self, spot: u16, face: &Face, tiles: &Tiles) -> bool {
        STEP.into_iter().enumerate().all(|(d, step)| match self.at(beside(spot, step)) {
            Some(tile) => {
                let theirs = self.tiles[tile].face.edge((d + 2) % 4);
                tiles.against(face.edge(d)) >> theirs & 1 == 1
            }
            None => true,
        })
    }

    /// Changes tiles that stay on their spots.
    pub fn change(&mut self, changes: &[(usize, Laid)], tiles: &Tiles) {
        for (tile, laid) in changes {
            self.tiles[*tile] = *laid;
        }
        for (_, laid) in changes {
            for (d, step) in STEP.into_iter().enumerate() {
                let spot = beside(laid.spot, step);
                if let Some(i) = self.open[..usize::from(self.spots)].iter().position(|s| *s == spot) {
                    let theirs = 4 * ((d + 2) % 4);
                    self.need[i] = self.need[i] & !(15 << theirs) | tiles.against(laid.face.edge(d)) << theirs;
                }
            }
        }
    }

    /// The map after several tiles changed or moved.
    pub fn rearranged(&self, changes: &[(usize, Laid)], tiles: &Tiles) -> Map {
        let mut list = self.tiles;
        for (tile, laid) in changes {
            list[*tile] = *laid;
        }
        Map::of(&list[..usize::from(self.count)], tiles)
    }

    /// Replaces a tile with another one that looks like it and has no favors.
    pub fn exchange(&mut self, tile: usize, kind: u8, turn: u8, tiles: &Tiles) {
        let laid = &mut self.tiles[tile];
        (laid.kind, laid.turn, laid.over) = (kind, turn, Overlay::BARE);
        laid.face = tiles.face[4 * usize::from(kind) + usize::from(turn)];
    }

    /// Whether changed tiles would match all their neighbors, some of which may be changed or gone themselves.
    pub fn fits_after(&self, changes: &[(usize, Laid)], tiles: &Tiles) -> bool {
        let face_at = |spot: u16| match changes.iter().find(|(_, laid)| laid.spot == spot) {
            Some((_, laid)) => Some(laid.face),
            None => self
                .at(spot)
                .filter(|tile| changes.iter().all(|(changed, _)| changed != tile))
                .map(|tile| self.tiles[tile].face),
        };
        changes.iter().all(|(_, laid)| {
            STEP.into_iter().enumerate().all(|(d, step)| match face_at(beside(laid.spot, step)) {
                Some(theirs) => tiles.against(laid.face.edge(d)) >> theirs.edge((d + 2) % 4) & 1 == 1,
                None => true,
            })
        })
    }

    /// The first tile that does not match a neighbor.
    pub fn misfit(&self, tiles: &Tiles) -> Option<usize> {
        (0..usize::from(self.count)).find(|i| {
            let laid = &self.tiles[*i];
            self.at(laid.spot) != Some(*i) || !self.fits(laid.spot, &laid.face, tiles)
        })
    }
}

/// Whether a spot is the last one before the edge of the table.
pub fn is_last(spot: u16) -> bool {
    STEP.into_iter().any(|step| is_at_edge(beside(spot, step)))
}

/// Whether a spot is too close to the edge of the table.
fn is_at_edge(spot: u16) -> bool {
    let (x, y) = (usize::from(spot) % WIDTH, usize::from(spot) / WIDTH);
    let inner = MARGIN..WIDTH - MARGIN;
    !inner.contains(&x) || !inner.contains(&y)
}

//! Meadows, cities and roads of the whole map, joined tile by tile.

use super::enclose;
use super::map::{Laid, Map, STEP, TILES, Tiles, beside};
use super::parts::Parts;
use super::tile::{CITY, Center, NONE};

/// The most meadows, cities and roads at once, before they are joined.
const FIELDS: usize = 208;
/// Cities are also bits of a set.
pub const CITIES: usize = 128;
const ROADS: usize = 160;

/// Where [`Land`] keeps the parts of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Refs {
    /// The meadow of each half edge.
    pub field: [u8; 8],
    /// The city of each quadrant.
    pub city: [u8; 4],
    /// The road that leaves at each edge.
    pub road: [u8; 4],
    /// The road in each quadrant.
    pub stub: [u8; 4],
    /// The quadrants that are caps.
    pub caps: u8,
    /// The city quadrants at whose wall a road can end.
    pub walls_met: u8,
}

/// A city.
#[derive(Clone, Copy, Debug, Default)]
pub struct City {
    up: u8,
    /// Edges with nothing beside them.
    pub open: u8,
    /// Tiles in it that are all city.
    pub solid: u8,
    /// Conditions that it met before the turn.
    pub was: u8,
    /// Whether it lies within a loop road, around a cloister, or around a loop road around a cloister: one bit each.
    pub deep: u8,
}

/// A road.
#[derive(Clone, Copy, Debug, Default)]
pub struct Road {
    up: u8,
    /// Ends with nothing beside them.
    pub open: u8,
    /// Ends that lead no further, such as at a wall or a crossing.
    pub ends: u8,
    /// Tiles with a bend.
    pub bends: u8,
    /// Whether it uses the bridge token.
    pub bridge: bool,
    /// Tiles on which it ends at a wall.
    pub walls: [u8; 2],
    /// How many of those there are.
    pub at_walls: u8,
    /// A tile of it.
    pub tile: u8,
    /// Conditions that it met before the turn.
    pub was: u8,
}

impl Road {
    /// Whether it leads from end to end, or back into itself.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Whether it runs back into itself.
    #[inline]
    pub fn is_loop(&self) -> bool {
        self.open == 0 && self.ends == 0
    }
}

/// The features of a map.
#[derive(Clone, Debug)]
pub struct Land {
    field_up: [u8; FIELDS],
    /// The cities that each meadow touches.
    touch: [u128; FIELDS],
    /// Conditions that each meadow met before the turn.
    pub field_was: [u8; FIELDS],
    fields: u8,
    city: [City; CITIES],
    cities: u8,
    road: [Road; ROADS],
    roads: u8,
    refs: [Refs; TILES],
    /// Tiles with caps on neighboring edges.
    pub capped: u128,
    /// Tiles with a cloister.
    pub cloisters: u128,
    /// Loop roads, each by any of its numbers.
    loops: [u8; 8],
    loop_count: u8,
    /// Whether what lies within what must be found again.
    is_stale: bool,
}

impl Land {
    /// No features.
    pub fn new() -> Land {
        Land {
            field_up: [0; FIELDS],
            touch: [0; FIELDS],
            field_was: [0; FIELDS],
            fields: 0,
            city: [City::default(); CITIES],
            cities: 0,
            road: [Road::default(); ROADS],
            roads: 0,
            refs: [Refs { field: [NONE; 8], city: [NONE; 4], road: [NONE; 4], stub: [NONE; 4], caps: 0, walls_met: 0 };
                TILES],
            capped: 0,
            cloisters: 0,
            loops: [0; 8],
            loop_count: 0,
            is_stale: false,
        }
    }

    /// The features of a whole map.
    pub fn of(map: &Map, tiles: &Tiles) -> Land {
        let mut land = Land::new();
        for tile in 0..map.tiles().len() {
            land.add(map, tile, tiles);
        }
        land
    }

    /// The representative of a meadow.
    #[inline]
    pub fn field(&self, mut n: u8) -> usize {
        while self.field_up[usize::from(n)] != n {
            n = self.field_up[usize::from(n)];
        }
        usize::from(n)
    }

    /// The representative of a city.
    #[inline]
    pub fn city_of(&self, mut n: u8) -> usize {
        while self.city[usize::from(n)].up != n {
            n = self.city[usize::from(n)].up;
        }
        usize::from(n)
    }

    /// The representative of a road.
    #[inline]
    pub fn road_of(&self, mut n: u8) -> usize {
        while self.road[usize::from(n)].up != n {
            n = self.road[usize::from(n)].up;
        }
        usize::from(n)
    }

    /// How many numbers are used for meadows.
    pub fn fields(&self) -> usize {
        usize::from(self.fields)
    }

    /// How many numbers are used for cities.
    pub fn cities(&self) -> usize {
        usize::from(self.cities)
    }

    /// How many numbers are used for roads.
    pub fn roads(&self) -> usize {
        usize::from(self.roads)
    }

    /// Whether the number is the representative of a meadow.
    #[inline]
    pub fn is_field(&self, n: usize) -> bool {
        usize::from(self.field_up[n]) == n
    }

    /// Whether the number is the representative of a city.
    #[inline]
    pub fn is_city(&self, n: usize) -> bool {
        usize::from(self.city[n].up) == n
    }

    /// Whether the number is the representative of a road.
    #[inline]
    pub fn is_road(&self, n: usize) -> bool {
        usize::from(self.road[n].up) == n
    }

    /// The quadrants of a tile that are caps.
    #[inline]
    pub fn caps(&self, tile: usize) -> u8 {
        self.refs[tile].caps
    }

    /// A city by its representative.
    #[inline]
    pub fn city(&self, n: usize) -> &City {
        &self.city[n]
    }

    /// A city by its representative.
    #[inline]
    pub fn city_mut(&mut self, n: usize) -> &mut City {
        &mut self.city[n]
    }

    /// A road by its representative.
    #[inline]
    pub fn road(&self, n: usize) -> &Road {
        &self.road[n]
    }

    /// A road by its representative.
    #[inline]
    pub fn road_mut(&mut self, n: usize) -> &mut Road {
        &mut self.road[n]
    }

    /// Where the parts of a tile are.
    #[inline]
    pub fn refs(&self, tile: usize) -> &Refs {
        &self.refs[tile]
    }

    /// How many cities a meadow touches.
    #[inline]
    pub fn cities_at(&self, field: usize) -> u32 {
        self.touch[field].count_ones()
    }

    /// Calls `name` for each city that a meadow touches.
    #[inline]
    pub fn each_city_at(&self, field: usize, mut name: impl FnMut(usize)) {
        let mut left = self.touch[field];
        while left != 0 {
            name(left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }

    /// How many meadows a city touches.
    pub fn fields_at(&self, city: usize) -> u32 {
        (0..self.fields()).filter(|f| self.is_field(*f) && self.touch[*f] >> city & 1 == 1).count() as u32
    }

    /// The loop roads.
    pub fn all_loops(&self) -> impl Iterator<Item = usize> + '_ {
        self.loops[..usize::from(self.loop_count)].iter().map(|n| usize::from(*n))
    }

    /// Adds the features of a tile and joins them with those of its neighbors that are there already.
    pub fn add(&mut self, map: &Map, tile: usize, tiles: &Tiles) {
        let laid = &map.tiles()[tile];
        let parts = tiles.parts_of(laid);
        self.place(tile, &parts);
        for (d, step) in STEP.into_iter().enumerate() {
            if let Some(other) = map.at(beside(laid.spot, step)).filter(|other| *other < tile) {
                self.meet(tile, d, other, &map.tiles()[other]);
            }
        }
        if parts.center == Center::Cloister {
            self.cloisters |= 1 << tile;
            self.is_stale = true;
        }
        if parts.caps & (parts.caps << 1 | parts.caps >> 3) != 0 {
            self.capped |= 1 << tile;
        }
        for city in self.refs[tile].city.into_iter().filter(|c| *c != NONE) {
            self.is_stale |= self.city[self.city_of(city)].open == 0;
        }
    }

    /// Makes new parts for a tile.
    fn place(&mut self, tile: usize, parts: &Parts) {
        let (fields, cities, roads) = (self.fields, self.cities, self.roads);
        let name = |base: u8, local: u8| if local == NONE { NONE } else { base + local };
        let refs = Refs {
            field: parts.field.map(|n| name(fields, n)),
            city: parts.city.map(|n| name(cities, n)),
            road: parts.road.map(|n| name(roads, n)),
            stub: parts.stub.map(|n| name(roads, n)),
            caps: parts.caps,
            walls_met: parts.walls_met,
        };
        for n in 0..parts.fields {
            let at = usize::from(fields + n);
            self.field_up[at] = fields + n;
            self.field_was[at] = 0;
            self.touch[at] = u128::from(parts.touch[usize::from(n)]) << cities;
        }
        for n in 0..parts.cities {
            let open = parts.city.iter().filter(|c| **c == n).count() as u8;
            let solid = u8::from(parts.is_solid());
            self.city[usize::from(cities + n)] = City { up: cities + n, open, solid, ..City::default() };
        }
        for n in 0..parts.roads {
            let at_wall = parts.at_wall >> n & 1;
            let road = Road {
                up: roads + n,
                open: parts.road.iter().filter(|r| **r == n).count() as u8,
                ends: parts.ends[usize::from(n)],
                bends: parts.bend >> n & 1,
                bridge: parts.bridge >> n & 1 == 1,
                walls: [tile as u8, NONE],
                at_walls: at_wall,
                tile: tile as u8,
                was: 0,
            };
            self.road[usize::from(roads + n)] = road;
        }
        self.fields += parts.fields;
        self.cities += parts.cities;
        self.roads += parts.roads;
        self.refs[tile] = refs;
    }

    /// Joins a tile with its neighbor at edge `d`.
    fn meet(&mut self, tile: usize, d: usize, other: usize, laid: &Laid) {
        let back = (d + 2) % 4;
        let (mine, theirs) = (self.refs[tile], self.refs[other]);
        if laid.face.edge(back) == CITY {
            self.join_cities(mine.city[d], theirs.city[back]);
            return;
        }
        for (a, b) in [(2 * d, 2 * back + 1), (2 * d + 1, 2 * back)] {
            self.join_fields(mine.field[a], theirs.field[b]);
        }
        match (mine.road[d], theirs.road[back]) {
            (NONE, NONE) => {}
            // One of the tiles has a token at which the other's road ends.
            (NONE, road) | (road, NONE) => {
                let at = self.road_of(road);
                self.road[at].open -= 1;
                self.road[at].ends += 1;
            }
            (a, b) => self.join_roads(a, b),
        }
    }

    fn join_cities(&mut self, a: u8, b: u8) {
        let (a, b) = (self.city_of(a), self.city_of(b));
        if a == b {
            self.city[a].open -= 2;
            return;
        }
        let (to, from) = (a.min(b), a.max(b));
        let gone = self.city[from];
        let city = &mut self.city[to];
        city.open = city.open + gone.open - 2;
        city.solid += gone.solid;
        city.was |= gone.was;
        city.deep |= gone.deep;
        self.city[from].up = to as u8;
        let (was, is) = (1u128 << from, 1u128 << to);
        for touch in &mut self.touch[..usize::from(self.fields)] {
            if *touch & was != 0 {
                *touch = *touch & !was | is;
            }
        }
    }

    fn join_fields(&mut self, a: u8, b: u8) {
        let (a, b) = (self.field(a), self.field(b));
        if a != b {
            let (to, from) = (a.min(b), a.max(b));
            self.field_up[from] = to as u8;
            self.touch[to] |= self.touch[from];
            self.field_was[to] |= self.field_was[from];
        }
    }

    fn join_roads(&mut self, a: u8, b: u8) {
        let (a, b) = (self.road_of(a), self.road_of(b));
        if a == b {
            let road = &mut self.road[a];
            road.open -= 2;
            if road.is_loop() {
                self.loops[usize::from(self.loop_count)] = a as u8;
                self.loop_count += 1;
                self.is_stale = true;
            }
            return;
        }
        let (to, from) = (a.min(b), a.max(b));
        let gone = self.road[from];
        let road = &mut self.road[to];
        road.open = road.open + gone.open - 2;
        road.ends += gone.ends;
        road.bends += gone.bends;
        road.bridge |= gone.bridge;
        road.was |= gone.was;
        for wall in &gone.walls[..usize::from(gone.at_walls)] {
            road.walls[usize::from(road.at_walls)] = *wall;
            road.at_walls += 1;
        }
        self.road[from].up = to as u8;
    }

    /// Whether another land has the same features, part by part.
    pub fn agrees(&self, other: &Land, map: &Map) -> Result<(), String> {
        // Pairs each feature of one land with that of the other, in both directions.
        let mut names = [[[usize::MAX; FIELDS]; 2]; 3];
        let mut same = |what: usize, mine: usize, theirs: usize| {
            let [one, other] = &mut names[what];
            if one[mine] == usize::MAX && other[theirs] == usize::MAX {
                (one[mine], other[theirs]) = (theirs, mine);
            }
            one[mine] == theirs && other[theirs] == mine
        };
        for tile in 0..map.tiles().len() {
            let (mine, theirs) = (self.refs(tile), other.refs(tile));
            for (a, b) in mine.field.into_iter().zip(theirs.field).filter(|(a, b)| (*a, *b) != (NONE, NONE)) {
                let (a, b) = (self.field(a), other.field(b));
                if !same(0, a, b) || self.cities_at(a) != other.cities_at(b) {
                    return Err(format!("a meadow of tile {tile}"));
                }
            }
            for (a, b) in mine.city.into_iter().zip(theirs.city).filter(|(a, b)| (*a, *b) != (NONE, NONE)) {
                let (a, b) = (self.city_of(a), other.city_of(b));
                let (one, two) = (self.city(a), other.city(b));
                if !same(1, a, b) || (one.open, one.solid, one.deep) != (two.open, two.solid, two.deep) {
                    return Err(format!("a city of tile {tile}: {one:?}, {two:?}"));
                }
            }
            for (a, b) in mine.stub.into_iter().zip(theirs.stub).filter(|(a, b)| (*a, *b) != (NONE, NONE)) {
                let (a, b) = (self.road_of(a), other.road_of(b));
                let (one, two) = (self.road(a), other.road(b));
                if !same(2, a, b)
                    || (one.open, one.ends, one.bends, one.at_walls) != (two.open, two.ends, two.bends, two.at_walls)
                {
                    return Err(format!("a road of tile {tile}: {one:?}, {two:?}"));
                }
            }
        }
        Ok(())
    }

    /// Finds again what lies within what, after a change.
    #[inline]
    pub fn look_within(&mut self, map: &Map) {
        if self.is_stale {
            self.is_stale = false;
            enclose::refresh(self, map);
        }
    }
}

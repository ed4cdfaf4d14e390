//! What the characters want: conditions of their records, compared with the map.

use super::enclose::{AROUND_ALL, AROUND_CLOISTER, IN_LOOP};
use super::land::{CITIES, Land};
use super::map::{AROUND, Map, STEP, WIDTH, beside};
use super::tile::{Center, NONE};

/// The most characters.
pub const CHARACTERS: usize = 32;

/// Characters, one bit each.
pub type Characters = u32;

/// What a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    /// A meadow.
    Field,
    /// A city.
    City,
    /// A road.
    Road,
    /// A tile.
    Tile,
    /// A block of tiles.
    Grid,
    /// An empty spot.
    Hole,
    /// The whole map.
    Map,
    /// The turn itself.
    Turn,
}

/// A number in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Always the same.
    Fixed(u8),
    /// 1, and 1 more for each favor of the character taken by anyone.
    Level,
}

impl Amount {
    #[inline]
    fn at(self, level: u8) -> u32 {
        u32::from(match self {
            Amount::Fixed(n) => n,
            Amount::Level => level,
        })
    }
}

/// One test of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// No other character can be taken.
    NothingElse,
    /// A favor of that character lies in front of the player.
    Holds(u8),
    /// A city without open edges, a road without open ends.
    Complete,
    /// A road without ends.
    Loop,
    /// Borders exactly this many cities or meadows.
    Touches(Amount),
    /// The ends lie at this many complete cities or more.
    EndsAt(u8),
    /// At least this many uses of the bridge token.
    HasBridge(u8),
    /// At least this many bends.
    HasBends(u8),
    /// At least this many tiles with caps of this city on neighboring edges.
    HasAdjacentCaps(u8),
    /// At least this many tiles with caps of this city on all edges.
    HasFourCaps(u8),
    /// At least this many tiles that are all city.
    HasSolid(u8),
    /// No city in the block.
    HasNoCity,
    /// At least this many cloisters with eight tiles around them.
    HasSurrounded(Amount),
    /// Nothing but meadow.
    OnlyField,
    /// A block of this many columns and rows.
    Size(u8, u8),
    /// On the four or eight spots around, this many tiles.
    Neighbors(u8, u8),
    /// Within a loop road.
    InLoop,
    /// Around a cloister.
    AroundCloister,
    /// Around a loop road around a cloister.
    AroundAll,
}

/// A character's condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The character.
    pub who: u8,
    /// What must be found.
    pub find: Find,
    /// What must hold for it.
    pub tests: Vec<Test>,
}

/// All conditions, by what they are about.
#[derive(Clone, Debug, Default)]
pub struct Wants {
    /// About meadows.
    pub field: Vec<Want>,
    /// About cities.
    pub city: Vec<Want>,
    /// About roads.
    pub road: Vec<Want>,
    /// About tiles, blocks, empty spots and the map.
    pub place: Vec<Want>,
    /// About the turn.
    pub turn: Vec<Want>,
}

impl Wants {
    /// The characters whose condition rises.
    pub fn rising(&self) -> Characters {
        let rises = |test: &Test| matches!(test, Test::Touches(Amount::Level) | Test::HasSurrounded(Amount::Level));
        let all = self.field.iter().chain(&self.city).chain(&self.road).chain(&self.place);
        all.filter(|want| want.tests.iter().any(rises)).fold(0, |set, want| set | 1 << want.who)
    }
}

/// The current level of each character.
pub type Levels = [u8; CHARACTERS];

/// The characters whose wish about meadows, cities and roads is met where it was not met before.
///
/// What is met now is kept as what was met before the next turn.
pub fn judge(wants: &Wants, land: &mut Land, map: &Map, levels: &Levels) -> Characters {
    land.look_within(map);
    let mut met = 0;
    let mut fields_at = [0u8; CITIES];
    let mut note = |wants: &[Want], was: u8, is: u8| {
        let mut fresh = is & !was;
        while fresh != 0 {
            met |= 1 << wants[fresh.trailing_zeros() as usize].who;
            fresh &= fresh - 1;
        }
    };
    for n in 0..land.fields() {
        if !land.is_field(n) {
            continue;
        }
        let is = bits(&wants.field, |want, test| field_passes(land, n, test, levels[usize::from(want.who)]));
        note(&wants.field, land.field_was[n], is);
        land.field_was[n] = is;
        land.each_city_at(n, |city| fields_at[city] += 1);
    }
    for (n, fields) in fields_at.iter().enumerate().take(land.cities()) {
        if land.is_city(n) && land.city(n).open == 0 {
            let is = bits(&wants.city, |want, test| match test {
                Test::Touches(amount) => u32::from(*fields) == amount.at(levels[usize::from(want.who)]),
                test => city_passes(land, n, test),
            });
            note(&wants.city, land.city(n).was, is);
            land.city_mut(n).was = is;
        } else {
            land.city_mut(n).was = 0;
        }
    }
    for n in 0..land.roads() {
        if land.is_road(n) && land.road(n).is_complete() {
            let is = bits(&wants.road, |_, test| road_passes(land, n, test));
            note(&wants.road, land.road(n).was, is);
            land.road_mut(n).was = is;
        } else {
            land.road_mut(n).was = 0;
        }
    }
    met
}

/// The conditions all of whose tests pass, one bit each.
#[inline]
fn bits(wants: &[Want], passes: impl Fn(&Want, Test) -> bool) -> u8 {
    let mut is = 0;
    for (i, want) in wants.iter().enumerate() {
        is |= u8::from(want.tests.iter().all(|test| passes(want, *test))) << i;
    }
    is
}

#[inline]
fn field_passes(land: &Land, n: usize, test: Test, level: u8) -> bool {
    match test {
        Test::Touches(amount) => land.cities_at(n) == amount.at(level),
        _ => false,
    }
}

fn city_passes(land: &Land, n: usize, test: Test) -> bool {
    let deep = land.city(n).deep;
    match test {
        Test::Complete => land.city(n).open == 0,
        Test::HasSolid(many) => land.city(n).solid >= many,
        Test::HasAdjacentCaps(many) => capped(land, n, |own| own & (own << 1 | own >> 3) & 15 != 0) >= many,
        Test::HasFourCaps(many) => capped(land, n, |own| own == 15) >= many,
        Test::InLoop => deep & IN_LOOP != 0,
        Test::AroundCloister => deep & AROUND_CLOISTER != 0,
        Test::AroundAll => deep & AROUND_ALL != 0,
        _ => false,
    }
}

/// How many tiles have caps of the city that are as asked for.
fn capped(land: &Land, city: usize, is_so: impl Fn(u8) -> bool) -> u8 {
    let (mut left, mut many) = (land.capped, 0);
    while left != 0 {
        let tile = left.trailing_zeros() as usize;
        left &= left - 1;
        let own = (0..4).filter(|d| land.caps(tile) >> d & 1 == 1 && land.city_of(land.refs(tile).city[*d]) == city);
        many += u8::from(is_so(own.map(|d| 1 << d).sum()));
    }
    many
}

fn road_passes(land: &Land, n: usize, test: Test) -> bool {
    let road = land.road(n);
    match test {
        Test::Complete => road.is_complete(),
        Test::Loop => road.is_loop(),
        Test::HasBridge(many) => u8::from(road.bridge) >= many,
        Test::HasBends(many) => road.bends >= many,
        Test::EndsAt(many) => {
            let ends = &road.walls[..usize::from(road.at_walls)];
            let cities = |tile: u8| complete_cities(land, usize::from(tile));
            match (many, ends) {
                (1, ends) => ends.iter().any(|tile| cities(*tile) != 0),
                // Two ends at two cities: some city at one end that is not the only one at the other.
                (2, [a, b]) => {
                    let (a, b) = (cities(*a), cities(*b));
                    a != 0 && b != 0 && (a | b).count_ones() > 1
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// The complete cities at whose wall a road can end on a tile, as a set.
fn complete_cities(land: &Land, tile: usize) -> u128 {
    let refs = land.refs(tile);
    let met = (0..4).filter(|d| refs.walls_met >> d & 1 == 1).map(|d| refs.city[d]);
    let cities = met.filter(|c| *c != NONE).map(|c| land.city_of(c));
    cities.filter(|c| land.city(*c).open == 0).fold(0, |set, c| set | 1 << c)
}

/// Whether a condition about a place holds there; a block is named by its north-western spot.
pub fn holds_at(want: &Want, map: &Map, spot: u16) -> bool {
    let tile = map.at(spot).map(|tile| &map.tiles()[tile]);
    let (columns, rows) = size(want);
    let block = || (0..rows).flat_map(move |y| (0..columns).map(move |x| beside(spot, y * WIDTH as i32 + x)));
    let is_there = match want.find {
        Find::Hole => tile.is_none(),
        Find::Grid => block().all(|spot| map.is_tiled(spot)),
        _ => tile.is_some(),
    };
    is_there
        && want.tests.iter().all(|test| match test {
            Test::Size(..) => true,
            Test::HasNoCity => block().all(|spot| map.at(spot).is_some_and(|tile| map.tiles()[tile].face.city == 0)),
            Test::OnlyField => tile.is_some_and(|laid| {
                let face = &laid.face;
                face.city == 0 && face.stub == 0 && face.token == 0 && face.center == Center::Open
            }),
            Test::Neighbors(4, many) => map.tiled(spot, &STEP) == usize::from(*many),
            Test::Neighbors(_, many) => map.tiled(spot, &AROUND) == usize::from(*many),
            // `enough` counts them on the whole map; this finds a new one.
            Test::HasSurrounded(_) => {
                tile.is_some_and(|laid| laid.face.center == Center::Cloister) && map.tiled(spot, &AROUND) == 8
            }
            _ => false,
        })
}

/// Whether the map has as many surrounded cloisters as a condition asks for; true for one that asks for none.
pub fn enough(want: &Want, map: &Map, land: &Land, levels: &Levels) -> bool {
    want.tests.iter().all(|test| match test {
        Test::HasSurrounded(amount) => {
            let (mut left, mut many) = (land.cloisters, 0);
            while left != 0 {
                many += u32::from(map.tiled(map.tiles()[left.trailing_zeros() as usize].spot, &AROUND) == 8);
                left &= left - 1;
            }
            many >= amount.at(levels[usize::from(want.who)])
        }
        _ => true,
    })
}

/// The characters whose wish about places is met at one of the spots near a newly laid tile.
pub fn met_near(wants: &Wants, map: &Map, land: &Land, spot: u16, levels: &Levels) -> Characters {
    let mut met = 0;
    for want in &wants.place {
        let is_met = match want.find {
            Find::Grid => {
                let (w, h) = size(want);
                (0..h).any(|y| (0..w).any(|x| holds_at(want, map, beside(spot, -(y * WIDTH as i32 + x)))))
            }
            _ => holds_at(want, map, spot) || near(want).iter().any(|step| holds_at(want, map, beside(spot, *step))),
        };
        if is_met && enough(want, map, land, levels) {
            met |= 1 << want.who;
        }
    }
    met
}

/// The spots around a new tile where it makes a difference.
fn near(want: &Want) -> &'static [i32] {
    let of = want.tests.iter().find_map(|test| match test {
        Test::Neighbors(of, 1..) => Some(*of),
        Test::HasSurrounded(_) => Some(8),
        _ => None,
    });
    match of {
        Some(4) => &STEP,
        Some(_) => &AROUND,
        None => &[],
    }
}

/// Columns and rows of the block that a condition asks for.
fn size(want: &Want) -> (i32, i32) {
    let size = want.tests.iter().find_map(|test| if let Test::Size(w, h) = test { Some((*w, *h)) } else { None });
    size.map_or((1, 1), |(w, h)| (i32::from(w), i32::from(h)))
}

/// The characters whose wish about places is met somewhere on a map where it was not met on the map before.
pub fn met_anew(wants: &Wants, before: &Map, map: &Map, land: &Land, levels: &Levels) -> Characters {
    let mut met = 0;
    for want in &wants.place {
        let (w, h) = size(want);
        let is_new = |spot: u16| holds_at(want, map, spot) && !holds_at(want, before, spot);
        let is_met = map.tiles().iter().any(|laid| match want.find {
            Find::Grid => (0..h).any(|y| (0..w).any(|x| is_new(beside(laid.spot, -(y * WIDTH as i32 + x))))),
            Find::Hole => AROUND.iter().any(|step| is_new(beside(laid.spot, *step))),
            _ => is_new(laid.spot),
        });
        if is_met && enough(want, map, land, levels) {
            met |= 1 << want.who;
        }
    }
    met
}

/// Carries over what was met before the turn to a map that was changed: part by part, where it lies.
pub fn remember(land: &mut Land, map: &Map, before: &Land, old: &Map) {
    for tile in 0..map.tiles().len() {
        let Some(other) = old.at(map.tiles()[tile].spot) else { continue };
        let (now, then) = (*land.refs(tile), *before.refs(other));
        for (a, b) in now.field.into_iter().zip(then.field).filter(|(a, b)| *a != NONE && *b != NONE) {
            let at = land.field(a);
            land.field_was[at] |= before.field_was[before.field(b)];
        }
        for (a, b) in now.city.into_iter().zip(then.city).filter(|(a, b)| *a != NONE && *b != NONE) {
            let at = land.city_of(a);
            land.city_mut(at).was |= before.city(before.city_of(b)).was;
        }
        for (a, b) in now.stub.into_iter().zip(then.stub).filter(|(a, b)| *a != NONE && *b != NONE) {
            let at = land.road_of(a);
            land.road_mut(at).was |= before.road(before.road_of(b)).was;
        }
    }
}

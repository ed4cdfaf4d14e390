//! Favors laid together in one step: the map must be in order only when all of them lie.

use super::map::{Laid, STEP, beside};
use super::tile::{CENTER, CITY, END, FIELD, Face, Fixes, LOST, NONE, PIECE, ROAD};
use super::{Kingdom, Table};

/// The most favors that are laid together.
pub const TOGETHER: usize = 4;
/// The most ways to complete a step that are tried.
const TRIES: usize = 48;
/// The most tiles that a step changes: one for each favor, and the drawn one.
const CHANGES: usize = TOGETHER + 1;

/// A favor laid on a tile ([`NONE`] is the drawn one), on a quadrant or spot, turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    pub favor: u8,
    pub tile: u8,
    pub spot: u8,
    pub way: u8,
}

impl Cover {
    /// Stands for no favor.
    pub const NOTHING: Cover = Cover { favor: NONE, tile: NONE, spot: 0, way: 0 };
}

/// A tile changed in a step.
#[derive(Clone, Copy)]
pub struct Change {
    /// The tile, [`NONE`] for the drawn one.
    pub tile: u8,
    /// How it lies now.
    pub laid: Laid,
    /// Where a favor could fix it.
    fixes: Fixes,
}

/// What is not in order.
enum Fault {
    /// A tile by itself.
    Tile(usize, Fixes),
    /// An edge of a tile against its neighbor.
    Edge(usize, usize),
}

/// The result of a search for a way to complete a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// There is a way.
    Open,
    /// There is none.
    Shut,
    /// None was found before the search gave up.
    Unknown,
}

/// Favors that lie together on the map, in order or not.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    game: &'a Kingdom,
    table: &'a Table,
    held: [u8; super::FAVORS],
    changes: [Change; CHANGES],
    changed: u8,
    covers: [Cover; TOGETHER],
    covering: u8,
}

impl<'a> Step<'a> {
    /// A step that has not begun.
    pub fn new(game: &'a Kingdom, table: &'a Table) -> Step<'a> {
        let nothing = Change { tile: NONE, laid: game.map.tiles()[0], fixes: 0 };
        Step {
            game,
            table,
            held: game.held[game.seat],
            changes: [nothing; CHANGES],
            changed: 0,
            covers: [Cover::NOTHING; TOGETHER],
            covering: 0,
        }
    }

    /// A step that begins with the drawn tile.
    pub fn aimed(game: &'a Kingdom, table: &'a Table, spot: u16, turn: u8) -> Step<'a> {
        let mut step = Step::new(game, table);
        let over = super::tile::Overlay::BARE;
        let face = table.tiles.face[4 * usize::from(game.hand) + usize::from(turn)];
        step.changes[0] = Change { tile: NONE, laid: Laid { spot, kind: game.hand, turn, over, face }, fixes: 0 };
        step.changed = 1;
        step
    }

    /// The tiles that are changed.
    pub fn changes(&self) -> &[Change] {
        &self.changes[..usize::from(self.changed)]
    }

    /// The step with one more favor; nothing if it cannot lie there.
    pub fn with(&self, cover: Cover) -> Option<Step<'a>> {
        let favor = usize::from(cover.favor);
        if self.held[favor] == 0 || usize::from(self.covering) == TOGETHER {
            return None;
        }
        let is_triangle = self.table.favors[favor].is_triangle;
        let same = |other: &Cover| {
            let shape = self.table.favors[usize::from(other.favor)].is_triangle;
            (other.tile, other.spot, shape) == (cover.tile, cover.spot, is_triangle)
        };
        if self.covers[..usize::from(self.covering)].iter().any(same) {
            return None;
        }
        let mut next = *self;
        let at = match self.changes().iter().position(|change| change.tile == cover.tile) {
            Some(at) => at,
            None if cover.tile == NONE => return None,
            None => {
                let at = usize::from(self.changed);
                let laid = self.game.map.tiles()[usize::from(cover.tile)];
                next.changes[at] = Change { tile: cover.tile, laid, fixes: 0 };
                next.changed += 1;
                at
            }
        };
        let change = &mut next.changes[at];
        let (over, spot) = (&mut change.laid.over, usize::from(cover.spot));
        // A triangle goes under no token.
        if is_triangle && over.token[spot] != NONE {
            return None;
        }
        let place = if is_triangle { &mut over.triangle[spot] } else { &mut over.token[spot] };
        *place = cover.favor | cover.way << 6;
        let (face, fixes) = self.table.tiles.drawn(change.laid.kind, change.laid.turn, &change.laid.over);
        if fixes == LOST || (face == change.laid.face && fixes == change.fixes) {
            return None;
        }
        (change.laid.face, change.fixes) = (face, fixes);
        next.held[favor] -= 1;
        next.covers[usize::from(next.covering)] = cover;
        next.covering += 1;
        Some(next)
    }

    fn face_at(&self, spot: u16) -> Option<Face> {
        if let Some(change) = self.changes().iter().find(|change| change.laid.spot == spot) {
            return Some(change.laid.face);
        }
        self.game.map.at(spot).map(|tile| self.game.map.tiles()[tile].face)
    }

    /// The first thing that is not in order.
    fn fault(&self) -> Option<Fault> {
        for (at, change) in self.changes().iter().enumerate() {
            if change.fixes != 0 {
                return Some(Fault::Tile(at, change.fixes));
            }
            for (d, step) in STEP.into_iter().enumerate() {
                let Some(theirs) = self.face_at(beside(change.laid.spot, step)) else { continue };
                let fits = self.table.tiles.against(change.laid.face.edge(d));
                if fits >> theirs.edge((d + 2) % 4) & 1 == 0 {
                    return Some(Fault::Edge(at, d));
                }
            }
        }
        None
    }

    /// Whether the map is in order with the favors laid so far.
    pub fn is_in_order(&self) -> bool {
        self.fault().is_none()
    }

    /// Offers the favors that could fix the first fault, until one is accepted.
    pub fn fix(&self, mut accept: impl FnMut(Cover) -> bool) {
        match self.fault() {
            Some(Fault::Tile(at, fixes)) => {
                self.each(self.changes[at].tile, fixes, None, &mut accept);
            }
            Some(Fault::Edge(at, d)) => {
                let change = &self.changes[at];
                let there = beside(change.laid.spot, STEP[d]);
                let back = (d + 2) % 4;
                let (mine, theirs) = (change.laid.face.edge(d), self.face_at(there).map_or(FIELD, |f| f.edge(back)));
                let place = |turn: u8, d: usize| 17 << ((d + 4 - usize::from(turn)) % 4);
                if self.each(change.tile, place(change.laid.turn, d), Some(theirs), &mut accept) {
                    return;
                }
                let other = self.changes().iter().find(|change| change.laid.spot == there);
                let other = other.map(|change| (change.tile, change.laid.turn)).or_else(|| {
                    let tile = self.game.map.at(there)?;
                    self.reaches(tile).then(|| (tile as u8, self.game.map.tiles()[tile].turn))
                });
                if let Some((tile, turn)) = other {
                    self.each(tile, place(turn, back), Some(mine), &mut accept);
                }
            }
            None => {}
        }
    }

    /// Whether favors may be laid on a tile of the map: those affected, and those beside the place of the drawn one.
    fn reaches(&self, tile: usize) -> bool {
        let spot = self.game.map.tiles()[tile].spot;
        let drawn = self.changes().iter().find(|change| change.tile == NONE);
        self.game.affected >> tile & 1 == 1
            || drawn.is_some_and(|drawn| STEP.into_iter().any(|step| beside(drawn.laid.spot, step) == spot))
    }

    /// Offers `accept` the favors for some places of a tile; if `theirs` is given, the new edge must fit against it.
    fn each(&self, tile: u8, places: Fixes, theirs: Option<u8>, accept: &mut impl FnMut(Cover) -> bool) -> bool {
        for favor in (0..self.table.favors.len()).filter(|f| self.table.laid >> f & 1 == 1 && self.held[*f] > 0) {
            if theirs.is_some_and(|theirs| !fits(self.table, favor, theirs)) {
                continue;
            }
            let shift = if self.table.favors[favor].is_triangle { 0 } else { 4 };
            for spot in (0..=CENTER).filter(|spot| (shift > 0 || *spot < CENTER) && places >> (spot + shift) & 1 == 1) {
                for way in 0..self.game.ways(self.table, favor, spot) {
                    if accept(Cover { favor: favor as u8, tile, spot: spot as u8, way }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the step can be completed with the favors that are left.
    pub fn way(&self) -> Way {
        let mut tries = TRIES;
        match self.can_end(&mut tries) {
            true => Way::Open,
            false if tries == 0 => Way::Unknown,
            false => Way::Shut,
        }
    }

    fn can_end(&self, tries: &mut usize) -> bool {
        if self.is_in_order() {
            return true;
        }
        if usize::from(self.covering) == TOGETHER {
            return false;
        }
        let mut is_open = false;
        self.fix(|cover| {
            if *tries == 0 {
                return true;
            }
            if let Some(next) = self.with(cover) {
                *tries -= 1;
                is_open = next.can_end(tries);
            }
            is_open
        });
        is_open
    }
}

/// What a favor turns an edge into, if anything.
fn made(table: &Table, favor: usize) -> Option<u8> {
    if let Some(triangle) = table.tiles.pictures.triangles[favor] {
        return Some(if triangle.is_city { CITY } else { FIELD });
    }
    let edge = table.tiles.pictures.tokens[favor]?.edge?;
    Some(match edge.stub {
        Some(true) => ROAD,
        Some(false) => FIELD,
        None => END,
    })
}

/// Whether an edge with a favor may lie against another one.
pub fn fits(table: &Table, favor: usize, theirs: u8) -> bool {
    made(table, favor).is_some_and(|edge| table.tiles.against(edge) >> theirs & 1 == 1)
}

/// The favor at the place that a cover takes.
pub fn under(table: &Table, laid: &Laid, cover: &Cover) -> Option<usize> {
    let (over, spot) = (&laid.over, usize::from(cover.spot));
    let is_triangle = table.favors[usize::from(cover.favor)].is_triangle;
    let old = if is_triangle { over.triangle[spot] } else { over.token[spot] };
    (old != NONE).then_some(usize::from(old & PIECE))
}

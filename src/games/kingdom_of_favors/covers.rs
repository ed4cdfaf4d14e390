//! Laying tokens and triangles on tiles.

use super::map::Laid;
use super::tile::{CENTER, NONE, Overlay, PIECE, Pass};
use super::{Act, Kingdom, REPLACED, Table};
use crate::sim::Watch;

impl Kingdom {
    /// The ways to lay the player's tokens and triangles on a tile.
    pub(super) fn covers(&self, table: &Table, tile: u8, over: Overlay, options: &mut Vec<Act>) {
        let mut left = self.holding[usize::from(self.seat)] & table.laid;
        while left != 0 {
            let favor = left.trailing_zeros() as usize;
            left &= left - 1;
            let spots = if table.favors[favor].is_triangle { 0..4 } else { 0..5 };
            for spot in spots {
                for way in 0..self.ways(table, favor, spot) {
                    if self.covered(table, favor as u8, tile, over, spot, way).is_some() {
                        options.push(Act::Cover(favor as u8, tile, spot as u8, way));
                    }
                }
            }
        }
    }

    /// In how many ways a favor can be turned on a spot.
    pub(super) fn ways(&self, table: &Table, favor: usize, spot: usize) -> u8 {
        let Some(token) = table.tiles.pictures.tokens[favor] else { return 1 };
        match (spot == CENTER, token.center, token.edge) {
            (true, Some(patch), _) => match patch.pass {
                Some(Pass::Curve) => 4,
                Some(Pass::Straight) => 2,
                _ => 1,
            },
            (false, _, Some(_)) => 1,
            _ => 0,
        }
    }

    /// The tile with a favor laid on it, where that is allowed and changes its look.
    fn covered(&self, table: &Table, favor: u8, tile: u8, over: Overlay, spot: usize, way: u8) -> Option<Laid> {
        let mut after = over;
        let is_triangle = table.favors[usize::from(favor)].is_triangle;
        let place = if is_triangle { &mut after.triangle[spot] } else { &mut after.token[spot] };
        // What lies on the drawn tile was laid in this turn and stays; a triangle goes under no token.
        if (tile == NONE && *place != NONE) || (is_triangle && over.token[spot] != NONE) {
            return None;
        }
        *place = favor | way << 6;
        if tile == NONE {
            let face = table.tiles.look(self.hand, 0, &after)?;
            let is_new = Some(face) != table.tiles.look(self.hand, 0, &over);
            return is_new.then_some(Laid { spot: 0, kind: self.hand, turn: 0, over: after, face });
        }
        let laid = self.map.tiles()[usize::from(tile)];
        let face = table.tiles.look(laid.kind, laid.turn, &after)?;
        (face != laid.face && self.map.fits(laid.spot, &face, &table.tiles)).then_some(Laid {
            over: after,
            face,
            ..laid
        })
    }

    /// Lays a token or triangle.
    pub(super) fn cover<W: Watch>(&mut self, table: &Table, act: Act, watch: &mut W) {
        let Act::Cover(favor, tile, spot, way) = act else { return };
        let (seat, at, spot) = (usize::from(self.seat), usize::from(favor), usize::from(spot));
        let over = if tile == NONE { self.hand_over } else { self.map.tiles()[usize::from(tile)].over };
        let Some(laid) = self.covered(table, favor, tile, over, spot, way) else { return };
        self.held[seat][at] -= 1;
        if self.held[seat][at] == 0 {
            self.holding[seat] &= !(1 << at);
        }
        if tile == NONE {
            self.hand_over = laid.over;
        } else {
            let old = if table.favors[at].is_triangle { over.triangle[spot] } else { over.token[spot] };
            self.alter(table, &[(usize::from(tile), laid)]);
            if old != NONE {
                self.replaced(table, usize::from(old & PIECE), watch);
            }
        }
        self.done(table, at, true, watch);
    }

    /// A replaced favor goes back, and the player takes one from the top of that character's stack.
    fn replaced<W: Watch>(&mut self, table: &Table, old: usize, watch: &mut W) {
        self.give_back(table, old);
        let who = table.favors[old].who;
        let top = table.characters[who].favors.iter().copied().find(|f| self.is_on_top(table, *f));
        let new = if table.shuffled == Some(who) { top.map_or(old, usize::from) } else { old };
        self.take_off(table, new);
        self.fresh[new] += 1;
        watch.mark(REPLACED);
    }
}

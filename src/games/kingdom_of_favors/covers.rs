//! Laying tokens and triangles on tiles, one or several in a step.

use super::map::{STEP, beside};
use super::step::{Cover, Step, TOGETHER, Way, fits, under};
use super::tile::{CENTER, NONE, Pass};
use super::{Act, Kingdom, Phase, REPLACED, Table, words};
use crate::sim::{Chance, Watch};

impl Kingdom {
    /// Lists the ways to lay the player's tokens and triangles on affected tiles; returns whether all were considered.
    pub(super) fn covers(&self, table: &Table, options: &mut Vec<Act>) -> bool {
        let mut is_whole = true;
        let step = Step::new(self, table);
        let joins = self.pieces(table) > 1;
        let mut tiles = self.affected;
        while tiles != 0 {
            let tile = tiles.trailing_zeros() as u8;
            tiles &= tiles - 1;
            let mut left = self.holding[self.seat] & table.laid;
            while left != 0 {
                let favor = left.trailing_zeros() as u8;
                left &= left - 1;
                let spots = if table.favors[usize::from(favor)].is_triangle { 0..4 } else { 0..5 };
                for spot in spots {
                    for way in 0..self.ways(table, usize::from(favor), usize::from(spot)) {
                        let Some(next) = step.with(Cover { favor, tile, spot, way }) else { continue };
                        let way_on = if next.is_in_order() {
                            Way::Open
                        } else if joins {
                            next.way()
                        } else {
                            Way::Shut
                        };
                        is_whole &= way_on != Way::Unknown;
                        if way_on == Way::Open {
                            options.push(Act::Cover(favor, tile, spot, way));
                        }
                    }
                }
            }
        }
        is_whole
    }

    /// How many tokens and triangles lie in front of the player.
    fn pieces(&self, table: &Table) -> u32 {
        let held = &self.held[self.seat];
        (0..table.favors.len()).filter(|f| table.laid >> f & 1 == 1).map(|f| u32::from(held[f])).sum()
    }

    /// Lists the places where the drawn tile fits only with favors on it or on its neighbors; returns whether all were
    /// considered.
    pub(super) fn fittings(&self, table: &Table, options: &mut Vec<Act>) -> bool {
        let holding = self.holding[self.seat] & table.laid;
        let most = (self.pieces(table) as usize).min(TOGETHER);
        // The kinds of edge against which a favor can be laid.
        let can_face = |edge: u8| (0..table.favors.len()).any(|f| holding >> f & 1 == 1 && fits(table, f, edge));
        let faced: [bool; 4] = std::array::from_fn(|edge| can_face(edge as u8));
        let mut is_whole = true;
        let kind = usize::from(self.hand);
        for (spot, need) in self.map.open() {
            for turn in 0..table.tiles.turns[kind] {
                let at = 4 * kind + usize::from(turn);
                let wrong = table.tiles.edges[at] & !need;
                if wrong == 0 || wrong.count_ones() as usize > most {
                    continue;
                }
                let face = &table.tiles.face[at];
                let is_hopeless = STEP.into_iter().enumerate().any(|(d, step)| {
                    wrong >> (4 * d) & 15 != 0
                        && self.map.at(beside(spot, step)).is_some_and(|other| {
                            let theirs = self.map.tiles()[other].face.edge((d + 2) % 4);
                            !faced[usize::from(face.edge(d))] && !faced[usize::from(theirs)]
                        })
                });
                if is_hopeless {
                    continue;
                }
                match Step::aimed(self, table, spot, turn).way() {
                    Way::Open => options.push(Act::Fit(spot, turn)),
                    Way::Shut => {}
                    Way::Unknown => is_whole = false,
                }
            }
        }
        is_whole
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

    /// The step under way.
    fn step<'a>(&'a self, table: &'a Table) -> Step<'a> {
        let begun = match self.aim {
            Some((spot, turn)) => Step::aimed(self, table, spot, turn),
            None => Step::new(self, table),
        };
        self.joined[..usize::from(self.joining)].iter().fold(begun, |step, cover| step.with(*cover).unwrap_or(step))
    }

    /// Lists the favors that bring the step under way closer to its end; returns whether all were considered.
    pub(super) fn joins(&self, table: &Table, options: &mut Vec<Act>) -> bool {
        let mut is_whole = true;
        let step = self.step(table);
        step.fix(|cover| {
            let way = step.with(cover).map_or(Way::Shut, |next| next.way());
            is_whole &= way != Way::Unknown;
            if way == Way::Open {
                options.push(Act::Cover(cover.favor, cover.tile, cover.spot, cover.way));
            }
            false
        });
        is_whole
    }

    /// Begins a step with the drawn tile.
    pub(super) fn fit(&mut self, spot: u16, turn: u8) {
        (self.aim, self.joining, self.phase) = (Some((spot, turn)), 0, Phase::Join);
    }

    /// How the drawn tile is turned in the step under way.
    pub(super) fn aimed_turn(&self) -> u8 {
        self.aim.map_or(0, |(_, turn)| turn)
    }

    /// Lays a token or triangle; if the map is not in order yet, more must follow.
    pub(super) fn cover(&mut self, table: &Table, cover: Cover, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.joined[usize::from(self.joining)] = cover;
        self.joining += 1;
        let step = self.step(table);
        if !step.is_in_order() {
            self.phase = Phase::Join;
            return;
        }
        let mut changes = [(0, self.map.tiles()[0]); TOGETHER];
        let (mut many, mut drawn) = (0, None);
        for change in step.changes() {
            if change.tile == NONE {
                drawn = Some(change.laid);
            } else {
                changes[many] = (usize::from(change.tile), change.laid);
                many += 1;
            }
        }
        let seat = self.seat;
        let covers = self.joined;
        for cover in &covers[..usize::from(self.joining)] {
            let favor = usize::from(cover.favor);
            self.held[seat][favor] -= 1;
            if self.held[seat][favor] == 0 {
                self.holding[seat] &= !(1 << favor);
            }
            if cover.tile != NONE
                && let Some(old) = under(table, &self.map.tiles()[usize::from(cover.tile)], cover)
            {
                self.replaced(table, old, watch);
            }
            self.done(table, favor, true, watch);
        }
        if many > 0 {
            self.alter(table, &changes[..many]);
        }
        if let Some(laid) = drawn {
            self.lay_tile(table, laid);
        }
        (self.aim, self.joining) = (None, 0);
        self.resume(table, chance, watch);
    }

    /// A replaced favor goes back, and the player takes one from the top of that character's stack.
    fn replaced(&mut self, table: &Table, old: usize, watch: &mut dyn Watch) {
        self.give_back(table, old);
        let who = table.favors[old].who;
        let top = table.characters[who].favors.iter().copied().find(|f| self.is_on_top(table, *f));
        let new = if table.shuffled == Some(who) { top.map_or(old, usize::from) } else { old };
        self.take_off(table, new);
        self.fresh[new] += 1;
        watch.mark(REPLACED);
        watch.narrate(&|| words::replaced(self, table, old, new));
    }
}

//! A turn: drawing, laying, judging what the map now shows, and taking a favor.

use super::character::Power;
use super::land::Land;
use super::map::{Laid, Map, STEP, beside};
use super::table::FavorUse;
use super::tile::{NONE, Overlay};
use super::turning::Owed;
use super::want::{self, Test};
use super::{
    Act, CHOICE, Characters, EXCHANGED, EXTRAS, FAVORS, HAS_ACTION, Kingdom, Levels, NO_KING, NOTHING, PILE, Phase,
    Table, words,
};
use crate::sim::{Chance, Outcome, Purpose, Seat, Subject, WHOLE, Watch};

/// The characters whose condition is met on a map in a place where it was not met on the map before, and the map's features.
pub fn newly_met(table: &Table, before: &Map, map: &Map, levels: &Levels) -> (Characters, Land) {
    let mut then = Land::of(before, &table.tiles);
    want::judge(&table.wants, &mut then, before, levels);
    compared(table, (before, &then), map, levels)
}

/// The same, when the features of the map before are known.
fn compared(table: &Table, (before, then): (&Map, &Land), map: &Map, levels: &Levels) -> (Characters, Land) {
    let wants = &table.wants;
    let mut land = Land::of(map, &table.tiles);
    want::remember(&mut land, map, then, before);
    let met = want::judge(wants, &mut land, map, levels) | want::met_anew(wants, before, map, &land, levels);
    (met, land)
}

impl Kingdom {
    /// Begins a turn: nothing is used, affected or laid yet.
    pub(super) fn begin(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.seat;
        (self.affected, self.owed, self.laying, self.is_altered) = (0, Owed::default(), 0, false);
        (self.uses, self.refreshed) = ([0; FAVORS], [0; FAVORS]);
        if self.holding[seat] != 0 && table.favor_use != FavorUse::Nothing {
            let tiles = self.map.tiles();
            self.start[..tiles.len()].copy_from_slice(tiles);
            self.starting = tiles.len() as u8;
            self.start_land = self.land.clone();
        }
        self.start_drawing(table, chance, watch);
    }

    /// Draws, or lets the player choose how.
    pub(super) fn start_drawing(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        if self.in_bag > 0 && self.with_power(table, |power| power == Power::Choose).is_some() {
            self.phase = Phase::Draw;
        } else {
            self.draw(table, chance, watch);
        }
    }

    /// Draws a tile at random; without one the game is over, or only the turn if a tile was laid in it.
    pub(super) fn draw(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        if self.in_bag == 0 {
            if self.laying > 0 {
                self.resume(table, chance, watch);
            } else {
                self.end(table, watch);
            }
            return;
        }
        let mut left = chance.pick(u32::from(self.in_bag), Purpose::Deal);
        let mut kind = 0;
        while left >= u32::from(self.bag[kind]) {
            left -= u32::from(self.bag[kind]);
            kind += 1;
        }
        self.take_tile(table, kind as u8, chance, watch);
    }

    /// A tile comes out of the bag; an altered tile of the map that looks like it is taken instead.
    pub(super) fn take_tile(&mut self, table: &Table, kind: u8, _: &mut dyn Chance, watch: &mut dyn Watch) {
        self.bag[usize::from(kind)] -= 1;
        self.in_bag -= 1;
        (self.hand, self.phase) = (kind, Phase::Lay);
        watch.narrate(&|| words::drawn(self, table));
        if table.exchanges {
            let mut twins = self.twins(table).map(|(tile, _)| tile);
            let (first, second) = (twins.next(), twins.next());
            drop(twins);
            match (first, second) {
                (None, _) => {}
                (Some(tile), None) => self.exchange(table, tile, watch),
                _ => self.phase = Phase::Exchange,
            }
        }
    }

    /// Altered tiles that look like the drawn one, and how the drawn one is then turned.
    pub(super) fn twins<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = (usize, u8)> + 'a {
        let kind = usize::from(self.hand);
        let turn = move |laid: &Laid| {
            let seen = laid.face.seen();
            (0..4).find(|turn| table.tiles.seen[4 * kind + turn] == seen)
        };
        let altered = self.map.tiles().iter().enumerate().filter(|(_, laid)| !laid.over.is_bare());
        altered.filter_map(move |(tile, laid)| turn(laid).map(|turn| (tile, turn as u8)))
    }

    /// The drawn tile takes the place of an altered one, whose favors go back to their stacks.
    pub(super) fn exchange(&mut self, table: &Table, tile: usize, watch: &mut dyn Watch) {
        let Some((_, turn)) = self.twins(table).find(|(twin, _)| *twin == tile) else { return };
        let old = self.map.tiles()[tile];
        old.over.pieces().for_each(|favor| self.give_back(table, favor));
        self.map.exchange(tile, self.hand, turn, &table.tiles);
        self.hand = old.kind;
        watch.mark(EXCHANGED);
        watch.narrate(&|| words::exchanged(self, table, tile));
    }

    /// A favor goes back to its stack, to the bottom if the stack is shuffled.
    pub(super) fn give_back(&mut self, table: &Table, favor: usize) {
        self.stack[favor] += 1;
        if table.shuffled == Some(table.favors[favor].who) {
            self.pile.copy_within(0..PILE - 1, 1);
            self.pile[0] = favor as u8;
            self.piled += 1;
        }
    }

    /// A favor leaves its stack.
    pub(super) fn take_off(&mut self, table: &Table, favor: usize) {
        self.stack[favor] -= 1;
        if table.shuffled == Some(table.favors[favor].who) {
            self.piled -= 1;
        }
    }

    /// Whether a favor can be taken from its stack now.
    pub(super) fn is_on_top(&self, table: &Table, favor: u8) -> bool {
        let at = usize::from(favor);
        if table.shuffled == Some(table.favors[at].who) {
            return self.piled > 0 && self.pile[usize::from(self.piled) - 1] == favor;
        }
        self.stack[at] > 0
    }

    /// Lists where the drawn tile fits, and how it is turned there.
    pub(super) fn placements(&self, table: &Table, options: &mut Vec<Act>) {
        let kind = usize::from(self.hand);
        let edges = &table.tiles.edges[4 * kind..4 * kind + usize::from(table.tiles.turns[kind])];
        for (spot, need) in self.map.open() {
            for (turn, edges) in edges.iter().enumerate() {
                if edges & !need == 0 {
                    options.push(Act::Lay(spot, turn as u8));
                }
            }
        }
    }

    /// The drawn tile on a spot, turned.
    pub(super) fn drawn_at(&self, table: &Table, spot: u16, turn: u8) -> Laid {
        let face = table.tiles.face[4 * usize::from(self.hand) + usize::from(turn)];
        Laid { spot, kind: self.hand, turn, over: Overlay::BARE, face }
    }

    /// Lays the drawn tile; favors may now be laid on it and on its neighbors.
    pub(super) fn lay_tile(&mut self, table: &Table, laid: Laid) {
        let tile = self.map.tiles().len();
        self.map.lay(laid, &table.tiles);
        // A changed map is read again when the turn is judged.
        if !self.is_altered {
            self.land.add(&self.map, tile, &table.tiles);
        }
        self.laid[usize::from(self.laying) % EXTRAS] = laid.spot;
        self.laying += 1;
        self.hand = NONE;
        self.affect(tile);
    }

    /// Allows favors on a tile and on those that touch it along an edge.
    pub(super) fn affect(&mut self, tile: usize) {
        let spot = self.map.tiles()[tile].spot;
        self.affected |= 1 << tile;
        for other in STEP.into_iter().filter_map(|step| self.map.at(beside(spot, step))) {
            self.affected |= 1 << other;
        }
    }

    /// The drawn tile leaves the game.
    pub(super) fn put_aside(&mut self) {
        self.aside[usize::from(self.hand)] += 1;
        self.hand = NONE;
    }

    /// Goes on with the turn after something was done.
    pub(super) fn resume(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        if self.hand != NONE {
            self.phase = Phase::Lay;
        } else if self.has_helps(table) {
            self.phase = Phase::After;
        } else {
            self.finish(table, chance, watch);
        }
    }

    /// Ends the turn: judges the map and lets the player take a favor.
    pub(super) fn finish(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.met = self.judge(table);
        self.judged = self.met;
        watch.narrate(&|| words::judged(table, self.met));
        self.takes = table.limits.taken;
        self.offer(table, chance, watch);
    }

    /// The characters whose condition is met in a place where it was not met before the turn.
    pub(super) fn judge(&mut self, table: &Table) -> Characters {
        let (wants, level) = (&table.wants, &self.level);
        if !self.is_altered {
            let mut met = want::judge(wants, &mut self.land, &self.map, level);
            for spot in &self.laid[..usize::from(self.laying)] {
                met |= want::met_near(wants, &self.map, &self.land, *spot, level);
            }
            return met;
        }
        let before = Map::bare(&self.start[..usize::from(self.starting)]);
        let (met, land) = compared(table, (&before, &self.start_land), &self.map, level);
        self.land = land;
        met
    }

    /// Calls `take` for each favor that can be taken; for the Jester's kind only if no other can.
    pub(super) fn takings(&self, table: &Table, mut take: impl FnMut(u8)) {
        let mut others = false;
        let mut left = self.met;
        while left != 0 {
            let who = left.trailing_zeros() as usize;
            left &= left - 1;
            for favor in &table.characters[who].favors {
                if self.can_take(table, who, *favor) {
                    others = true;
                    take(*favor);
                }
            }
        }
        if others || (table.strict_jester && self.met != 0) {
            return;
        }
        for want in &table.wants.turn {
            let holds =
                |who: u8| table.characters[usize::from(who)].favors.iter().any(|f| self.mine(usize::from(*f)) > 0);
            let passes = |test: &Test| match test {
                Test::NothingElse => true,
                Test::Holds(who) => holds(*who),
                _ => false,
            };
            if want.tests.iter().all(passes) {
                let who = usize::from(want.who);
                table.characters[who].favors.iter().filter(|f| self.can_take(table, who, **f)).for_each(|f| take(*f));
            }
        }
    }

    fn can_take(&self, table: &Table, who: usize, favor: u8) -> bool {
        let has_room = !table.characters[who].is_action || self.mine(usize::from(favor)) < table.limits.held;
        has_room && self.is_on_top(table, favor)
    }

    fn mine(&self, favor: usize) -> u8 {
        self.held[self.seat][favor]
    }

    fn offer(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let (mut many, mut characters) = (0, 0u32);
        self.takings(table, |favor| {
            many += 1;
            characters |= 1 << table.favors[usize::from(favor)].who;
        });
        if watch.listens() {
            if self.met & !characters != 0 && self.takes == table.limits.taken {
                watch.mark(HAS_ACTION);
            }
            if characters.count_ones() > 1 {
                watch.mark(CHOICE);
            }
            if many == 0 && self.takes == table.limits.taken {
                watch.mark(NOTHING);
            }
        }
        if many == 0 || self.takes == 0 {
            self.pass_on(table, chance, watch);
        } else {
            self.phase = Phase::Take;
        }
    }

    /// Takes a favor: it can be used from the next turn on, the King at once.
    pub(super) fn take(&mut self, table: &Table, favor: u8, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let (at, seat) = (usize::from(favor), self.seat);
        let who = table.favors[at].who;
        self.take_off(table, at);
        self.held[seat][at] += 1;
        self.holding[seat] |= 1 << at;
        self.won[seat][who] += 1;
        self.level[who] += 1;
        self.met &= !(1 << who);
        self.takes -= 1;
        // Wherever the next level is met now, it counts as met before the next turn.
        if table.rising >> who & 1 == 1 {
            want::judge(&table.wants, &mut self.land, &self.map, &self.level);
        }
        if watch.listens() {
            watch.op(who, true);
            let favors = &table.characters[who].favors;
            let out = favors.iter().map(|f| table.favors[usize::from(*f)].count - self.stack[usize::from(*f)]);
            watch.supply(who, out.map(u32::from).sum());
        }
        if table.characters[who].is_king {
            watch.op(table.characters.len() + who, true);
            self.winners = Outcome::of([seat]);
            self.close(table, watch);
        } else if self.takes > 0 && self.met != 0 {
            self.offer(table, chance, watch);
        } else {
            self.pass_on(table, chance, watch);
        }
    }

    /// Play passes to the next player.
    pub(super) fn pass_on(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.seat;
        for favor in 0..table.favors.len() {
            if self.fresh[favor] > 0 {
                self.held[seat][favor] += self.fresh[favor];
                self.fresh[favor] = 0;
                self.holding[seat] |= 1 << favor;
            }
        }
        self.met = 0;
        self.turns += 1;
        self.seat = self.seat.next(self.players);
        if self.seat == Seat::FIRST {
            watch.round();
        }
        self.begin(table, chance, watch);
    }

    /// The bag is empty: the most different characters win, then the most favors taken.
    fn end(&mut self, table: &Table, watch: &mut dyn Watch) {
        watch.mark(NO_KING);
        let best = Seat::all(table.players).map(|seat| self.standing(seat)).max();
        self.winners = Outcome::of(Seat::all(table.players).filter(|seat| Some(self.standing(*seat)) == best));
        self.close(table, watch);
    }

    fn close(&mut self, table: &Table, watch: &mut dyn Watch) {
        self.phase = Phase::Over;
        if !watch.listens() {
            return;
        }
        watch.narrate(&|| words::standings(self, table));
        let (winners, fair) = (self.winners.winners(), WHOLE / table.players as u32);
        for seat in Seat::all(table.players) {
            let share = if self.winners.has(seat) { WHOLE / winners } else { 0 };
            if seat == Seat::FIRST {
                watch.fared(Subject::Role(0), share, fair);
            }
            for favor in &table.favors {
                if self.won[seat][favor.who] > 0 {
                    watch.fared(Subject::Held(favor.piece), share, fair);
                }
            }
        }
    }

    /// Different characters taken, and favors in all.
    pub(super) fn standing(&self, seat: Seat) -> (usize, u32) {
        let won = &self.won[seat];
        (won.iter().filter(|n| **n > 0).count(), won.iter().map(|n| u32::from(*n)).sum())
    }
}

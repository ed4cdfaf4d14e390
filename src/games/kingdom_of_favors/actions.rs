//! Using favors: tokens and triangles laid on tiles, and the action favors step by step.

use super::character::Power;
use super::map::{Laid, Map, STEP, beside};
use super::table::FavorUse;
use super::tile::{NONE, Overlay, PIECE};
use super::{Act, Kingdom, Phase, REUSED, SPLIT, Table, WASTED};
use crate::sim::{Chance, Watch};

/// The most ways to use a favor that are considered in one decision.
pub const WAYS: usize = 400;

impl Kingdom {
    /// How many uses an action favor in front of the player has left.
    pub(super) fn uses_left(&self, table: &Table, favor: usize) -> u8 {
        if self.holding[self.seat] >> favor & 1 == 0 || table.favor_use != FavorUse::All {
            return 0;
        }
        (table.limits.uses + self.refreshed[favor]).saturating_sub(self.uses[favor])
    }

    /// A usable action favor with a given power.
    pub(super) fn with_power(&self, table: &Table, is: impl Fn(Power) -> bool) -> Option<usize> {
        if self.holding[self.seat] & !table.laid == 0 {
            return None;
        }
        (0..table.favors.len()).find(|favor| is(table.favors[*favor].power) && self.uses_left(table, *favor) > 0)
    }

    /// Counts a use of an action favor.
    pub(super) fn spend(&mut self, table: &Table, favor: usize, watch: &mut dyn Watch) {
        self.uses[favor] += 1;
        if self.uses[favor] > table.limits.uses {
            watch.mark(REUSED);
        }
    }

    /// Counts a use of the action favor with this power.
    pub(super) fn spend_power(&mut self, table: &Table, power: Power, watch: &mut dyn Watch) {
        if let Some(favor) = self.with_power(table, |p| p == power) {
            self.spend(table, favor, watch);
            self.done(table, favor, true, watch);
        }
    }

    /// Reports that a favor was used.
    pub(super) fn done(&self, table: &Table, favor: usize, changed: bool, watch: &mut dyn Watch) {
        watch.op(table.characters.len() + table.favors[favor].who, changed);
        if !changed {
            watch.mark(WASTED);
        }
    }

    /// Whether there may be something to use after the tile is laid.
    pub(super) fn has_helps(&self, table: &Table) -> bool {
        let holding = self.holding[self.seat];
        match table.favor_use {
            FavorUse::Nothing => false,
            FavorUse::Pieces => holding & table.laid != 0,
            FavorUse::All => {
                self.owed.many() > 0
                    || holding & table.laid != 0
                    || (0..table.favors.len())
                        .any(|f| holding & table.after & 1 << f != 0 && self.uses_left(table, f) > 0)
            }
        }
    }

    /// The ways to use a favor now: first every action, then turns that are left, then places for tokens and triangles.
    /// Returns whether the list is complete.
    pub(super) fn helps(&self, table: &Table, options: &mut Vec<Act>) -> bool {
        let holding = self.holding[self.seat];
        if holding == 0 || table.favor_use == FavorUse::Nothing {
            return true;
        }
        for favor in (0..table.favors.len()).filter(|favor| self.uses_left(table, *favor) > 0) {
            let use_it = Act::Use(favor as u8);
            match table.favors[favor].power {
                Power::Redraw if self.hand != NONE => options.push(use_it),
                Power::Extra if self.hand == NONE && self.in_bag > 0 => options.push(use_it),
                Power::Permute(n) if self.map.tiles().len() >= usize::from(n) => options.push(use_it),
                Power::Relocate if self.map.tiles().len() > 2 => options.push(use_it),
                Power::Rotate(..) => options.push(use_it),
                Power::Exchange(_) if self.map.tiles().iter().any(|laid| !laid.over.is_bare()) => options.push(use_it),
                Power::Refresh => {
                    let used = (0..table.favors.len()).filter(|f| *f != favor && self.uses[*f] > self.refreshed[*f]);
                    options.extend(used.map(|f| Act::Refresh(f as u8)));
                }
                _ => {}
            }
        }
        let from = options.len();
        self.owed_turnings(table, options);
        let mut is_whole = true;
        if holding & table.laid != 0 {
            if self.hand != NONE {
                is_whole &= self.fittings(table, options);
            }
            is_whole &= self.covers(table, options);
        }
        thin(options, from) && is_whole
    }

    /// Changes tiles of the map.
    pub(super) fn alter(&mut self, table: &Table, changes: &[(usize, Laid)]) {
        if changes.iter().all(|(tile, laid)| self.map.tiles()[*tile].spot == laid.spot) {
            self.map.change(changes, &table.tiles);
        } else {
            self.map = self.map.rearranged(changes, &table.tiles);
        }
        self.is_altered = true;
    }

    /// The next step of a begun action; stopping comes first. Returns whether the list is complete.
    pub(super) fn steps(&self, table: &Table, options: &mut Vec<Act>) -> bool {
        options.push(Act::Stop);
        let power = table.favors[usize::from(self.begun)].power;
        let tiles = self.map.tiles();
        match (self.phase, power) {
            (Phase::Pick, Power::Rotate(_, by)) => self.turnings(table, by, options),
            (Phase::Pick, Power::Relocate) => {
                let is_free = |laid: &Laid| self.map.tiled(laid.spot, &STEP) < 4;
                options.extend((0..tiles.len()).filter(|t| is_free(&tiles[*t])).map(|t| Act::Tile(t as u8)));
            }
            (Phase::Pick, _) => {
                let picked = &self.picked[..usize::from(self.picking)];
                options.extend((0..tiles.len() as u8).filter(|t| !picked.contains(t)).map(Act::Tile));
            }
            (Phase::Put, Power::Relocate) => self.moves(table, options),
            (Phase::Put, _) => self.permutations(table, options),
            (Phase::Favor, _) => {
                for (tile, laid) in tiles.iter().enumerate() {
                    options.extend(places(&laid.over).map(|place| Act::Favor(tile as u8, place)));
                }
            }
            (_, Power::Exchange(removes)) => self.swaps(table, removes, options),
            _ => {}
        }
        thin(options, 1)
    }

    /// Lists where the picked tile may go: beside another tile, matching.
    fn moves(&self, table: &Table, options: &mut Vec<Act>) {
        let tile = usize::from(self.picked[0]);
        let laid = self.map.tiles()[tile];
        let by = if self.can_turn(table, [tile as u8].into_iter()) { self.quarters(table) } else { 0 };
        for (spot, _) in self.map.open() {
            let touches =
                STEP.into_iter().any(|step| self.map.at(beside(spot, step)).is_some_and(|other| other != tile));
            for quarters in (0..4).filter(|q| *q == 0 || by >> q & 1 == 1) {
                if touches && self.map.fits_after(&[(tile, put(&laid, spot, quarters))], &table.tiles) {
                    options.push(Act::Move(spot, quarters));
                }
            }
        }
    }

    /// Lists the ways to exchange the picked tiles with one more.
    fn permutations(&self, table: &Table, options: &mut Vec<Act>) {
        let by = 1 | self.quarters(table);
        let many = usize::from(self.picking) + 1;
        for last in 0..self.map.tiles().len() as u8 {
            if self.picked[..many - 1].contains(&last) {
                continue;
            }
            for code in 0..4u8.pow(many as u32) {
                let quarters = [code % 4, code / 4 % 4, code / 16];
                if quarters.iter().any(|q| by >> q & 1 == 0) {
                    continue;
                }
                let changes = self.permuted(last, quarters);
                if code > 0 && !self.can_turn(table, turned(&changes, quarters)) {
                    continue;
                }
                let is_new = changes[..many]
                    .iter()
                    .any(|(_, laid)| self.map.at(laid.spot).is_some_and(|old| self.map.tiles()[old].face != laid.face));
                if is_new && self.map.fits_after(&changes[..many], &table.tiles) {
                    options.push(Act::Put(last, quarters));
                }
            }
        }
    }

    /// Puts each picked tile on the spot of the next one, and the last one on the spot of the first.
    pub(super) fn permuted(&self, last: u8, quarters: [u8; 3]) -> [(usize, Laid); 3] {
        let many = usize::from(self.picking) + 1;
        let tile = |i: usize| usize::from(if i + 1 == many { last } else { self.picked[i] });
        std::array::from_fn(|i| {
            let i = i.min(many - 1);
            let to = self.map.tiles()[tile((i + 1) % many)].spot;
            (tile(i), put(&self.map.tiles()[tile(i)], to, quarters[i]))
        })
    }

    /// Lists what may be done with the picked favor.
    fn swaps(&self, table: &Table, removes: bool, options: &mut Vec<Act>) {
        let (tile, place) = (usize::from(self.picked[0]), self.picked[1]);
        if removes && self.swapped(table, (tile, place), None, 0, 0).is_some() {
            options.push(Act::Remove);
        }
        for (other, laid) in self.map.tiles().iter().enumerate() {
            for there in
                places(&laid.over).filter(|there| (*there < 4) == (place < 4) && (other, *there) > (tile, place))
            {
                let mine = usize::from(piece(&self.map.tiles()[tile].over, place) & PIECE);
                let theirs = usize::from(piece(&laid.over, there) & PIECE);
                for a in 0..self.ways(table, mine, spot_of(there)) {
                    for b in 0..self.ways(table, theirs, spot_of(place)) {
                        if self.swapped(table, (tile, place), Some((other, there)), a, b).is_some() {
                            options.push(Act::Swap(other as u8, there, a, b));
                        }
                    }
                }
            }
        }
    }

    /// The tiles after two favors changed places, or one was taken off; nothing if that is not allowed.
    fn swapped(
        &self,
        table: &Table,
        one: (usize, u8),
        other: Option<(usize, u8)>,
        a: u8,
        b: u8,
    ) -> Option<[(usize, Laid); 2]> {
        let mut first = self.map.tiles()[one.0];
        let mine = piece(&first.over, one.1);
        let Some((tile, place)) = other else {
            *piece_mut(&mut first.over, one.1) = NONE;
            let changes = [(one.0, self.relooked(table, first)?)];
            return self.map.fits_after(&changes, &table.tiles).then_some([changes[0], changes[0]]);
        };
        let mut second = self.map.tiles()[tile];
        let theirs = piece(&second.over, place);
        let (mine, theirs) = (mine & PIECE | a << 6, theirs & PIECE | b << 6);
        if tile == one.0 {
            *piece_mut(&mut first.over, one.1) = theirs;
            *piece_mut(&mut first.over, place) = mine;
            let laid = self.relooked(table, first)?;
            let is_new = laid.face != self.map.tiles()[tile].face;
            return (is_new && self.map.fits_after(&[(tile, laid)], &table.tiles)).then_some([(tile, laid); 2]);
        }
        *piece_mut(&mut first.over, one.1) = theirs;
        *piece_mut(&mut second.over, place) = mine;
        let changes = [(one.0, self.relooked(table, first)?), (tile, self.relooked(table, second)?)];
        let is_new = changes.iter().any(|(tile, laid)| laid.face != self.map.tiles()[*tile].face);
        (is_new && self.map.fits_after(&changes, &table.tiles)).then_some(changes)
    }

    fn relooked(&self, table: &Table, laid: Laid) -> Option<Laid> {
        let face = table.tiles.look(laid.kind, laid.turn, &laid.over)?;
        Some(Laid { face, ..laid })
    }

    /// Carries out a step of an action.
    pub(super) fn act(&mut self, table: &Table, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let begun = usize::from(self.begun);
        match act {
            Act::Use(favor) => return self.use_it(table, usize::from(favor), chance, watch),
            Act::Refresh(favor) => {
                self.spend_power(table, Power::Refresh, watch);
                self.refreshed[usize::from(favor)] += 1;
            }
            Act::Tile(tile) => {
                self.picked[usize::from(self.picking)] = tile;
                self.picking += 1;
                let wanted = if let Power::Permute(n) = table.favors[begun].power { n - 1 } else { 1 };
                self.phase = if self.picking == wanted { Phase::Put } else { Phase::Pick };
                return;
            }
            Act::Favor(tile, place) => {
                (self.picked[0], self.picked[1], self.phase) = (tile, place, Phase::Swap);
                return;
            }
            Act::Put(last, quarters) => {
                let many = usize::from(self.picking) + 1;
                let changes = self.permuted(last, quarters);
                turned(&changes, quarters).for_each(|tile| self.pay_turn(table, tile, watch));
                self.change(table, &changes[..many]);
                self.done(table, begun, true, watch);
            }
            Act::Move(spot, quarters) => {
                let tile = usize::from(self.picked[0]);
                if quarters > 0 {
                    self.pay_turn(table, tile as u8, watch);
                }
                self.change(table, &[(tile, put(&self.map.tiles()[tile], spot, quarters))]);
                self.is_moved = true;
                if watch.listens() && parts(&self.map) > 1 {
                    watch.mark(SPLIT);
                }
                self.done(table, begun, true, watch);
            }
            Act::Turn(tile, quarters) => {
                let tile = usize::from(tile);
                let laid = self.map.tiles()[tile];
                let is_begun = self.phase == Phase::Pick;
                self.pay_turning(is_begun.then(|| table.favors[begun].power), tile as u8);
                if is_begun {
                    self.done(table, begun, true, watch);
                }
                self.change(table, &[(tile, put(&laid, laid.spot, quarters))]);
            }
            Act::Swap(other, there, a, b) => {
                let one = (usize::from(self.picked[0]), self.picked[1]);
                if let Some(changes) = self.swapped(table, one, Some((usize::from(other), there)), a, b) {
                    self.change(table, if changes[0].0 == changes[1].0 { &changes[..1] } else { &changes });
                }
                self.done(table, begun, true, watch);
            }
            Act::Remove => {
                let one = (usize::from(self.picked[0]), self.picked[1]);
                let favor = piece(&self.map.tiles()[one.0].over, one.1);
                if let Some(changes) = self.swapped(table, one, None, 0, 0) {
                    self.give_back(table, usize::from(favor & PIECE));
                    self.change(table, &changes[..1]);
                }
                self.done(table, begun, true, watch);
            }
            _ => self.done(table, begun, false, watch),
        }
        self.begun = NONE;
        self.resume(table, chance, watch);
    }

    /// Begins to use an action favor.
    fn use_it(&mut self, table: &Table, favor: usize, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.spend(table, favor, watch);
        (self.begun, self.picked, self.picking) = (favor as u8, [NONE; 3], 0);
        match table.favors[favor].power {
            Power::Redraw => {
                self.begun = NONE;
                self.bag[usize::from(self.hand)] += 1;
                self.in_bag += 1;
                self.hand = NONE;
                self.done(table, favor, true, watch);
                self.start_drawing(table, chance, watch);
            }
            Power::Extra => {
                self.begun = NONE;
                self.done(table, favor, true, watch);
                self.start_drawing(table, chance, watch);
            }
            Power::Exchange(_) => self.phase = Phase::Favor,
            _ => self.phase = Phase::Pick,
        }
    }

    /// Changes tiles by an action: favors may now be laid on them and on those beside them.
    fn change(&mut self, table: &Table, changes: &[(usize, Laid)]) {
        self.alter(table, changes);
        changes.iter().for_each(|(tile, _)| self.affect(*tile));
    }
}

/// Keeps at most [`WAYS`] of the options after `from`, evenly spread; returns whether all were kept.
fn thin(options: &mut Vec<Act>, from: usize) -> bool {
    let many = options.len() - from;
    if many <= WAYS {
        return true;
    }
    for i in 0..WAYS {
        options[from + i] = options[from + i * many / WAYS];
    }
    options.truncate(from + WAYS);
    false
}

/// A tile on another spot, turned by quarters.
fn put(laid: &Laid, spot: u16, quarters: u8) -> Laid {
    Laid { spot, turn: (laid.turn + quarters) % 4, face: laid.face.turned(quarters), ..*laid }
}

/// The tiles that are turned as they are put down.
fn turned(changes: &[(usize, Laid); 3], quarters: [u8; 3]) -> impl Iterator<Item = u8> + '_ {
    changes.iter().zip(quarters).filter(|(_, quarters)| *quarters > 0).map(|((tile, _), _)| *tile as u8)
}

/// The places of a tile where a favor lies: triangles 0 to 3, tokens 4 to 8.
fn places(over: &Overlay) -> impl Iterator<Item = u8> + '_ {
    (0..9).filter(|place| piece(over, *place) != NONE)
}

/// The quadrant or spot of a place.
pub(super) fn spot_of(place: u8) -> usize {
    usize::from(if place < 4 { place } else { place - 4 })
}

/// The favor at a place of a tile.
pub(super) fn piece(over: &Overlay, place: u8) -> u8 {
    let place = usize::from(place);
    if place < 4 { over.triangle[place] } else { over.token[place - 4] }
}

fn piece_mut(over: &mut Overlay, place: u8) -> &mut u8 {
    let place = usize::from(place);
    if place < 4 { &mut over.triangle[place] } else { &mut over.token[place - 4] }
}

/// The number of separate parts of the map.
fn parts(map: &Map) -> usize {
    let (mut left, mut parts) = ((1u128 << map.tiles().len()) - 1, 0);
    while left != 0 {
        parts += 1;
        let mut queue = 1u128 << left.trailing_zeros();
        while queue != 0 {
            let tile = queue.trailing_zeros() as usize;
            queue &= queue - 1;
            left &= !(1 << tile);
            for step in STEP {
                if let Some(other) = map.at(beside(map.tiles()[tile].spot, step)).filter(|o| left >> o & 1 == 1) {
                    queue |= 1 << other;
                }
            }
        }
    }
    parts
}

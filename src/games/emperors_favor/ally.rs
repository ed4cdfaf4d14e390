//! The Play step: its options, and every action that is not a card's effect.

use super::table::Table;
use super::{
    Act, BOUGHT, CROWNED, CYCLED, FEW_MARKET, FIRST, Halls, IDLE, Kind, MOVE_EMPTY, NO_KIND, Palace, Phase, STAFF,
    Staff, THRONE, TRADED, UPGRADED, bits,
};
use crate::sim::{Chance, Seat, Watch};

/// Six kinds of one level, as bits.
const HALL: u32 = (1 << STAFF) - 1;

impl Palace {
    /// Everything that can be done in the Play step.
    ///
    /// Most of it is copied from lists made in advance for each set of six things.
    pub(super) fn plays(&self, table: &Table, options: &mut Vec<Act>) {
        let seat = self.seat;
        options.reserve(64);
        options.push(Act::Pass);
        for event in bits(if self.day.events > 0 { self.open[seat] } else { 0 }) {
            if self.fulfils(table, seat, event) {
                options.push(Act::Complete(event));
            }
        }
        let (lists, held) = (&table.lists, self.kinds[seat]);
        let [two, three] = [2, 3].map(|n| at_least(&self.stars[seat], n));
        if self.day.moves > 0 {
            lists.moves[0][(self.stocked & HALL) as usize].join(options);
            // Few players have two Stars on a Staff.
            if two != 0 {
                lists.moves[1][(self.stocked >> 6 & two) as usize].join(options);
                lists.moves[2][(self.stocked >> 12 & three) as usize].join(options);
            }
            if self.stocked & HALL != HALL {
                let empty = |staff: &Staff| self.levels(seat, *staff) == 0;
                options.extend(Staff::all().filter(empty).map(|staff| Act::Move(staff, 0)));
            }
        }
        let playable = self.playable(table);
        let of = |kinds: u32, level: usize| (kinds >> (6 * level) & HALL) as usize;
        lists.sells[0][of(held, 0)].join(options);
        lists.plays[0][of(playable, 0)].join(options);
        if held > HALL {
            for level in [1, 2] {
                lists.sells[level][of(held, level)].join(options);
                lists.plays[level][of(playable, level)].join(options);
            }
        }
        for kind in Kind::among(self.copies(seat, table.upgrade) & self.stocked >> STAFF) {
            options.push(Act::Upgrade(kind));
        }
        let some = u32::from(self.allies[seat]);
        let mut halls = 0;
        for (star, there) in [HALL & !some, some & !two, two & !three].into_iter().enumerate() {
            if star < table.stars_per_staff.into() && self.can_pay(table, seat, star as u8) {
                halls |= there;
            }
        }
        lists.allies[halls as usize].join(options);
        if self.can_crown(table, seat, table.empress.gold) {
            options.push(Act::Empress);
        }
        if self.gold[seat] >= table.market_gold && self.stalls.len > 0 {
            options.push(Act::Buy);
        }
        for card in bits(self.market[seat].into()) {
            let card = Kind::market(card);
            if self.can_play(table, card) {
                options.push(Act::Play(card));
            }
        }
        if table.trading && !self.day.offered {
            self.offers(table, options);
        }
    }

    /// The Staff cards in hand that can be played.
    fn playable(&self, table: &Table) -> u32 {
        let held = self.kinds[self.seat];
        // In a usual position, cards that need only a Treasury, another card, Events or filled piles can all be played.
        let is_usual = self.treasury > 0
            && self.cards[self.seat] > 1
            && self.fates.len > 0
            && self.open[self.seat] != 0
            && self.allies[self.seat] != 0
            && (0..3).all(|level| (self.stocked >> (6 * level) & HALL).count_ones() > 1);
        let sure = if is_usual { held & table.sure & !(self.day.played & table.once) as u32 } else { 0 };
        debug_assert!(Kind::among(sure).all(|kind| self.can_play(table, kind)));
        let ask = held & !table.never & !if is_usual { table.sure } else { 0 };
        Kind::among(ask).filter(|kind| self.can_play(table, *kind)).fold(sure, |all, kind| all | 1 << kind.0)
    }

    /// The kinds of the two lower levels with at least `n` copies in hand.
    fn copies(&self, seat: Seat, n: u8) -> u32 {
        let mut kinds = 0;
        for kind in (0..2 * STAFF as u8).map(Kind) {
            kinds |= u32::from(self.hand[seat][kind] >= n) << kind.0;
        }
        kinds
    }

    /// Whether an Event's demands are met.
    pub(super) fn fulfils(&self, table: &Table, seat: Seat, event: u8) -> bool {
        let need = &table.events[usize::from(event)];
        if (need.kinds & !self.kinds[seat]).count_ones() > self.day.wild.into() {
            return false;
        }
        let missing: u8 = need.cards.iter().map(|(kind, n)| n.saturating_sub(self.hand[seat][*kind])).sum();
        missing <= self.day.wild
            && self.gold[seat] >= need.gold
            && self.allies[seat].count_ones() >= need.allies.into()
            && self.day.upgrades >= need.upgrades
            && (need.stars == 0 || self.stars[seat].iter().any(|stars| *stars >= need.stars))
    }

    /// Whether the price of a Star, counted from 0, can be paid: Gold, and two cards of different Staff.
    pub(super) fn can_pay(&self, table: &Table, seat: Seat, star: u8) -> bool {
        let price = &table.ally[usize::from(star)];
        let one = self.kinds[seat] >> (6 * price.levels[0]) & HALL;
        let other = self.kinds[seat] >> (6 * price.levels[1]) & HALL;
        (self.day.no_gold || self.gold[seat] >= price.gold) && one != 0 && other != 0 && (one | other).count_ones() > 1
    }

    /// Whether the Empress can be paid if she costs this much Gold.
    pub(super) fn can_crown(&self, table: &Table, seat: Seat, gold: u8) -> bool {
        !seat.is_in(self.crowned)
            && self.gold[seat] >= gold
            && (self.kinds[seat] >> (2 * STAFF)).count_ones() >= table.empress.cards.into()
    }

    /// Carries out one action of the Play step.
    pub(super) fn act(&mut self, table: &Table, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.seat;
        match act {
            Act::Pass => self.end_turn(table, watch),
            Act::Complete(event) => self.complete(table, event, watch),
            Act::Move(staff, level) => {
                self.day.moves -= 1;
                self.meeple[seat] = staff.0;
                if level == 0 {
                    watch.mark(MOVE_EMPTY);
                } else {
                    self.draw_card(seat, staff.card(level - 1));
                }
            }
            Act::Sell(kind) => {
                self.discard_card(seat, kind);
                self.earn(seat, table.cards[kind.at()].gold, watch);
                watch.supply(0, u32::from(table.gold - self.treasury));
            }
            Act::Upgrade(kind) => {
                (0..table.upgrade).for_each(|_| self.discard_card(seat, kind));
                self.draw_card(seat, kind.upgraded());
                self.day.upgrades += 1;
                watch.mark(UPGRADED);
            }
            Act::Ally(staff) => self.ally(table, staff, false, watch),
            Act::Empress => self.crown(table, table.empress.gold, watch),
            Act::Buy => {
                self.gold[seat] -= table.market_gold;
                self.treasury += table.market_gold;
                watch.mark(BOUGHT);
                if self.stalls.len < table.look {
                    watch.mark(FEW_MARKET);
                }
                self.doing.looked = table.look.min(self.stalls.len);
                for at in 0..usize::from(self.doing.looked) {
                    self.doing.look[at] = self.stalls.draw();
                }
                self.phase = Phase::Bought;
            }
            Act::Play(card) => self.play_card(table, card, chance, watch),
            Act::Offer(give, want) => {
                self.day.offered = true;
                (self.doing.spent, self.doing.wanted) = (give, want);
                self.doing.queue = self.others();
                self.ask();
            }
            _ => {}
        }
    }

    /// All other seats, one bit each.
    pub(super) fn others(&self) -> u8 {
        ((1 << self.players) - 1) & !self.active.bit()
    }

    /// The next in the queue, clockwise from the player whose turn it is.
    pub(super) fn next_of(&self, queue: u8) -> Option<Seat> {
        (1..self.players).map(|step| self.active.after(step, self.players)).find(|seat| seat.is_in(queue))
    }

    pub(super) fn bought(&mut self, act: Act) {
        let Act::Market(card) = act else { return };
        let seat = self.seat;
        for at in 0..usize::from(self.doing.looked) {
            if self.doing.look[at] != card {
                self.stalls.bury(self.doing.look[at]);
            }
        }
        self.market[seat] |= 1 << card;
        self.had[seat] |= 1 << Kind::market(card).0;
        self.rest();
    }

    /// Returns to the Play step.
    pub(super) fn rest(&mut self) {
        self.doing = IDLE;
        if self.phase != Phase::Over {
            (self.phase, self.seat) = (Phase::Play, self.active);
        }
    }

    /// Begins to place a Star; `free` costs no cards.
    pub(super) fn ally(&mut self, table: &Table, staff: Staff, free: bool, watch: &mut dyn Watch) {
        let seat = self.seat;
        let price = &table.ally[usize::from(self.stars[seat][staff])];
        if !self.day.no_gold {
            self.gold[seat] -= price.gold;
            self.treasury += price.gold;
        }
        (self.doing.staff, self.doing.spent) = (staff, NO_KIND);
        self.doing.left = if free { 0 } else { 2 };
        if self.supply[seat] == 0 {
            watch.mark(CYCLED);
            self.phase = Phase::Remove;
            return;
        }
        self.pay_on(table, watch);
    }

    /// The kinds that can be paid next.
    pub(super) fn payable(&self, table: &Table) -> u32 {
        let seat = self.seat;
        let price = &table.ally[usize::from(self.stars[seat][self.doing.staff])];
        let [one, other] = price.levels.map(|level| self.kinds[seat] >> (6 * level) & HALL);
        let [low, high] = price.levels.map(|level| 6 * level);
        if self.doing.left == 1 {
            return (other & !(1 << self.doing.spent.staff().0)) << high;
        }
        // If only one Staff can provide the other card, the first card must not come from that Staff.
        (if other.count_ones() == 1 { one & !other } else { one }) << low
    }

    /// Pays for and places the Star, as long as there is nothing to choose.
    fn pay_on(&mut self, table: &Table, watch: &mut dyn Watch) {
        let seat = self.seat;
        while self.doing.left > 0 {
            let kinds = self.payable(table);
            if kinds.count_ones() != 1 {
                self.phase = Phase::Pay;
                return;
            }
            self.pay_with(seat, Kind::first(kinds));
        }
        let staff = self.doing.staff;
        let star = usize::from(self.stars[seat][staff]);
        self.put_star(seat, staff);
        self.paid[seat][star] += 1;
        watch.mark([FIRST, super::SECOND_STAR, super::THIRD][star]);
        self.gain_favor(table, seat, table.ally[star].favor, watch);
        self.rest();
    }

    fn pay_with(&mut self, seat: Seat, kind: Kind) {
        self.discard_card(seat, kind);
        self.doing.spent = kind;
        self.doing.left -= 1;
    }

    /// Pays the Empress.
    pub(super) fn crown(&mut self, table: &Table, gold: u8, watch: &mut dyn Watch) {
        let seat = self.seat;
        self.gold[seat] -= gold;
        self.treasury += gold;
        (self.doing.left, self.doing.queue) = (table.empress.cards, 0);
        self.crown_on(table, watch);
    }

    /// The 3 Star kinds not yet paid.
    pub(super) fn jewels(&self) -> u32 {
        let kinds = self.kinds[self.seat] >> (2 * STAFF);
        (kinds & !u32::from(self.doing.queue)) << (2 * STAFF)
    }

    fn crown_on(&mut self, table: &Table, watch: &mut dyn Watch) {
        let seat = self.seat;
        while self.doing.left > 0 {
            let kinds = self.jewels();
            if kinds.count_ones() > self.doing.left.into() {
                self.phase = Phase::Crown;
                return;
            }
            self.crown_with(seat, Kind::first(kinds));
        }
        self.crowned |= seat.bit();
        self.meeple[seat] = THRONE;
        watch.mark(CROWNED);
        self.gain_favor(table, seat, table.empress.favor, watch);
        self.rest();
    }

    fn crown_with(&mut self, seat: Seat, kind: Kind) {
        self.discard_card(seat, kind);
        self.doing.queue |= 1 << kind.staff().0;
        self.doing.left -= 1;
    }

    /// One choice of a payment.
    pub(super) fn pay(&mut self, table: &Table, act: Act, watch: &mut dyn Watch) {
        let seat = self.seat;
        match (self.phase, act) {
            (Phase::Remove, Act::Staff(staff)) => self.lift_star(seat, staff),
            (Phase::Crown, Act::Card(kind)) => {
                self.crown_with(seat, kind);
                return self.crown_on(table, watch);
            }
            (_, Act::Card(kind)) => self.pay_with(seat, kind),
            _ => {}
        }
        self.pay_on(table, watch);
    }

    /// Offers a card in hand for another of its level that the player lacks.
    fn offers(&self, table: &Table, options: &mut Vec<Act>) {
        let seat = self.seat;
        let others =
            Seat::all(table.players).filter(|other| *other != seat).fold(0, |all, other| all | self.kinds[other]);
        for give in Kind::among(self.kinds[seat]) {
            let hall = HALL << (give.level() * STAFF as u8);
            options.extend(Kind::among(others & hall & !self.kinds[seat]).map(|want| Act::Offer(give, want)));
        }
    }

    /// Asks the next player who has the wanted card.
    fn ask(&mut self) {
        while let Some(seat) = self.next_of(self.doing.queue) {
            self.doing.queue &= !seat.bit();
            if self.kinds[seat] >> self.doing.wanted.0 & 1 == 1 {
                (self.phase, self.seat) = (Phase::Offer, seat);
                return;
            }
        }
        self.rest();
    }

    pub(super) fn answer(&mut self, act: Act, watch: &mut dyn Watch) {
        if act != Act::Accept {
            return self.ask();
        }
        let (mine, theirs) = (self.active, self.seat);
        let (give, want) = (self.doing.spent, self.doing.wanted);
        self.lose_card(mine, give);
        self.gain_card(theirs, give);
        self.lose_card(theirs, want);
        self.gain_card(mine, want);
        watch.mark(TRADED);
        self.rest();
    }
}

/// The Staff with at least `n` Stars, one bit each.
#[inline]
fn at_least(stars: &Halls<u8>, n: u8) -> u32 {
    stars.iter().enumerate().fold(0, |all, (staff, stars)| all | u32::from(*stars >= n) << staff)
}

//! From setup to the end of a turn: Stars placed, cards collected, hands trimmed, Events renewed, and who has won.

use super::table::Table;
use super::{
    Act, COMPLETED, DEAD_END, Day, FEW_EVENTS, Halls, IDLE, Kind, LEVEL_EMPTY, NO_STAFF, OVERFULL, PILE_EMPTY, Palace,
    Phase, QUIET, STAFF, STALL, Staff, TREASURY, bits, words,
};
use crate::sim::{Seat, Subject, WHOLE, Watch};

impl Palace {
    /// Cards looked at.
    pub(super) fn looked(&self) -> &[u8] {
        &self.doing.look[..usize::from(self.doing.looked)]
    }

    /// The next player of the setup looks at Events, or Stars are placed.
    pub(super) fn begin(&mut self, table: &Table, watch: &mut dyn Watch) {
        while self.seat.at() < table.players {
            self.look_at_events(table.look, watch);
            if self.doing.looked > 0 {
                return;
            }
            self.seat.0 += 1;
        }
        self.doing = IDLE;
        (self.phase, self.seat) = (Phase::Place, Seat(self.players - 1));
    }

    pub(super) fn look_at_events(&mut self, many: u8, watch: &mut dyn Watch) {
        self.doing.looked = many.min(self.fates.len);
        for at in 0..usize::from(self.doing.looked) {
            self.doing.look[at] = self.fates.draw();
        }
        if self.doing.looked < many {
            watch.mark(FEW_EVENTS);
        }
    }

    /// Puts back the Events looked at, except the one kept.
    pub(super) fn bury_events(&mut self, kept: u8) {
        for at in 0..usize::from(self.doing.looked) {
            if self.doing.look[at] != kept {
                self.fates.bury(self.doing.look[at]);
            }
        }
        self.doing.looked = 0;
    }

    pub(super) fn hold_event(&mut self, seat: Seat, event: u8, table: &Table) {
        self.open[seat] |= 1 << event;
        self.had[seat] |= 1 << (table.cards.len() + usize::from(event));
    }

    /// An Event is kept at setup or at the end of a turn.
    pub(super) fn keep_event(&mut self, table: &Table, act: Act, watch: &mut dyn Watch) {
        let Act::Event(event) = act else { return };
        self.hold_event(self.seat, event, table);
        self.bury_events(event);
        if self.phase == Phase::Begin {
            self.seat.0 += 1;
            self.begin(table, watch);
        } else {
            self.next_turn(table, watch);
        }
    }

    /// The Staff on which a Star may be placed at setup.
    pub(super) fn places(&self, table: &Table) -> u8 {
        let seat = self.seat;
        let count = |staff: Staff| self.stars.iter().map(|stars| stars[staff]).sum::<u8>();
        let mut free = 0;
        for staff in Staff::all() {
            let is_free = count(staff) < table.setup_limit && self.stars[seat][staff] == 0;
            free |= u8::from(is_free && (!table.forbids || self.leaves_room(table, staff))) << staff.0;
        }
        // EF-3: a player who finds none free may overfill one.
        if free == 0 { !self.allies[seat] & ((1 << STAFF) - 1) } else { free }
    }

    /// Whether all who place after this one still find a Staff that they have no Star on.
    fn leaves_room(&self, table: &Table, staff: Staff) -> bool {
        if usize::from(self.doing.at) < table.players {
            return true;
        }
        let mut room: Halls<u8> = Halls::from_fn(|s: Staff| {
            table.setup_limit.saturating_sub(self.stars.iter().map(|stars| stars[s]).sum::<u8>())
        });
        room[staff] = room[staff].saturating_sub(1);
        let all: u8 = room.iter().sum();
        // Everybody avoids one Staff only, so it is enough that those who avoid the same one find room elsewhere.
        self.seat.0 <= all
            && Staff::all().all(|s| {
                let shun = Seat::all(self.seat.at()).filter(|seat| self.stars[*seat][s] > 0).count();
                shun <= usize::from(all - room[s])
            })
    }

    pub(super) fn place(&mut self, table: &Table, act: Act, watch: &mut dyn Watch) {
        let (Act::Staff(staff), seat) = (act, self.seat) else { return };
        if self.stars.iter().map(|stars| stars[staff]).sum::<u8>() >= table.setup_limit {
            watch.mark(DEAD_END);
        }
        self.put_star(seat, staff);
        self.doing.at += 1;
        if usize::from(self.doing.at) == table.players * usize::from(table.setup_stars) {
            self.doing = IDLE;
            self.seat = Seat::FIRST;
            self.start_turn(table, watch);
        } else {
            self.seat = Seat(self.players - 1 - self.doing.at % self.players);
        }
    }

    #[inline]
    pub(super) fn put_star(&mut self, seat: Seat, staff: Staff) {
        self.stars[seat][staff] += 1;
        self.supply[seat] -= 1;
        self.allies[seat] |= 1 << staff.0;
    }

    #[inline]
    pub(super) fn lift_star(&mut self, seat: Seat, staff: Staff) {
        let stars = &mut self.stars[seat][staff];
        *stars -= 1;
        self.supply[seat] += 1;
        if *stars == 0 {
            self.allies[seat] &= !(1 << staff.0);
        }
    }

    #[inline]
    pub(super) fn draw_card(&mut self, seat: Seat, kind: Kind) {
        self.pile[kind] -= 1;
        if self.pile[kind] == 0 {
            self.stocked &= !(1 << kind.0);
        }
        self.gain_card(seat, kind);
    }

    #[inline]
    pub(super) fn gain_card(&mut self, seat: Seat, kind: Kind) {
        self.hand[seat][kind] += 1;
        self.kinds[seat] |= 1 << kind.0;
        self.cards[seat] += 1;
        self.had[seat] |= 1 << kind.0;
    }

    #[inline]
    pub(super) fn lose_card(&mut self, seat: Seat, kind: Kind) {
        let held = &mut self.hand[seat][kind];
        *held -= 1;
        if *held == 0 {
            self.kinds[seat] &= !(1 << kind.0);
        }
        self.cards[seat] -= 1;
    }

    /// A Staff card goes back to its pile.
    #[inline]
    pub(super) fn discard_card(&mut self, seat: Seat, kind: Kind) {
        self.lose_card(seat, kind);
        self.pile[kind] += 1;
        self.stocked |= 1 << kind.0;
    }

    /// The levels that may be drawn from a Staff with the seat's Stars there, one bit each from level 1.
    #[inline]
    pub(super) fn levels(&self, seat: Seat, staff: Staff) -> u8 {
        let stars = self.stars[seat][staff].max(1);
        let piles = self.stocked >> staff.0;
        let all = piles & 1 | piles >> 5 & 2 | piles >> 10 & 4;
        all as u8 & ((1 << stars) - 1)
    }

    /// Gold from the Treasury, as far as it goes.
    pub(super) fn earn(&mut self, seat: Seat, gold: u8, watch: &mut dyn Watch) -> u8 {
        let paid = gold.min(self.treasury);
        if paid < gold {
            watch.mark(TREASURY);
        }
        self.treasury -= paid;
        self.gold[seat] += paid;
        paid
    }

    /// Favor is gained; enough of it ends the game at once.
    pub(super) fn gain_favor(&mut self, table: &Table, seat: Seat, favor: u16, watch: &mut dyn Watch) {
        self.favor[seat] += favor;
        self.quiet = 0;
        if self.favor[seat] >= table.win && !table.finish_round {
            self.finish(table, seat.bit(), watch);
        }
    }

    pub(super) fn start_turn(&mut self, table: &Table, watch: &mut dyn Watch) {
        self.active = self.seat;
        self.turns += 1;
        self.day = Day { moves: 1, events: 1, collect: self.allies[self.seat], ..Day::default() };
        watch.narrate(&|| words::standing(self, table));
        self.collect_on(watch);
    }

    /// Collects wherever there is nothing to choose.
    fn collect_on(&mut self, watch: &mut dyn Watch) {
        let seat = self.seat;
        while self.day.collect != 0 {
            let staff = Staff::first(self.day.collect);
            let levels = self.levels(seat, staff);
            if watch.listens() && levels.count_ones() < u32::from(self.stars[seat][staff]) {
                watch.mark(if levels == 0 { PILE_EMPTY } else { LEVEL_EMPTY });
            }
            if levels.count_ones() > 1 {
                (self.phase, self.doing.staff) = (Phase::Collect, staff);
                return;
            }
            if levels != 0 {
                self.draw_card(seat, staff.card(levels.trailing_zeros() as u8));
            }
            self.day.collect &= self.day.collect - 1;
        }
        self.doing.staff = NO_STAFF;
        self.phase = Phase::Play;
    }

    pub(super) fn collect(&mut self, act: Act, watch: &mut dyn Watch) {
        let Act::Level(level) = act else { return };
        self.draw_card(self.seat, self.doing.staff.card(level - 1));
        self.day.collect &= self.day.collect - 1;
        self.collect_on(watch);
    }

    pub(super) fn complete(&mut self, table: &Table, event: u8, watch: &mut dyn Watch) {
        let seat = self.seat;
        self.open[seat] &= !(1 << event);
        self.done[seat] |= 1 << event;
        self.day.events -= 1;
        self.used[seat] |= 1 << (table.cards.len() + usize::from(event));
        watch.mark(COMPLETED);
        self.gain_favor(table, seat, table.events[usize::from(event)].favor, watch);
    }

    /// The end of a turn: hand, Events, then the next player.
    pub(super) fn end_turn(&mut self, table: &Table, watch: &mut dyn Watch) {
        let seat = self.seat;
        if self.cards[seat] > table.hand_limit {
            if self.phase != Phase::Hand {
                watch.mark(OVERFULL);
            }
            self.phase = Phase::Hand;
            return;
        }
        if self.open[seat] == 0 {
            self.look_at_events(table.look, watch);
            if self.doing.looked > 0 {
                self.phase = Phase::Refill;
                return;
            }
        }
        self.next_turn(table, watch);
    }

    pub(super) fn trim(&mut self, table: &Table, act: Act, watch: &mut dyn Watch) {
        let Act::Card(kind) = act else { return };
        self.discard_card(self.seat, kind);
        self.end_turn(table, watch);
    }

    fn next_turn(&mut self, table: &Table, watch: &mut dyn Watch) {
        self.seat = self.active.next(self.players);
        self.quiet += 1;
        if self.seat == Seat::FIRST {
            watch.round();
            let most = self.favor.0[..table.players].iter().max().copied().unwrap_or(0);
            if most >= table.win {
                let first = Seat::all(table.players).filter(|seat| self.favor[*seat] == most);
                return self.finish(table, first.map(Seat::bit).sum(), watch);
            }
        }
        if self.quiet > QUIET * u16::from(self.players) {
            watch.mark(STALL);
            return self.finish(table, 0, watch);
        }
        self.start_turn(table, watch);
    }

    fn finish(&mut self, table: &Table, winners: u8, watch: &mut dyn Watch) {
        (self.phase, self.winners) = (Phase::Over, winners);
        if !watch.listens() {
            return;
        }
        watch.narrate(&|| words::standing(self, table));
        let fair = WHOLE / table.players as u32;
        for seat in Seat::all(table.players) {
            let share = if seat.is_in(winners) { WHOLE / winners.count_ones() } else { 0 };
            if seat == Seat::FIRST {
                watch.fared(Subject::Role(0), share, fair);
            }
            if seat.is_in(self.crowned) {
                watch.fared(Subject::Role(1), share, fair);
            }
            for (pieces, held) in [(self.had[seat], true), (self.used[seat], false)] {
                let all = bits(pieces as u32).chain(bits((pieces >> 32) as u32).map(|bit| bit + 32));
                for piece in all.map(usize::from) {
                    watch.fared(if held { Subject::Held(piece) } else { Subject::Played(piece) }, share, fair);
                }
            }
        }
    }
}

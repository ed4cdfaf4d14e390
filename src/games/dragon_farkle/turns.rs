//! The course of a turn: its start, the choice of an action, its end, and what may happen between turns.

use super::effect::{BRAWL, FINAL, Moment, Op, RECRUIT};
use super::table::{Items, Table, held_kinds, one, size};
use super::{ALL_IN_KEEP, Act, Card, EATEN, LEFT_KEEP, NO_CARD, NOBODY, NOTHING, Phase, Quest, RESHUFFLE};
use crate::sim::{Chance, Purpose, Seat, Subject, WHOLE, Watch};

impl Quest {
    /// Takes a random item from the deck.
    pub(super) fn pick_item(&mut self, chance: &mut dyn Chance, purpose: Purpose) -> Items {
        let all = size(self.deck);
        if all == 0 {
            return 0;
        }
        let item = nth(self.deck, chance.pick(all, purpose));
        self.deck -= item;
        item
    }

    /// Draws a Magic Item; an empty deck is refilled from the discard pile (FK-20).
    pub(super) fn draw_item(&mut self, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Items {
        if self.deck == 0 && self.discard != 0 {
            watch.mark(RESHUFFLE);
            (self.deck, self.discard) = (self.discard, 0);
        }
        let item = self.pick_item(chance, Purpose::Deal);
        if item == 0 {
            watch.mark(NO_CARD);
        }
        item
    }

    /// Draws a Companion.
    pub(super) fn draw_companion(&mut self, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Card {
        if self.companions == 0 {
            watch.mark(RESHUFFLE);
            (self.companions, self.retired) = (self.retired, 0);
        }
        let all = self.companions.count_ones();
        if all == 0 {
            watch.mark(NO_CARD);
            return NOTHING;
        }
        let mut left = self.companions;
        for _ in 0..chance.pick(all, Purpose::Deal) {
            left &= left - 1;
        }
        let companion = Card(left.trailing_zeros() as u8);
        self.companions &= !(1 << companion.0);
        companion
    }

    /// The Magic Items a seat may have at the end of a turn, not counting those that stay.
    pub(super) fn limit(&self, table: &Table, seat: Seat) -> u32 {
        let mut limit = u32::from(table.numbers.items_kept);
        for kind in held_kinds(self.items[seat] & table.kept) {
            for (op, _) in &table.items[kind.at()].power.ops {
                if let Op::Hold(n) = op {
                    limit = limit.max(u32::from(*n));
                }
            }
        }
        limit
    }

    /// The next player's turn begins.
    pub(super) fn next_turn(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.seat = self.seat.next(self.players);
        if self.seat == Seat::FIRST && self.turn > 0 {
            watch.round();
        }
        if self.seat.is_in(self.fallen) {
            self.reincarnate(table, chance, watch);
        }
        self.begin(table, watch);
    }

    /// Begins a turn, or the extra turn that a card gives.
    fn begin(&mut self, table: &Table, watch: &mut dyn Watch) {
        self.turn += 1;
        (self.used, self.barred, self.asked) = (0, 0, 0);
        (self.action, self.target, self.is_defending) = (RECRUIT, NOBODY, false);
        (self.score, self.attack, self.damage) = (0, 0, 0);
        let seat = self.seat;
        for (op, name) in table.acts(self.companion[seat], Moment::TurnStart, RECRUIT | BRAWL | FINAL) {
            if let Op::Gain(n, _) = op {
                self.army[seat] += u32::from(*n);
                watch.op(*name, true);
                watch.narrate(&|| super::words::gains(self, table, seat, u32::from(*n)));
            }
        }
        if watch.listens() {
            self.count_tokens(table, watch);
        }
        self.enters = self.army[seat] >= table.numbers.keep_army;
        self.is_extra = std::mem::take(&mut self.again);
        (self.phase, self.decider) = (Phase::Action, self.seat);
    }

    /// Returns a fallen Wannabe outside the Keep, with a new Companion and the old items (FK-14).
    fn reincarnate(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        watch.mark(EATEN);
        let seat = self.seat;
        self.fallen &= !seat.bit();
        self.keep &= !seat.bit();
        if self.companion[seat] != NOTHING {
            self.retired |= 1 << self.companion[seat].0;
        }
        self.companion[seat] = NOTHING;
        self.companion[seat] = self.draw_companion(chance, watch);
        watch.narrate(&|| super::words::reborn(self, table, seat));
    }

    /// The actions of a turn and the cards that can be used before it.
    pub(super) fn actions(&self, table: &Table, options: &mut Vec<Act>) {
        options.push(Act::Recruit);
        if !self.is_extra {
            options.extend(self.others(self.seat).filter(|seat| self.can_be_brawled(*seat)).map(Act::Brawl));
            if self.may_battle() {
                options.push(Act::Battle);
            }
        }
        let seat = self.seat;
        let companion = self.companion[seat];
        let acts = !table.acts(companion, Moment::YourTurn, RECRUIT | BRAWL | FINAL).is_empty();
        if acts && !seat.is_in(self.used) && self.has_target(table, companion) {
            options.push(Act::Use(companion));
        }
        for when in [Moment::YourTurn, Moment::AnyTime] {
            self.usable_items(table, self.items[seat] & table.usable(when, RECRUIT), options);
        }
    }

    /// Those outside the Keep who have not fallen, even without an army (FK-10).
    fn can_be_brawled(&self, seat: Seat) -> bool {
        !seat.is_in(self.keep | self.fallen | self.barred)
    }

    /// Inside, any army may fight on; to enter, it must have been large enough when the turn began (FK-15).
    fn may_battle(&self) -> bool {
        let seat = self.seat;
        self.army[seat] > 0 && (seat.is_in(self.keep) || self.enters)
    }

    /// The items that the player who rolls can use at any time, which is only on the player's own turn.
    pub(super) fn any_time(&self, table: &Table) -> Items {
        if self.is_defending {
            return 0;
        }
        self.items[self.seat] & table.usable(Moment::AnyTime, self.action)
    }

    /// Items of these kinds as options.
    pub(super) fn usable_items(&self, table: &Table, items: Items, options: &mut Vec<Act>) {
        let cards = held_kinds(items).map(|kind| table.card_of(kind));
        options.extend(cards.filter(|card| self.has_target(table, *card)).map(Act::Use));
    }

    /// Offers to do nothing, or to use an item that fits this moment.
    pub(super) fn offered(&self, table: &Table, when: Moment, options: &mut Vec<Act>) {
        options.push(Act::Pass);
        self.usable_items(table, self.items[self.decider] & table.usable(when, self.action), options);
    }

    pub(super) fn recruit(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.leave_keep(watch);
        self.action = RECRUIT;
        self.dice = table.numbers.dice;
        self.throw(table, chance, watch);
    }

    /// Recruiting and Brawling lead out of the Keep (FK-15).
    pub(super) fn leave_keep(&mut self, watch: &mut dyn Watch) {
        if self.seat.is_in(self.keep) {
            watch.mark(LEFT_KEEP);
            self.keep &= !self.seat.bit();
        }
        if watch.listens() && !self.others(self.seat).any(|seat| self.can_be_brawled(seat)) {
            watch.mark(ALL_IN_KEEP);
        }
    }

    pub(super) fn battle(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.keep |= self.seat.bit();
        self.action = FINAL;
        self.dice = table.numbers.dice;
        self.throw(table, chance, watch);
    }

    /// Carries out `Pass`, whose meaning depends on the phase.
    pub(super) fn pass(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        match self.phase {
            Phase::Rolled => self.settle(table, chance, watch),
            Phase::Between => {
                self.asked += 1;
                self.between(table, chance, watch);
            }
            Phase::Stopped => self.finish_recruiting(table, chance, watch),
            Phase::Brawled => self.begin_brawl(table, chance, watch),
            Phase::Hit => self.go_on(table, chance, watch),
            Phase::Die => self.picked(table, chance, watch),
            _ => {}
        }
    }

    /// Ends the turn: nobody keeps too many Magic Items (FK-16), then others may use cards.
    pub(super) fn end_turn(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        for step in 0..self.players {
            let seat = self.seat.after(step, self.players);
            let loose = size(self.items[seat] & !table.kept);
            if loose > self.limit(table, seat) {
                (self.phase, self.decider) = (Phase::Drop, seat);
                return;
            }
            if watch.listens() && loose > u32::from(table.numbers.items_kept) {
                let kinds = held_kinds(self.items[seat] & table.kept);
                kinds.flat_map(|kind| &table.items[kind.at()].power.ops).for_each(|(_, name)| watch.op(*name, true));
            }
        }
        // Damage heals, whoever did it.
        self.damage = 0;
        self.asked = 1;
        self.between(table, chance, watch);
    }

    /// Between two turns, everybody may use a card that works at any time, the next player first.
    pub(super) fn between(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.action = RECRUIT;
        while self.asked <= self.players {
            let seat = self.seat.after(self.asked, self.players);
            if self.items[seat] & table.usable(Moment::AnyTime, RECRUIT) != 0 {
                (self.phase, self.decider) = (Phase::Between, seat);
                return;
            }
            self.asked += 1;
        }
        if self.again {
            self.begin(table, watch);
        } else {
            self.next_turn(table, chance, watch);
        }
    }

    /// How many tokens of each value the table needs at once.
    fn count_tokens(&self, table: &Table, watch: &mut dyn Watch) {
        let (fewest, is_enough) =
            table.change(self.army.0[..table.players].iter().copied().chain([self.score, self.attack]));
        for (at, (needed, (_, printed))) in fewest.iter().zip(&table.tokens).enumerate() {
            // Tokens do not run short as long as others can be exchanged for them.
            watch.supply(at, if is_enough { *needed.min(printed) } else { *needed });
        }
        watch.supply(table.tokens.len(), self.army.0[..table.players].iter().sum::<u32>() + self.score + self.attack);
    }

    /// The dragon is beaten.
    pub(super) fn win(&mut self, table: &Table, watch: &mut dyn Watch) {
        (self.phase, self.winners) = (Phase::Over, self.seat.bit());
        watch.narrate(&|| super::words::victory(self, table));
        if !watch.listens() {
            return;
        }
        watch.round();
        let fair = WHOLE / table.players as u32;
        for seat in Seat::all(table.players) {
            let share = if self.seat == seat { WHOLE } else { 0 };
            if seat == Seat::FIRST {
                watch.fared(Subject::Role(0), share, fair);
            }
            // Cards come and go; only the first deal is the same for winners and losers.
            let (companion, kind) = self.dealt[seat];
            watch.fared(Subject::Held(companion.at()), share, fair);
            watch.fared(Subject::Held(table.companions.len() + kind.at()), share, fair);
        }
    }
}

/// The item at a position in a pile.
pub(super) fn nth(items: Items, mut at: u32) -> Items {
    for kind in held_kinds(items) {
        let many = super::many(items, kind);
        if at < many {
            return one(kind);
        }
        at -= many;
    }
    0
}

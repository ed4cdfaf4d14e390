//! Carries out what cards do, step by step: it stops wherever somebody has to choose.

use super::effect::{How, Op};
use super::kind::NO_KIND;
use super::table::Table;
use super::{CANCELLED, KINDS, Kind, NONE, Palace, Phase, STAFF, Staff, any};
use crate::sim::{Chance, Seat, Watch};

/// Six kinds of one level, as bits.
pub(super) const HALL: u32 = (1 << STAFF) - 1;

impl Palace {
    /// Plays a card: it leaves the hand, then its operations run.
    pub(super) fn play_card(&mut self, table: &Table, card: Kind, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.seat;
        self.leave(seat, card);
        self.day.played |= 1 << card.0;
        self.doing.card = card;
        self.resolve(table, chance, watch);
    }

    /// A played card goes back to its pile, or out of the game.
    fn leave(&mut self, seat: Seat, card: Kind) {
        self.used[seat] |= 1 << card.0;
        if card.is_staff() {
            self.discard_card(seat, card);
        } else {
            let bit = 1 << (card.at() - KINDS);
            self.market[seat] &= !bit;
            self.out |= bit;
        }
    }

    /// Runs operations until somebody has to choose, or to the end of the card.
    pub(super) fn resolve(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let card = &table.cards[self.doing.card.at()];
        while let Some((op, number)) = card.ops.get(usize::from(self.doing.at)).copied() {
            if self.run(table, op, number, chance, watch) || self.phase == Phase::Over {
                return;
            }
            self.doing.at += 1;
            self.doing.stage = 0;
        }
        self.rest();
    }

    fn wait(&mut self, phase: Phase, seat: Seat) -> bool {
        (self.phase, self.seat) = (phase, seat);
        true
    }

    /// Runs one operation; returns whether somebody has to choose first.
    fn run(&mut self, table: &Table, op: Op, number: usize, chance: &mut dyn Chance, watch: &mut dyn Watch) -> bool {
        let fresh = self.doing.stage == 0;
        self.doing.stage = self.doing.stage.max(1);
        if let Some(changed) = self.run_at_once(table, op, watch) {
            watch.op(number, changed);
            return false;
        }
        self.run_by_choice(table, op, (number, fresh), chance, watch)
    }

    /// Runs an operation that leaves nothing to choose; returns whether it changed anything.
    fn run_at_once(&mut self, table: &Table, op: Op, watch: &mut dyn Watch) -> Option<bool> {
        let seat = self.active;
        Some(match op {
            Op::Rob(n) => {
                let mut got = 0;
                for other in Seat::among(self.doing.targets) {
                    let gold = n.unwrap_or(self.gold[other].div_ceil(2)).min(self.gold[other]);
                    self.gold[other] -= gold;
                    self.gold[seat] += gold;
                    got += gold;
                }
                got > 0
            }
            Op::Gold(n, most) => {
                let gold = if most == 0 { n } else { (n * self.allies[seat].count_ones() as u8).min(most) };
                let got = self.earn(seat, gold, watch);
                watch.supply(0, u32::from(table.gold - self.treasury));
                got > 0
            }
            Op::Favor(n, per) => {
                let favor = i16::from(n) * if per { self.allies[seat].count_ones() as i16 } else { 1 };
                self.tales[seat] += favor;
                self.gain_favor(table, seat, favor as u16, watch);
                favor > 0
            }
            Op::Shame(n) => {
                for other in Seat::among(self.doing.targets) {
                    let lost = n.min(self.favor[other]);
                    self.favor[other] -= lost;
                    self.tales[other] -= lost as i16;
                    self.quiet = 0;
                }
                self.doing.targets != 0
            }
            Op::Move(n) => {
                self.day.moves += n;
                true
            }
            Op::Wild => {
                self.day.wild += 1;
                true
            }
            Op::Second => {
                self.day.events += 1;
                true
            }
            Op::NoGold => {
                self.day.no_gold = true;
                true
            }
            Op::Cancel => false,
            _ => return None,
        })
    }

    /// Runs an operation that may have to wait for a choice; returns whether it waits. `fresh` marks its first run.
    fn run_by_choice(
        &mut self,
        table: &Table,
        op: Op,
        (number, fresh): (usize, bool),
        chance: &mut dyn Chance,
        watch: &mut dyn Watch,
    ) -> bool {
        let seat = self.active;
        match op {
            Op::Target { n, ahead, want } => {
                let eligible = self.eligible(seat, ahead, want, table);
                return self.target(table, (n, eligible), fresh, number, watch);
            }
            Op::Discard { .. } | Op::Take(..) => {
                if fresh {
                    self.doing.queue = self.doing.targets;
                    self.doing.left = NONE;
                    watch.op(number, true);
                }
                return self.strip(op, chance);
            }
            Op::Spend { n, level, not } if fresh => return self.run_spend(table, (n, level, not), number, watch),
            Op::Draw { n, level, from } => {
                if fresh {
                    (self.doing.left, self.doing.queue) = (n, self.sources(level, from));
                    watch.op(number, self.doing.queue != 0);
                }
                return self.draw_on(level);
            }
            Op::Shift if fresh => {
                watch.op(number, true);
                return self.wait(Phase::Shift, self.active);
            }
            Op::Return | Op::Barter if fresh => {
                watch.op(number, self.doing.targets != 0);
                return self.wait(if op == Op::Return { Phase::Return } else { Phase::Barter }, self.active);
            }
            Op::Events(look, extra) if fresh => {
                self.look_at_events(look, watch);
                watch.op(number, self.doing.looked > 0);
                if self.doing.looked > 0 {
                    return self.wait(if extra { Phase::Keep } else { Phase::Swap }, self.active);
                }
            }
            Op::Exchange => {
                if !fresh {
                    return false;
                }
                watch.op(number, true);
                if self.open[seat].count_ones() > 1 {
                    return self.wait(Phase::Exchange, self.active);
                }
                self.exchange(self.open[seat].trailing_zeros() as u8, table, chance);
            }
            Op::Ally(_) => {
                watch.op(number, true);
                return self.wait(Phase::Grant, self.active);
            }
            Op::Empress(less) => {
                watch.op(number, true);
                self.crown(table, table.empress.gold.saturating_sub(less), watch);
                return true;
            }
            _ => {}
        }
        false
    }

    /// Spends the one kind that can be spent; returns whether there are several to choose from.
    fn run_spend(
        &mut self,
        table: &Table,
        (n, level, not): (u8, u8, Staff),
        number: usize,
        watch: &mut dyn Watch,
    ) -> bool {
        let kinds = self.spendable(NO_KIND, n, level, not);
        watch.op(number, kinds != 0);
        match kinds.count_ones() {
            0 => self.skip(table),
            1 => {
                self.spend(n, Kind::first(kinds));
                false
            }
            _ => self.wait(Phase::Spend, self.active),
        }
    }

    /// Skips the rest of the card.
    fn skip(&mut self, table: &Table) -> bool {
        self.doing.at = table.cards[self.doing.card.at()].ops.len() as u8;
        false
    }

    /// Picks targets, then asks each whether they cancel the card.
    fn target(
        &mut self,
        table: &Table,
        (n, eligible): (u8, u8),
        fresh: bool,
        number: usize,
        watch: &mut dyn Watch,
    ) -> bool {
        if fresh {
            if n == NONE || eligible.count_ones() == 1 {
                self.doing.targets = eligible;
            } else {
                self.doing.left = n.min(eligible.count_ones() as u8);
            }
        }
        if self.doing.stage == 1 {
            if self.doing.left > 0 {
                return self.wait(Phase::Target, self.active);
            }
            watch.op(number, self.doing.targets != 0);
            (self.doing.stage, self.doing.queue) = (2, self.doing.targets);
        }
        while let Some(other) = self.next_of(self.doing.queue) {
            self.doing.queue &= !other.bit();
            if self.shields(table, other) != 0 {
                return self.wait(Phase::React, other);
            }
        }
        if self.doing.targets == 0 { self.skip(table) } else { false }
    }

    /// The cards with which a seat can cancel another player's card, one bit each.
    pub(super) fn shields(&self, table: &Table, seat: Seat) -> u64 {
        (u64::from(self.kinds[seat]) | u64::from(self.market[seat]) << KINDS) & table.shields
    }

    /// Takes Staff cards from one target after another.
    fn strip(&mut self, op: Op, chance: &mut dyn Chance) -> bool {
        let seat = self.active;
        while let Some(other) = self.next_of(self.doing.queue) {
            if self.doing.left == NONE {
                self.doing.left = match op {
                    Op::Discard { n: NONE, to, .. } => self.cards[other].saturating_sub(to),
                    Op::Discard { n, .. } | Op::Take(n, _) => n.min(self.cards[other]),
                    _ => 0,
                };
            }
            while self.doing.left > 0 {
                let kinds = match op {
                    Op::Take(_, How::Highest) => highest(self.kinds[other]),
                    _ => self.kinds[other],
                };
                let random = matches!(op, Op::Discard { random: true, .. } | Op::Take(_, How::Random));
                let kind = if random {
                    self.any_card(other, chance)
                } else if kinds.count_ones() == 1 {
                    Kind::first(kinds)
                } else {
                    return match op {
                        Op::Take(_, How::Seen) => self.wait(Phase::Take, self.active),
                        Op::Take(..) => self.wait(Phase::Give, other),
                        _ => self.wait(Phase::Discard, other),
                    };
                };
                self.strip_card(op, other, seat, kind);
            }
            self.doing.queue &= !other.bit();
            self.doing.left = NONE;
        }
        self.doing.left = 0;
        false
    }

    pub(super) fn strip_card(&mut self, op: Op, from: Seat, to: Seat, kind: Kind) {
        self.doing.left -= 1;
        if matches!(op, Op::Take(..)) {
            self.lose_card(from, kind);
            self.gain_card(to, kind);
        } else {
            self.discard_card(from, kind);
        }
    }

    /// A Staff card at random, each copy as likely as the others.
    fn any_card(&self, seat: Seat, chance: &mut dyn Chance) -> Kind {
        let mut skip = chance.pick(self.cards[seat].into(), crate::sim::Purpose::Dice) as u8;
        for kind in Kind::among(self.kinds[seat]) {
            let held = self.hand[seat][kind];
            if skip < held {
                return kind;
            }
            skip -= held;
        }
        NO_KIND
    }

    pub(super) fn spend(&mut self, n: u8, kind: Kind) {
        let seat = self.active;
        (0..n).for_each(|_| self.discard_card(seat, kind));
        self.doing.spent = kind;
    }

    /// Draws from the Staff in the queue while there is nothing to choose.
    fn draw_on(&mut self, level: u8) -> bool {
        let level = if level == NONE { self.doing.spent.level() } else { level };
        if self.doing.queue.count_ones() > self.doing.left.into() && self.doing.left > 0 {
            return self.wait(Phase::Draw, self.active);
        }
        if self.doing.left > 0 {
            for staff in Staff::among(self.doing.queue) {
                self.draw_card(self.active, staff.card(level));
            }
        }
        (self.doing.left, self.doing.queue) = (0, 0);
        false
    }

    pub(super) fn exchange(&mut self, mine: u8, table: &Table, chance: &mut dyn Chance) {
        let (seat, Some(other)) = (self.active, self.next_of(self.doing.targets)) else { return };
        let theirs = any(self.open[other], chance);
        self.open[seat] &= !(1 << mine);
        self.open[other] &= !(1 << theirs);
        self.hold_event(seat, theirs, table);
        self.hold_event(other, mine, table);
    }

    /// A card is played against the card under way.
    pub(super) fn cancel(&mut self, table: &Table, seat: Seat, card: Kind, watch: &mut dyn Watch) {
        self.leave(seat, card);
        self.doing.targets &= !seat.bit();
        watch.mark(CANCELLED);
        for (op, number) in &table.cards[card.at()].ops {
            let changed = match op {
                Op::Gold(n, _) => self.earn(seat, *n, watch) > 0,
                _ => true,
            };
            watch.op(*number, changed);
        }
    }
}

/// The kinds of the highest level among them.
pub(super) fn highest(kinds: u32) -> u32 {
    let level = (31 - kinds.leading_zeros()) / STAFF as u32;
    kinds & HALL << (STAFF as u32 * level)
}

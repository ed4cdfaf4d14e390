//! What can be picked while a card's effect is carried out, and what is picked.

use super::effect::Op;
use super::kind::NO_KIND;
use super::resolve::highest;
use super::table::Table;
use super::{Act, Kind, NONE, Palace, Phase, Staff, bits};
use crate::sim::{Chance, Seat, Watch};

impl Palace {
    /// What can be picked for a card's effect.
    pub(super) fn choices(&self, table: &Table, options: &mut Vec<Act>) {
        let seat = self.seat;
        let op = table.cards[self.doing.card.at()].ops[usize::from(self.doing.at)].0;
        let other = self.next_of(self.doing.targets).unwrap_or(seat);
        match (self.phase, op) {
            (Phase::Target, Op::Target { ahead, want, .. }) => {
                if self.doing.targets != 0 {
                    options.push(Act::Pass);
                }
                let free = self.eligible(seat, ahead, want, table) & !self.doing.targets;
                options.extend(Seat::among(free).map(Act::Player));
            }
            (Phase::React, _) => {
                options.push(Act::Pass);
                let shields = self.shields(table, seat);
                let all = bits(shields as u32).chain(bits((shields >> 32) as u32).map(|bit| bit + 32));
                options.extend(all.map(|card| Act::Cancel(Kind(card))));
            }
            (Phase::Spend, Op::Spend { n, level, not }) => {
                options.extend(Kind::among(self.spendable(NO_KIND, n, level, not)).map(Act::Card));
            }
            (Phase::Draw, _) => options.extend(Staff::among(self.doing.queue).map(Act::Staff)),
            (Phase::Take, _) => {
                let from = self.next_of(self.doing.queue).unwrap_or(seat);
                options.extend(Kind::among(self.kinds[from]).map(Act::Card));
            }
            (Phase::Give, _) => options.extend(Kind::among(highest(self.kinds[seat])).map(Act::Card)),
            (Phase::Shift, _) => {
                for from in Staff::among(self.allies[seat]) {
                    let room = |to: &Staff| *to != from && self.stars[seat][*to] < table.stars_per_staff;
                    options.extend(Staff::all().filter(room).map(|to| Act::Shift(from, to)));
                }
            }
            (Phase::Return, _) => options.extend(Staff::among(self.allies[other]).map(Act::Staff)),
            (Phase::Barter, _) => {
                options.extend(self.barters(table, seat, other).map(|(from, to)| Act::Shift(from, to)));
            }
            (Phase::Swap, _) => {
                options.push(Act::Pass);
                for event in self.looked() {
                    options.extend(bits(self.open[seat]).map(|own| Act::Swap(*event, own)));
                }
            }
            (Phase::Exchange, _) => options.extend(bits(self.open[seat]).map(Act::Event)),
            (Phase::Grant, Op::Ally(more)) => {
                options.extend(Staff::among(self.grants(table, more)).map(Act::Staff));
            }
            _ => {}
        }
    }

    /// Takes a choice for a card's effect and goes on with it.
    pub(super) fn choose(&mut self, table: &Table, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let op = table.cards[self.doing.card.at()].ops[usize::from(self.doing.at)].0;
        let (me, seat) = (self.active, self.seat);
        let other = self.next_of(self.doing.targets).unwrap_or(seat);
        match (self.phase, act) {
            (Phase::Target, Act::Player(player)) => {
                self.doing.targets |= player.bit();
                self.doing.left -= 1;
            }
            (Phase::Target, _) => self.doing.left = 0,
            (Phase::React, Act::Cancel(card)) => self.cancel(table, seat, card, watch),
            (Phase::Spend, Act::Card(kind)) => {
                if let Op::Spend { n, .. } = op {
                    self.spend(n, kind);
                }
            }
            (Phase::Draw, Act::Staff(staff)) => {
                let level = if let Op::Draw { level, .. } = op { level } else { 0 };
                let level = if level == NONE { self.doing.spent.level() } else { level };
                self.draw_card(me, staff.card(level));
                self.doing.queue &= !(1 << staff.0);
                self.doing.left -= 1;
            }
            (Phase::Discard | Phase::Take | Phase::Give, Act::Card(kind)) => {
                let from = self.next_of(self.doing.queue).unwrap_or(seat);
                self.strip_card(op, from, me, kind);
            }
            (Phase::Shift, Act::Shift(from, to)) => {
                self.lift_star(me, from);
                self.put_star(me, to);
            }
            (Phase::Return, Act::Staff(staff)) => self.lift_star(other, staff),
            (Phase::Barter, Act::Shift(from, to)) => {
                self.lift_star(me, from);
                self.lift_star(other, to);
                self.put_star(me, to);
                self.put_star(other, from);
            }
            (Phase::Swap, Act::Swap(event, own)) => {
                self.open[me] &= !(1 << own);
                self.hold_event(me, event, table);
                self.bury_events(event);
                self.fates.bury(own);
            }
            (Phase::Swap, _) => self.bury_events(NONE),
            (Phase::Keep, Act::Event(event)) => {
                self.hold_event(me, event, table);
                self.bury_events(event);
            }
            (Phase::Exchange, Act::Event(mine)) => self.exchange(mine, table, chance),
            (Phase::Grant, Act::Staff(staff)) => {
                let more = if let Op::Ally(more) = op { more } else { 0 };
                self.gold[me] -= more;
                self.treasury += more;
                return self.ally(table, staff, true, watch);
            }
            _ => {}
        }
        self.seat = self.active;
        self.resolve(table, chance, watch);
    }
}

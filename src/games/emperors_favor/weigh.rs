//! What a card's effect is worth to a bot: a rough idea, by its operations.

use super::bots::{AHEAD, GOLD, Mind};
use super::effect::{From, How, Op};
use super::kind::NO_KIND;
use super::{Kind, NONE, Phase, Staff, bits};
use crate::sim::Seat;

impl Mind<'_> {
    /// What a card brings if it is played now.
    pub(super) fn effect(&self, card: Kind) -> i32 {
        let (game, table, seat, style) = (self.game, self.table, self.seat, self.style);
        let (mut worth, mut hit) = (0, 1);
        let ops = &table.cards[card.at()].ops;
        for (at, (op, _)) in ops.iter().enumerate() {
            let next = ops.get(at + 1).map(|(op, _)| *op);
            worth += match *op {
                Op::Target { n, ahead, want } => {
                    hit = game.eligible(seat, ahead, want, table).count_ones().min(n.into()) as i32;
                    0
                }
                Op::Cancel | Op::Second => 0,
                Op::Discard { n, .. } => 40 * style.harm / 100 * i32::from(n.min(3)) * hit,
                Op::Take(n, How::Random) => 100 * i32::from(n) * hit,
                Op::Take(n, _) => 170 * i32::from(n) * hit,
                Op::Rob(n) => {
                    let rich =
                        Seat::all(table.players).filter(|other| *other != seat).map(|other| game.gold[other]).max();
                    let gold = n.unwrap_or(rich.unwrap_or(0).div_ceil(2)).min(rich.unwrap_or(0));
                    GOLD * i32::from(gold) * 9 / 10 * hit + style.harm / 5
                }
                Op::Gold(n, 0) => GOLD * i32::from(n),
                Op::Gold(n, max) => {
                    let gold = (n * game.allies[seat].count_ones() as u8).min(max).min(game.treasury);
                    GOLD * i32::from(gold) + if self.short > 0 { 30 } else { 0 }
                }
                Op::Favor(n, per) => {
                    let favor = i32::from(n) * if per { game.allies[seat].count_ones() as i32 } else { 1 };
                    self.won(favor as u16) + favor * 100
                }
                Op::Shame(n) => i32::from(n) * style.harm * 2,
                Op::Spend { n, level, not } => {
                    let Some(Op::Draw { level: of, from, .. }) = next else { continue };
                    let kinds = game.spendable(card, n, level, not);
                    let net = |kind: Kind| self.drawn(of, from, kind, 1) - self.keep[kind] * i32::from(n);
                    Kind::among(kinds).map(net).max().unwrap_or(0)
                }
                Op::Draw { n, level, from } if level != NONE && from != From::Spent => {
                    self.drawn(level, from, NO_KIND, n.into())
                }
                Op::Draw { .. } => 0,
                Op::Shift => self.best_shift() * self.rounds * AHEAD / 100,
                Op::Return => 180 * style.harm / 100 + 40,
                Op::Barter => 100,
                Op::Move(n) => self.best_collected() * i32::from(n),
                Op::Events(_, extra) => {
                    let worst = bits(game.open[seat]).map(|event| self.event(event)).min().unwrap_or(0);
                    if extra { 3 * style.event } else { (250 - worst).max(0) * style.event / 150 }
                }
                Op::Wild => self.wild(),
                Op::Exchange => {
                    let worst = bits(game.open[seat]).map(|event| self.event(event)).min().unwrap_or(0);
                    (200 - worst).max(0) / 2 + 20
                }
                Op::Ally(more) => self.granted(more),
                Op::Empress(less) => self.crowned(less),
                Op::NoGold => self.free_gold(),
            };
        }
        worth
    }

    /// The worth of the best card that a Star lets the player collect.
    fn best_collected(&self) -> i32 {
        let (game, seat) = (self.game, self.seat);
        let best = Staff::all()
            .flat_map(|staff| bits(game.levels(seat, staff).into()).map(move |level| staff.card(level)))
            .map(|kind| self.want[kind])
            .max();
        best.unwrap_or(0)
    }

    /// What one more wild card is worth: the best Event it completes.
    fn wild(&self) -> i32 {
        let (game, table, seat, style) = (self.game, self.table, self.seat, self.style);
        let done = |event: u8| {
            let event = &table.events[usize::from(event)];
            let is = !event.cards.is_empty() && self.missing(event) == i32::from(game.day.wild) + 1;
            if is { self.won(event.favor) + i32::from(event.favor) * style.event } else { 0 }
        };
        bits(game.open[seat]).map(done).max().unwrap_or(0)
    }

    /// The worth of a Star that costs no cards but `more` Gold.
    fn granted(&self, more: u8) -> i32 {
        let (game, table, seat) = (self.game, self.table, self.seat);
        let grants = Staff::among(game.grants(table, more));
        let net = |staff: Staff| {
            let price = &table.ally[usize::from(game.stars[seat][staff])];
            // Best kept for an expensive Star.
            self.star(staff) - i32::from(price.gold + more) * GOLD - 250
        };
        // When bought now, it has to wait for its Gold.
        let later = if game.phase == Phase::Bought { 250 } else { 0 };
        grants.map(net).max().unwrap_or(0).max(later)
    }

    /// What the Empress is worth at `less` Gold than usual.
    fn crowned(&self, less: u8) -> i32 {
        let (game, table, seat, style) = (self.game, self.table, self.seat, self.style);
        let gold = i32::from(table.empress.gold) - i32::from(less);
        let favor = i32::from(table.empress.favor) * style.empress + self.won(table.empress.favor);
        if game.can_crown(table, seat, gold.max(0) as u8) {
            favor - gold * GOLD - 3 * style.card[2]
        } else {
            style.empress * 2
        }
    }

    pub(super) fn best_shift(&self) -> i32 {
        let stars = self.game.stars[self.seat];
        let mut best = 0;
        for from in Staff::all().filter(|staff| stars[*staff] > 0) {
            for to in Staff::all().filter(|to| *to != from && stars[*to] < self.table.stars_per_staff) {
                let mut moved = stars;
                moved[from] -= 1;
                moved[to] += 1;
                best = best.max(self.engine(&moved) - self.engine(&stars));
            }
        }
        best
    }

    /// What Stars without Gold bring: those that can be paid for in cards now.
    pub(super) fn free_gold(&self) -> i32 {
        let (game, table, seat) = (self.game, self.table, self.seat);
        let mut worth = 0;
        for star in 0..usize::from(table.stars_per_staff) {
            let (price, staff) = (&table.ally[star], Staff::all().find(|s| usize::from(game.stars[seat][*s]) == star));
            if let (Some(staff), Some((cost, _))) = (staff, self.payment(star)) {
                let gain =
                    if game.gold[seat] < price.gold { self.star(staff) - cost } else { i32::from(price.gold) * GOLD };
                worth = worth.max(gain);
            }
        }
        worth
    }

    /// What the card that is about to hit costs.
    pub(super) fn blow(&self) -> i32 {
        let ops = &self.table.cards[self.game.doing.card.at()].ops;
        let hit = |op: &Op| match *op {
            Op::Discard { n, to, .. } => {
                let n = if n == NONE { self.game.cards[self.seat].saturating_sub(to) } else { n };
                80 * i32::from(n)
            }
            Op::Take(n, _) => 130 * i32::from(n),
            Op::Rob(n) => GOLD * i32::from(n.unwrap_or(self.game.gold[self.seat] / 2)),
            Op::Shame(n) => 100 * i32::from(n),
            Op::Return => 250,
            Op::Barter => 150,
            Op::Exchange => 50,
            _ => 0,
        };
        ops.iter().map(|(op, _)| hit(op)).sum()
    }
}

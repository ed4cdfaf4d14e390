//! Which cards can be played, and what they can affect.

use super::effect::{From, Op, Want};
use super::kind::NO_STAFF;
use super::resolve::HALL;
use super::table::Table;
use super::{HEIRS, KINDS, Kind, NONE, Palace, Staff, bits};
use crate::sim::{Seat, Seats};

impl Palace {
    /// Whether a card can be played now and would do something.
    pub(super) fn can_play(&self, table: &Table, card: Kind) -> bool {
        let seat = self.seat;
        if self.day.played & table.once & 1 << card.0 != 0 {
            return false;
        }
        match table.first[card.at()] {
            Op::Cancel => false,
            Op::Target { ahead: false, want: Want::Cards(0), .. } => self.is_anyone(seat, &self.cards),
            Op::Target { ahead: false, want: Want::Gold, .. } => self.is_anyone(seat, &self.gold),
            Op::Target { ahead: false, want: Want::Star, .. } => self.is_anyone(seat, &self.allies),
            Op::Target { ahead, want, .. } => self.eligible(seat, ahead, want, table) != 0,
            Op::Gold(..) => self.treasury > 0,
            Op::Spend { .. } => self.could_spend(table, card),
            Op::Draw { level, from, .. } => self.sources(level, from) != 0,
            Op::Events(_, extra) => self.fates.len > 0 && (extra || self.open[seat] != 0),
            Op::Wild => self.day.events > 0 && self.lacks_few(table, seat),
            Op::Ally(more) => self.grants(table, more) != 0,
            Op::Empress(less) => self.can_crown(table, seat, table.empress.gold.saturating_sub(less)),
            Op::NoGold => !self.day.no_gold,
            Op::Shift => self.allies[seat] != 0,
            _ => true,
        }
    }

    /// Whether somebody else has any of something.
    fn is_anyone(&self, seat: Seat, of: &Seats<u8, HEIRS>) -> bool {
        Seat::all(HEIRS).zip(of).any(|(other, n)| other != seat && *n > 0)
    }

    /// Whether one more wild card would complete an Event.
    fn lacks_few(&self, table: &Table, seat: Seat) -> bool {
        bits(self.open[seat]).any(|event| {
            let need = &table.events[usize::from(event)];
            let lacks: u8 = need.cards.iter().map(|(kind, n)| n.saturating_sub(self.hand[seat][*kind])).sum();
            lacks > self.day.wild
        })
    }

    /// The kinds that an effect can cost, once the card itself is gone.
    pub(super) fn spendable(&self, card: Kind, n: u8, level: u8, not: Staff) -> u32 {
        let seat = self.seat;
        let mut kinds = self.kinds[seat];
        if level != NONE {
            kinds &= HALL << (6 * level);
        }
        if not != NO_STAFF {
            kinds &= !(0b1000001000001 << not.0);
        }
        if n == 1 {
            let is_last = card.is_staff() && self.hand[seat][card] == 1;
            return kinds & !(u32::from(is_last) << (card.at() % KINDS));
        }
        let own = |kind: Kind| u8::from(kind == card);
        Kind::among(kinds).filter(|kind| self.hand[seat][*kind] >= n + own(*kind)).map(|kind| 1 << kind.0).sum()
    }

    /// Whether something can be spent to any effect.
    fn could_spend(&self, table: &Table, card: Kind) -> bool {
        let [(Op::Spend { n, level, not }, _), rest @ ..] = table.cards[card.at()].ops.as_slice() else { return false };
        let kinds = self.spendable(card, *n, *level, *not);
        let Some((Op::Draw { level, from, .. }, _)) = rest.first() else { return kinds != 0 };
        Kind::among(kinds).any(|kind| self.sources_after(*level, *from, kind) != 0)
    }

    /// The Staff from which a card of a level may be drawn.
    pub(super) fn sources(&self, level: u8, from: From) -> u8 {
        self.sources_after(level, from, self.doing.spent)
    }

    pub(super) fn sources_after(&self, level: u8, from: From, spent: Kind) -> u8 {
        let level = if level == NONE { spent.level() } else { level };
        let all = (self.stocked >> (6 * level) & HALL) as u8;
        match from {
            From::Not(NO_STAFF) => all,
            From::Not(staff) => all & !(1 << staff.0),
            From::NotSpent => all & !(1 << spent.staff().0),
            From::Spent => all & (1 << spent.staff().0),
        }
    }

    /// The players a card can affect.
    pub(super) fn eligible(&self, seat: Seat, ahead: bool, want: Want, table: &Table) -> u8 {
        let mut all = 0;
        for other in Seat::all(table.players).filter(|other| *other != seat) {
            let is = (!ahead || self.favor[other] > self.favor[seat])
                && match want {
                    Want::Cards(more) => self.cards[other] > more,
                    Want::Gold => self.gold[other] > 0,
                    Want::Favor => self.favor[other] > 0,
                    Want::Star => self.allies[other] != 0,
                    Want::Barter => self.barters(table, seat, other).next().is_some(),
                    Want::Event => self.open[other] != 0 && self.open[seat] != 0,
                };
            all |= u8::from(is) << other.0;
        }
        all
    }

    /// The pairs of Stars that can change places: the player's Staff, the other's.
    pub(super) fn barters(&self, table: &Table, seat: Seat, other: Seat) -> impl Iterator<Item = (Staff, Staff)> {
        let most = table.stars_per_staff;
        let (mine, theirs) = (self.stars[seat], self.stars[other]);
        let (give, get) = (self.allies[seat], self.allies[other]);
        Staff::among(give)
            .flat_map(move |from| Staff::among(get & !(1 << from.0)).map(move |to| (from, to)))
            .filter(move |(from, to)| mine[*to] < most && theirs[*from] < most)
    }

    /// The Staff that a card can ally with, for no cards but more Gold.
    pub(super) fn grants(&self, table: &Table, more: u8) -> u8 {
        let seat = self.seat;
        let pays = |stars: u8| {
            stars < table.stars_per_staff
                && self.gold[seat] >= more + if self.day.no_gold { 0 } else { table.ally[usize::from(stars)].gold }
        };
        Staff::all().filter(|staff| pays(self.stars[seat][*staff])).map(|staff| 1 << staff.0).sum()
    }
}

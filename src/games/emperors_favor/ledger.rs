//! The invariants, and imagined games that fit what a player knows.

use super::table::Table;
use super::{Kind, Kinds, Palace, Phase, Staff, bits};
use crate::sim::{Chance, Purpose, Seat, Violation};

impl Palace {
    /// The invariants that a fast run skips.
    pub(super) fn check_all(&self, table: &Table) -> Result<(), Violation> {
        self.check_cards(table)?;
        self.check_decks(table)?;
        for seat in Seat::all(table.players) {
            self.check_seat(table, seat)?;
        }
        Ok(())
    }

    /// For each kind, the pile and the hands together hold all copies.
    fn check_cards(&self, table: &Table) -> Result<(), Violation> {
        for kind in Kind::all() {
            let all = self.pile[kind] + self.hand.iter().map(|hand| hand[kind]).sum::<u8>();
            if all != table.cards[kind.at()].copies {
                let what = format!("{all} of {} {}", table.cards[kind.at()].copies, table.cards[kind.at()].name);
                return Err(Violation { rule: "piles and hands hold all Staff cards", what, piece: Some(kind.at()) });
            }
            if (self.stocked >> kind.0 & 1 == 1) != (self.pile[kind] > 0) {
                let what = format!("{} in the pile", self.pile[kind]);
                return Err(Violation { rule: "a pile with cards is known as one", what, piece: Some(kind.at()) });
            }
        }
        Ok(())
    }

    /// Each Event and each Black Market card is in one place.
    fn check_decks(&self, table: &Table) -> Result<(), Violation> {
        let of = |cards: &[u8]| cards.iter().fold((0u32, 0u32), |(set, n), card| (set | 1 << card, n + 1));
        let is_market = self.phase == Phase::Bought;
        let (mut events, mut many) = of(self.fates.rest());
        let (mut market, mut more) = of(self.stalls.rest());
        let (looked, n) = of(self.looked());
        if is_market {
            (market, more) = (market | looked, more + n);
        } else {
            (events, many) = (events | looked, many + n);
        }
        for seat in Seat::all(table.players) {
            events |= self.open[seat] | self.done[seat];
            many += self.open[seat].count_ones() + self.done[seat].count_ones();
            market |= u32::from(self.market[seat]);
            more += self.market[seat].count_ones();
        }
        (market, more) = (market | u32::from(self.out), more + self.out.count_ones());
        for (rule, set, n, all) in [
            ("every Event is in one place", events, many, table.events.len()),
            ("every Black Market card is in one place", market, more, table.market),
        ] {
            if n as usize != all || set != (1u32 << all) - 1 {
                return Err(Violation::new(rule, format!("{n} of {all} ({set:b})")));
            }
        }
        Ok(())
    }

    fn check_seat(&self, table: &Table, seat: Seat) -> Result<(), Violation> {
        let wrong = |rule: &'static str, what: String| Err(Violation::new(rule, format!("player {seat} {what}")));
        let stars: u8 = self.stars[seat].iter().sum();
        if stars + self.supply[seat] != table.stars_each {
            return wrong("board and supply hold all Stars", format!("has {stars} and {}", self.supply[seat]));
        }
        if self.stars[seat].iter().any(|n| *n > table.stars_per_staff) {
            return wrong("a Staff has at most 3 Stars of a player", format!("has {:?}", self.stars[seat]));
        }
        let allies = Staff::all().filter(|staff| self.stars[seat][*staff] > 0).map(|staff| 1 << staff.0).sum::<u8>();
        let kinds = Kind::all().filter(|kind| self.hand[seat][*kind] > 0).map(|kind| 1 << kind.0).sum::<u32>();
        if allies != self.allies[seat] || kinds != self.kinds[seat] {
            return wrong("Stars and hands are known as they are", "is known otherwise".to_owned());
        }
        if self.hand[seat].iter().sum::<u8>() != self.cards[seat] {
            return wrong("a hand is counted", format!("has not {} cards", self.cards[seat]));
        }
        let waits = seat != self.active || self.turns == 0;
        if waits && self.cards[seat] > table.hand_limit && self.phase != Phase::Over && !self.trades() {
            return wrong("a hand is within its limit after the turn", format!("has {} cards", self.cards[seat]));
        }
        let earned: u32 = (0..3).map(|star| u32::from(self.paid[seat][star]) * u32::from(table.ally[star].favor)).sum();
        let events: u32 = bits(self.done[seat]).map(|event| u32::from(table.events[usize::from(event)].favor)).sum();
        let crown = u32::from(seat.is_in(self.crowned)) * u32::from(table.empress.favor);
        let all = i64::from(earned + events + crown) + i64::from(self.tales[seat]);
        if all != i64::from(self.favor[seat]) {
            return wrong("all Favor has a source", format!("has {} Favor, and earned {all}", self.favor[seat]));
        }
        Ok(())
    }

    /// Whether cards may change hands outside a turn.
    fn trades(&self) -> bool {
        self.phase == Phase::Offer
    }
}

/// Deals again what a player cannot see: other hands, Events and Black Market cards, and the order of both decks.
pub fn imagine(game: &Palace, table: &Table, viewer: Seat, chance: &mut dyn Chance) -> Palace {
    let mut world = game.clone();
    let others: Vec<Seat> = Seat::all(table.players).filter(|seat| *seat != viewer).collect();
    let mut pool: Vec<u8> = Vec::new();
    for seat in &others {
        for kind in Kind::among(game.kinds[*seat]) {
            pool.extend((0..game.hand[*seat][kind]).map(|_| kind.0));
        }
        (world.hand[*seat], world.kinds[*seat], world.cards[*seat]) = (Kinds::all(0), 0, 0);
    }
    let all = pool.len();
    chance.shuffle(&mut pool, all, Purpose::Worlds);
    // An effect that looks into a hand, or a payment by another player, depends on the actual hand.
    let waits =
        matches!(game.phase, Phase::Play | Phase::Collect | Phase::Hand | Phase::Refill | Phase::Begin | Phase::Place);
    let decides = game.seat == viewer && !matches!(game.phase, Phase::Take | Phase::Offer);
    if waits || decides {
        let mut next = pool.into_iter();
        for seat in &others {
            for kind in next.by_ref().take(game.cards[*seat].into()) {
                world.gain_card(*seat, Kind(kind));
            }
        }
    } else {
        for seat in &others {
            (world.hand[*seat], world.kinds[*seat], world.cards[*seat]) =
                (game.hand[*seat], game.kinds[*seat], game.cards[*seat]);
        }
    }
    let mut events: Vec<u8> = game.fates.rest().to_vec();
    let mut market: Vec<u8> = game.stalls.rest().to_vec();
    for seat in &others {
        events.extend(bits(game.open[*seat]));
        market.extend(bits(game.market[*seat].into()));
    }
    for cards in [&mut events, &mut market] {
        let all = cards.len();
        chance.shuffle(cards, all, Purpose::Worlds);
    }
    for seat in &others {
        let (open, held) = (game.open[*seat].count_ones() as usize, game.market[*seat].count_ones() as usize);
        world.open[*seat] = events.drain(..open).map(|event| 1 << event).sum();
        world.market[*seat] = market.drain(..held).map(|card| 1 << card).sum();
    }
    world.fates.cards[..events.len()].copy_from_slice(&events);
    world.stalls.cards[..market.len()].copy_from_slice(&market);
    world
}

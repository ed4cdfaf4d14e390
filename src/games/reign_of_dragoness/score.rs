//! The end of a tournament: points, and what the watcher learns.

use super::deck::{Card, Cards, NO_CARD, Table, cards_in};
use super::moves::{Pattern, Play};
use super::{
    ALONE, BACK_IN, DRAGONESS_HORDE, HORDE, HORDE_ON_HORDE, ON_TOP, OPENED, REVIVE_LEFT, REVIVED, Reign, SHARED,
    TIED_SECOND, TIED_THIRD, TOURNAMENTS, WILDS_ONLY,
};
use crate::sim::{Chance, Game as _, Seat, Seats, Stop, Subject, Turn, WHOLE, Watch};

/// Points for a tournament: 3 for going out, 2 for the fewest cards left, 1 for the next fewest. Ties share a place and
/// skip the one below (RD-13). `left` are the cards in each hand, Revives included (RD-12).
pub fn points(left: &[u8], winner: Seat) -> Seats<u8> {
    let mut points = Seats::all(0);
    points[winner] = 3;
    let fewest = |above: Option<u8>| {
        let others = Seat::all(left.len()).zip(left).filter(|(seat, _)| *seat != winner).map(|(_, cards)| *cards);
        others.filter(|cards| above.is_none_or(|least| *cards > least)).min()
    };
    let give = |points: &mut Seats<u8>, cards: u8, many: u8| {
        let seats = Seat::all(left.len()).filter(|seat| *seat != winner && left[seat.at()] == cards);
        seats.map(|seat| points[seat] = many).count()
    };
    if let Some(second) = fewest(None)
        && give(&mut points, second, 2) == 1
        && let Some(third) = fewest(Some(second))
    {
        give(&mut points, third, 1);
    }
    points
}

impl Reign {
    /// The player whose turn it is has gone out.
    pub(super) fn end_tournament(
        &mut self,
        table: &Table,
        chance: &mut dyn Chance,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        let winner = self.seat;
        let mut left = Seats::<u8>::all(0);
        for (left, hand) in left.iter_mut().zip(&self.hands) {
            *left = hand.count_ones() as u8;
        }
        let gained = points(&left.0[..table.players], winner);
        for (sum, more) in self.points.iter_mut().zip(gained) {
            *sum += more;
        }
        self.tournament += 1;
        if watch.listens() {
            self.narrate_end(table, winner, &gained, watch);
        }
        if self.tournament == TOURNAMENTS {
            return Ok(());
        }
        self.deal(table, chance, watch)
    }

    fn narrate_end(&self, table: &Table, winner: Seat, gained: &Seats<u8>, watch: &mut dyn Watch) {
        watch.round();
        let fair = WHOLE / table.players as u32;
        let share = |seat: Seat| if seat == winner { WHOLE } else { 0 };
        watch.fared(Subject::Role(0), share(self.leader), fair);
        for seat in Seat::all(table.players) {
            let (held, left) = (self.dealt[seat], self.hands[seat]);
            let mut last = usize::MAX;
            for card in cards_in(held) {
                let piece = usize::from(table.pieces[card]);
                // Two Revives in one hand count as one holder.
                if piece != last {
                    watch.fared(Subject::Held(piece), share(seat), fair);
                    let copies: Cards =
                        cards_in(held).filter(|card| usize::from(table.pieces[*card]) == piece).map(Card::bit).sum();
                    if copies & !left != 0 {
                        watch.fared(Subject::Played(piece), share(seat), fair);
                    }
                }
                last = piece;
            }
        }
        let with = |many: u8| gained.0[..table.players].iter().filter(|p| **p == many).count();
        if with(2) > 1 {
            watch.mark(TIED_SECOND);
        }
        if with(1) > 1 {
            watch.mark(TIED_THIRD);
        }
        if self.hands[winner] != 0 {
            watch.mark(REVIVE_LEFT);
        }
        if let Turn::Over(outcome) = self.turn()
            && outcome.winners() > 1
        {
            watch.mark(SHARED);
        }
        watch.narrate(&|| super::words::scores(self, table, winner, gained));
    }

    /// Marks the counted rules that a play uses.
    pub(super) fn mark(&self, table: &Table, play: &Play, watch: &mut dyn Watch) {
        let wilds = play.cards & table.wild_bits;
        let is_all_wild = wilds == play.cards && wilds != 0;
        if play.pattern == Pattern::Single && is_all_wild {
            watch.mark(ALONE);
        }
        if play.pattern == Pattern::Set && is_all_wild {
            watch.mark(WILDS_ONLY);
        }
        if play.pattern == Pattern::Run && play.cards & table.dragoness != 0 {
            watch.mark(ON_TOP);
        }
        if self.lowest != NO_CARD && play.size > 1 {
            watch.mark(OPENED);
        }
        if play.revive != NO_CARD {
            watch.mark(REVIVED);
        }
        if self.seat.is_in(self.passed) {
            watch.mark(BACK_IN);
        }
        if play.pattern == Pattern::Horde {
            if play.cards == table.dragoness {
                watch.mark(DRAGONESS_HORDE);
            }
            match self.standing {
                Some(s) if s.pattern == Pattern::Horde => watch.mark(HORDE_ON_HORDE),
                Some(_) => watch.mark(HORDE),
                None => {}
            }
        }
    }

    pub(super) fn narrate_deal(&self, table: &Table, watch: &mut dyn Watch) {
        for (kind, many) in table.kinds.iter().enumerate() {
            watch.supply(kind, *many);
        }
        watch.supply(table.kinds.len(), table.dragons.count_ones());
        watch.narrate(&|| super::words::dealt(self, table));
    }
}

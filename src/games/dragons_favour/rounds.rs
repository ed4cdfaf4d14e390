//! The course of a round: nominate, place, count, gain Favour, send home.

use super::load::ROLES;
use super::{
    Act, Cards, Court, DRAGON_DRAW, DRAGON_TIE, DRAW, FEW_VOTES, GREAT, JUDGE_TIE, NO_VOTES, Phase, Placed, ROUNDS,
    Role, Roles, TWO_WITHDRAWN, Table, WITHDRAWN_HOME, card, held,
};
use crate::sim::{Seat, Seats, Subject, WHOLE, Watch};

/// How many cards there are in all, at most fifteen: the product adds up the six counts in its top four bits.
#[inline]
fn size(cards: Cards) -> u8 {
    ((u64::from(cards) * 0x11_1111) >> 20 & 15) as u8
}

impl Court {
    /// The most votes that the Judge may name (DF-4): the smallest hand that still takes part, or three with more than
    /// five players.
    pub(super) fn most_votes(&self) -> u8 {
        let hands = self.hand.0[..usize::from(self.players)].iter().map(|hand| size(*hand));
        let smallest = hands.filter(|cards| *cards > 1).min().unwrap_or(1);
        if self.players > 5 { smallest.min(3) } else { smallest }
    }

    /// Whether a seat takes part: its delegation is not down to one.
    fn takes_part(&self, seat: Seat) -> bool {
        size(self.hand[seat] + self.out[seat]) > 1
    }

    fn after(&self, seat: Seat) -> Seat {
        seat.next(self.players)
    }

    /// The next player to place a card, clockwise; the Judge comes last (DF-5).
    fn next_to_place(&self, from: Seat) -> Seat {
        let mut seat = self.after(from);
        while seat != self.judge && !self.takes_part(seat) {
            seat = self.after(seat);
        }
        seat
    }

    pub(super) fn nominate(&mut self, votes: u8, watch: &mut dyn Watch) {
        if self.players > 5 && self.hand[self.seat] != 0 && self.round < 2 && votes == 3 {
            watch.mark(FEW_VOTES);
        }
        self.nominated = votes;
        (self.phase, self.seat) = (Phase::Place, self.next_to_place(self.judge));
    }

    /// Puts a card face down on a Voting card; after the last one all are revealed.
    #[inline]
    pub(super) fn place(&mut self, role: Role, vote: Role) {
        let (seat, i) = (self.seat, Placed(self.placed));
        self.hand[seat] -= card(role);
        self.out[seat] += card(role);
        (self.owner[i], self.role[i], self.came[i]) = (self.seat, role, i.0);
        self.placed_on[vote] |= i.bit();
        self.placed_by[seat] |= i.bit();
        self.with_role[role] |= i.bit();
        self.placed += 1;
        if self.seat != self.judge {
            self.seat = self.next_to_place(self.seat);
        } else if self.placed_by[seat].count_ones() < u32::from(self.nominated) {
            self.seat = self.next_to_place(self.judge);
        } else {
            self.phase = Phase::Card;
        }
    }

    /// The votes on each Voting card.
    pub(super) fn votes(&self, table: &Table) -> Roles<u32> {
        let counted = !self.muted & if table.withdrawn_vote { u32::MAX } else { !self.withdrawn };
        self.placed_on.map(|cards| cards & counted)
    }

    /// Finds the Voting card with the most votes (DF-10, DF-11).
    pub(super) fn count(&mut self, table: &Table, watch: &mut dyn Watch) {
        let votes = self.votes(table);
        let tied = most(votes.map(u32::count_ones));
        if tied == 0 {
            watch.mark(NO_VOTES);
            watch.narrate(&|| "      No vote is left: no role wins.".to_owned());
            self.begin_home(table, watch);
            return;
        }
        let mut left = tied;
        if tied.count_ones() > 1 {
            let dragon = Seat::all(table.players).find(|seat| self.clan_of(table, *seat).breaks_ties);
            let own = dragon.map_or(0, |seat| self.placed_by[seat]);
            let best =
                most(Roles::from_fn(|role: Role| if role.is_in(tied) { (votes[role] & own).count_ones() } else { 0 }));
            if best.count_ones() == 1 {
                watch.mark(DRAGON_TIE);
                watch.narrate(&|| "      The vote is tied; the Dragon's vote decides.".to_owned());
                left = best;
            }
        }
        if left.count_ones() == 1 {
            self.award(table, Role(left.trailing_zeros() as u8), watch);
        } else {
            watch.mark(JUDGE_TIE);
            (self.phase, self.seat, self.tied) = (Phase::Winner, self.judge, left);
        }
    }

    /// Favour for those who voted for the winning role or played it, Great Favour for both (DF-12).
    pub(super) fn award(&mut self, table: &Table, role: Role, watch: &mut dyn Watch) {
        let (voted, played) = (self.votes(table)[role], self.with_role[role] & !self.withdrawn);
        watch.op(table.wins[role], true);
        watch.narrate(&|| {
            let votes = voted.count_ones();
            format!(
                "      {} wins the round with {votes} vote{}.",
                table.roles[role],
                if votes == 1 { "" } else { "s" }
            )
        });
        for seat in Seat::all(table.players) {
            let own = self.placed_by[seat];
            let gained = u16::from(voted & own != 0) + u16::from(played & own != 0);
            if gained == 2 {
                watch.mark(GREAT);
            }
            let gained = gained + u16::from(self.bonus[role][seat]);
            self.favour[seat] += gained;
            if gained > 0 {
                watch
                    .narrate(&|| format!("        Player {seat} gains {gained} Favour, {} in all.", self.favour[seat]));
            }
        }
        self.begin_home(table, watch);
    }

    fn begin_home(&mut self, table: &Table, watch: &mut dyn Watch) {
        watch.supply(0, self.favour.iter().map(|n| u32::from(*n)).sum());
        self.gone = 0;
        self.phase = Phase::Home;
        self.seat = self.judge;
        self.next_home(table, watch);
    }

    /// The next player to send a card home, clockwise from the Judge's left; the Judge is last.
    fn next_home(&mut self, table: &Table, watch: &mut dyn Watch) {
        while self.gone < self.players {
            self.seat = self.after(self.seat);
            self.gone += 1;
            if self.placed_by[self.seat] != 0 {
                return;
            }
        }
        self.end_round(table, watch);
    }

    /// The player's cards that may go home: a withdrawn one, if there is one (DF-8).
    fn candidates(&self) -> u32 {
        let own = self.placed_by[self.seat];
        if own & self.withdrawn != 0 { own & self.withdrawn } else { own }
    }

    pub(super) fn leaving(&self, table: &Table, options: &mut Vec<Act>) {
        let cards = self.candidates();
        let roles = Role::all().filter(|role| self.with_role[*role] & cards != 0);
        // If every withdrawn card leaves, there is nothing to choose.
        let most = if table.all_leave && cards & self.withdrawn != 0 { 1 } else { ROLES };
        options.extend(roles.take(most).map(Act::Home));
    }

    pub(super) fn send_home(&mut self, table: &Table, role: Role, watch: &mut dyn Watch) {
        let seat = self.seat;
        let lost = self.placed_by[seat] & self.withdrawn;
        if lost != 0 {
            watch.mark(if lost.count_ones() > 1 { TWO_WITHDRAWN } else { WITHDRAWN_HOME });
        }
        let gone: Cards = if table.all_leave && lost != 0 {
            Role::all().map(|role| card(role) * (self.with_role[role] & lost).count_ones()).sum()
        } else {
            card(role)
        };
        self.home[seat] += gone;
        self.hand[seat] += self.out[seat] - gone;
        self.out[seat] = 0;
        self.next_home(table, watch);
    }

    fn end_round(&mut self, table: &Table, watch: &mut dyn Watch) {
        watch.round();
        self.round += 1;
        (self.placed, self.moves, self.withdrawn, self.muted, self.done, self.tied) = (0, 0, 0, 0, 0, 0);
        (self.placed_on, self.placed_by, self.with_role) = (Roles::all(0), Seats::all(0), Roles::all(0));
        self.bonus = Roles::all(Seats::all(0));
        // The game ends when all delegations are down to one card.
        let is_over = Seat::all(self.players.into()).all(|seat| !self.takes_part(seat));
        if is_over || self.round == ROUNDS {
            return self.finish(table, watch);
        }
        // The Judge passes to the left (DF-3), to one who still takes part.
        self.judge = self.after(self.judge);
        while !self.takes_part(self.judge) {
            self.judge = self.after(self.judge);
        }
        (self.phase, self.seat) = (Phase::Nominate, self.judge);
        watch.narrate(&|| super::words::standing(self, table));
    }

    /// The most Favour wins; the Dragon wins a draw it is part of (DF-14).
    fn finish(&mut self, table: &Table, watch: &mut dyn Watch) {
        let seats = Seat::all(table.players);
        let best = self.favour.0[..table.players].iter().max().copied().unwrap_or(0);
        let mut winners: u8 = seats.clone().filter(|seat| self.favour[*seat] == best).map(Seat::bit).sum();
        let dragon = seats.clone().find(|seat| seat.is_in(winners) && self.clan_of(table, *seat).wins_draws);
        if winners.count_ones() > 1 {
            match dragon {
                Some(seat) => {
                    winners = seat.bit();
                    watch.mark(DRAGON_DRAW);
                }
                None => watch.mark(DRAW),
            }
        }
        (self.phase, self.tied) = (Phase::Over, winners);
        if !watch.listens() {
            return;
        }
        watch.narrate(&|| super::words::standing(self, table));
        let fair = WHOLE / table.players as u32;
        for seat in seats {
            let share = if seat.is_in(winners) { WHOLE / winners.count_ones() } else { 0 };
            watch.fared(Subject::Role(usize::from(self.clan[seat])), share, fair);
            if seat == self.first_judge {
                watch.fared(Subject::Role(table.clans.len()), share, fair);
            }
            let roles = held(self.clan_of(table, seat).cards) as u8;
            for role in Role::all().filter(|role| role.is_in(roles)) {
                watch.fared(Subject::Held(usize::from(self.clan_of(table, seat).pieces[role])), share, fair);
            }
        }
    }
}

/// Those with the largest count, one bit each; none if all are zero.
fn most(counts: Roles<u32>) -> u8 {
    let best = counts.iter().max().copied().unwrap_or(0);
    if best == 0 {
        return 0;
    }
    Role::all().filter(|role| counts[*role] == best).map(Role::bit).sum()
}

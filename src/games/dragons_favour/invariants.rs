//! What must hold at every moment of a game.

use super::{Cards, Court, Phase, Placed, ROUNDS, Role, Table, card, many};
use crate::sim::{Seat, Violation};

impl Court {
    /// Finds the card that is not where it should be.
    pub(super) fn misplaced(&self, table: &Table) -> Violation {
        let seat = Seat::all(table.players)
            .find(|seat| self.hand[*seat] + self.out[*seat] + self.home[*seat] != self.all[*seat]);
        let seat = seat.unwrap_or(Seat::FIRST);
        let all = self.hand[seat] + self.out[seat] + self.home[seat];
        let role = Role::all().find(|role| many(all, *role) != many(self.all[seat], *role));
        let role = role.unwrap_or(Role(0));
        Violation {
            rule: "hand, votes and home make a delegation",
            what: format!("player {seat} has {} of {}", many(all, role), table.roles[role]),
            piece: Some(usize::from(self.clan_of(table, seat).pieces[role])),
        }
    }

    /// The invariants that a fast run skips.
    pub(super) fn check_all(&self, table: &Table) -> Result<(), Violation> {
        let wrong = |rule: &'static str, what: String| Err(Violation::new(rule, what));
        let all = (1u64 << self.placed) - 1;
        let together = self.placed_on.iter().fold(0u64, |sum, cards| sum + u64::from(*cards));
        if together != all || self.placed_by.iter().map(|c| u64::from(*c)).sum::<u64>() != all {
            return wrong("a placed card lies on one Voting card", format!("{together:b} of {all:b}"));
        }
        if self.with_role.iter().map(|c| u64::from(*c)).sum::<u64>() != all {
            return wrong("a placed card has one role", format!("{} cards", self.placed));
        }
        for seat in Seat::all(table.players) {
            let placed: Cards =
                Placed::all(self.placed).filter(|i| self.owner[*i] == seat).map(|i| card(self.role[i])).sum();
            let is_gone = self.phase == Phase::Home;
            if placed != self.out[seat] && !is_gone {
                return wrong("what lies out was placed", format!("player {seat}"));
            }
            let left = Role::all().map(|role| many(self.home[seat], role)).sum::<u32>();
            let rounds = u32::from(self.round);
            if !table.all_leave && left != rounds && !(is_gone && left == rounds + 1) && self.phase != Phase::Over {
                return wrong("one card goes home each round", format!("player {seat} sent {left} in {rounds} rounds"));
            }
        }
        // After the reveal, everybody who takes part has placed as many cards as the Judge named.
        let votes = u32::from(self.nominated);
        let is_revealed = matches!(self.phase, Phase::Card | Phase::Vote | Phase::Either | Phase::Winner);
        for seat in Seat::all(table.players) {
            let placed = self.placed_by[seat].count_ones();
            if placed > votes || (is_revealed && placed != 0 && placed != votes) {
                return wrong("everybody votes equally often", format!("player {seat} placed {placed} of {votes}"));
            }
        }
        if self.round > ROUNDS {
            return wrong("a game has five rounds", format!("{} rounds", self.round));
        }
        Ok(())
    }
}

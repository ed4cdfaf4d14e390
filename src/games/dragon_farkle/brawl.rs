//! Brawls: attack, defense, and what the winner gets.

use super::effect::{BRAWL, Moment};
use super::table::Table;
use super::{POOR, Phase, Quest, TIE};
use crate::sim::{Chance, Seat, Watch};

impl Quest {
    /// A defender is chosen; a card may prevent the Brawl.
    pub(super) fn brawl(&mut self, table: &Table, target: Seat, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.action = BRAWL;
        self.target = target;
        if self.items[target] & table.usable(Moment::OnBrawled, BRAWL) != 0 {
            (self.phase, self.decider) = (Phase::Brawled, target);
            return;
        }
        self.begin_brawl(table, chance, watch);
    }

    pub(super) fn begin_brawl(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.leave_keep(watch);
        self.dice = table.numbers.dice;
        self.throw(table, chance, watch);
    }

    /// The attacker hands the dice over, or the defender is done and the scores are compared.
    pub(super) fn hand_over(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        if self.is_defending {
            return self.compare(table, chance, watch);
        }
        self.attack = std::mem::take(&mut self.score);
        self.is_defending = true;
        let defender = self.companion[self.target];
        self.dice = table.defender_dice(defender);
        for (_, name) in table.acts(defender, Moment::AsDefender, BRAWL) {
            watch.op(*name, self.dice != table.numbers.defender_dice);
        }
        watch.narrate(&|| format!("      Player {} defends against {}.", self.target, self.attack));
        self.throw(table, chance, watch);
    }

    /// The higher score wins: the difference from the loser, as far as he can pay, and a bonus from the stock (FK-11).
    fn compare(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let (attack, defense) = (self.attack, std::mem::take(&mut self.score));
        self.attack = 0;
        let (attacker, defender) = (self.seat, self.target);
        if attack == defense {
            watch.mark(TIE);
        }
        if attack == defense && !table.defender_wins_ties {
            watch.narrate(&|| format!("      {attack} against {defense}: nobody wins the Brawl."));
            for seat in [attacker, defender] {
                self.discard += std::mem::take(&mut self.fresh[seat]);
            }
            return self.end_turn(table, chance, watch);
        }
        let (winner, loser) = if attack > defense { (attacker, defender) } else { (defender, attacker) };
        let difference = attack.abs_diff(defense);
        let paid = difference.min(self.army[loser]);
        if paid < difference {
            watch.mark(POOR);
        }
        self.army[loser] -= paid;
        self.army[winner] += paid + table.numbers.winner_bonus;
        self.items[winner] += std::mem::take(&mut self.fresh[winner]);
        self.discard += std::mem::take(&mut self.fresh[loser]);
        watch.narrate(&|| {
            let bonus = table.numbers.winner_bonus;
            format!(
                "      {attack} against {defense}: player {winner} wins {paid} soldiers from player \
                 {loser} and {bonus} more."
            )
        });
        let companion = self.companion[winner];
        if table.acts(companion, Moment::OnWinBrawl, BRAWL).is_empty() {
            return self.end_turn(table, chance, watch);
        }
        self.put_to_work(companion, winner, loser, Phase::Over);
        self.go_on(table, chance, watch);
    }
}

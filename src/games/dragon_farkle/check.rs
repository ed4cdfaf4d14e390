//! What must hold at every step.

use super::effect::BRAWL;
use super::table::{Items, Table, many, size};
use super::{Item, NOTHING, Phase, Quest, odds};
use crate::sim::{Seat, Violation};

impl Quest {
    /// Finds the item that is not where it should be.
    pub(super) fn lost_item(&self, table: &Table) -> Violation {
        let all = self.items.iter().chain(&self.fresh).sum::<Items>() + self.deck + self.discard;
        let kind = (0..table.items.len() as u8).map(Item).find(|kind| many(all, *kind) != many(table.all_items, *kind));
        let kind = kind.unwrap_or(Item(0));
        Violation {
            rule: "a Magic Item is in one place",
            what: format!("{} of {} are there", many(all, kind), table.items[kind.at()].name),
            piece: Some(table.card_of(kind).at()),
        }
    }

    /// The invariants that a fast run skips.
    pub(super) fn check_all(&self, table: &Table) -> Result<(), Violation> {
        let wrong = |rule: &'static str, what: String| Err(Violation::new(rule, what));
        let held =
            self.companion.0[..table.players].iter().filter(|c| **c != NOTHING).fold(0u32, |all, c| all + (1 << c.0));
        if held + u32::from(self.companions) + u32::from(self.retired) != u32::from(table.all_companions) {
            return wrong(
                "a Companion is in one place",
                format!("{held:b}, {:b}, {:b}", self.companions, self.retired),
            );
        }
        if let Some(army) = self.army.iter().find(|army| **army % odds::UNIT != 0) {
            return wrong("soldiers can be paid in tokens", format!("an army of {army}"));
        }
        if !self.score.is_multiple_of(odds::UNIT) || !self.attack.is_multiple_of(odds::UNIT) {
            return wrong("soldiers can be paid in tokens", format!("{} and {} set aside", self.score, self.attack));
        }
        let most = self.all_dice(table);
        if matches!(self.phase, Phase::Rolled | Phase::GoOn) && !(1..=most).contains(&self.dice) {
            return wrong("one to six dice are rolled", format!("{} dice of {most}", self.dice));
        }
        if matches!(self.phase, Phase::Between | Phase::Action) {
            for seat in Seat::all(table.players) {
                let (over, limit) = (size(self.items[seat] & !table.kept), self.limit(table, seat));
                // When the phase between turns begins, nobody has too many items; a card may then bring more.
                if self.phase == Phase::Between && over > limit {
                    return wrong("one Magic Item at the end of a turn", format!("player {seat} has {over}"));
                }
            }
            if self.fresh.iter().any(|items| *items != 0) {
                return wrong("what is set aside is kept or discarded", "a Magic Item is left over".to_owned());
            }
        }
        if self.action == BRAWL && self.is_defending && self.target.is_in(self.keep) {
            return wrong("nobody brawls in the Keep", format!("player {}", self.target));
        }
        if self.phase == Phase::Over && self.damage < table.damage {
            return wrong("who wins has hurt the dragon enough", format!("{} of {}", self.damage, table.damage));
        }
        Ok(())
    }
}

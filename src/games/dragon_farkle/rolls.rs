//! Rolls: what they offer, what is set aside, Farkles, and the Final Battle.

use super::effect::{FINAL, Moment, Op, RECRUIT};
use super::load::Event;
use super::table::{Items, Table, held_kinds};
use super::{Act, BATTLE_REROLL, DRAGON_FARKLE, HOT_DICE, Item, Next, Phase, Quest};
use crate::sim::{Chance, Purpose, Seat, Watch};

impl Quest {
    /// Rolls the Soldier dice and the Event die.
    pub(super) fn throw(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let throw = chance.pick(table.scores.throws(self.dice), Purpose::Dice);
        self.roll = table.scores.thrown(self.dice, throw);
        self.throw_event(table, chance);
        (self.no_dragon, self.no_losses) = (false, false);
        watch.narrate(&|| super::words::rolled(self, table));
        self.look(table, chance, watch);
    }

    pub(super) fn throw_event(&mut self, table: &Table, chance: &mut dyn Chance) {
        self.event = table.event[chance.pick(6, Purpose::Dice) as usize];
    }

    /// Whether any die of the roll scores.
    #[inline]
    pub(super) fn is_scoring(&self, table: &Table) -> bool {
        table.scores.rolls[usize::from(self.roll)].all.is_some()
    }

    /// Whether the dragon eats what this roll brings.
    fn is_eaten(&self, table: &Table) -> bool {
        self.event == Event::Dragon && !self.no_dragon && self.dragon_is_let_in(table)
    }

    fn dragon_is_let_in(&self, table: &Table) -> bool {
        let companion = self.companion[self.roller()];
        !table.acts(companion, Moment::OnDragonScoring, self.action).iter().any(|(op, _)| *op == Op::IgnoreDragon)
    }

    /// Asks the player what to do with the roll, or does what must happen.
    pub(super) fn look(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.decider = self.roller();
        let is_free = self.action != FINAL && self.is_scoring(table) && !self.is_eaten(table);
        if is_free || self.has_card(table) {
            self.phase = Phase::Rolled;
            return;
        }
        self.settle(table, chance, watch);
    }

    /// Whether the player could use a card now.
    fn has_card(&self, table: &Table) -> bool {
        let seat = self.roller();
        let companion = self.companion[seat];
        let after = table.acts(companion, Moment::AfterRoll, self.action);
        if !seat.is_in(self.used) && after.iter().any(|(op, _)| self.helps(table, *op)) {
            return true;
        }
        if self.any_time(table) != 0 {
            return true;
        }
        let held = self.items[seat];
        if self.is_farkle(table) && held & table.usable(Moment::OnFarkle, self.action) != 0 {
            return true;
        }
        self.helpful(table, held).next().is_some()
    }

    /// The kinds of items that would change anything about this roll.
    fn helpful(&self, table: &Table, held: Items) -> impl Iterator<Item = Item> {
        held_kinds(held & table.usable(Moment::AfterRoll, self.action))
            .filter(|kind| table.items[kind.at()].power.ops.iter().any(|(op, _)| self.helps(table, *op)))
    }

    /// Whether the roll is a Farkle as it stands.
    pub(super) fn is_farkle(&self, table: &Table) -> bool {
        !self.is_scoring(table)
            && match self.event {
                Event::Blank => true,
                Event::Dragon => false,
                Event::Rally => self.action != FINAL,
            }
    }

    /// Whether an operation would change anything about this roll.
    pub(super) fn helps(&self, table: &Table, op: Op) -> bool {
        match op {
            Op::TurnEvent(event) => self.event != event && (self.action == FINAL || self.is_scoring(table)),
            Op::IgnoreDragon => self.action != FINAL && self.is_scoring(table) && self.is_eaten(table),
            Op::IgnoreLosses => self.action == FINAL && self.is_scoring(table) && !self.no_losses,
            Op::Damage(_) => self.action == FINAL,
            _ => true,
        }
    }

    /// What can be done after a roll.
    pub(super) fn after_roll(&self, table: &Table, options: &mut Vec<Act>) {
        let seat = self.roller();
        if self.action == FINAL || !self.is_scoring(table) || self.is_eaten(table) {
            options.push(Act::Pass);
        } else if self.event == Event::Rally {
            let both = table
                .acts(self.companion[seat], Moment::OnRallyScoring, self.action)
                .iter()
                .any(|(op, _)| matches!(op, Op::BothRewards));
            if both {
                let asides = table.scores.rolls[usize::from(self.roll)].asides.clone();
                options.extend(asides.map(|aside| Act::Aside(aside as u16, Next::Both)));
            } else {
                options.extend_from_slice(&table.rally[usize::from(self.roll)]);
            }
        } else {
            options.extend_from_slice(&table.plain[usize::from(self.roll)]);
        }
        let companion = self.companion[seat];
        let after = table.acts(companion, Moment::AfterRoll, self.action);
        if !seat.is_in(self.used) && after.iter().any(|(op, _)| self.helps(table, *op)) {
            options.push(Act::Use(companion));
        }
        let held = self.items[seat];
        options.extend(self.helpful(table, held).map(|kind| Act::Use(table.card_of(kind))));
        self.usable_items(table, self.any_time(table), options);
        if self.is_farkle(table) {
            self.usable_items(table, held & table.usable(Moment::OnFarkle, self.action), options);
        }
    }

    /// Does what must happen with a roll that offers no choice of dice.
    pub(super) fn settle(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        if self.action == FINAL {
            return self.fight(table, chance, watch);
        }
        if self.is_farkle(table) {
            return self.farkle(table, chance, watch);
        }
        match table.scores.rolls[usize::from(self.roll)].all {
            // All scoring dice go, and the dragon eats what they would have brought.
            Some(all) => self.put_away(table, all.count, watch),
            None => watch.mark(DRAGON_FARKLE),
        }
        self.phase = Phase::GoOn;
    }

    /// The number of dice in a first roll.
    pub(super) fn all_dice(&self, table: &Table) -> u8 {
        if self.is_defending { table.defender_dice(self.companion[self.target]) } else { table.numbers.dice }
    }

    /// Leaves fewer dice for the next roll; all of them again when none are left (FK-7).
    fn put_away(&mut self, table: &Table, count: u8, watch: &mut dyn Watch) {
        self.dice -= count;
        if self.dice == 0 {
            self.dice = self.all_dice(table);
            watch.mark(HOT_DICE);
        }
    }

    pub(super) fn set_aside(
        &mut self,
        table: &Table,
        aside: u16,
        next: Next,
        chance: &mut dyn Chance,
        watch: &mut dyn Watch,
    ) {
        let aside = table.scores.asides[usize::from(aside)];
        let seat = self.roller();
        if watch.listens() && self.event == Event::Dragon {
            self.passive(table, seat, Moment::OnDragonScoring, watch);
        }
        let times = if matches!(next, Next::DoubleStop | Next::DoubleRoll | Next::Both) { 2 } else { 1 };
        self.score += u32::from(aside.value) * times;
        self.put_away(table, aside.count, watch);
        if matches!(next, Next::Draw | Next::Both) {
            if next == Next::Both {
                self.passive(table, seat, Moment::OnRallyScoring, watch);
            }
            let item = self.draw_item(chance, watch);
            self.fresh[seat] += item;
            watch.narrate(&|| super::words::drew(table, item));
        }
        match next {
            Next::Stop | Next::DoubleStop => self.stop(table, chance, watch),
            Next::Roll | Next::DoubleRoll => self.throw(table, chance, watch),
            Next::Draw | Next::Both => (self.phase, self.decider) = (Phase::GoOn, self.roller()),
        }
    }

    /// Counts the use of a Companion that acts by itself.
    fn passive(&self, table: &Table, seat: Seat, when: Moment, watch: &mut dyn Watch) {
        table.acts(self.companion[seat], when, self.action).iter().for_each(|(_, name)| watch.op(*name, true));
    }

    /// Nothing scores: what was gained this turn is lost (FK-8).
    fn farkle(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.roller();
        let aside = std::mem::take(&mut self.score);
        self.discard += std::mem::take(&mut self.fresh[seat]);
        watch.narrate(&|| format!("        Farkle! {aside} soldiers go back."));
        for (op, name) in table.acts(self.companion[seat], Moment::OnFarkle, self.action) {
            if let Op::Gain(n, is_capped) = op {
                let gained = if *is_capped { u32::from(*n).min(aside) } else { u32::from(*n) };
                self.army[seat] += gained;
                watch.op(*name, gained > 0);
                watch.narrate(&|| super::words::gains(self, table, seat, gained));
            }
        }
        if self.action == RECRUIT {
            self.end_turn(table, chance, watch);
        } else {
            self.hand_over(table, chance, watch);
        }
    }

    /// The player stops and keeps what is set aside.
    pub(super) fn stop(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        if self.action != RECRUIT {
            return self.hand_over(table, chance, watch);
        }
        let seat = self.seat;
        if self.items[seat] & table.usable(Moment::OnStopRecruit, RECRUIT) != 0 {
            (self.phase, self.decider) = (Phase::Stopped, self.seat);
            return;
        }
        self.finish_recruiting(table, chance, watch);
    }

    /// The recruits join the army.
    pub(super) fn finish_recruiting(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.seat;
        let recruits = std::mem::take(&mut self.score);
        self.army[seat] += recruits;
        self.items[seat] += std::mem::take(&mut self.fresh[seat]);
        watch.narrate(&|| super::words::gains(self, table, seat, recruits));
        for (op, name) in table.acts(self.companion[seat], Moment::OnStopRecruit, RECRUIT) {
            if let Op::Gain(n, _) = op
                && recruits > 0
            {
                self.army[seat] += u32::from(*n);
                watch.op(*name, true);
                watch.narrate(&|| super::words::gains(self, table, seat, u32::from(*n)));
            }
        }
        self.end_turn(table, chance, watch);
    }

    /// No soldier is left in the Keep (FK-14).
    pub(super) fn fall(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.fallen |= self.seat.bit();
        watch.narrate(&|| "        The whole army is gone.".to_owned());
        self.end_turn(table, chance, watch);
    }

    /// A roll of the Final Battle: damage first, then victory, then losses (FK-12).
    fn fight(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let seat = self.seat;
        let hurt = match self.event {
            Event::Blank => 0,
            Event::Dragon => table.numbers.dragon_damage,
            Event::Rally => table.numbers.rally_damage,
        };
        self.damage = self.damage.saturating_add(hurt as u8);
        if self.damage >= table.damage {
            return self.win(table, watch);
        }
        let Some(all) = table.scores.rolls[usize::from(self.roll)].all else {
            if hurt == 0 {
                watch.narrate(&|| "        Farkle! The dragon heals.".to_owned());
                return self.end_turn(table, chance, watch);
            }
            watch.mark(BATTLE_REROLL);
            return self.throw(table, chance, watch);
        };
        if !self.no_losses {
            self.army[seat] = self.army[seat].saturating_sub(u32::from(all.value));
        }
        if self.army[seat] == 0 {
            return self.fall(table, chance, watch);
        }
        self.put_away(table, all.count, watch);
        self.throw(table, chance, watch);
    }
}

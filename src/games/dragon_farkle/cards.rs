//! Cards at work: their operations, one after another, with the choices they ask for.

use super::effect::{Moment, Op};
use super::scoring::{die, showing};
use super::table::{Table, one, size};
use super::turns::nth;
use super::{Act, Card, NOBODY, Phase, Quest, Work};
use crate::sim::{Chance, Purpose, Seat, Watch};

impl Quest {
    /// A card begins to work; `back` is where the game goes on.
    pub(super) fn put_to_work(&mut self, card: Card, you: Seat, w: Seat, back: Phase) {
        self.work = Work { card, op: 0, you, w, is_asked: false, picked: 0, left: 0, back };
    }

    /// The seats a card can be aimed at: those that have what it takes away.
    pub(super) fn targets(&self, table: &Table, card: Card, you: Seat) -> impl Iterator<Item = Seat> {
        let takes_item = table.card(card).power.ops.iter().any(|(op, _)| *op == Op::TakeItem);
        let hits = move |seat: &Seat| if takes_item { self.items[*seat] != 0 } else { self.army[*seat] > 0 };
        self.others(you).filter(hits)
    }

    /// Whether a card that needs a target can have one.
    pub(super) fn has_target(&self, table: &Table, card: Card) -> bool {
        let is_aimed = table.card(card).power.ops.iter().any(|(op, _)| *op == Op::Choose);
        !is_aimed || self.targets(table, card, self.decider).next().is_some()
    }

    /// The player who decides uses a card.
    pub(super) fn use_card(&mut self, table: &Table, card: Card, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let (seat, phase) = (self.decider, self.phase);
        match table.item_of(card) {
            None => self.used |= seat.bit(),
            Some(kind) => {
                self.items[seat] -= one(kind);
                self.discard += one(kind);
            }
        }
        if phase == Phase::Hit {
            // The card hits its sender: the two players change places.
            (self.work.you, self.work.w) = (self.work.w, self.work.you);
            table.card(card).power.ops.iter().for_each(|(_, name)| watch.op(*name, true));
            return self.go_on(table, chance, watch);
        }
        self.put_to_work(card, seat, NOBODY, phase);
        self.go_on(table, chance, watch);
    }

    /// Carries out operations until somebody must decide or the card has done its work.
    pub(super) fn go_on(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        while let Some(&(op, name)) = table.card(self.work.card).power.ops.get(usize::from(self.work.op)) {
            if self.must_decide(table, op) {
                return;
            }
            self.work.op += 1;
            let has_changed = self.carry_out(table, op, chance, watch);
            watch.op(name, has_changed);
        }
        self.resume(table, chance, watch);
    }

    /// Whether an operation waits for a decision.
    fn must_decide(&mut self, table: &Table, op: Op) -> bool {
        let w = self.work.w;
        match op {
            Op::Choose if self.work.w == NOBODY => (self.phase, self.decider) = (Phase::Target, self.work.you),
            Op::Lose(_) | Op::Take(_) | Op::TakeItem
                if !self.work.is_asked
                    && (op == Op::TakeItem || self.army[w] > 0)
                    && self.items[w] & table.usable(Moment::OnTargeted, self.action) != 0 =>
            {
                self.work.is_asked = true;
                (self.phase, self.decider) = (Phase::Hit, self.work.w);
            }
            Op::Reroll(n) | Op::Turn(n) if self.work.left == 0 => {
                self.work.left = n.min(self.dice);
                (self.phase, self.decider) = (Phase::Die, self.work.you);
            }
            _ => return false,
        }
        true
    }

    fn carry_out(&mut self, table: &Table, op: Op, chance: &mut dyn Chance, watch: &mut dyn Watch) -> bool {
        let (you, w) = (self.work.you, self.work.w);
        match op {
            Op::Gain(n, _) => {
                self.army[you] += u32::from(n);
                watch.narrate(&|| super::words::gains(self, table, you, u32::from(n)));
            }
            Op::Lose(n) => {
                let lost = u32::from(n).min(self.army[w]);
                self.army[w] -= lost;
                self.may_fall(w);
                watch.narrate(&|| format!("        Player {w} loses {lost} soldiers."));
                return lost > 0;
            }
            Op::Take(n) => {
                let taken = u32::from(n).min(self.army[w]);
                self.army[w] -= taken;
                self.may_fall(w);
                self.army[you] += taken;
                watch.narrate(&|| format!("        Player {you} takes {taken} soldiers of player {w}."));
                return taken > 0;
            }
            Op::TakeItem => {
                let all = size(self.items[w]);
                if all == 0 {
                    return false;
                }
                let item = nth(self.items[w], chance.pick(all, Purpose::Deal));
                self.items[w] -= item;
                self.items[you] += item;
                watch.narrate(&|| format!("        Player {you} takes a Magic Item of player {w}."));
            }
            Op::RerollEvent => {
                self.throw_event(table, chance);
                watch.narrate(&|| super::words::rolled(self, table));
            }
            Op::TurnEvent(event) => {
                let has_changed = self.event != event;
                self.event = event;
                return has_changed;
            }
            Op::IgnoreDragon => {
                let has_changed = self.helps(table, op);
                self.no_dragon |= has_changed;
                return has_changed;
            }
            Op::IgnoreLosses => {
                let has_changed = self.helps(table, op);
                self.no_losses |= has_changed;
                return has_changed;
            }
            Op::Damage(n) => self.damage += n,
            Op::IgnoreBrawl => self.barred |= self.target.bit(),
            Op::Again => self.again = true,
            // Picked or asked for earlier, or read where they apply.
            Op::Choose | Op::Reroll(_) | Op::Turn(_) | Op::IgnoreFarkle => {}
            Op::Dice(_) | Op::BothRewards | Op::Hold(_) | Op::Redirect => {}
        }
        true
    }

    /// An army that a card destroys inside the Keep counts as eaten, unless it is its own turn (FK-14).
    fn may_fall(&mut self, seat: Seat) {
        let is_at_turn = seat == self.seat && !matches!(self.work.back, Phase::Between | Phase::Drop);
        if self.army[seat] == 0 && seat.is_in(self.keep) && !is_at_turn {
            self.fallen |= seat.bit();
        }
    }

    /// Returns to where the card was used.
    fn resume(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let power = &table.card(self.work.card).power;
        self.decider = self.work.you;
        match self.work.back {
            Phase::Rolled if power.when == Moment::OnFarkle => self.throw(table, chance, watch),
            Phase::Rolled if self.damage >= table.damage => self.win(table, watch),
            Phase::Rolled if self.action == super::FINAL && self.army[self.seat] == 0 => {
                self.fall(table, chance, watch)
            }
            Phase::Rolled => self.look(table, chance, watch),
            Phase::GoOn => (self.phase, self.decider) = (Phase::GoOn, self.roller()),
            Phase::Stopped => self.finish_recruiting(table, chance, watch),
            Phase::Between => self.between(table, chance, watch),
            // The Brawl is off: the player chooses another action or another Wannabe.
            Phase::Brawled => (self.phase, self.decider, self.action) = (Phase::Action, self.seat, super::RECRUIT),
            Phase::Over | Phase::Drop => self.end_turn(table, chance, watch),
            _ => (self.phase, self.decider) = (Phase::Action, self.seat),
        }
    }

    /// Offers the dice just rolled for picking; after the first, also to stop picking.
    pub(super) fn pickable(&self, table: &Table, options: &mut Vec<Act>) {
        if self.work.picked != 0 {
            options.push(Act::Pass);
        }
        let dice = table.scores.rolls[usize::from(self.roll)].dice;
        let is_left = |face: &u8| showing(dice, usize::from(*face)) > showing(self.work.picked, usize::from(*face));
        options.extend((0..6).filter(is_left).map(Act::Die));
    }

    /// A die is picked, to be rolled again or turned.
    pub(super) fn pick_die(&mut self, table: &Table, face: u8, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        self.work.picked += die(usize::from(face));
        self.work.left -= 1;
        match table.card(self.work.card).power.ops[usize::from(self.work.op)].0 {
            Op::Turn(_) => self.phase = Phase::Face,
            _ if self.work.left == 0 => self.picked(table, chance, watch),
            _ => {}
        }
    }

    /// The die picked last is turned to a face.
    pub(super) fn turn_die(&mut self, table: &Table, face: u8, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let dice = table.scores.rolls[usize::from(self.roll)].dice;
        self.roll = table.scores.find(dice - self.work.picked + die(usize::from(face)));
        self.work.picked = 0;
        watch.narrate(&|| super::words::rolled(self, table));
        if self.work.left > 0 {
            self.phase = Phase::Die;
            return;
        }
        self.did(table, chance, watch);
    }

    /// The picked dice are rolled again.
    pub(super) fn picked(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let mut dice = table.scores.rolls[usize::from(self.roll)].dice - self.work.picked;
        for _ in 0..super::scoring::size(self.work.picked) {
            dice += die(chance.pick(6, Purpose::Dice) as usize);
        }
        self.roll = table.scores.find(dice);
        watch.narrate(&|| super::words::rolled(self, table));
        self.did(table, chance, watch);
    }

    /// An operation with dice is done.
    fn did(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) {
        let (_, name) = table.card(self.work.card).power.ops[usize::from(self.work.op)];
        watch.op(name, true);
        self.work.op += 1;
        (self.work.left, self.work.picked) = (0, 0);
        self.go_on(table, chance, watch);
    }
}

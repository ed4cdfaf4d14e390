//! The step Resolve: cards act in the order of their roles, each by its operations.

use super::effect::{Clan, Op, To, Who, Zone};
use super::{Act, Court, NO_CARD, NO_ROLE, Phase, Placed, Role, Table};
use crate::sim::{Seat, Watch};

impl Court {
    /// Carries out cards until somebody must decide or all have acted.
    pub(super) fn resolve(&mut self, table: &Table, watch: &mut dyn Watch) {
        loop {
            if self.depth == 0 && !self.next_card(table) {
                self.count(table, watch);
                return;
            }
            let (list, at) = self.stack[usize::from(self.depth) - 1];
            let Some(&(op, name)) = table.effects.lists[usize::from(list)].get(usize::from(at)) else {
                self.depth -= 1;
                continue;
            };
            self.stack[usize::from(self.depth) - 1].1 += 1;
            if self.carry_out(table, op, name, watch) {
                return;
            }
        }
    }

    /// The next card that acts: by role, then by Voting card, then by when it came there (DF-7).
    fn next_card(&mut self, table: &Table) -> bool {
        let waiting = !self.done & !self.withdrawn;
        for role in Role::all() {
            let cards = self.with_role[role] & waiting;
            if cards == 0 {
                continue;
            }
            let mut first = self.placed_on.iter().map(|on| on & cards).find(|here| *here != 0).unwrap_or(cards);
            self.acting = Placed::first(first);
            // A moved card came last to where it lies.
            while self.moves > 0 && first & (first - 1) != 0 {
                first &= first - 1;
                let other = Placed::first(first);
                if self.came[other] < self.came[self.acting] {
                    self.acting = other;
                }
            }
            self.done |= self.acting.bit();
            (self.x, self.v) = (NO_CARD, NO_ROLE);
            self.stack[0] = (table.effect[role], 0);
            self.depth = 1;
            return true;
        }
        false
    }

    fn you(&self) -> Seat {
        self.owner[self.acting]
    }

    fn who(&self, who: Who) -> Seat {
        match who {
            Who::You => self.you(),
            Who::Owner => self.owner[self.x],
        }
    }

    fn here(&self) -> Role {
        self.vote_of(self.acting)
    }

    /// The cards that can be picked.
    fn choosable(&self, zone: Zone, clan: Clan, own: bool) -> u32 {
        let here = self.placed_on[self.here()];
        let all = ((1u64 << self.placed) - 1) as u32 & !self.withdrawn;
        let mine = self.placed_by[self.you()];
        let zone = match zone {
            Zone::Here => here,
            Zone::Elsewhere => !here,
            Zone::Any => u32::MAX,
        };
        let clan = match clan {
            Clan::Other => !mine,
            Clan::You => mine,
            Clan::Any => u32::MAX,
        };
        all & zone & clan & if own { u32::MAX } else { !self.acting.bit() }
    }

    /// The operation that waits for a decision.
    fn waiting(&self, table: &Table) -> Op {
        let (list, at) = self.stack[usize::from(self.depth) - 1];
        table.effects.lists[usize::from(list)][usize::from(at) - 1].0
    }

    /// What can be picked; picking nothing comes first where it is allowed.
    pub(super) fn targets(&self, table: &Table, options: &mut Vec<Act>) {
        let Op::Card { zone, clan, own, optional } = self.waiting(table) else { return };
        if optional {
            options.push(Act::Skip);
        }
        let mut cards = self.choosable(zone, clan, own);
        while cards != 0 {
            options.push(Act::Card(Placed::first(cards)));
            cards &= cards - 1;
        }
    }

    /// Begins one of two lists.
    pub(super) fn choose(&mut self, table: &Table, which: u8) {
        if let Op::Either(_, one, other) = self.waiting(table) {
            self.begin(if which == 0 { one } else { other });
        }
    }

    /// One of two lists in words.
    pub(super) fn option_words(&self, table: &Table, which: u8) -> String {
        let Op::Either(_, one, other) = self.waiting(table) else { return String::new() };
        let list = &table.effects.lists[usize::from(if which == 0 { one } else { other })];
        let words: Vec<String> = list
            .iter()
            .map(|(op, _)| match op {
                Op::Give(_, _, n) => format!("{n} Favour is given"),
                Op::Mute => "the vote does not count".to_owned(),
                Op::Favour(_, n) => format!("{n} Favour is gained"),
                _ => "something happens".to_owned(),
            })
            .collect();
        words.join(", ")
    }

    fn begin(&mut self, list: u8) {
        self.stack[usize::from(self.depth)] = (list, 0);
        self.depth += 1;
    }

    /// Whether a list can be carried out: nobody gives what he does not have.
    fn is_possible(&self, table: &Table, list: u8) -> bool {
        table.effects.lists[usize::from(list)].iter().all(|(op, _)| match op {
            Op::Give(from, _, n) => self.favour[self.who(*from)] >= u16::from(*n),
            _ => true,
        })
    }

    /// Carries out an operation; returns whether somebody must decide first.
    fn carry_out(&mut self, table: &Table, op: Op, name: usize, watch: &mut dyn Watch) -> bool {
        let you = self.you();
        match op {
            Op::Card { zone, clan, own, .. } => {
                if self.choosable(zone, clan, own) == 0 {
                    // Nothing to pick: the rest does not happen.
                    watch.op(name, false);
                    self.depth = 0;
                    return false;
                }
                watch.op(name, true);
                (self.phase, self.seat) = (Phase::Card, you);
                return true;
            }
            Op::Vote => {
                watch.op(name, true);
                (self.phase, self.seat) = (Phase::Vote, you);
                return true;
            }
            Op::Either(by, one, other) => {
                watch.op(name, true);
                return self.either(table, by, one, other);
            }
            Op::Bonus(who, n) => {
                let (here, who) = (self.here(), self.who(who));
                self.bonus[here][who] += n;
                watch.op(name, true);
            }
            Op::Assassinate => {
                let cards = self.with_role[self.here()] & !self.withdrawn & !self.acting.bit();
                self.withdrawn |= cards;
                watch.op(name, cards != 0);
                watch.narrate(&|| super::words::assassinated(self, table, cards));
            }
            Op::Favour(who, n) => {
                let who = self.who(who);
                self.favour[who] += u16::from(n);
                watch.op(name, true);
                watch.narrate(&|| format!("        Player {who} gains {n} Favour."));
            }
            Op::Give(from, to, n) => {
                let (from, to) = (self.who(from), self.who(to));
                let can = self.favour[from] >= u16::from(n);
                if can {
                    self.favour[from] -= u16::from(n);
                    self.favour[to] += u16::from(n);
                    watch.narrate(&|| format!("        Player {from} gives player {to} {n} Favour."));
                }
                watch.op(name, can && from != to);
            }
            Op::Move(to) => self.move_card(table, to, name, watch),
            Op::Mute => {
                let is_new = !self.x.is_in(self.muted);
                self.muted |= self.x.bit();
                watch.op(name, is_new);
                watch.narrate(&|| {
                    format!("        The vote of {} does not count.", super::words::placed(self, table, self.x))
                });
            }
        }
        false
    }

    /// Begins the one list that is possible; if both are, returns that `by` must decide.
    fn either(&mut self, table: &Table, by: Who, one: u8, other: u8) -> bool {
        match (self.is_possible(table, one), self.is_possible(table, other)) {
            (true, true) => {
                (self.phase, self.seat) = (Phase::Either, self.who(by));
                return true;
            }
            (true, false) => self.begin(one),
            (false, true) => self.begin(other),
            (false, false) => {}
        }
        false
    }

    fn move_card(&mut self, table: &Table, to: To, name: usize, watch: &mut dyn Watch) {
        let to = match to {
            To::Here => self.here(),
            To::Chosen => self.v,
        };
        let from = self.vote_of(self.x);
        self.placed_on[from] &= !self.x.bit();
        self.placed_on[to] |= self.x.bit();
        if from != to {
            self.moves += 1;
            self.came[self.x] = self.placed + self.moves;
        }
        watch.op(name, from != to);
        watch.narrate(&|| super::words::moved(self, table, from, to));
    }
}

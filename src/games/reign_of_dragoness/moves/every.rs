//! Every legal play of a hand, one after another.

use super::super::deck::{Card, Cards, NO_CARD, SPECIAL, Strength, Table, Wild, cards_in, strength};
use super::super::load::NUMBERS;
use super::{List, Pattern, Play, Wanted, dragons, fits, span, subsets};

/// Lists every legal play.
pub struct Every;

impl List for Every {
    fn list<F: FnMut(Play)>(table: &Table, hand: Cards, wanted: Wanted, emit: F) {
        every(table, hand, wanted).into_iter().for_each(emit);
    }
}

fn every(table: &Table, hand: Cards, wanted: Wanted) -> Vec<Play> {
    let mut list = Hand { table, hand, wilds: hand & table.wild_bits, plays: Vec::new() };
    match wanted {
        Wanted::Lead => {
            list.singles(0);
            (2..=5).for_each(|size| list.sets(size, 0, Pattern::Set));
            (3..=5).for_each(|size| list.runs(size, 0));
        }
        Wanted::Follow(Pattern::Single, _, floor) => list.singles(floor),
        Wanted::Follow(Pattern::Set, size, floor) => list.sets(size, floor, Pattern::Set),
        Wanted::Follow(Pattern::Run, size, floor) => list.runs(size, floor),
        Wanted::Follow(Pattern::Horde, _, floor) => list.hordes(floor),
    }
    list.plays
}

struct Hand<'a> {
    table: &'a Table,
    hand: Cards,
    wilds: Cards,
    plays: Vec<Play>,
}

impl Hand<'_> {
    /// Takes a play if it beats `floor`.
    fn add(&mut self, cards: Cards, pattern: Pattern, size: u8, top: Strength, floor: Strength) {
        if top > floor {
            self.plays.push(Play { cards, pattern, size, top, revive: NO_CARD });
        }
    }

    /// The clans of which the hand has a dragon of that number.
    fn clans(&self, number: u8) -> u8 {
        (self.hand >> ((number - 1) * 8)) as u8
    }

    fn singles(&mut self, floor: Strength) {
        // With Hordes the Dragoness by herself is one.
        let dragoness = if self.table.horde == 0 { self.table.dragoness } else { 0 };
        for card in cards_in(self.hand & (self.table.dragons | self.table.wild_bits | dragoness)) {
            self.add(card.bit(), Pattern::Single, 1, self.table.alone[card], floor);
        }
    }

    fn sets(&mut self, size: u8, floor: Strength, pattern: Pattern) {
        let most = if pattern == Pattern::Horde { 1 } else { size };
        for n in 1..=NUMBERS as u8 {
            let reach: Cards =
                cards_in(self.wilds).filter(|card| self.table.wild(*card).reaches(n)).map(Card::bit).sum();
            for wilds in std::iter::once(0).chain(subsets(reach)).filter(|w| w.count_ones() <= u32::from(most)) {
                let tie = cards_in(wilds).map(|card| self.table.wild(card).tie).max().unwrap_or(0);
                let clans = self.clans(n);
                let wanted = u32::from(size) - wilds.count_ones().min(u32::from(size));
                for chosen in (0..=clans).filter(|c| c & !clans == 0 && c.count_ones() == wanted) {
                    let jewels = chosen.checked_ilog2().map_or(0, |clan| self.table.jewels[clan as usize]);
                    let top = strength(n, jewels.max(tie));
                    if wilds.count_ones() + wanted == u32::from(size) {
                        self.add(wilds | dragons(chosen, n), pattern, size, top, floor);
                    }
                }
            }
        }
    }

    fn runs(&mut self, size: u8, floor: Strength) {
        let has_dragoness = self.hand & self.table.dragoness != 0;
        for top in size..=NUMBERS as u8 + u8::from(has_dragoness) {
            let span = span(top, size);
            for wilds in std::iter::once(0).chain(subsets(self.wilds)) {
                // Wild cards in some of the places, dragons or the Dragoness in the others.
                for places in (0..=span).filter(|p| p & !span == 0 && p.count_ones() == wilds.count_ones()) {
                    self.run(wilds, places, span, top, floor);
                }
            }
        }
    }

    fn run(&mut self, wilds: Cards, places: u16, span: u16, top: u8, floor: Strength) {
        let mut choices: Vec<(Cards, Strength)> = vec![(0, 0)];
        for n in (1..=top).filter(|n| span >> n & 1 == 1) {
            let here: Vec<(Cards, u8)> = if places >> n & 1 == 1 {
                vec![(0, 0)]
            } else if usize::from(n) > NUMBERS {
                vec![(self.table.dragoness, 0)]
            } else {
                cards_in(dragons(self.clans(n), n)).map(|card| (card.bit(), self.table.alone[card] & 15)).collect()
            };
            // The last number decides the strength.
            let and = |(cards, _): &(Cards, Strength)| {
                here.iter().map(|(c, jewels)| (cards | c, strength(n, *jewels))).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(and).collect();
        }
        let size = span.count_ones() as u8;
        let tops: Vec<Option<u8>> = if places >> top & 1 == 0 {
            if self.fits(wilds, places) { vec![None] } else { Vec::new() }
        } else {
            let rest = places & !(1 << top);
            let can = |wild: &Wild| wild.reaches(top) && self.fits(wilds & !wild.card.bit(), rest);
            let mut ties: Vec<u8> = cards_in(wilds)
                .map(|card| self.table.wild(card))
                .filter(|wild| can(wild))
                .map(|wild| wild.tie)
                .collect();
            ties.sort_unstable();
            ties.dedup();
            ties.into_iter().map(Some).collect()
        };
        for tie in tops {
            for (cards, natural) in &choices {
                let strength = tie.map_or(*natural, |tie| strength(top, tie));
                self.add(cards | wilds, Pattern::Run, size, strength, floor);
            }
        }
    }

    fn fits(&self, wilds: Cards, places: u16) -> bool {
        fits(self.table, (wilds >> SPECIAL) as u16, places)
    }

    fn hordes(&mut self, floor: Strength) {
        let (size, hand) = (self.table.horde, self.hand);
        self.sets(size, floor, Pattern::Horde);
        for (clan, top) in (0..8u8).flat_map(|clan| (size..=NUMBERS as u8).map(move |top| (clan, top))) {
            let suited = |n: u8| dragons(1 << clan, n);
            let run: Cards = (1..=top).filter(|n| span(top, size) >> n & 1 == 1).map(suited).sum();
            let jewels = self.table.jewels[usize::from(clan)];
            if run & !hand == 0 {
                self.add(run, Pattern::Horde, size, strength(top, jewels), floor);
            }
            for card in cards_in(self.wilds) {
                let wild = *self.table.wild(card);
                for n in (top + 1 - size..=top).filter(|n| wild.reaches(*n) && run & !suited(*n) & !hand == 0) {
                    let tie = if n == top { wild.tie } else { jewels };
                    self.add(run & !suited(n) | card.bit(), Pattern::Horde, size, strength(top, tie), floor);
                }
            }
        }
        if self.hand & self.table.dragoness != 0 {
            self.add(self.table.dragoness, Pattern::Horde, 1, strength(NUMBERS as u8 + 1, 0), floor);
        }
    }
}

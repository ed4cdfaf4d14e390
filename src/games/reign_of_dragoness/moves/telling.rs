//! The plays that matter: one of each group that differs only in its weak cards.
//!
//! Among equal numbers, the weakest dragons fill up a set. Among equal wild cards, the first is taken. In a run, a wild
//! card takes a missing place or the top.

use super::super::deck::{Card, Cards, Combo, NO_CARD, SPECIAL, Strength, Table, number, strength};
use super::super::load::NUMBERS;
use super::{List, Pattern, Play, Wanted, dragons, fits, span, subsets};

/// Lists the plays that matter.
pub struct Telling;

impl List for Telling {
    #[inline]
    fn list<F: FnMut(Play)>(table: &Table, hand: Cards, wanted: Wanted, emit: F) {
        let wilds = ((hand & table.wild_bits) >> SPECIAL) as u16;
        let mut list = Hand { table, hand, wilds, emit };
        match wanted {
            Wanted::Lead => {
                list.singles(0);
                list.sets(2, 5, 0, Pattern::Set);
                list.runs(3, 5, 0);
            }
            Wanted::Follow(Pattern::Single, _, floor) => list.singles(floor),
            Wanted::Follow(Pattern::Set, size, floor) => list.sets(size, size, floor, Pattern::Set),
            Wanted::Follow(Pattern::Run, size, floor) => list.runs(size, size, floor),
            Wanted::Follow(Pattern::Horde, _, floor) => list.hordes(floor),
        }
    }
}

/// A hand whose plays are being listed.
struct Hand<'a, F: FnMut(Play)> {
    table: &'a Table,
    hand: Cards,
    /// The wild cards, from bit 0.
    wilds: u16,
    emit: F,
}

impl<'a, F: FnMut(Play)> Hand<'a, F> {
    #[inline]
    fn play(&mut self, cards: Cards, pattern: Pattern, size: u8, top: Strength) {
        (self.emit)(Play { cards, pattern, size, top, revive: NO_CARD });
    }

    /// Each of `tops`, which are dragons, together with `fill`.
    #[inline]
    fn each(&mut self, mut tops: Cards, fill: Cards, pattern: Pattern, size: u8) {
        while tops != 0 {
            let top = tops & tops.wrapping_neg();
            tops ^= top;
            self.play(fill | top, pattern, size, self.table.alone[Card::first(top)]);
        }
    }

    /// The wild cards together in each way that is listed.
    #[inline]
    fn combos(&self) -> impl Iterator<Item = &'a Combo> + use<'a, F> {
        let (table, held) = (self.table, self.wilds);
        let all = subsets(Cards::from(held)).map(move |wilds| &table.combos[wilds as usize]);
        all.filter(move |combo| combo.twins & held & !combo.wilds == 0)
    }

    fn singles(&mut self, floor: Strength) {
        let table = self.table;
        self.each(self.hand & table.above[usize::from(floor)], 0, Pattern::Single, 1);
        if self.hand >> SPECIAL == 0 {
            return;
        }
        for combo in self.combos().filter(|combo| combo.count == 1) {
            let top = table.alone[Card::first(combo.cards)];
            if top > floor {
                self.play(combo.cards, Pattern::Single, 1, top);
            }
        }
        // With Hordes the Dragoness by herself is one.
        let dragoness = strength(NUMBERS as u8 + 1, 0);
        if self.hand & table.dragoness != 0 && table.horde == 0 && dragoness > floor {
            self.play(table.dragoness, Pattern::Single, 1, dragoness);
        }
    }

    /// Sets of `least` to `most` cards.
    fn sets(&mut self, least: u8, most: u8, floor: Strength, pattern: Pattern) {
        let counts = counts(self.hand);
        let high = u16::MAX << number(floor).max(1);
        for size in least..=most {
            let numbers = with(counts, size) & high;
            if numbers == 0 {
                break;
            }
            for n in each_bit(numbers) {
                let all = self.hand & dragons(u8::MAX, n);
                let fill = weakest_few(all, size - 1);
                self.each(all & !fill & self.table.above[usize::from(floor)], fill, pattern, size);
            }
        }
        if self.wilds == 0 {
            return;
        }
        for combo in self.combos().filter(|combo| pattern != Pattern::Horde || combo.count == 1) {
            for size in least.max(combo.count)..=most {
                let few = size - combo.count;
                let numbers = combo.numbers & high & if few == 0 { u16::MAX } else { with(counts, few) };
                for n in each_bit(numbers) {
                    self.wild_set(combo, n, few, floor, pattern);
                }
            }
        }
    }

    /// Sets of one number with exactly these wild cards and `few` dragons.
    fn wild_set(&mut self, combo: &Combo, n: u8, few: u8, floor: Strength, pattern: Pattern) {
        let size = few + combo.count;
        let all = self.hand & dragons(u8::MAX, n);
        if few > 0 && combo.tie == 0 {
            let fill = weakest_few(all, few - 1);
            let tops = all & !fill & self.table.above[usize::from(floor)];
            self.each(tops, fill | combo.cards, pattern, size);
        } else if strength(n, combo.tie) > floor {
            // The wild card is the top, whatever else is played.
            self.play(weakest_few(all, few) | combo.cards, pattern, size, strength(n, combo.tie));
        }
    }

    /// Runs of `least` to `most` cards.
    fn runs(&mut self, least: u8, most: u8, floor: Strength) {
        let has_dragoness = self.hand & self.table.dragoness != 0;
        let there = with(counts(self.hand), 1) | u16::from(has_dragoness) << (NUMBERS + 1);
        let high = u16::MAX << number(floor).max(1);
        let weakest = weakest(self.hand);
        let mut tops = there & there << 1;
        for size in 3..=most {
            tops &= there << (size - 1);
            if tops & high == 0 {
                break;
            }
            for top in each_bit(if size < least { 0 } else { tops & high }) {
                self.run(weakest & below(top, size), top, size, floor);
            }
        }
        if self.wilds == 0 {
            return;
        }
        let high = high & ((1 << (NUMBERS + 1 + usize::from(has_dragoness))) - 1);
        // The tops of runs that lack 0 to 5 numbers, one bit each: first for runs of one card, then for longer and
        // longer ones.
        let mut lacking = [there, !there, 0, 0, 0, 0];
        for size in 2..=most {
            let next = !there << (size - 1);
            for lacks in (1..=5).rev() {
                lacking[lacks] = lacking[lacks] & !next | lacking[lacks - 1] & next;
            }
            lacking[0] &= !next;
            if size >= least {
                self.wild_runs(&lacking, there, high & u16::MAX << size, weakest, size, floor);
            }
        }
    }

    /// Runs of one size with wild cards in the missing places, or also on top in place of a dragon.
    fn wild_runs(&mut self, lacking: &[u16; 6], there: u16, high: u16, weakest: Cards, size: u8, floor: Strength) {
        for combo in self.combos().filter(|combo| combo.count <= size) {
            let many = usize::from(combo.count);
            for top in each_bit(lacking[many] & high) {
                let missing = span(top, size) & !there;
                self.wild_run(combo, missing, weakest & below(top, size), top, size, floor);
            }
            for top in each_bit(lacking[many - 1] & there & high) {
                let places = span(top, size) & !there | 1 << top;
                self.wild_run(combo, places, weakest & below(top, size), top, size, floor);
            }
        }
    }

    /// Runs with a dragon or the Dragoness on top of `fill`.
    #[inline]
    fn run(&mut self, fill: Cards, top: u8, size: u8, floor: Strength) {
        if usize::from(top) > NUMBERS {
            if strength(top, 0) > floor {
                self.play(fill | self.table.dragoness, Pattern::Run, size, strength(top, 0));
            }
            return;
        }
        let tops = self.hand & dragons(u8::MAX, top) & self.table.above[usize::from(floor)];
        self.each(tops, fill, Pattern::Run, size);
    }

    /// Runs with wild cards in exactly these places.
    fn wild_run(&mut self, combo: &Combo, places: u16, fill: Cards, top: u8, size: u8, floor: Strength) {
        let free = each_bit(places & !(1 << top)).fold(fill, |fill, n| fill & !dragons(u8::MAX, n));
        let cards = free | combo.cards;
        if places >> top & 1 == 0 {
            if fits(self.table, combo.wilds, places) {
                self.run(cards, top, size, floor);
            }
            return;
        }
        let mut seen: u16 = 0;
        for bit in each_bit(combo.wilds) {
            let wild = self.table.wilds[usize::from(bit)];
            let is_new = seen >> wild.tie & 1 == 0;
            let rest = combo.wilds & !(1 << bit);
            if is_new
                && wild.reaches(top)
                && strength(top, wild.tie) > floor
                && fits(self.table, rest, places & !(1 << top))
            {
                seen |= 1 << wild.tie;
                self.play(cards, Pattern::Run, size, strength(top, wild.tie));
            }
        }
    }

    /// Hordes: enough of a kind, enough in a row of one clan, or the Dragoness (RD-18).
    fn hordes(&mut self, floor: Strength) {
        let size = self.table.horde;
        self.sets(size, size, floor, Pattern::Horde);
        for clan in 0..8 {
            self.suited_runs(clan, size, floor);
        }
        let dragoness = strength(NUMBERS as u8 + 1, 0);
        if self.hand & self.table.dragoness != 0 && dragoness > floor {
            self.play(self.table.dragoness, Pattern::Horde, 1, dragoness);
        }
    }

    fn suited_runs(&mut self, clan: u8, size: u8, floor: Strength) {
        let suited = self.hand & (ONES << clan) & self.table.dragons;
        let (there, jewels) = (with(counts(suited), 1), self.table.jewels[usize::from(clan)]);
        for top in number(floor).max(size)..=NUMBERS as u8 {
            let missing = span(top, size) & !there;
            let run = suited & (below(top, size) | dragons(u8::MAX, top));
            if missing == 0 && strength(top, jewels) > floor {
                self.play(run, Pattern::Horde, size, strength(top, jewels));
            }
            let place = if missing == 0 { 1 << top } else { missing };
            if place.count_ones() > 1 {
                continue;
            }
            let tie = |combo: &Combo| if place >> top & 1 == 1 { combo.tie } else { jewels };
            for combo in self.combos().filter(|combo| combo.count == 1 && combo.numbers & place != 0) {
                if strength(top, tie(combo)) > floor {
                    let cards = run & !dragons(u8::MAX, place.trailing_zeros() as u8) | combo.cards;
                    self.play(cards, Pattern::Horde, size, strength(top, tie(combo)));
                }
            }
        }
    }
}

/// One in each byte.
const ONES: Cards = Cards::MAX / 255;
/// The dragons.
const DRAGONS: Cards = (1 << SPECIAL) - 1;

/// How many dragons of each number there are, one byte each.
#[inline]
fn counts(hand: Cards) -> Cards {
    let hand = hand & DRAGONS;
    let pairs = hand - (hand >> 1 & (ONES * 0x55));
    let fours = (pairs & (ONES * 0x33)) + (pairs >> 2 & (ONES * 0x33));
    (fours + (fours >> 4)) & (ONES * 0x0f)
}

/// The numbers that occur at least `many` times, one bit each; `many` is at least 1.
#[inline]
fn with(counts: Cards, many: u8) -> u16 {
    // The top bit of a byte is set where the count reaches `many`; then those bits are brought together.
    let enough = (counts + ONES * Cards::from(0x80 - many)) & (ONES * 0x80);
    let gather = |half: u64| (half >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let together = gather(enough as u64) | gather((enough >> 64) as u64) << 8;
    (together as u16 & 0xfff) << 1
}

/// The weakest dragon of each number.
#[inline]
fn weakest(hand: Cards) -> Cards {
    let hand = hand & DRAGONS;
    // Each bit is smeared upward within its byte; whatever lies above another bit is dropped.
    let one = hand | (hand << 1 & (ONES * 0xfe));
    let two = one | (one << 2 & (ONES * 0xfc));
    let four = two | (two << 4 & (ONES * 0xf0));
    hand & !(four << 1 & (ONES * 0xfe))
}

/// The weakest `few` of these cards.
#[inline]
fn weakest_few(all: Cards, few: u8) -> Cards {
    let rest = (0..few).fold(all, |rest, _| rest & rest.wrapping_sub(1));
    all & !rest
}

/// The dragons of the numbers in a run below its top.
#[inline]
fn below(top: u8, size: u8) -> Cards {
    ((1 << (8 * (size - 1))) - 1) << (8 * (top - size))
}

/// The bits that are set.
#[inline]
fn each_bit(mut bits: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}

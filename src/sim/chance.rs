//! All randomness: one trait, seeded streams with names, and the tape that records or replays every choice.

use std::cell::{Cell, RefCell};

use super::Seat;

/// What a draw is for. Each purpose has its own stream, so that rolling one more die does not change a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Shuffles and deals.
    Deal,
    /// Dice.
    Dice,
    /// What a bot decides.
    Bot,
    /// The hidden cards a bot imagines.
    Worlds,
}

/// The only source of randomness a game may use.
pub trait Chance {
    /// A number below `n`, which is at least 1.
    fn pick(&mut self, n: u32, purpose: Purpose) -> u32;

    /// Fills the first `many` places of `cards` with a random choice from all of `cards`.
    fn shuffle(&mut self, cards: &mut [u8], many: usize, purpose: Purpose) {
        let all = cards.len();
        for i in 0..many.min(all) {
            let j = i + self.pick((all - i) as u32, purpose) as usize;
            cards.swap(i, j);
        }
    }
}

/// Names one game of a batch; all its streams are derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The seed of the whole run.
    pub seed: u64,
    /// [`fnv`](crate::hash::fnv) of the game's id.
    pub game: u64,
    /// Seats at the table.
    pub players: usize,
    /// The game's number in the batch.
    pub index: u64,
}

/// Raised when streams are derived in a new way, because old seeds then give different games.
const SCHEME: u64 = 1;

impl Key {
    /// The generator for one purpose and seat.
    pub fn stream(&self, purpose: Purpose, seat: Seat) -> Xoshiro {
        let mut state = 0;
        for part in [SCHEME, purpose as u64, self.seed, self.game, self.players as u64, self.index, u64::from(seat.0)] {
            state = splitmix(state ^ part);
        }
        Xoshiro::from_seed(state)
    }

    /// The game's own chance: one stream for deals, one for dice.
    pub fn chance(&self) -> Seeded {
        Seeded { deal: self.stream(Purpose::Deal, Seat::FIRST), dice: self.stream(Purpose::Dice, Seat::FIRST) }
    }
}

/// The seeded chance of one game.
#[derive(Clone, Debug)]
pub struct Seeded {
    deal: Xoshiro,
    dice: Xoshiro,
}

impl Chance for Seeded {
    #[inline]
    fn pick(&mut self, n: u32, purpose: Purpose) -> u32 {
        if purpose == Purpose::Dice { self.dice.below(n) } else { self.deal.below(n) }
    }
}

/// xoshiro256++ of Blackman and Vigna: small, fast, and never changing, unlike a library's default generator.
#[derive(Clone, Debug)]
pub struct Xoshiro([u64; 4]);

impl Xoshiro {
    /// Fills the state from one number by splitmix64, as its authors advise.
    pub fn from_seed(seed: u64) -> Xoshiro {
        let mut at = seed;
        Xoshiro(std::array::from_fn(|_| {
            let next = splitmix(at);
            at = at.wrapping_add(GOLDEN);
            next
        }))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below `n`; the bias of taking the high bits is below 2^-32.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u32
    }
}

impl Chance for Xoshiro {
    #[inline]
    fn pick(&mut self, n: u32, _: Purpose) -> u32 {
        self.below(n)
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One step of splitmix64.
fn splitmix(state: u64) -> u64 {
    let mut z = state.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Every choice of a game, chance and decisions alike, in the order they are asked for.
///
/// Past its end it returns 0, and a value that is too large is taken modulo the number of options. The first option is
/// always the simplest one, so any edited tape is still a legal game: that is what makes shrinking simple.
#[derive(Debug, Default)]
pub struct Tape<'a> {
    values: &'a [u32],
    at: Cell<usize>,
}

impl<'a> Tape<'a> {
    /// A tape to be read from its start.
    pub fn new(values: &'a [u32]) -> Tape<'a> {
        Tape { values, at: Cell::new(0) }
    }

    /// The next choice out of `n`.
    pub fn next(&self, n: u32) -> u32 {
        let at = self.at.get();
        self.at.set(at + 1);
        self.values.get(at).map_or(0, |value| value % n)
    }

    /// How many choices were asked for.
    pub fn asked(&self) -> usize {
        self.at.get()
    }
}

impl Chance for &Tape<'_> {
    fn pick(&mut self, n: u32, _: Purpose) -> u32 {
        self.next(n)
    }
}

/// A chance that records every value on a tape.
pub struct Recorded<'a, C> {
    pub chance: C,
    /// The tape being written.
    pub tape: &'a RefCell<Vec<u32>>,
}

impl<C: Chance> Chance for Recorded<'_, C> {
    fn pick(&mut self, n: u32, purpose: Purpose) -> u32 {
        let value = self.chance.pick(n, purpose);
        self.tape.borrow_mut().push(value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // First outputs of the authors' C code for the state 1, 2, 3, 4.
        let mut generator = Xoshiro([1, 2, 3, 4]);
        let got: Vec<u64> = (0..5).map(|_| generator.bits()).collect();
        assert_eq!(got, [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]);
        // First output of splitmix64 for the state 0.
        assert_eq!(splitmix(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_part_of_the_key_makes_another_stream() {
        let key = Key { seed: 1, game: 2, players: 4, index: 3 };
        let first = |key: Key, purpose, seat| key.stream(purpose, Seat(seat)).bits();
        let mut seen = vec![
            first(key, Purpose::Deal, 0),
            first(key, Purpose::Dice, 0),
            first(key, Purpose::Bot, 0),
            first(key, Purpose::Worlds, 0),
            first(key, Purpose::Bot, 1),
            first(Key { seed: 2, ..key }, Purpose::Deal, 0),
            first(Key { game: 3, ..key }, Purpose::Deal, 0),
            first(Key { players: 5, ..key }, Purpose::Deal, 0),
            first(Key { index: 4, ..key }, Purpose::Deal, 0),
        ];
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 9);
    }

    #[test]
    fn below_is_even() {
        let mut generator = Xoshiro::from_seed(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[generator.below(6) as usize] += 1;
        }
        // Expected 10,000 each with a standard deviation of 91: four of them.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 366), "{counts:?}");
    }

    #[test]
    fn a_tape_read_past_its_end_says_the_simplest() {
        let tape = Tape::new(&[7, 2]);
        assert_eq!([tape.next(5), tape.next(5), tape.next(5)], [2, 2, 0]);
        assert_eq!(tape.asked(), 3);
    }
}

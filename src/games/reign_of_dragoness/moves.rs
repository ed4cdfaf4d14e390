//! The plays that a hand allows.
//!
//! There are two ways to list them. [`Every`] lists each legal play and is written to be understood. [`Telling`] leaves
//! out plays that differ from a listed one only in the cards below the top. It is written to be fast: bots choose from
//! it.

mod every;
mod telling;

use super::deck::{Card, Cards, Strength, Table};

pub use every::Every;
pub use telling::Telling;

/// A way to list the plays of a hand.
pub trait List {
    /// Lists the wanted plays; `emit` receives each.
    fn list<F: FnMut(Play)>(table: &Table, hand: Cards, wanted: Wanted, emit: F);
}

/// What kind of combination a play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// One card.
    Single,
    /// Cards of one number.
    Set,
    /// Numbers in a row.
    Run,
    /// A combination that beats every pattern (RD-18).
    Horde,
}

/// Cards put on the table together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play {
    /// The cards, without a Revive.
    pub cards: Cards,
    pub pattern: Pattern,
    pub size: u8,
    /// The top card: the number it stands for, and its jewels.
    pub top: Strength,
    /// The Revive played with it.
    pub revive: Card,
}

/// What is to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Everything a leader may play.
    Lead,
    /// What follows a pattern of a size and beats a strength; everything beats 0. The size of a Horde is the table's.
    Follow(Pattern, u8, Strength),
}

/// The dragons of a number, given as the bits of their clans.
#[inline]
fn dragons(clans: u8, number: u8) -> Cards {
    Cards::from(clans) << ((number - 1) * 8)
}

/// The bits of `size` numbers in a row up to `top`.
#[inline]
fn span(top: u8, size: u8) -> u16 {
    ((1 << size) - 1) << (top + 1 - size)
}

/// Whether each of the places can be taken by a different wild card; wild cards are given from bit 0.
fn fits(table: &Table, wilds: u16, places: u16) -> bool {
    if places == 0 {
        return true;
    }
    let place = places.trailing_zeros() as u8;
    let rest = places & (places - 1);
    let mut each = table.wilds.iter().enumerate().filter(|(at, _)| wilds >> at & 1 == 1);
    each.any(|(at, wild)| wild.reaches(place) && fits(table, wilds & !(1 << at), rest))
}

/// All subsets except the empty one, lower bits first.
fn subsets(of: Cards) -> impl Iterator<Item = Cards> {
    let mut at: Cards = 0;
    std::iter::from_fn(move || {
        at = at.wrapping_sub(of) & of;
        (at != 0).then_some(at)
    })
}

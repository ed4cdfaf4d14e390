//! Seats at the table.

use std::fmt::{Display, Formatter, Result};

use super::each::{Each, handle};

/// The most seats at a table.
pub const SEATS: usize = 8;

handle! {
    /// A seat, counted from 0 in turn order; in words it is the player's number, from 1.
    Seat;
}

/// What each seat has.
pub type Seats<T, const N: usize = SEATS> = Each<Seat, T, N>;

impl Seat {
    /// The first of all seats.
    pub const FIRST: Seat = Seat(0);

    /// The seats of a number of players, in turn order.
    #[inline]
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..players as u8).map(Seat)
    }

    /// The seats in a set of one bit per seat, in turn order.
    #[inline]
    pub fn among(mut seats: u8) -> impl Iterator<Item = Seat> {
        std::iter::from_fn(move || {
            let seat = Seat(seats.trailing_zeros() as u8);
            seats &= seats.wrapping_sub(1);
            (seat.0 < 8).then_some(seat)
        })
    }

    /// Its bit in a set of seats.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << self.0
    }

    /// Whether a set of seats has it.
    #[inline]
    pub fn is_in(self, seats: u8) -> bool {
        seats >> self.0 & 1 == 1
    }

    /// The next seat, clockwise.
    #[inline]
    pub fn next(self, players: u8) -> Seat {
        if self.0 + 1 == players { Seat::FIRST } else { Seat(self.0 + 1) }
    }

    /// The seat a number of steps on, clockwise.
    #[inline]
    pub fn after(self, steps: u8, players: u8) -> Seat {
        Seat((self.0 + steps) % players)
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        (u32::from(self.0) + 1).fmt(f)
    }
}

//! Kinds of cards, and the Staff to whom they belong.

use super::{KINDS, STAFF};
use crate::sim::{Each, handle};

handle! {
    /// A member of the Staff.
    Staff;
    /// A kind of card: the 18 of the Staff, level by level, then each Black Market card.
    Kind;
}

/// Stands for no Staff.
pub const NO_STAFF: Staff = Staff(u8::MAX);
/// Stands for no kind.
pub const NO_KIND: Kind = Kind(u8::MAX);

/// What each Staff has.
pub type Halls<T> = Each<Staff, T, STAFF>;
/// What each kind of Staff card has.
pub type Kinds<T> = Each<Kind, T, KINDS>;

impl Staff {
    /// All Staff, in their order.
    #[inline]
    pub fn all() -> impl Iterator<Item = Staff> + Clone {
        (0..STAFF as u8).map(Staff)
    }

    /// The Staff in a set of one bit per Staff.
    #[inline]
    pub fn among(staff: u8) -> impl Iterator<Item = Staff> {
        super::bits(staff.into()).map(Staff)
    }

    /// The first Staff in a set that is not empty.
    #[inline]
    pub fn first(staff: u8) -> Staff {
        Staff(staff.trailing_zeros() as u8)
    }

    /// The Staff's card of a level, counted from 0.
    #[inline]
    pub fn card(self, level: u8) -> Kind {
        Kind(level * STAFF as u8 + self.0)
    }
}

impl Kind {
    /// All kinds of Staff cards.
    #[inline]
    pub fn all() -> impl Iterator<Item = Kind> + Clone {
        (0..KINDS as u8).map(Kind)
    }

    /// The kinds in a set of one bit per kind.
    #[inline]
    pub fn among(kinds: u32) -> impl Iterator<Item = Kind> {
        super::bits(kinds).map(Kind)
    }

    /// The first kind in a set that is not empty.
    #[inline]
    pub fn first(kinds: u32) -> Kind {
        Kind(kinds.trailing_zeros() as u8)
    }

    /// A Black Market card, by its number among them.
    #[inline]
    pub fn market(number: u8) -> Kind {
        Kind(KINDS as u8 + number)
    }

    /// Whether it is a Staff card.
    #[inline]
    pub fn is_staff(self) -> bool {
        self.at() < KINDS
    }

    /// The same Staff's card of the next level.
    #[inline]
    pub fn upgraded(self) -> Kind {
        Kind(self.0 + STAFF as u8)
    }

    /// The Staff of a Staff card.
    #[inline]
    pub fn staff(self) -> Staff {
        Staff(self.0 % STAFF as u8)
    }

    /// The level of a Staff card, counted from 0.
    #[inline]
    pub fn level(self) -> u8 {
        self.0 / STAFF as u8
    }
}

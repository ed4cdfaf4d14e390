//! Roles, and the cards that players place on their Voting cards.

use super::load::ROLES;
use crate::sim::{Each, handle};

/// The most cards on the Voting cards at once: five players with five votes.
pub const PLACED: usize = 32;

handle! {
    /// A role, which is also its Voting card.
    Role;
    /// A placed card, in the order in which all are placed.
    Placed;
}

/// Stands for no role.
pub const NO_ROLE: Role = Role(u8::MAX);
/// Stands for no placed card.
pub const NO_CARD: Placed = Placed(u8::MAX);

/// What each role has.
pub type Roles<T> = Each<Role, T, ROLES>;

impl Role {
    /// All roles, in the order in which they resolve.
    #[inline]
    pub fn all() -> impl Iterator<Item = Role> + Clone {
        (0..ROLES as u8).map(Role)
    }

    /// Its bit in a set of roles.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << self.0
    }

    /// Whether a set of roles has it.
    #[inline]
    pub fn is_in(self, roles: u8) -> bool {
        roles >> self.0 & 1 == 1
    }
}

impl Placed {
    /// The cards placed so far.
    #[inline]
    pub fn all(many: u8) -> impl Iterator<Item = Placed> + Clone {
        (0..many).map(Placed)
    }

    /// The card placed first in a set that is not empty.
    #[inline]
    pub fn first(cards: u32) -> Placed {
        Placed(cards.trailing_zeros() as u8)
    }

    /// Its bit in a set of placed cards.
    #[inline]
    pub fn bit(self) -> u32 {
        1 << self.0
    }

    /// Whether a set of placed cards has it.
    #[inline]
    pub fn is_in(self, cards: u32) -> bool {
        cards >> self.0 & 1 == 1
    }
}

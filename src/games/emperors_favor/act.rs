//! What a player may do, and what is to be decided.

use super::{Kind, Staff};
use crate::sim::Seat;

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing more: the turn ends, nothing else is picked, nothing is canceled.
    Pass,
    /// An Event is picked.
    Event(u8),
    /// A Staff is picked.
    Staff(Staff),
    /// A level is picked for the card that is collected.
    Level(u8),
    /// The Meeple moves to a Staff and draws a card of a level; level 0 draws nothing.
    Move(Staff, u8),
    /// A Star is paid for.
    Ally(Staff),
    /// The Empress is paid.
    Empress,
    /// A Staff card is discarded for its Gold.
    Sell(Kind),
    /// Copies of a Staff card are discarded for one of the next level.
    Upgrade(Kind),
    /// A Staff or Black Market card is played.
    Play(Kind),
    /// A Black Market card is paid for.
    Buy,
    /// One of the Black Market cards looked at is kept.
    Market(u8),
    /// An Event is completed.
    Complete(u8),
    /// A kind of Staff card is picked.
    Card(Kind),
    /// A player is picked.
    Player(Seat),
    /// A card is played against another player's card.
    Cancel(Kind),
    /// A Star goes from a Staff to another, or is swapped between them.
    Shift(Staff, Staff),
    /// An Event looked at replaces an incomplete one.
    Swap(u8, u8),
    /// A Staff card is offered for another one.
    Offer(Kind, Kind),
    /// The offer is accepted.
    Accept,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first Event, at setup.
    Begin,
    /// A Star, at setup.
    Place,
    /// The level of a collected card.
    Collect,
    /// Anything of the Play step.
    Play,
    /// The Star that makes room for another one.
    Remove,
    /// A Staff card to pay with.
    Pay,
    /// A Staff card for the Empress.
    Crown,
    /// One of the Black Market cards.
    Bought,
    /// Which players a card affects.
    Target,
    /// Whether to cancel another player's card.
    React,
    /// A Staff card that an effect costs.
    Spend,
    /// The Staff to draw from.
    Draw,
    /// What a target discards.
    Discard,
    /// What is taken from a target.
    Take,
    /// What a target gives.
    Give,
    /// Which Star moves where.
    Shift,
    /// Which Star of a target goes home.
    Return,
    /// Which Stars change places.
    Barter,
    /// Which Event replaces an incomplete one.
    Swap,
    /// Which Event is kept as an extra.
    Keep,
    /// Which incomplete Event is exchanged.
    Exchange,
    /// The Staff to ally with by a card.
    Grant,
    /// Whether to accept an offer.
    Offer,
    /// What to discard at the end of the turn.
    Hand,
    /// The new Event at the end of the turn.
    Refill,
    /// Nothing: the game is over.
    Over,
}

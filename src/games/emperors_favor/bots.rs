//! The game's own bots. They see what lies open, their own cards and how many cards others hold.

use super::table::Table;
use super::{Act, Palace};
use crate::sim::{Chance, Purpose};

/// The strategies, the best all-round one first.
pub const STRATEGIES: &[&str] = &["greedy", "wide", "tall", "empress", "events", "market"];

/// What a strategy does.
pub fn advise<C: Chance>(_: &Palace, _: &Table, _: usize, legal: &[Act], chance: &mut C) -> usize {
    chance.pick(legal.len() as u32, Purpose::Bot) as usize
}

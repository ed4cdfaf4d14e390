//! The game's own bot.

use super::deck::{Cards, NO_CARD, Table, number};
use super::moves::{Pattern, Play};
use super::{Action, Reign};
use crate::sim::Seat;

/// With a hand this small, the best cards are worth playing.
const LATE: u32 = 8;
/// A player with this few cards may go out next.
const CLOSE: u32 = 3;

/// Leads long and low, follows as low as it can, and keeps wild cards and twelves while the hand is full.
///
/// It looks at its own hand, the standing play and how many cards the others hold.
pub fn greedy(game: &Reign, table: &Table, legal: &[Action]) -> usize {
    let seat = game.seat;
    let hand = game.hands[seat];
    let others = Seat::all(table.players).filter(|s| *s != seat);
    let is_close = others.map(|s| game.hands[s].count_ones()).min().is_some_and(|fewest| fewest <= CLOSE);
    let is_spare = is_close || hand.count_ones() <= LATE;
    let plays = || legal.iter().enumerate().filter_map(|(at, action)| Some((at, played(action)?)));
    // Going out is always best.
    if let Some((at, _)) = plays().find(|(_, play)| is_last(table, hand, play)) {
        return at;
    }
    if game.standing.is_none() {
        // Cheap cards first, then many, then low ones; when somebody is about to go out, high ones keep the lead.
        let lead = plays().min_by_key(|(_, play)| {
            let top = i32::from(play.top);
            (cost(table, play), -i32::from(play.size), if is_close { -top } else { top })
        });
        return lead.map_or(0, |(at, _)| at);
    }
    let usable = plays().filter(|(_, play)| is_spare || cost(table, play) == 0);
    let key = |play: &Play| (cost(table, play), play.revive != NO_CARD, play.top);
    let best = usable.min_by_key(|(_, play)| key(play));
    best.map_or(0, |(at, _)| at)
}

fn played(action: &Action) -> Option<&Play> {
    match action {
        Action::Pass => None,
        Action::Play(play) => Some(play),
    }
}

fn is_last(table: &Table, hand: Cards, play: &Play) -> bool {
    hand & !play.cards & !table.revives == 0
}

/// What a play gives away: wild cards, the Dragoness, Revives, twelves.
fn cost(table: &Table, play: &Play) -> u32 {
    let precious = (play.cards & (table.wild_bits | table.dragoness)).count_ones() * 2;
    let is_high = number(play.top) >= 12 && play.pattern != Pattern::Horde;
    precious + u32::from(is_high) + 2 * u32::from(play.revive != NO_CARD)
}

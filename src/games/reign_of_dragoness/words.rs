//! The game in words, for `replay`.

use super::deck::{NO_CARD, Table, number};
use super::moves::{Pattern, Play};
use super::{Action, Reign};
use crate::sim::SEATS;

const MANY: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

/// What an action is, said by the player whose turn it is.
pub fn describe(game: &Reign, table: &Table, action: &Action) -> String {
    let who = format!("Player {}", game.seat + 1);
    let Action::Play(play) = action else { return format!("{who} passes") };
    let verb = match (play.revive != NO_CARD, game.standing.is_some()) {
        (true, _) if play.cards == 0 => return format!("{who} plays a Revive"),
        (true, _) => "plays a Revive and",
        (false, true) => "follows with",
        (false, false) => "leads",
    };
    format!("{who} {verb} {}: {}", combination(table, play), table.named(play.cards))
}

/// The kind of a play and its top number.
fn combination(table: &Table, play: &Play) -> String {
    let (top, size) = (number(play.top), MANY[usize::from(play.size)]);
    match play.pattern {
        Pattern::Single => format!("a {top}"),
        Pattern::Set if play.size == 2 => format!("a pair of {top}s"),
        Pattern::Set => format!("{size} {top}s"),
        Pattern::Run => format!("a run of {size} up to {top}"),
        Pattern::Horde if play.cards == table.dragoness => "the Dragoness as a Horde".to_owned(),
        Pattern::Horde => format!("a Horde of {size} up to {top}"),
    }
}

/// What the player whose turn it is sees.
pub fn outlook(game: &Reign, table: &Table) -> String {
    let hand = table.named(game.hands[usize::from(game.seat)]);
    match game.standing {
        None => format!("holds {hand}; leads"),
        Some(s) => format!("holds {hand}; must beat {} with {} jewels of player {}", s.top >> 4, s.top & 15, s.by + 1),
    }
}

/// The deal of a tournament.
pub fn dealt(game: &Reign, table: &Table) -> String {
    let hands: Vec<String> = (0..table.players)
        .map(|seat| format!("  Player {} holds {}.", seat + 1, table.named(game.hands[seat])))
        .collect();
    format!(
        "Tournament {}: {} cards, 13 each. Player {} has the lowest dragon, {}, and leads.\n{}",
        game.tournament + 1,
        table.list.len(),
        game.leader + 1,
        table.names[usize::from(game.lowest)],
        hands.join("\n")
    )
}

/// The points of a tournament.
pub fn scores(game: &Reign, table: &Table, winner: usize, gained: &[u8; SEATS]) -> String {
    let revives = if game.hands[winner] != 0 { ", showing the Revives left" } else { "" };
    let rows: Vec<String> = (0..table.players)
        .map(|seat| {
            let left = game.hands[seat].count_ones();
            format!("  Player {}: {left} cards left, +{} points, {} in all.", seat + 1, gained[seat], game.points[seat])
        })
        .collect();
    format!("Player {} goes out{revives} and wins the tournament.\n{}", winner + 1, rows.join("\n"))
}

//! The game in words, for `replay`.

use super::deck::{NO_CARD, Table, bits, number};
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
    format!("{who} {verb} {}: {}", combination(table, play), cards(table, play))
}

/// The cards of a play, wild ones with the number they stand for.
fn cards(table: &Table, play: &Play) -> String {
    let top = number(play.top);
    let mut free: Vec<u8> = match play.pattern {
        Pattern::Single => Vec::new(),
        _ if is_run(table, play) => (top + 1 - play.size..=top).filter(|n| !has(table, play, *n)).collect(),
        _ => vec![top; usize::from(play.size)],
    };
    // The top belongs to the wild card with its jewels; each other one takes the lowest number it reaches.
    let is_top = |bit: u8| free.contains(&top) && table.wild(bit).tie == play.top & 15 && table.wild(bit).reaches(top);
    let first = bits(play.cards & table.wild_bits).find(|bit| is_top(*bit));
    let mut names: Vec<String> =
        bits(play.cards & !table.wild_bits).map(|bit| table.names[usize::from(bit)].clone()).collect();
    for bit in first.into_iter().chain(bits(play.cards & table.wild_bits).filter(|bit| Some(*bit) != first)) {
        let reached = |n: &u8| table.wild(bit).reaches(*n) && (Some(bit) != first || *n == top);
        let number = free.iter().position(reached).map(|at| format!(" as {}", free.remove(at)));
        names.push(table.names[usize::from(bit)].clone() + &number.unwrap_or_default());
    }
    names.join(", ")
}

/// Whether the cards are numbers in a row.
fn is_run(table: &Table, play: &Play) -> bool {
    let dragons = play.cards & table.dragons;
    let spread = bits(dragons).map(|bit| bit / 8).collect::<std::collections::BTreeSet<_>>().len() > 1;
    play.pattern == Pattern::Run || (play.pattern == Pattern::Horde && spread)
}

fn has(table: &Table, play: &Play, n: u8) -> bool {
    let natural = table.dragons & play.cards & (0xff << ((n - 1) * 8));
    natural != 0 || (usize::from(n) > super::load::NUMBERS && play.cards & table.dragoness != 0)
}

/// A number with its article.
fn a(number: u8) -> String {
    format!("{} {number}", if matches!(number, 8 | 11) { "an" } else { "a" })
}

fn plural(many: u32, word: &str) -> String {
    format!("{many} {word}{}", if many == 1 { "" } else { "s" })
}

/// The kind of a play and its top number.
fn combination(table: &Table, play: &Play) -> String {
    let (top, size) = (number(play.top), MANY[usize::from(play.size)]);
    match play.pattern {
        Pattern::Single => a(top),
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
            let (left, more) = (plural(left, "card"), plural(gained[seat].into(), "point"));
            format!("  Player {}: {left} left, +{more}, {} in all.", seat + 1, game.points[seat])
        })
        .collect();
    format!("Player {} goes out{revives} and wins the tournament.\n{}", winner + 1, rows.join("\n"))
}

//! The game in words, for `replay`.

use super::deck::{Card, NO_CARD, Strength, Table, cards_in, number};
use super::moves::{Pattern, Play};
use super::{Action, Reign};
use crate::sim::{Seat, Seats};

const MANY: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

/// Describes an action of the player whose turn it is.
pub fn describe(game: &Reign, table: &Table, action: &Action) -> String {
    let who = format!("Player {}", game.seat);
    let Action::Play(play) = action else { return format!("{who} passes") };
    let verb = match (play.revive != NO_CARD, game.standing) {
        (true, _) => "plays a Revive and",
        (false, None) => "leads",
        (false, Some(_)) if play.pattern == Pattern::Horde => "answers with",
        (false, Some(_)) => "follows with",
    };
    let what = combination(play.pattern, play.size, play.top, is_run(table, play));
    if play.pattern == Pattern::Horde && play.size == 1 {
        return format!("{who} {verb} {what}");
    }
    format!("{who} {verb} {what}: {}", cards(table, play))
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
    let is_top =
        |card: Card| free.contains(&top) && table.wild(card).tie == play.top & 15 && table.wild(card).reaches(top);
    let first = cards_in(play.cards & table.wild_bits).find(|card| is_top(*card));
    let mut names: Vec<String> =
        cards_in(play.cards & !table.wild_bits).map(|card| table.names[card.at()].clone()).collect();
    for card in first.into_iter().chain(cards_in(play.cards & table.wild_bits).filter(|card| Some(*card) != first)) {
        let reached = |n: &u8| table.wild(card).reaches(*n) && (Some(card) != first || *n == top);
        let number = free.iter().position(reached).map(|at| format!(" as {}", free.remove(at)));
        names.push(table.names[card.at()].clone() + &number.unwrap_or_default());
    }
    names.join(", ")
}

/// Whether the cards are numbers in a row.
fn is_run(table: &Table, play: &Play) -> bool {
    let dragons = play.cards & table.dragons;
    let spread = cards_in(dragons).map(|card| card.0 / 8).collect::<std::collections::BTreeSet<_>>().len() > 1;
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
fn combination(pattern: Pattern, size: u8, top: Strength, is_run: bool) -> String {
    let (top, many) = (number(top), MANY[usize::from(size)]);
    match pattern {
        Pattern::Single => a(top),
        Pattern::Set if size == 2 => format!("a pair of {top}s"),
        Pattern::Set => format!("{many} {top}s"),
        Pattern::Run => format!("a run of {many} up to {top}"),
        Pattern::Horde if size == 1 => "the Dragoness, a Horde by herself".to_owned(),
        Pattern::Horde if is_run => format!("a Horde of {many} in one clan up to {top}"),
        Pattern::Horde => format!("a Horde of {many} {top}s"),
    }
}

/// What the player whose turn it is sees.
pub fn outlook(game: &Reign, table: &Table) -> String {
    let hand = table.named(game.hands[game.seat]);
    let Some(s) = game.standing else {
        let must = match game.lowest {
            NO_CARD => String::new(),
            lowest => format!(", and must play {}", table.names[lowest.at()]),
        };
        return format!("holds {hand}; leads{must}");
    };
    let (by, top) = (s.by, number(s.top));
    let jewels = match s.top & 15 {
        0 => String::new(),
        many => format!(" with {}", plural(many.into(), "jewel")),
    };
    match s.pattern {
        Pattern::Horde => format!("holds {hand}; only a Horde above {top}{jewels} beats that of player {by}"),
        pattern => {
            let what = combination(pattern, s.size, s.top, false);
            format!("holds {hand}; player {by} has played {what}, the top{jewels}")
        }
    }
}

/// The deal of a tournament.
pub fn dealt(game: &Reign, table: &Table) -> String {
    let hands: Vec<String> = Seat::all(table.players)
        .map(|seat| format!("  Player {seat} holds {}.", table.named(game.hands[seat])))
        .collect();
    format!(
        "Tournament {}: {} cards, 13 each. Player {} has the lowest dragon, {}, and leads.\n{}",
        game.tournament + 1,
        table.list.len(),
        game.leader,
        table.names[game.lowest.at()],
        hands.join("\n")
    )
}

/// The points of a tournament.
pub fn scores(game: &Reign, table: &Table, winner: Seat, gained: &Seats<u8>) -> String {
    let revives = match game.hands[winner].count_ones() {
        0 => String::new(),
        many => format!(" but for {}", plural(many, "Revive")),
    };
    let rows: Vec<String> = Seat::all(table.players)
        .map(|seat| {
            let left = game.hands[seat].count_ones();
            let (left, more) = (plural(left, "card"), plural(gained[seat].into(), "point"));
            format!("  Player {seat}: {left} left, +{more}, {} in all.", game.points[seat])
        })
        .collect();
    format!("Player {winner} goes out{revives} and wins the tournament.\n{}", rows.join("\n"))
}

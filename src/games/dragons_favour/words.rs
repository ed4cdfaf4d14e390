//! The game in words, for `replay`.

use super::{Act, Cards, Court, Phase, Placed, Role, Table, many};
use crate::sim::Seat;

fn player(game: &Court, table: &Table, seat: Seat) -> String {
    format!("Player {seat} ({})", game.clan_of(table, seat).name)
}

fn cards(table: &Table, cards: Cards) -> String {
    let names: Vec<String> = Role::all()
        .filter(|role| many(cards, *role) > 0)
        .map(|role| match many(cards, role) {
            1 => table.roles[role].clone(),
            n => format!("{n} {}s", table.roles[role]),
        })
        .collect();
    names.join(", ")
}

/// A placed card by owner and role.
pub fn placed(game: &Court, table: &Table, i: Placed) -> String {
    format!("player {}'s {}", game.owner[i], table.roles[game.role[i]])
}

/// The table at the start.
pub fn opening(game: &Court, table: &Table) -> String {
    let names: Vec<String> = Seat::all(table.players).map(|seat| player(game, table, seat)).collect();
    format!("{}. {} is the first Judge.", names.join(", "), player(game, table, game.judge))
}

/// What lies where once all cards are turned up.
pub fn revealed(game: &Court, table: &Table) -> String {
    let piles: Vec<String> = Role::all()
        .filter(|vote| game.placed_on[*vote] != 0)
        .map(|vote| {
            let here: Vec<String> = Placed::all(game.placed)
                .filter(|i| i.is_in(game.placed_on[vote]))
                .map(|i| placed(game, table, i))
                .collect();
            format!("        on {}: {}", table.roles[vote], here.join(", "))
        })
        .collect();
    format!("      The cards are revealed.\n{}", piles.join("\n"))
}

/// Who was withdrawn.
pub fn assassinated(game: &Court, table: &Table, cards: u32) -> String {
    let names: Vec<String> =
        Placed::all(game.placed).filter(|i| i.is_in(cards)).map(|i| placed(game, table, i)).collect();
    let who = capital(&placed(game, table, game.acting));
    if names.is_empty() {
        format!("        {who} finds nobody.")
    } else {
        format!("        {who} withdraws {}.", names.join(", "))
    }
}

/// Where a card went.
pub fn moved(game: &Court, table: &Table, from: Role, to: Role) -> String {
    let what = capital(&placed(game, table, game.x));
    if from == to {
        return format!("        {what} stays on {}.", table.roles[to]);
    }
    format!("        {what} goes from {} to {}.", table.roles[from], table.roles[to])
}

fn capital(text: &str) -> String {
    text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect()
}

/// Favour after a round.
pub fn standing(game: &Court, table: &Table) -> String {
    let rows: Vec<String> =
        Seat::all(table.players).map(|seat| format!("{} {}", player(game, table, seat), game.favour[seat])).collect();
    format!("    After round {}: {}.", game.round, rows.join(", "))
}

/// Describes an action of the player whose turn it is.
pub fn describe(game: &Court, table: &Table, act: &Act) -> String {
    let who = player(game, table, game.seat);
    let role = |role: Role| &table.roles[role];
    match *act {
        Act::Nominate(1) => format!("{who} is Judge and names one vote each"),
        Act::Nominate(votes) => format!("{who} is Judge and names {votes} votes each"),
        Act::Place(what, on) => format!("{who} votes for {} with {}", role(on), article(role(what))),
        Act::Skip => format!("{who} makes no use of the {}", acting(game, table)),
        Act::Card(i) => {
            let on = table.roles[game.vote_of(i)].as_str();
            format!("{who} picks {} on {on} for the {}", placed(game, table, i), acting(game, table))
        }
        Act::Vote(vote) => format!("{who} picks the Voting card {}", role(vote)),
        Act::Either(which) => format!("{who} chooses: {}", game.option_words(table, which)),
        Act::Winner(vote) => format!("{who} decides the tie in favour of {}", role(vote)),
        Act::Home(what) => format!("{who} sends {} home", article(role(what))),
    }
}

fn acting<'a>(game: &Court, table: &'a Table) -> &'a str {
    &table.roles[game.role[game.acting]]
}

fn article(name: &str) -> String {
    format!("{} {name}", if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" })
}

/// What the player whose turn it is sees.
pub fn outlook(game: &Court, table: &Table) -> String {
    let seat = game.seat;
    let hand = cards(table, game.hand[seat]);
    let counted = if game.is_covered() { game.placed_on } else { game.votes(table) };
    let piles: Vec<String> = Role::all()
        .filter(|vote| counted[*vote] != 0 && game.phase != Phase::Home)
        .map(|vote| format!("{} {}", table.roles[vote], counted[vote].count_ones()))
        .collect();
    let votes = if piles.is_empty() { String::new() } else { format!("; votes: {}", piles.join(", ")) };
    match game.phase {
        Phase::Nominate | Phase::Place => format!("({}) holds {hand}{votes}", game.clan_of(table, seat).name),
        _ => format!("({}) has {} Favour{votes}", game.clan_of(table, seat).name, game.favour[seat]),
    }
}

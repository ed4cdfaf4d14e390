//! The game in words, for `replay`.

use super::effect::{BRAWL, FINAL};
use super::load::Event;
use super::scoring::{Dice, showing};
use super::table::{Items, Table, held_kinds, many};
use super::{Act, NOTHING, Next, Phase, Quest};
use crate::sim::Seat;

fn dice(dice: Dice) -> String {
    let faces: Vec<String> =
        (0..6).flat_map(|face| (0..showing(dice, face)).map(move |_| (face + 1).to_string())).collect();
    faces.join(", ")
}

fn companion(game: &Quest, table: &Table, seat: Seat) -> String {
    match game.companion[seat] {
        NOTHING => "nobody".to_owned(),
        companion => table.companions[companion.at()].name.clone(),
    }
}

fn items(table: &Table, items: Items) -> String {
    let names: Vec<String> = held_kinds(items)
        .map(|kind| match many(items, kind) {
            1 => table.items[kind.at()].name.clone(),
            n => format!("{n} x {}", table.items[kind.at()].name),
        })
        .collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// The table at the start.
pub fn opening(game: &Quest, table: &Table) -> String {
    let names = Seat::all(table.players).map(|seat| format!("Player {seat} with {}", companion(game, table, seat)));
    format!("{}. Player 1 brought the most snacks and begins.", names.collect::<Vec<_>>().join(", "))
}

/// A roll.
pub fn rolled(game: &Quest, table: &Table) -> String {
    let side = match game.event {
        Event::Blank => "a blank side",
        Event::Dragon => "the dragon",
        Event::Rally => "the rally",
    };
    format!("      rolls {} and {side}", dice(table.scores.rolls[usize::from(game.roll)].dice))
}

/// An army that grew.
pub fn gains(game: &Quest, _: &Table, seat: Seat, soldiers: u32) -> String {
    format!("        Player {seat} gains {soldiers} soldiers, {} in all.", game.army[seat])
}

/// An item drawn.
pub fn drew(table: &Table, item: Items) -> String {
    format!("        draws {}", items(table, item))
}

/// A Wannabe comes back.
pub fn reborn(game: &Quest, table: &Table, seat: Seat) -> String {
    format!("    Player {seat} is back, outside the Keep, with {}.", companion(game, table, seat))
}

/// The end.
pub fn victory(game: &Quest, table: &Table) -> String {
    format!(
        "    {} damage: the dragon of Yon is beaten by player {} with {} soldiers left, in turn {} ({} needed).",
        game.damage, game.seat, game.army[game.seat], game.turn, table.damage
    )
}

/// Describes an action of the player who decides.
pub fn describe(game: &Quest, table: &Table, act: &Act) -> String {
    let who = format!("Player {}", game.decider);
    match *act {
        Act::Pass => match game.phase {
            Phase::Rolled => format!("{who} lets the roll stand"),
            Phase::Die => format!("{who} has picked enough dice"),
            Phase::Brawled => format!("{who} accepts the Brawl"),
            _ => format!("{who} uses no card"),
        },
        Act::Recruit => format!("{who} recruits"),
        Act::Brawl(seat) => format!("{who} brawls with player {seat}"),
        Act::Battle => format!("{who} fights the dragon with {} soldiers", game.army[game.decider]),
        Act::Use(card) => format!("{who} uses {}", table.card(card).name),
        Act::Target(seat) => format!("{who} aims at player {seat}"),
        Act::Die(face) => format!("{who} picks a {}", face + 1),
        Act::Face(face) => format!("{who} turns it to a {}", face + 1),
        Act::Aside(aside, next) => {
            let aside = table.scores.asides[usize::from(aside)];
            let then = match next {
                Next::Stop => "and stops",
                Next::Roll => "and rolls on",
                Next::DoubleStop => "doubled, and stops",
                Next::DoubleRoll => "doubled, and rolls on",
                Next::Draw => "and draws a Magic Item",
                Next::Both => "doubled, and draws a Magic Item",
            };
            format!("{who} sets aside {} for {} {then}", dice(aside.dice), aside.value)
        }
        Act::Stop => format!("{who} stops at {}", game.score),
        Act::Roll => format!("{who} rolls on with {} dice", game.dice),
        Act::Drop(kind) => format!("{who} discards {}", table.items[kind.at()].name),
    }
}

/// What the player who decides sees.
pub fn outlook(game: &Quest, table: &Table) -> String {
    let seat = game.decider;
    let place = if seat.is_in(game.keep) { ", in the Keep" } else { "" };
    let army = format!(
        "has {} soldiers{place}, {} and {}",
        game.army[seat],
        companion(game, table, seat),
        items(table, game.items[seat])
    );
    match game.phase {
        Phase::Rolled | Phase::GoOn | Phase::Die | Phase::Face => {
            let doing = match game.action {
                FINAL => format!("{} damage done", game.damage),
                BRAWL if game.is_defending => format!("{} set aside against {}", game.score, game.attack),
                _ => format!("{} set aside", game.score),
            };
            let roll = dice(table.scores.rolls[usize::from(game.roll)].dice);
            format!("{army}; {doing}; the roll is {roll}")
        }
        _ => army,
    }
}

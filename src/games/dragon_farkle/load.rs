//! Reads the game's records strictly: what the rules cannot play is reported at its line.

use std::sync::OnceLock;

use super::effect::{Moment, Power};
use super::odds::{Odds, UNIT};
use super::scoring::{DICE, Scores, combinations};
use super::{net, power};
use crate::content::{self, Component, Set};
use crate::finding::{Finding, Place};
use crate::games::breaks;
use crate::games::read::{self, Reader};
use crate::sim::{Facts, Supply};

/// The most players.
pub const PLAYERS: usize = 5;
/// The most Companions.
pub const COMPANIONS: usize = 16;
/// The most kinds of Magic Items.
pub const KINDS: usize = 16;

/// A side of the Event die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing happens.
    Blank,
    /// The dragon comes.
    Dragon,
    /// Soldiers rally.
    Rally,
}

impl Event {
    /// The sides by their words.
    pub const WORDS: [(&'static str, Event); 3] =
        [("blank", Event::Blank), ("dragon", Event::Dragon), ("rally", Event::Rally)];
}

/// The numbers that the rules use.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Soldier dice of a turn.
    pub dice: u8,
    /// Soldier dice of a defender.
    pub defender_dice: u8,
    /// Soldiers needed to enter the Keep.
    pub keep_army: u32,
    /// Damage that wins.
    pub damage: u8,
    /// Damage that wins a difficult game.
    pub damage_hard: u8,
    /// Damage of the dragon side.
    pub dragon_damage: u32,
    /// Damage of the rally side.
    pub rally_damage: u32,
    /// Soldiers that join the winner of a Brawl.
    pub winner_bonus: u32,
    /// Magic Items one may have at the end of a turn.
    pub items_kept: u8,
}

/// A card, Companion or Magic Item.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    /// How it acts.
    pub power: Power,
}

/// The game's records.
pub struct Content {
    /// The Companions.
    pub companions: Vec<Record>,
    /// The kinds of Magic Items.
    pub items: Vec<Record>,
    /// Copies of each kind.
    pub copies: Vec<u32>,
    /// The numbers of the rules.
    pub numbers: Numbers,
    /// The Soldier table for every roll.
    pub scores: Scores,
    /// The sides of the Event die.
    pub event: [Event; 6],
    /// The values of the Soldier tokens, largest first, and how many are printed.
    pub tokens: Vec<(u32, u32)>,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// What the report counts.
    pub facts: Facts,
    odds: OnceLock<Odds>,
}

impl Content {
    /// What bots know about the dice; computed on first use.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Odds::new(&self.scores, &self.event, &self.numbers))
    }
}

/// Reads the game; returns nothing if it cannot be played as written.
pub fn load(game: &content::Game, found: &mut Vec<Finding>) -> Option<Content> {
    let before = found.len();
    let mut facts = Facts::default();
    let numbers = numbers(game, found);
    let table = soldier_table(game, found);
    let companions = cards(game, "companions", &mut facts, found);
    let items = cards(game, "items", &mut facts, found);
    let event = dice(game, found);
    let tokens = tokens(game, &mut facts, found);
    let copies: Vec<u32> = facts.pieces[companions.len()..].iter().map(|piece| piece.copies).collect();
    let why = format!("there are rules for 2 to {PLAYERS}");
    let (least, most) = read::players(game, PLAYERS, &why, found)?;
    for (what, all) in [("Companion", companions.len()), ("Magic Item", copies.iter().sum::<u32>() as usize)] {
        if all < most {
            let message = format!("{all} {what} cards for {most} players: everybody is dealt one");
            found.push(breaks(game.players_at.clone(), message, "add cards, or lower the number of players"));
        }
    }
    if found.len() > before {
        return None;
    }
    facts.roles = vec!["the first player".to_owned()];
    Some(Content {
        companions,
        items,
        copies,
        numbers: numbers?,
        scores: Scores::new(&table),
        event: event?,
        tokens,
        players: (least, most),
        facts,
        odds: OnceLock::new(),
    })
}

fn numbers(game: &content::Game, found: &mut Vec<Finding>) -> Option<Numbers> {
    let mut reader = Reader::data(game, "rules", found)?;
    let (dice, defender_dice) = (reader.number("dice", 1..=DICE as u8), reader.number("defender_dice", 1..=DICE as u8));
    let keep_army = reader.number("keep_army", 50..=20_000);
    let (damage, damage_hard) = (reader.number("damage", 1..=5), reader.number("damage_hard", 1..=5));
    let (dragon_damage, rally_damage) = (reader.number("dragon_damage", 0..=5), reader.number("rally_damage", 0..=5));
    let (winner_bonus, items_kept) = (reader.number("winner_bonus", 0..=5000), reader.number("items_kept", 0..=10));
    reader.skip(&["origin", "why"]);
    reader.finish();
    let numbers = Numbers {
        dice: dice?,
        defender_dice: defender_dice?,
        keep_army: keep_army?,
        damage: damage?,
        damage_hard: damage_hard?,
        dragon_damage: dragon_damage?,
        rally_damage: rally_damage?,
        winner_bonus: winner_bonus?,
        items_kept: items_kept?,
    };
    in_tokens(&mut reader, "keep_army", numbers.keep_army);
    in_tokens(&mut reader, "winner_bonus", numbers.winner_bonus);
    if numbers.dragon_damage + numbers.rally_damage == 0 {
        let help = "let a side of the Event die do damage";
        reader.wrong(reader.place_at("rally_damage"), "nothing ever hurts the dragon", help);
    }
    let (damage, hard) = (numbers.damage, numbers.damage_hard);
    if hard < damage {
        let message = format!("a difficult game is won by {hard} damage, a usual one by {damage}");
        reader.wrong(reader.place_at("damage_hard"), message, "the difficult game needs more");
    }
    let tiles: u32 = game.sets.iter().filter(|set| set.id.value == "damage").map(Set::total).sum();
    if tiles < u32::from(hard) {
        let message = format!("{hard} damage cannot be shown with {tiles} Damage tiles");
        reader.wrong(reader.place_at("damage_hard"), message, "print more tiles, or ask for less damage");
    }
    Some(numbers)
}

/// Reports soldiers that cannot be paid in tokens.
fn in_tokens(reader: &mut Reader, key: &str, soldiers: u32) {
    if !soldiers.is_multiple_of(UNIT) {
        let message = format!("{soldiers} soldiers cannot be paid in tokens of {UNIT}");
        reader.wrong(reader.place_at(key), message, format!("write a multiple of {UNIT}"));
    }
}

/// The rows of the Soldier table as combinations and their worth.
fn soldier_table(game: &content::Game, found: &mut Vec<Finding>) -> Vec<(u32, u16)> {
    let mut data = Reader::new(&game.data, game.title.place.clone(), "`[data]`", found);
    let mut all: Vec<(u32, u16, Place)> = Vec::new();
    let rows = data.list("soldier_table");
    if rows.is_empty() {
        data.wrong(game.title.place.clone(), "there is no Soldier table", "add `soldier_table = […]` to `[data]`");
    }
    for node in rows {
        if let Some(mut row) = data.item(node, "the row") {
            soldier_row(&mut row, &mut all);
        }
    }
    all.into_iter().map(|(dice, value, _)| (dice, value)).collect()
}

fn soldier_row(row: &mut Reader, all: &mut Vec<(u32, u16, Place)>) {
    let dice = row.need_text("dice");
    row.need_text("name");
    let value = row.number("value", 50..=10_000_u16);
    row.need_text("origin");
    row.text("why");
    row.finish();
    let (Some(dice), Some(value)) = (dice, value) else { return };
    in_tokens(row, "value", value.into());
    let sets = match combinations(&dice.value) {
        Ok(sets) => sets,
        Err(why) => return row.wrong(dice.place, format!("`{}`: {why}", dice.value), "fix the dice of this row"),
    };
    for set in sets {
        if let Some((_, _, twin)) = all.iter().find(|(other, _, _)| *other == set) {
            let message = format!("`{}` is worth {value} here and something else in another row", dice.value);
            let finding = breaks(dice.place, message, "one row for each combination");
            return row.findings().push(finding.other(twin.clone(), "the other row"));
        }
        all.push((set, value, dice.place.clone()));
    }
}

fn cards(game: &content::Game, id: &str, facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Record> {
    let Some(set) = read::set(game, id, found) else { return Vec::new() };
    let is_companion = id == "companions";
    let most = if is_companion { COMPANIONS } else { KINDS };
    if set.components.len() > most {
        let message = format!("{} kinds of cards; at most {most} can be played with", set.components.len());
        found.push(breaks(set.id.place.clone(), message, "use fewer kinds and more copies"));
        return Vec::new();
    }
    let mut cards = Vec::new();
    for card in &set.components {
        let limit = if is_companion { 1 } else { 15 };
        if card.count.value > limit {
            let message = format!("{} copies of {}; at most {limit} can be played with", card.count.value, card.name);
            found.push(breaks(card.count.place.clone(), message, format!("write `count = {limit}`")));
        }
        let piece = facts.pieces.len();
        facts.pieces.push(read::piece(card));
        let Some(power) = power::read(card, is_companion, piece, &mut facts.ops, found) else { continue };
        if power.when == Moment::Held && !power.keeps {
            let message = format!("{} is never used and never kept", card.name);
            found.push(breaks(card.id.place.clone(), message, "add `keep = true`"));
        }
        cards.push(Record { name: card.name.clone(), power });
    }
    cards
}

/// The sides of the Event die; the nets of all dice must fold into dice.
fn dice(game: &content::Game, found: &mut Vec<Finding>) -> Option<[Event; 6]> {
    let set = read::set(game, "dice", found)?;
    let mut event = None;
    for card in &set.components {
        let is_event = Reader::card(card, found).word("kind", &[("soldier", false), ("event", true)]);
        let Some(faces) = net::read(card, found) else { continue };
        match is_event {
            Some(false) => net::is_die(&faces, &card.id.place, found),
            Some(true) => event = sides(&faces, found),
            None => {}
        }
    }
    if event.is_none() && found.is_empty() {
        found.push(breaks(set.id.place.clone(), "there is no Event die", "add a component with `kind = \"event\"`"));
    }
    event
}

fn sides(faces: &[net::Face; 6], found: &mut Vec<Finding>) -> Option<[Event; 6]> {
    let mut sides = [Event::Blank; 6];
    for (side, face) in sides.iter_mut().zip(faces) {
        let word = &face.shows.value;
        let Some((_, event)) = Event::WORDS.iter().find(|(known, _)| known == word) else {
            let message = format!("the Event die has no side `{word}`");
            let known = Event::WORDS.map(|(word, _)| word);
            found.push(breaks(face.shows.place.clone(), message, format!("it can be: {}", known.join(", "))));
            return None;
        };
        *side = *event;
    }
    for (event, want) in [(Event::Dragon, 1), (Event::Rally, 1), (Event::Blank, 4)] {
        let many = sides.iter().filter(|side| **side == event).count();
        if many != want {
            let (word, _) = Event::WORDS[event as usize];
            let message = format!("the Event die has {many} sides `{word}`; the rulebook says {want}");
            found.push(breaks(
                faces[0].shows.place.clone(),
                message,
                "a dragon side, a rally side and four blank ones",
            ));
        }
    }
    Some(sides)
}

/// Soldiers are counted with tokens, each worth its value.
fn tokens(game: &content::Game, facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<(u32, u32)> {
    let Some(set) = read::set(game, "tokens", found) else { return Vec::new() };
    let mut all: Vec<(u32, &Component)> = set.components.iter().map(|card| (read::worth(card), card)).collect();
    all.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    for pair in all.windows(2) {
        let ((large, _), (small, card)) = (pair[0], pair[1]);
        if small == 0 || large % small != 0 || large == small {
            let message = format!("tokens of {large} cannot be changed into tokens of {small}");
            found.push(breaks(card.id.place.clone(), message, "each value must divide the next larger one"));
        }
    }
    if let Some((smallest, card)) = all.last().filter(|(smallest, _)| *smallest != UNIT) {
        let message = format!("the smallest token is worth {smallest}, and a single 5 is worth {UNIT}");
        found.push(breaks(card.id.place.clone(), message, format!("add tokens worth {UNIT}")));
    }
    for (value, card) in &all {
        let place = Some(card.count.place.clone());
        let name = format!("tokens of {value}");
        facts.supplies.push(Supply { name, printed: card.count.value, place });
    }
    let printed = all.iter().map(|(value, card)| value * card.count.value).sum();
    let place = all.first().map(|(_, card)| card.count.place.clone());
    facts.supplies.push(Supply { name: "soldiers in play".to_owned(), printed, place });
    all.into_iter().map(|(value, card)| (value, card.count.value)).collect()
}

//! Reads the game's records strictly: what the rules cannot be played with is told at its line.

use std::sync::OnceLock;

use super::effect::{Moment, Power, Reader};
use super::net;
use super::odds::{Odds, UNIT};
use super::scoring::{DICE, Scores, combinations};
use crate::content::{self, Component, Node, Record, Set};
use crate::finding::{Finding, Place};
use crate::games::breaks;
use crate::sim::{Facts, Piece, Supply};

/// Most players.
pub const PLAYERS: usize = 5;
/// Most Companions.
pub const COMPANIONS: usize = 16;
/// Most kinds of Magic Items.
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
    /// The sides.
    pub const ALL: [Event; 3] = [Event::Blank, Event::Dragon, Event::Rally];
    /// Their words.
    pub const WORDS: [&'static str; 3] = ["blank", "dragon", "rally"];
}

/// The numbers of the rules.
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
pub struct Card {
    /// Its name.
    pub name: String,
    /// How it acts.
    pub power: Power,
}

/// The game's records.
pub struct Content {
    /// The Companions.
    pub companions: Vec<Card>,
    /// The kinds of Magic Items.
    pub items: Vec<Card>,
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
    /// What bots know of the dice; worked out when it is first asked for.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Odds::new(&self.scores, &self.event, &self.numbers))
    }
}

/// Reads the game; nothing comes back when it cannot be played as it stands.
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
    let (least, most) = (usize::try_from(game.players.0).ok()?, usize::try_from(game.players.1).ok()?);
    if least < 2 || most > PLAYERS {
        let message = format!("{least} to {most} can play; there are rules for 2 to {PLAYERS}");
        found.push(breaks(game.players_at.clone(), message, format!("write `players = [2, {PLAYERS}]`")));
    }
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
    let Some(node) = game.data.get("rules") else {
        found.push(breaks(game.title.place.clone(), "there is no `[data.rules]`", "add the numbers of the rules"));
        return None;
    };
    let table = node.table()?;
    let record = Record::new(table, Place::new(game.file, node.span.clone()), "`[data.rules]`");
    let mut number = |key: &str, least: i64, most: i64| {
        record.need(key);
        record.integer(key, least, most, found)
    };
    let dice = number("dice", 1, DICE as i64);
    let defender = number("defender_dice", 1, DICE as i64);
    let army = number("keep_army", 50, 20_000);
    let (damage, hard) = (number("damage", 1, 5), number("damage_hard", 1, 5));
    let (dragon, rally) = (number("dragon_damage", 0, 5), number("rally_damage", 0, 5));
    let (bonus, kept) = (number("winner_bonus", 0, 5000), number("items_kept", 0, 10));
    record.skip_origin();
    record.get("why");
    record.finish(found);
    for soldiers in [&army, &bonus].into_iter().flatten().filter(|n| n.value % i64::from(UNIT) != 0) {
        let message = format!("{} soldiers cannot be paid in tokens of {UNIT}", soldiers.value);
        found.push(breaks(soldiers.place.clone(), message, format!("write a multiple of {UNIT}")));
    }
    if let (Some(dragon), Some(rally)) = (&dragon, &rally)
        && dragon.value + rally.value == 0
    {
        found.push(breaks(
            rally.place.clone(),
            "nothing ever hurts the dragon",
            "let a side of the Event die do damage",
        ));
    }
    if let (Some(damage), Some(hard)) = (&damage, &hard)
        && hard.value < damage.value
    {
        let message = format!("a difficult game is won by {} damage, a usual one by {}", hard.value, damage.value);
        found.push(breaks(hard.place.clone(), message, "the difficult game needs more"));
    }
    let tiles: u32 = game.sets.iter().filter(|set| set.id.value == "damage").map(Set::total).sum();
    if let Some(hard) = hard.as_ref().filter(|hard| i64::from(tiles) < hard.value) {
        let message = format!("{} damage cannot be shown with {tiles} Damage tiles", hard.value);
        found.push(breaks(hard.place.clone(), message, "print more tiles, or ask for less damage"));
    }
    Some(Numbers {
        dice: dice?.value as u8,
        defender_dice: defender?.value as u8,
        keep_army: army?.value as u32,
        damage: damage?.value as u8,
        damage_hard: hard?.value as u8,
        dragon_damage: dragon?.value as u32,
        rally_damage: rally?.value as u32,
        winner_bonus: bonus?.value as u32,
        items_kept: kept?.value as u8,
    })
}

/// The rows of the Soldier table as combinations and their worth.
fn soldier_table(game: &content::Game, found: &mut Vec<Finding>) -> Vec<(u32, u16)> {
    let data = Record::new(&game.data, game.title.place.clone(), "`[data]`");
    let mut all: Vec<(u32, u16, Place)> = Vec::new();
    let rows = data.list("soldier_table", found);
    if rows.is_empty() {
        found.push(breaks(
            game.title.place.clone(),
            "there is no Soldier table",
            "add `soldier_table = […]` to `[data]`",
        ));
    }
    for node in rows {
        let Some(table) = node.table() else {
            let place = Place::new(game.file, node.span.clone());
            found.push(breaks(place, "a row is a table", "write `{ dice = \"111\", value = 1000, … }`"));
            continue;
        };
        let row = Record::new(table, Place::new(game.file, node.span.clone()), "the row");
        let dice = row.need_text("dice", found);
        row.need_text("name", found);
        row.need("value");
        let value = row.integer("value", 50, 10_000, found);
        row.need_text("origin", found);
        row.text("why", found);
        row.finish(found);
        let (Some(dice), Some(value)) = (dice, value) else { continue };
        if value.value % i64::from(UNIT) != 0 {
            let message = format!("{} soldiers cannot be paid in tokens of {UNIT}", value.value);
            found.push(breaks(value.place.clone(), message, format!("write a multiple of {UNIT}")));
        }
        match combinations(&dice.value) {
            Err(why) => found.push(breaks(dice.place, format!("`{}`: {why}", dice.value), "mend the row's dice")),
            Ok(sets) => {
                for set in sets {
                    if let Some((_, _, twin)) = all.iter().find(|(other, _, _)| *other == set) {
                        let message =
                            format!("`{}` is worth {} here and something else in another row", dice.value, value.value);
                        found.push(
                            breaks(dice.place.clone(), message, "one row for each combination")
                                .other(twin.clone(), "the other row"),
                        );
                        break;
                    }
                    all.push((set, value.value as u16, dice.place.clone()));
                }
            }
        }
    }
    all.into_iter().map(|(dice, value, _)| (dice, value)).collect()
}

fn set<'a>(game: &'a content::Game, id: &str, found: &mut Vec<Finding>) -> Option<&'a Set> {
    let set = game.sets.iter().find(|set| set.id.value == id);
    if set.is_none() {
        let message = format!("the game cannot be played without its set `{id}`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[[set]]` with `id = \"{id}\"`")));
    }
    set
}

fn cards(game: &content::Game, id: &str, facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Card> {
    let Some(set) = set(game, id, found) else { return Vec::new() };
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
        facts.pieces.push(Piece { name: card.name.clone(), copies: card.count.value, place: card.id.place.clone() });
        let record =
            Record::new(&card.values, Place { file: set.file, ..card.place.clone() }, format!("`{}`", card.id.value));
        let mut reader = Reader { file: set.file, is_companion, names: &mut facts.ops, found };
        if let Some(power) = reader.power(piece, &record) {
            if power.when == Moment::Held && !power.keeps {
                found.push(breaks(
                    card.id.place.clone(),
                    format!("{} is never used and never kept", card.name),
                    "add `keep = true`",
                ));
            }
            cards.push(Card { name: card.name.clone(), power });
        }
    }
    cards
}

/// The sides of the Event die; the nets of all dice must fold into dice.
fn dice(game: &content::Game, found: &mut Vec<Finding>) -> Option<[Event; 6]> {
    let set = set(game, "dice", found)?;
    let mut event = None;
    for card in &set.components {
        let record = Record::new(&card.values, card.place.clone(), format!("`{}`", card.id.value));
        let kind = record.one_of("kind", &["soldier", "event"], found);
        let Some(faces) = net::read(set.file, &record, found) else { continue };
        match kind {
            Some(0) => net::is_die(&faces, &card.id.place, found),
            Some(1) => event = sides(&faces, found),
            _ => {}
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
        match Event::WORDS.iter().position(|word| *word == face.shows.value) {
            Some(at) => *side = Event::ALL[at],
            None => {
                let message = format!("the Event die has no side `{}`", face.shows.value);
                found.push(breaks(
                    face.shows.place.clone(),
                    message,
                    format!("there are: {}", Event::WORDS.join(", ")),
                ));
                return None;
            }
        }
    }
    for (event, want) in [(Event::Dragon, 1), (Event::Rally, 1), (Event::Blank, 4)] {
        let many = sides.iter().filter(|side| **side == event).count();
        if many != want {
            let word = Event::WORDS[event as usize];
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
    let Some(set) = set(game, "tokens", found) else { return Vec::new() };
    let value = |card: &Component| card.values.get("value").and_then(Node::integer).unwrap_or(0).max(0) as u32;
    let mut all: Vec<(u32, &Component)> = set.components.iter().map(|card| (value(card), card)).collect();
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

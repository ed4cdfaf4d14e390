//! Reads the game's records strictly: what the rules cannot play is reported at its line.

use super::effect::Effect;
use super::specials;
use crate::content::{self, Component, Node, Set};
use crate::finding::{Finding, Place, rule};
pub(super) use crate::games::breaks;
use crate::games::read::{self, Reader, Row};
use crate::sim::{Facts, Supply};

/// The most clans: one bit each in a byte.
pub const CLANS: usize = 8;
/// Dragons are numbered from 1 to this.
pub const NUMBERS: usize = 12;
/// The most special cards in one deck, counting copies.
pub const SPECIALS: usize = 16;

/// The most wild cards in one deck.
pub const WILDS: usize = 8;

/// The game's records.
pub struct Content {
    /// The clans, weakest first.
    pub clans: Vec<Clan>,
    /// The piece of each dragon, by clan and number from 1.
    pub dragons: Vec<[usize; NUMBERS]>,
    /// The special cards in the order of the file.
    pub specials: Vec<Special>,
    /// The deck table.
    pub decks: Vec<Deck>,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// What the report counts.
    pub facts: Facts,
}

/// A clan of dragons.
pub struct Clan {
    key: String,
    pub name: String,
    /// Its strength.
    pub jewels: u8,
    /// Where that is written.
    pub jewels_at: Place,
}

/// What a special card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Wild, and never beats its equals.
    Page,
    /// Wild, and never beats its equals.
    Squire,
    /// Wild, and beats its equals.
    DragonKnight,
    /// The highest card.
    Dragoness,
    /// Resets a challenge.
    Revive,
}

impl Kind {
    /// All of them with their words in the content and their keys in the deck table.
    pub const WORDS: [(&'static str, &'static str, Kind); 5] = [
        ("page", "page", Kind::Page),
        ("squire", "squire", Kind::Squire),
        ("dragon-knight", "dragon_knight", Kind::DragonKnight),
        ("dragoness", "dragoness", Kind::Dragoness),
        ("revive", "revive", Kind::Revive),
    ];
}

/// A special card.
pub struct Special {
    /// Its piece.
    pub piece: usize,
    pub kind: Kind,
    /// How many there are.
    pub copies: usize,
    /// The numbers it can stand for; of the Dragoness, her own.
    pub range: (u8, u8),
    /// Its number when played by itself.
    pub alone: u8,
    /// Its strength among equal numbers, as jewels.
    pub tie: u8,
    /// What it does when played.
    pub effect: Effect,
    /// Where its numbers are written.
    pub place: Place,
    /// Where its number of copies is written.
    pub count_at: Place,
}

/// A column of the deck table.
pub struct Deck {
    /// Fewest and most players it is for.
    pub players: (usize, usize),
    /// How many clans take part.
    pub clans: usize,
    /// How many of each kind of special card, in the order of [`Kind::WORDS`].
    pub specials: [usize; 5],
    /// Where `players`, `clans` and the special cards are written.
    pub places: [Place; 7],
}

impl Deck {
    /// Whether it is for that many players.
    pub fn is_for(&self, players: usize) -> bool {
        (self.players.0..=self.players.1).contains(&players)
    }

    /// All its cards.
    pub fn cards(&self) -> usize {
        self.clans * NUMBERS + self.specials.iter().sum::<usize>()
    }
}

/// Reads the game; returns nothing if it cannot be played as written.
pub fn load(game: &content::Game, found: &mut Vec<Finding>) -> Option<Content> {
    let before = found.len();
    let mut facts = Facts { roles: vec!["the leader of a tournament".to_owned()], ..Facts::default() };
    let clans = clans(game, found);
    let dragons = dragons(game, &clans, &mut facts, found);
    let specials =
        read::set(game, "specials", found).map_or_else(Vec::new, |set| specials::read(set, &clans, &mut facts, found));
    if found.len() == before
        && let Some(set) = game.sets.iter().find(|set| set.id.value == "reference")
    {
        specials::reference(set, &specials, found);
    }
    let players = (usize::try_from(game.players.0).ok()?, usize::try_from(game.players.1).ok()?);
    let decks = decks(game, found);
    if found.len() > before {
        return None;
    }
    let copies = |kind| specials.iter().filter(|s| s.kind == kind).map(|s| s.copies as u32).sum();
    let supply = |name: &str, printed| Supply { name: name.to_owned(), printed, place: None };
    facts.supplies = Kind::WORDS.iter().map(|(word, _, kind)| supply(word, copies(*kind))).collect();
    facts.supplies.push(supply("dragons", (clans.len() * NUMBERS) as u32));
    let content = Content { clans, dragons, specials, decks, players, facts };
    super::deck::check(&content, game, found);
    (!found[before..].iter().any(|d| d.severity() == crate::finding::Severity::Error)).then_some(content)
}

fn clans(game: &content::Game, found: &mut Vec<Finding>) -> Vec<Clan> {
    let mut clans: Vec<Clan> = Vec::new();
    let rows = read::rows(game, "clan", found);
    for row in &rows {
        let mut reader = Reader::row(game, *row, "clan", found);
        let name = reader.text("name").map_or_else(|| row.0.text.clone(), |name| name.value);
        if !reader.has("jewels") {
            reader.wrong(reader.place(), format!("clan `{}` has no `jewels`", row.0.text), "add `jewels = …`");
            continue;
        }
        let Some(jewels) = reader.optional("jewels", 1..=14) else { continue };
        let jewels_at = reader.place_at("jewels");
        if let Some(twin) = clans.iter().find(|clan| clan.jewels == jewels) {
            let message = format!("{name} and {} both have {jewels} jewels: neither beats the other", twin.name);
            found.push(
                breaks(jewels_at.clone(), message, "give every clan a number of jewels of its own")
                    .other(twin.jewels_at.clone(), "the other clan"),
            );
        }
        clans.push(Clan { key: row.0.text.clone(), name, jewels, jewels_at });
    }
    if clans.len() > CLANS {
        let place = Place::new(game.file, rows.get(CLANS).map_or(0..0, |(key, _)| key.span.clone()));
        found.push(breaks(place, format!("there are {} clans; at most {CLANS} can play", clans.len()), "remove some"));
        clans.truncate(CLANS);
    }
    clans.sort_by_key(|clan| clan.jewels);
    clans
}

fn dragons(game: &content::Game, clans: &[Clan], facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<[usize; NUMBERS]> {
    let mut pieces = vec![[usize::MAX; NUMBERS]; clans.len()];
    let Some(set) = read::set(game, "dragons", found) else { return pieces };
    for card in &set.components {
        let clan = read::text(card, "clan").and_then(|key| clans.iter().position(|c| c.key == key));
        let number = card.values.get("number").and_then(|node| Some((node, usize::try_from(node.integer()?).ok()?)));
        let (Some(clan), Some((node, number))) = (clan, number) else { continue };
        if !(1..=NUMBERS).contains(&number) {
            let message = format!("`{}` has the number {number}; dragons are 1 to {NUMBERS}", card.id.value);
            found.push(breaks(place(set, node), message, "write a number from 1 to 12"));
            continue;
        }
        if card.count.value != 1 {
            let message = format!("`{}` has {} copies; every dragon exists once", card.id.value, card.count.value);
            found.push(breaks(card.count.place.clone(), message, "write `count = 1`, or leave it out"));
        }
        let name = format!("{} {number}", clans[clan].name);
        if card.name != name && set.components.iter().all(|other| other.name != name || other.id == card.id) {
            let message = format!("`{}` is called {}, and it is the {name}", card.id.value, card.name);
            let finding = Finding::new(&rule::PRINTED_DIFFERS, card.id.place.clone(), message);
            found.push(finding.help(format!("write `name = \"{name}\"`, or fix its clan or number")));
        }
        let slot = &mut pieces[clan][number - 1];
        if *slot == usize::MAX {
            *slot = facts.pieces.len();
            facts.pieces.push(read::piece(card));
        } else {
            let first = &facts.pieces[*slot];
            let message = format!("`{}` is a second {} {number}", card.id.value, clans[clan].name);
            let missing = missing(&game_numbers(set, &clans[clan].key));
            let help = missing.map_or("give it a number of its own".to_owned(), |n| format!("{n} is missing"));
            found.push(breaks(place(set, node), message, help).other(first.place.clone(), "the first one"));
        }
    }
    for clan in clans {
        let numbers = game_numbers(set, &clan.key);
        if numbers.len() < NUMBERS
            && let Some(missing) = missing(&numbers)
            && let Some(node) =
                game.data.get("clan").and_then(Node::table).and_then(|t| t.keys().find(|k| k.text == clan.key))
        {
            let message = format!("{} has no {missing}: {} of {NUMBERS} dragons are there", clan.name, numbers.len());
            let place = Place::new(game.file, node.span.clone());
            found.push(breaks(place, message, format!("add the card to `{}.toml`", set.id.value)));
        }
    }
    pieces
}

fn game_numbers(set: &Set, clan: &str) -> Vec<i64> {
    let of_clan = |card: &&Component| read::text(card, "clan") == Some(clan);
    set.components.iter().filter(of_clan).filter_map(|card| card.values.get("number")?.integer()).collect()
}

fn missing(numbers: &[i64]) -> Option<i64> {
    (1..=NUMBERS as i64).find(|n| !numbers.contains(n))
}

/// The place of a value in a set's file.
pub fn place(set: &Set, node: &Node) -> Place {
    Place::new(set.file, node.span.clone())
}

fn decks(game: &content::Game, found: &mut Vec<Finding>) -> Vec<Deck> {
    let rows = read::rows(game, "deck", found);
    rows.into_iter().filter_map(|row| deck(game, row, found)).collect()
}

fn deck(game: &content::Game, row: Row, found: &mut Vec<Finding>) -> Option<Deck> {
    let mut reader = Reader::row(game, row, "deck", found);
    let players = reader.need_text("players");
    let clans = reader.number("clans", 1..=CLANS as u8);
    let mut specials = [0; 5];
    let mut places: [Place; 7] = std::array::from_fn(|_| reader.place());
    for (i, (_, key, _)) in Kind::WORDS.into_iter().enumerate() {
        specials[i] = reader.number(key, 0..=SPECIALS as u8).unwrap_or(0).into();
        places[i + 2] = reader.place_at(key);
    }
    reader.skip(&["origin", "why"]);
    reader.finish();
    let (players, clans) = (players?, clans?.into());
    (places[0], places[1]) = (players.place.clone(), reader.place_at("clans"));
    let (least, most) = players.value.split_once(['-', '–']).unwrap_or((&players.value, &players.value));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if least <= most => Some(Deck { players: (least, most), clans, specials, places }),
        _ => {
            let message = format!("`{}` is not a number of players", players.value);
            reader.wrong(players.place, message, "write `players = \"3-4\"` or `players = \"5\"`");
            None
        }
    }
}

//! Reads the game's records strictly: what the rules cannot play is reported at its line.

use super::character::{Character, Kind, characters};
use super::map::Tiles;
use super::patches;
use super::records::{self, Tile};
use super::tile::Pictures;
use super::want::Wants;
use crate::content;
use crate::finding::{Finding, Place, rule};
use crate::games::breaks;
use crate::games::read::{self, Reader};
use crate::sim::{Facts, Piece, Supply};

/// The most kinds of favors.
pub const FAVORS: usize = 32;
/// The most kinds of tiles.
pub const KINDS: usize = 32;
/// The most players.
pub const PLAYERS: usize = 5;

/// A kind of favor: one record of tokens, triangles, actions or the King.
pub struct Favor {
    pub name: String,
    /// Its character.
    pub who: usize,
    /// How many are printed.
    pub count: u8,
    /// Whether it is a triangle.
    pub is_triangle: bool,
}

/// How much a player may do in a turn.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Favors taken.
    pub taken: u8,
    /// Uses of an action favor.
    pub uses: u8,
    /// Action favors of one character in front of a player.
    pub held: u8,
}

/// The game's records.
pub struct Content {
    /// The printed tiles.
    pub kinds: Vec<Tile>,
    /// What follows from them.
    pub tiles: Tiles,
    /// The characters in the order of the chart.
    pub characters: Vec<Character>,
    /// The kinds of favors.
    pub favors: Vec<Favor>,
    /// The favors of each character.
    pub favors_of: Vec<Vec<u8>>,
    /// What the characters want.
    pub wants: Wants,
    /// How much a player may do in a turn.
    pub limits: Limits,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// What the report counts: tiles, then favors; for each character how often it is won, then what actions do.
    pub facts: Facts,
}

/// Reads the game; returns nothing if it cannot be played as written.
pub fn load(game: &content::Game, found: &mut Vec<Finding>) -> Option<Content> {
    let before = found.len();
    let (characters, wants) = characters(game, found)?;
    let limits = limits(game, found);
    let (favors, pictures, end_fits, places) = favors(game, &characters, found)?;
    let (kinds, tiles) = records::tiles(game, pictures, end_fits, found)?;
    let favors_of: Vec<Vec<u8>> = (0..characters.len())
        .map(|who| (0..favors.len()).filter(|f| favors[*f].who == who).map(|f| f as u8).collect())
        .collect();
    for (character, _) in characters.iter().zip(&favors_of).filter(|(_, favors)| favors.is_empty()) {
        let message = format!("{} has no favor in any set", character.name);
        found.push(breaks(character.place.clone(), message, "add a record with its `character`"));
    }
    let why = format!("at least 2 compete, and at most {PLAYERS} find room");
    let players = read::players(game, PLAYERS, &why, found)?;
    let most = players.1;
    for (favor, place) in favors.iter().zip(&places) {
        let is_action = characters[favor.who].kind == Kind::Action;
        if is_action && usize::from(favor.count) < most * usize::from(limits.held) {
            let message =
                format!("{} {} favors for {most} players, who may have {} each", favor.count, favor.name, limits.held);
            found.push(
                Finding::new(&rule::COMPONENT_SHORTAGE, place.clone(), message)
                    .help(format!("print {}", most * usize::from(limits.held))),
            );
        }
    }
    if kinds.len() > KINDS || favors.len() > FAVORS {
        let message = format!(
            "{} kinds of tiles and {} of favors; there is room for {KINDS} and {FAVORS}",
            kinds.len(),
            favors.len()
        );
        found.push(breaks(game.title.place.clone(), message, "take some away"));
    }
    if found.len() > before {
        return None;
    }
    let facts = facts(&kinds, &favors, &places, &characters, &favors_of);
    Some(Content { kinds, tiles, characters, favors, favors_of, wants, limits, players, facts })
}

fn limits(game: &content::Game, found: &mut Vec<Finding>) -> Limits {
    let Some(mut reader) = Reader::data(game, "turn", found) else { return Limits { taken: 1, uses: 1, held: 1 } };
    let mut number = |key: &str| reader.number(key, 1..=5).unwrap_or(1);
    let limits = Limits { taken: number("favors_taken"), uses: number("action_uses"), held: number("actions_held") };
    reader.skip(&["origin", "why"]);
    reader.finish();
    limits
}

type Favors = (Vec<Favor>, Pictures, u8, Vec<Place>);

/// Reads tokens, triangles, actions and the King.
fn favors(game: &content::Game, characters: &[Character], found: &mut Vec<Finding>) -> Option<Favors> {
    let (mut favors, mut places, mut fits) = (Vec::new(), Vec::new(), 0);
    let mut pictures = Pictures { triangles: Vec::new(), tokens: Vec::new() };
    for (id, kind) in
        [("tokens", Kind::Token), ("triangles", Kind::Triangle), ("actions", Kind::Action), ("king", Kind::King)]
    {
        let set = read::set(game, id, found)?;
        for card in &set.components {
            let Some(who) = read::text(card, "character").and_then(|key| characters.iter().position(|c| c.key == key))
            else {
                continue;
            };
            let character = &characters[who];
            if character.kind != kind {
                let message = format!(
                    "{} is `kind = \"{}\"`, and this favor is in `{id}.toml`",
                    character.name,
                    character.kind.word()
                );
                let place = Reader::card(card, found).place_at("character");
                found.push(breaks(place, message, "move it, or fix the character"));
            }
            let token = if kind == Kind::Token { patches::token(card, found) } else { None };
            fits |= token.map_or(0, |(_, fits)| fits);
            pictures.tokens.push(token.map(|(token, _)| token));
            let triangle = if kind == Kind::Triangle { patches::triangle(card, found) } else { None };
            if let Some(twin) = triangle.and_then(|t| pictures.triangles.iter().position(|o| *o == Some(t))) {
                let twin: &Favor = &favors[twin];
                let message = format!("`{}` does exactly what `{}` does", card.name, twin.name);
                found.push(breaks(card.id.place.clone(), message, "give them different walls or terrain"));
            }
            pictures.triangles.push(triangle);
            places.push(card.count.place.clone());
            favors.push(Favor {
                name: card.name.clone(),
                who,
                count: card.count.value.min(200) as u8,
                is_triangle: kind == Kind::Triangle,
            });
        }
    }
    Some((favors, pictures, fits, places))
}

fn facts(kinds: &[Tile], favors: &[Favor], places: &[Place], characters: &[Character], favors_of: &[Vec<u8>]) -> Facts {
    let mut facts = Facts::default();
    for tile in kinds {
        facts.pieces.push(Piece { name: tile.name.clone(), copies: tile.count, place: tile.place.clone() });
    }
    for (favor, place) in favors.iter().zip(places) {
        facts.pieces.push(Piece { name: favor.name.clone(), copies: u32::from(favor.count), place: place.clone() });
    }
    for (who, character) in characters.iter().enumerate() {
        let first = usize::from(favors_of[who][0]);
        facts.ops.push((kinds.len() + first, "is won".to_owned()));
        let printed = favors_of[who].iter().map(|f| u32::from(favors[usize::from(*f)].count)).sum();
        facts.supplies.push(Supply { name: character.name.clone(), printed, place: Some(places[first].clone()) });
    }
    for (who, character) in characters.iter().enumerate() {
        let first = usize::from(favors_of[who][0]);
        facts.ops.push((kinds.len() + first, character.power.word().to_owned()));
    }
    facts.roles.push("the first player".to_owned());
    facts
}

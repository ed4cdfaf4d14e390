//! The setup for a number of players.

use super::character::{Kind, Power};
use super::load::{Content, KINDS, Limits};
use super::map::Tiles;
use super::want::{Find, Test, Wants};
use crate::sim::Rules;

/// Which favors may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FavorUse {
    /// All.
    All,
    /// Tokens and triangles only.
    Pieces,
    /// None.
    Nothing,
}

/// The setup for a number of players.
pub struct Table {
    pub players: usize,
    /// The tiles and what follows from them.
    pub tiles: Tiles,
    /// The names of the tiles.
    pub tile_names: Vec<String>,
    /// How many of each there are in the bag at the start.
    pub bag: [u8; KINDS],
    /// The start tile.
    pub start: u8,
    /// The favors.
    pub favors: Vec<Stack>,
    /// The characters.
    pub characters: Vec<Court>,
    /// What they want.
    pub wants: Wants,
    /// The characters whose condition rises.
    pub rising: u32,
    /// How much a player may do in a turn.
    pub limits: Limits,
    /// The character whose stack is shuffled.
    pub shuffled: Option<usize>,
    /// Favors that are laid on tiles, one bit each.
    pub laid: u32,
    /// Action favors that can be used after the tile is played.
    pub after: u32,
    /// Which favors may be used.
    pub favor_use: FavorUse,
    /// Whether a drawn tile takes the place of an altered one that looks like it.
    pub exchanges: bool,
    /// Whether a favor must be taken.
    pub must_take: bool,
    /// Whether the Jester stays away if any other condition was met, even without a gain.
    pub strict_jester: bool,
}

/// The stack of a kind of favor.
pub struct Stack {
    pub name: String,
    pub who: usize,
    pub count: u8,
    pub is_triangle: bool,
    pub power: Power,
    /// Its number among the pieces that the report counts.
    pub piece: usize,
}

/// A character at the table.
pub struct Court {
    pub name: String,
    pub is_action: bool,
    pub is_king: bool,
    pub favors: Vec<u8>,
}

/// Prepares a table.
pub fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
    let (least, most) = content.players;
    if !(least..=most).contains(&players) {
        return Err(format!("{least} to {most} can play, not {players}"));
    }
    let mut bag = [0; KINDS];
    let mut start = 0;
    for (kind, tile) in content.kinds.iter().enumerate() {
        if tile.is_start {
            start = kind as u8;
        } else {
            bag[kind] = tile.count as u8;
        }
    }
    let mut wants = content.wants.clone();
    if rules.is("lone-tile", "all-around") {
        let tests = wants.place.iter_mut().filter(|want| want.find == Find::Tile).flat_map(|want| &mut want.tests);
        tests.for_each(|test| {
            if let Test::Neighbors(of, 0) = test {
                *of = 8;
            }
        });
    }
    let favors: Vec<Stack> = content
        .favors
        .iter()
        .enumerate()
        .map(|(at, favor)| Stack {
            name: favor.name.clone(),
            who: favor.who,
            count: favor.count,
            is_triangle: favor.is_triangle,
            power: content.characters[favor.who].power,
            piece: content.kinds.len() + at,
        })
        .collect();
    let mask = |is: &dyn Fn(Power) -> bool| {
        favors.iter().enumerate().filter(|(_, favor)| is(favor.power)).map(|(at, _)| 1 << at).sum::<u32>()
    };
    let (laid, after) = (
        mask(&|power| power == Power::Place),
        mask(&|power| !matches!(power, Power::Place | Power::Redraw | Power::Choose | Power::Win)),
    );
    Ok(Table {
        players,
        tiles: content.tiles.clone(),
        tile_names: content.kinds.iter().map(|tile| tile.name.clone()).collect(),
        bag,
        start,
        laid,
        after,
        favors,
        characters: content
            .characters
            .iter()
            .zip(&content.favors_of)
            .map(|(character, favors)| Court {
                name: character.name.clone(),
                is_action: character.kind == Kind::Action,
                is_king: character.kind == Kind::King,
                favors: favors.clone(),
            })
            .collect(),
        rising: wants.rising(),
        wants,
        limits: content.limits,
        shuffled: content.characters.iter().position(|character| character.is_shuffled),
        favor_use: if rules.is("favor-use", "all") {
            FavorUse::All
        } else if rules.is("favor-use", "pieces") {
            FavorUse::Pieces
        } else {
            FavorUse::Nothing
        },
        exchanges: rules.is("exchange", "on"),
        must_take: rules.is("must-take", "on"),
        strict_jester: rules.is("jester", "nothing-met"),
    })
}

//! The game in words, for `replay`.

use super::map::{START, WIDTH};
use super::tile::{CENTER, NONE, PIECE};
use super::{Act, Characters, Kingdom, Phase, Table};

fn player(game: &Kingdom) -> String {
    format!("Player {}", game.seat + 1)
}

/// A spot as columns east and rows south of the start tile.
fn spot(spot: u16) -> String {
    let (x, y) = (i32::from(spot) % WIDTH as i32, i32::from(spot) / WIDTH as i32);
    let (x, y) = (x - i32::from(START) % WIDTH as i32, y - i32::from(START) / WIDTH as i32);
    let way = |n: i32, plus: &str, minus: &str| match n {
        0 => String::new(),
        n if n > 0 => format!("{n} {plus}"),
        n => format!("{} {minus}", -n),
    };
    let parts: Vec<String> =
        [way(y, "south", "north"), way(x, "east", "west")].into_iter().filter(|p| !p.is_empty()).collect();
    if parts.is_empty() { "the start".to_owned() } else { parts.join(" ") }
}

fn turned(quarters: u8) -> &'static str {
    ["", ", turned a quarter", ", turned half", ", turned three quarters"][usize::from(quarters % 4)]
}

fn tile(game: &Kingdom, table: &Table, tile: u8) -> String {
    let laid = &game.map.tiles()[usize::from(tile)];
    format!("{} at {}", table.tile_names[usize::from(laid.kind)], spot(laid.spot))
}

fn favor(table: &Table, favor: u8) -> &str {
    &table.favors[usize::from(favor)].name
}

/// What a player has in front of him.
fn held(game: &Kingdom, table: &Table, seat: usize) -> String {
    let names: Vec<String> = table
        .favors
        .iter()
        .zip(game.held[seat])
        .filter(|(_, n)| *n > 0)
        .map(|(favor, n)| if n == 1 { favor.name.clone() } else { format!("{n} x {}", favor.name) })
        .collect();
    if names.is_empty() { "no favor".to_owned() } else { names.join("; ") }
}

/// Characters by name.
pub fn characters(table: &Table, who: Characters) -> String {
    let names: Vec<&str> = table
        .characters
        .iter()
        .enumerate()
        .filter(|(at, _)| who >> at & 1 == 1)
        .map(|(_, c)| c.name.as_str())
        .collect();
    names.join(", ")
}

/// The drawn tile.
pub fn drawn(game: &Kingdom, table: &Table) -> String {
    format!("      {} draws {}.", player(game), table.tile_names[usize::from(game.hand)])
}

/// An exchange with an altered tile.
pub fn exchanged(game: &Kingdom, table: &Table, at: usize) -> String {
    let taken = &table.tile_names[usize::from(game.hand)];
    format!("      It takes the place of the altered tile, now {}; {taken} is in hand.", tile(game, table, at as u8))
}

/// What the map shows that it did not show before.
pub fn judged(table: &Table, met: Characters) -> String {
    if met == 0 {
        "      Nothing new is met.".to_owned()
    } else {
        format!("      Newly met: {}.", characters(table, met))
    }
}

/// Who took whom, at the end.
pub fn standings(game: &Kingdom, table: &Table) -> String {
    let rows: Vec<String> = (0..table.players)
        .map(|seat| {
            let taken = (0..table.characters.len()).filter(|who| game.won[seat][*who] > 0).map(|who| 1 << who).sum();
            let (different, all) = game.standing(seat);
            format!("      Player {}: {different} characters ({all} favors): {}", seat + 1, characters(table, taken))
        })
        .collect();
    rows.join("\n")
}

/// What an action is, said by the player whose turn it is.
pub fn describe(game: &Kingdom, table: &Table, act: &Act) -> String {
    let who = player(game);
    let hand = || table.tile_names[usize::from(game.hand)].as_str();
    match *act {
        Act::Draw => format!("{who} draws at random"),
        Act::Choose(kind) => format!("{who} chooses {} out of the bag", table.tile_names[usize::from(kind)]),
        Act::Exchange(at) => format!("{who} takes {} off the map", tile(game, table, at)),
        Act::Lay(at, turn) => format!("{who} lays {} at {}{}", hand(), spot(at), turned(turn)),
        Act::Fit(at, turn) => {
            format!("{who} lays {} at {}{}, where only favors make it fit", hand(), spot(at), turned(turn))
        }
        Act::SetAside => format!("{who} puts {} aside: it fits nowhere", hand()),
        Act::End if game.phase == Phase::Take => format!("{who} takes nobody"),
        Act::End => format!("{who} uses no more favors"),
        Act::Cover(piece, at, place, way) => {
            let on = if at == NONE { format!("the drawn {}", hand()) } else { tile(game, table, at) };
            let place = if usize::from(place) == CENTER {
                "the center".to_owned()
            } else {
                let quarter = if at == NONE { game.aimed_turn() } else { game.map.tiles()[usize::from(at)].turn };
                format!("the {} side", ["north", "east", "south", "west"][usize::from((place + quarter) % 4)])
            };
            format!("{who} lays {} on {place} of {on}{}", favor(table, piece), turned(way))
        }
        Act::Use(piece) => format!("{who} uses {}", favor(table, piece)),
        Act::Stop => format!("{who} leaves off"),
        Act::Tile(at) => format!("{who} picks {}", tile(game, table, at)),
        Act::Put(at, quarters) => {
            let turns: Vec<&str> = quarters.iter().map(|q| turned(*q)).filter(|q| !q.is_empty()).collect();
            format!("{who} exchanges it with {}{}", tile(game, table, at), turns.concat())
        }
        Act::Move(to, quarters) => format!("{who} moves it to {}{}", spot(to), turned(quarters)),
        Act::Turn(at, quarters) => format!("{who} takes {}{}", tile(game, table, at), turned(quarters)),
        Act::Favor(at, place) => {
            let over = &game.map.tiles()[usize::from(at)].over;
            let piece = if place < 4 { over.triangle[usize::from(place)] } else { over.token[usize::from(place) - 4] };
            format!("{who} picks {} on {}", favor(table, piece & PIECE), tile(game, table, at))
        }
        Act::Swap(at, ..) => format!("{who} exchanges it with a favor on {}", tile(game, table, at)),
        Act::Remove => format!("{who} returns it to its stack"),
        Act::Refresh(piece) => format!("{who} makes {} usable again", favor(table, piece)),
        Act::Take(piece) => format!("{who} takes {}", favor(table, piece)),
    }
}

/// What the player whose turn it is sees.
pub fn outlook(game: &Kingdom, table: &Table) -> String {
    let held = held(game, table, usize::from(game.seat));
    let hand = if game.hand == NONE { "no tile" } else { &table.tile_names[usize::from(game.hand)] };
    format!("has {hand} in hand and {held} in front; {} tiles in the bag", game.in_bag)
}

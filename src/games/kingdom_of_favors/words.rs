//! The game in words, for `replay`.

use super::actions::{piece, spot_of};
use super::map::{START, WIDTH};
use super::tile::{CENTER, NONE, PIECE, Pass};
use super::{Act, Characters, Kingdom, Phase, Table};
use crate::sim::Seat;

fn player(game: &Kingdom) -> String {
    format!("Player {}", game.seat)
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
    ["", ", turned a quarter right", ", turned half round", ", turned a quarter left"][usize::from(quarters % 4)]
}

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// A place for a favor on a tile that is turned by quarters.
fn place(spot: usize, quarters: u8) -> String {
    if spot == CENTER {
        return "the center".to_owned();
    }
    format!("the {} side", SIDES[(spot + usize::from(quarters)) % 4])
}

/// The edges that the roads of a token join, on a tile that is turned by quarters.
fn joining(table: &Table, favor: u8, spot: usize, way: u8, quarters: u8) -> String {
    let patch = table.tiles.pictures.tokens[usize::from(favor)].and_then(|token| token.center);
    let from = usize::from(way + quarters);
    let (a, b) = match patch.filter(|_| spot == CENTER).and_then(|patch| patch.pass) {
        Some(Pass::Curve) => (from % 4, (from + 1) % 4),
        Some(Pass::Straight) => (from % 2, from % 2 + 2),
        _ => return String::new(),
    };
    format!(", joining {} and {}", SIDES[a], SIDES[b])
}

/// A favor at a place, triangles 0 to 3, tokens 4 to 8, of a played tile.
fn played(game: &Kingdom, table: &Table, at: u8, there: u8) -> String {
    let laid = &game.map.tiles()[usize::from(at)];
    let name = favor(table, piece(&laid.over, there) & PIECE);
    format!("{name} on {} of {}", place(spot_of(there), laid.turn), tile(game, table, at))
}

fn tile(game: &Kingdom, table: &Table, tile: u8) -> String {
    let laid = &game.map.tiles()[usize::from(tile)];
    format!("{} at {}", table.tile_names[usize::from(laid.kind)], spot(laid.spot))
}

fn favor(table: &Table, favor: u8) -> &str {
    &table.favors[usize::from(favor)].name
}

/// The favors in front of a player.
fn held(game: &Kingdom, table: &Table, seat: Seat) -> String {
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
    let turned = turned(game.map.tiles()[at].turn);
    let now = tile(game, table, at as u8);
    format!("      It takes the place of the altered tile, now {now}{turned}; {taken} is in hand.")
}

/// A favor goes back to its stack because another took its place, and its character gives one.
pub fn replaced(game: &Kingdom, table: &Table, old: usize, new: usize) -> String {
    let (old, new) = (&table.favors[old].name, &table.favors[new].name);
    format!("      {old} goes back to its stack; {} keeps {new} for the next turn.", player(game))
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
    let rows: Vec<String> = Seat::all(table.players)
        .map(|seat| {
            let taken = (0..table.characters.len()).filter(|who| game.won[seat][*who] > 0).map(|who| 1 << who).sum();
            let (different, all) = game.standing(seat);
            format!("      Player {seat}: {different} characters ({all} favors): {}", characters(table, taken))
        })
        .collect();
    rows.join("\n")
}

/// Describes an action of the player whose turn it is.
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
        Act::Cover(piece, at, to, way) => {
            let on = if at == NONE { format!("the drawn {}", hand()) } else { tile(game, table, at) };
            let quarters = if at == NONE { game.aimed_turn() } else { game.map.tiles()[usize::from(at)].turn };
            let spot = usize::from(to);
            let joining = joining(table, piece, spot, way, quarters);
            format!("{who} lays {} on {} of {on}{joining}", favor(table, piece), place(spot, quarters))
        }
        Act::Use(piece) => format!("{who} uses {}", favor(table, piece)),
        Act::Stop => format!("{who} leaves off"),
        Act::Tile(at) => format!("{who} picks {}", tile(game, table, at)),
        Act::Put(at, quarters) => {
            let moves = game.permuted(at, quarters);
            let moves = moves[..=usize::from(game.picking)].iter().zip(quarters).map(|((from, laid), quarters)| {
                format!("{} to {}{}", tile(game, table, *from as u8), spot(laid.spot), turned(quarters))
            });
            format!("{who} moves {}", moves.collect::<Vec<_>>().join("; "))
        }
        Act::Move(to, quarters) => {
            format!("{who} moves {} to {}{}", tile(game, table, game.picked[0]), spot(to), turned(quarters))
        }
        Act::Turn(at, quarters) => format!("{who} leaves {}{}", tile(game, table, at), turned(quarters)),
        Act::Favor(at, there) => format!("{who} picks {}", played(game, table, at, there)),
        Act::Swap(at, there, a, b) => {
            let (one, here) = (game.picked[0], game.picked[1]);
            // Each favor at the place of the other one.
            let lies = |from: (u8, u8), to: (u8, u8), way: u8| {
                let piece = piece(&game.map.tiles()[usize::from(from.0)].over, from.1);
                joining(table, piece & PIECE, spot_of(to.1), way, game.map.tiles()[usize::from(to.0)].turn)
            };
            let (mine, theirs) = (played(game, table, one, here), played(game, table, at, there));
            let (first, second) = (lies((one, here), (at, there), a), lies((at, there), (one, here), b));
            format!("{who} exchanges {mine}, which goes there{first}, and {theirs}, which comes here{second}")
        }
        Act::Remove => {
            format!("{who} returns {} to its stack", played(game, table, game.picked[0], game.picked[1]))
        }
        Act::Refresh(piece) => format!("{who} makes {} usable again", favor(table, piece)),
        Act::Take(piece) => format!("{who} takes {}", favor(table, piece)),
    }
}

/// What the player whose turn it is sees.
pub fn outlook(game: &Kingdom, table: &Table) -> String {
    let held = held(game, table, game.seat);
    let hand = if game.hand == NONE { "no tile" } else { &table.tile_names[usize::from(game.hand)] };
    format!("has {hand} in hand and {held} in front; {} tiles in the bag", game.in_bag)
}

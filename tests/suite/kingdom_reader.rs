//! A reader of a recorded game of Kingdom of Favors lays the same map from the words alone.

use std::collections::BTreeMap;

use wyrmpress::games::kingdom_of_favors::map::{START, WIDTH};
use wyrmpress::games::kingdom_of_favors::tile::{CENTER, NONE, Pass};
use wyrmpress::games::kingdom_of_favors::{Act, Kingdom, Phase, Table};
use wyrmpress::sim::{Game, Key, Purpose, Seat, Turn, Watch};

use crate::kingdom::{table, who};

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// A tile as the words give it: its name, quarters, and the favors on it by place, `north` or `center`, and whether
/// they are round.
#[derive(Clone, Debug, Default, PartialEq)]
struct Told {
    name: String,
    quarters: usize,
    favors: BTreeMap<(String, bool), String>,
}

type Spot = (i32, i32);

fn turned_side(word: &str, quarters: usize) -> String {
    SIDES.iter().position(|side| *side == word).map_or(word, |d| SIDES[(d + quarters) % 4]).to_owned()
}

/// Favors are given with the edges that their roads join; those turn as well.
fn turned_favor(favor: &str, quarters: usize) -> String {
    let Some((name, joined)) = favor.split_once(", joining ") else { return favor.to_owned() };
    let (a, b) = joined.split_once(" and ").expect("two edges");
    joined_name(name, &turned_side(a, quarters), &turned_side(b, quarters))
}

fn joined_name(name: &str, a: &str, b: &str) -> String {
    let (a, b) = (a.min(b), a.max(b));
    format!("{name}, joining {a} and {b}")
}

impl Told {
    fn turn(&mut self, quarters: usize) {
        self.quarters = (self.quarters + quarters) % 4;
        let old = std::mem::take(&mut self.favors);
        for ((side, shape), favor) in old {
            self.favors.insert((turned_side(&side, quarters), shape), turned_favor(&favor, quarters));
        }
    }
}

/// Follows a story.
struct Reader<'a> {
    table: &'a Table,
    map: BTreeMap<Spot, Told>,
    /// The drawn tile that is laid together with favors.
    aim: Option<(Spot, Told)>,
}

/// The words after another word.
fn after<'a>(text: &'a str, word: &str) -> &'a str {
    text.split_once(word).unwrap_or_else(|| panic!("`{word}` in `{text}`")).1
}

/// A spot, and by how many quarters something is turned there.
fn spot(text: &str) -> (Spot, usize) {
    let (place, turned) = text.split_once(", turned ").unwrap_or((text, ""));
    let words: Vec<&str> = place.split_whitespace().collect();
    let mut at = (0, 0);
    for pair in words.chunks(2).filter(|_| place != "the start") {
        let n: i32 = pair[0].parse().unwrap_or_else(|_| panic!("a number in `{text}`"));
        match pair[1] {
            "north" => at.1 -= n,
            "south" => at.1 += n,
            "east" => at.0 += n,
            _ => at.0 -= n,
        }
    }
    let quarters = ["", "a quarter right", "half round", "a quarter left"].iter().position(|t| *t == turned);
    (at, quarters.unwrap_or_else(|| panic!("turned in `{text}`")))
}

impl Reader<'_> {
    fn is_round(&self, favor: &str) -> bool {
        let name = favor.split(", joining ").next().unwrap_or_default();
        !self.table.favors.iter().find(|f| f.name == name).expect("a favor").is_triangle
    }

    /// A favor, its place, and the tile on which it lies.
    fn favor<'b>(&self, text: &'b str) -> (&'b str, String, &'b str) {
        let name = self.table.favors.iter().map(|f| f.name.len()).find(|n| {
            let (name, rest) = text.split_at_checked(*n).unwrap_or_default();
            rest.starts_with(" on the ") && self.table.favors.iter().any(|f| f.name == name)
        });
        let (name, rest) = text.split_at(name.unwrap_or_else(|| panic!("a favor in `{text}`")));
        let (place, tile) = after(rest, " on the ").split_once(" of ").expect("a tile");
        (name, place.trim_end_matches(" side").to_owned(), tile)
    }

    fn lay(&mut self, text: &str) {
        let (favor, place, on) = self.favor(text);
        let (on, joining) = on.split_once(", joining ").map_or((on, None), |(on, joining)| (on, Some(joining)));
        let name = joining.map_or(favor.to_owned(), |joining| turned_favor(&format!("{favor}, joining {joining}"), 0));
        let shape = self.is_round(favor);
        let tile = if on.starts_with("the drawn ") {
            &mut self.aim.as_mut().expect("a drawn tile").1
        } else {
            self.map.get_mut(&spot(after(on, " at ")).0).expect("a tile")
        };
        tile.favors.insert((place, shape), name);
    }

    fn read(&mut self, text: &str) {
        let (_, text) = text.trim().trim_start_matches("Player ").split_once(' ').expect("a player");
        let (verb, rest) = text.split_once(' ').expect("words");
        match verb {
            "lays" if rest.contains(" on the ") => self.lay(rest),
            "lays" => {
                let (name, at) = rest.split_once(" at ").expect("a spot");
                let needs = at.strip_suffix(", where only favors make it fit");
                let (at, quarters) = spot(needs.unwrap_or(at));
                let told = Told { name: name.to_owned(), quarters, ..Told::default() };
                if needs.is_some() {
                    self.aim = Some((at, told));
                } else {
                    self.map.insert(at, told);
                }
            }
            "leaves" => {
                let (at, quarters) = spot(after(rest, " at "));
                self.map.get_mut(&at).expect("a tile").turn(quarters);
            }
            "moves" => {
                let moves: Vec<(Spot, Spot, usize)> = rest
                    .split("; ")
                    .map(|part| {
                        let (from, to) = after(part, " at ").split_once(" to ").expect("a spot");
                        let (to, quarters) = spot(to);
                        (spot(from).0, to, quarters)
                    })
                    .collect();
                let tiles: Vec<Told> = moves.iter().map(|(from, ..)| self.map.remove(from).expect("a tile")).collect();
                for ((_, to, quarters), mut tile) in moves.into_iter().zip(tiles) {
                    tile.turn(quarters);
                    self.map.insert(to, tile);
                }
            }
            "exchanges" => {
                let (one, other) = rest.split_once(", which goes there").expect("two favors");
                let (first, other) = other.split_once(", and ").expect("two favors");
                let (other, second) = other.split_once(", which comes here").expect("two favors");
                let ((mine, here, a), (theirs, there, b)) = (self.favor(one), self.favor(other));
                let (a, b) = (spot(after(a, " at ")).0, spot(after(b, " at ")).0);
                for (at, place, name) in [(b, there, format!("{mine}{first}")), (a, here, format!("{theirs}{second}"))]
                {
                    let shape = self.is_round(&name);
                    let tile = self.map.get_mut(&at).expect("a tile");
                    assert!(tile.favors.insert((place, shape), turned_favor(&name, 0)).is_some(), "{text}");
                }
            }
            "returns" => {
                let (favor, place, on) = self.favor(rest.strip_suffix(" to its stack").expect("a stack"));
                let shape = self.is_round(favor);
                let tile = self.map.get_mut(&spot(after(on, " at ")).0).expect("a tile");
                assert!(tile.favors.remove(&(place, shape)).is_some(), "{text}");
            }
            _ => {}
        }
    }
}

/// The story of what happens between decisions.
#[derive(Default)]
struct Tale(Vec<String>);

impl Watch for Tale {
    fn narrate(&mut self, words: &dyn Fn() -> String) {
        self.0.push(words());
    }
}

impl Reader<'_> {
    /// A drawn tile takes the place of an altered one.
    fn hear(&mut self, line: &str) {
        if let Some((_, rest)) = line.split_once("the altered tile, now ") {
            let (now, _) = rest.split_once("; ").expect("what is in hand");
            let (name, at) = now.split_once(" at ").expect("a spot");
            let (at, quarters) = spot(at);
            self.map.insert(at, Told { name: name.to_owned(), quarters, ..Told::default() });
        }
    }
}

/// The map as it is.
fn shown(game: &Kingdom, table: &Table) -> BTreeMap<Spot, Told> {
    let place = |spot: u16| (i32::from(spot) % WIDTH as i32, i32::from(spot) / WIDTH as i32);
    let (x, y) = place(START);
    let mut map = BTreeMap::new();
    for laid in game.map.tiles() {
        let quarters = usize::from(laid.turn);
        let mut told = Told { name: table.tile_names[usize::from(laid.kind)].clone(), quarters, ..Told::default() };
        let side = |d: usize| if d == CENTER { "center" } else { SIDES[(d + quarters) % 4] }.to_owned();
        for (d, piece) in laid.over.triangle.iter().enumerate().filter(|(_, piece)| **piece != NONE) {
            told.favors.insert((side(d), false), table.favors[usize::from(*piece)].name.clone());
        }
        for (d, piece) in laid.over.token.iter().enumerate().filter(|(_, piece)| **piece != NONE) {
            let (favor, way) = (usize::from(piece & 63), usize::from(piece >> 6));
            let name = table.favors[favor].name.as_str();
            let center = table.tiles.pictures.tokens[favor].and_then(|token| token.center).filter(|_| d == CENTER);
            let joined = |a: usize, b: usize| joined_name(name, SIDES[(a + quarters) % 4], SIDES[(b + quarters) % 4]);
            let name = match center.and_then(|patch| patch.pass) {
                Some(Pass::Curve) => joined(way, way + 1),
                Some(Pass::Straight) => joined(way, way + 2),
                _ => name.to_owned(),
            };
            told.favors.insert((side(d), true), name);
        }
        let (there, row) = place(laid.spot);
        map.insert((there - x, row - y), told);
    }
    map
}

#[test]
fn a_reader_lays_the_same_map_from_the_words_alone() {
    let mut table = table(3, &[]);
    for name in ["Philosopher", "Handmaiden", "Hunter", "Merchant", "Magician", "Pawnbroker", "Nobleman", "Alchemist"] {
        let mut want = table.wants.turn[0].clone();
        want.who = who(&table, name) as u8;
        table.wants.turn.push(want);
    }
    let mut done = BTreeMap::new();
    for index in 0..40 {
        let key = Key { seed: 12, game: 7, players: 3, index };
        let (mut bot, mut chance) = (key.stream(Purpose::Bot, Seat::FIRST), key.chance());
        let mut tale = Tale::default();
        let mut game = Kingdom::setup(&table, &mut chance, &mut tale).expect("the game is set up");
        let mut reader = Reader { table: &table, map: shown(&game, &table), aim: None };
        while let Turn::Decide(_) = game.turn() {
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            let act = options[bot.below(options.len() as u32) as usize];
            let words = game.describe(&table, &act);
            *done.entry(format!("{act:?}").split('(').next().unwrap_or_default().to_owned()).or_insert(0) += 1;
            tale.0.clear();
            game.apply(&table, act, &mut chance, &mut tale).expect("a legal act can be carried out");
            if !matches!(act, Act::Draw | Act::SetAside | Act::End | Act::Stop) {
                reader.read(&words);
            }
            if game.phase == Phase::Join {
                continue;
            }
            if let Some((at, told)) = reader.aim.take() {
                reader.map.insert(at, told);
            }
            tale.0.iter().for_each(|line| reader.hear(line));
            let map = shown(&game, &table);
            let differs = map.iter().find(|(at, told)| reader.map.get(at) != Some(told));
            assert!(
                differs.is_none(),
                "game {index}, {words}: {differs:?}, {:?}",
                differs.map(|d| reader.map.get(d.0))
            );
            assert_eq!(reader.map.len(), map.len(), "game {index}, {words}");
        }
    }
    for name in ["Lay", "Fit", "Cover", "Put", "Move", "Turn", "Swap", "Remove"] {
        assert!(done.get(name).is_some_and(|n| *n > 2), "{name}: {done:?}");
    }
}

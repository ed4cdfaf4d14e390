//! Reads the tiles: their edges, cities, roads and meadows must agree.

use super::map::{TILES, Tiles};
use super::parts::Parts;
use super::tile::{Base, CITY, Center, FIELD, LEVEL, Overlay, Passes, Pictures, ROAD, UPRIGHT, face};
use crate::content::{self, Node, Value};
use crate::finding::{Finding, Place};
use crate::games::breaks;
use crate::games::read::{self, Reader, items};

/// The directions by their words.
const DIRECTIONS: [(&str, usize); 4] = [("N", 0), ("E", 1), ("S", 2), ("W", 3)];
/// The kinds of edges by their words, in the order of their numbers.
pub const EDGES: [(&str, u8); 3] = [("field", FIELD), ("road", ROAD), ("city", CITY)];
/// The half edges in the order of [`Parts::field`].
const PORTS: [(&str, usize); 8] =
    [("Nl", 0), ("Nr", 1), ("El", 2), ("Er", 3), ("Sl", 4), ("Sr", 5), ("Wl", 6), ("Wr", 7)];

/// A printed tile and its record.
pub struct Tile {
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// Whether it begins the map.
    pub is_start: bool,
    /// Where it is written.
    pub place: Place,
}

/// Reads the tiles of the box.
pub fn tiles(
    game: &content::Game,
    pictures: Pictures,
    end_fits: u8,
    found: &mut Vec<Finding>,
) -> Option<(Vec<Tile>, Tiles)> {
    let set = read::set(game, "tiles", found)?;
    let (mut tiles, mut bases, mut copies) = (Vec::new(), Vec::new(), 0);
    let none = Pictures { triangles: Vec::new(), tokens: Vec::new() };
    for card in &set.components {
        let mut reader = Reader::card(card, found);
        let Some(base) = tile(&mut reader) else { continue };
        match face(&base, &Overlay::BARE, &none) {
            Some(face) => meadows(&mut reader, &Parts::of(&face)),
            None => {
                let message = format!("`{}` cannot be: a road ends nowhere, or meadow lies against city", card.name);
                reader.wrong(card.id.place.clone(), message, "fix its cities and roads");
            }
        }
        copies += card.count.value;
        let is_start = card.values.get("start").is_some_and(|node| node.value == Value::Boolean(true));
        let place = card.id.place.clone();
        tiles.push(Tile { name: card.name.clone(), count: card.count.value, is_start, place });
        bases.push(base);
    }
    let starts: Vec<&Tile> = tiles.iter().filter(|tile| tile.is_start).collect();
    let starting: u32 = starts.iter().map(|tile| tile.count).sum();
    if starting != 1 {
        let place = starts.last().map_or(set.id.place.clone(), |tile| tile.place.clone());
        found.push(breaks(
            place,
            format!("{starting} tiles begin the map"),
            "write `start = true` on one tile with `count = 1`",
        ));
    }
    if copies > TILES as u32 {
        let message = format!("there are {copies} tiles; the table has room for {TILES}");
        found.push(breaks(set.id.place.clone(), message, "take some away"));
    }
    Some((tiles, Tiles::new(bases, pictures, end_fits)))
}

type Edges = [u8; 4];
/// The group of `city` that each edge belongs to.
type Groups = [Option<usize>; 4];

fn tile(reader: &mut Reader) -> Option<Base> {
    let before = reader.count();
    let edges_at = reader.get("edges")?;
    let table = edges_at.table()?;
    let mut edges = [FIELD; 4];
    for (name, d) in DIRECTIONS {
        match table.get(name) {
            Some(node) => edges[d] = reader.word_in(&format!("edges.{name}"), node, &EDGES)?,
            None => reader.wrong_at(edges_at, format!("`edges` has no `{name}`"), "give all four: N, E, S, W"),
        }
    }
    let mut base = Base::default();
    let groups = cities(reader, &edges, &mut base)?;
    roads(reader, &edges, &groups, &mut base)?;
    for (name, d) in DIRECTIONS {
        let Some(node) = table.get(name) else { continue };
        if edges[d] == CITY && groups[d].is_none() {
            let message = format!("{name} is a city edge, and no group of `city` names it");
            reader.wrong_at(node, message, "add it to `city`");
        }
        if edges[d] == ROAD && base.stub >> d & 1 == 0 {
            let message = format!("{name} is a road edge, and no road leaves there");
            reader.wrong_at(node, message, "add it to `road`");
        }
    }
    (reader.count() == before).then_some(base)
}

fn cities(reader: &mut Reader, edges: &Edges, base: &mut Base) -> Option<Groups> {
    let mut groups = [None; 4];
    for (g, group) in items(reader.get("city")).iter().enumerate() {
        let members = items(Some(group));
        for node in members {
            let d = reader.word_in("city", node, &DIRECTIONS)?;
            let name = DIRECTIONS[d].0;
            if edges[d] != CITY {
                let message = format!("{name} is in `city`, and its edge is {}", edge_word(edges[d]));
                reader.wrong_at(node, message, "make it a city edge, or take it out");
            }
            if groups[d].replace(g).is_some() {
                reader.wrong_at(node, format!("{name} is in two cities"), "name every edge once");
            }
            base.city |= 1 << d;
            base.caps |= u8::from(members.len() == 1) << d;
        }
    }
    Some(groups)
}

fn edge_word(edge: u8) -> &'static str {
    EDGES[usize::from(edge)].0
}

fn roads(reader: &mut Reader, edges: &Edges, groups: &Groups, base: &mut Base) -> Option<()> {
    let has_cloister = reader.flag("cloister");
    if has_cloister {
        base.center = Center::Cloister;
    }
    let mut crossing = None;
    for road in items(reader.get("road")) {
        let [from, to] = items(Some(road)) else {
            let message = format!("a road has two ends, here are {}", items(Some(road)).len());
            reader.wrong_at(road, message, "write two ends");
            continue;
        };
        let mut edge = |node| {
            let end = end(reader, node, groups)?;
            match end {
                End::Edge(d) => leave(reader, node, d, edges, base),
                End::Junction => (crossing, base.center) = (Some(node), Center::Junction),
                End::Cloister if !has_cloister => {
                    let message = "a road ends at a cloister, and the tile has none";
                    reader.wrong_at(node, message, "write `cloister = true`");
                }
                End::Cloister | End::City => {}
            }
            Some(end)
        };
        match (edge(from)?, edge(to)?) {
            (End::Edge(a), End::Edge(b)) => base.pass |= pass(a, b),
            (End::Edge(_), _) | (_, End::Edge(_)) => {}
            _ => reader.wrong_at(road, "a road leaves at no edge", "name one of N, E, S, W"),
        }
    }
    if let Some(node) = crossing.filter(|_| has_cloister || base.stub.count_ones() < 3) {
        let message = "a crossing wants three roads and no cloister";
        reader.wrong_at(node, message, "join the two edges in one road");
    }
    Some(())
}

/// Where a road ends.
#[derive(Clone, Copy)]
enum End {
    Edge(usize),
    Junction,
    Cloister,
    City,
}

fn end(reader: &mut Reader, node: &Node, groups: &Groups) -> Option<End> {
    if let Some(group) = node.text().and_then(|word| word.strip_prefix("city:")) {
        if !groups.iter().flatten().any(|g| g.to_string() == group) {
            let message = format!("a road ends at city {group}, and `city` has no such group");
            reader.wrong_at(node, message, "count the groups from 0");
        }
        return Some(End::City);
    }
    let edges = DIRECTIONS.map(|(word, d)| (word, End::Edge(d)));
    let places = [("junction", End::Junction), ("cloister", End::Cloister), ("city:0", End::City)];
    reader.word_in("road", node, &[&edges[..], &places].concat())
}

/// A road leaves the tile at an edge.
fn leave(reader: &mut Reader, node: &Node, d: usize, edges: &Edges, base: &mut Base) {
    let name = DIRECTIONS[d].0;
    if edges[d] != ROAD {
        let message = format!("a road leaves at {name}, and its edge is {}", edge_word(edges[d]));
        reader.wrong_at(node, message, "make it a road edge, or fix the road");
    }
    if base.stub >> d & 1 == 1 {
        reader.wrong_at(node, format!("two roads leave at {name}"), "let them meet at a `junction`");
    }
    base.stub |= 1 << d;
}

/// Compares the meadows of a record with those that follow from its edges, cities and roads.
fn meadows(reader: &mut Reader, parts: &Parts) {
    let Some(whole) = reader.get("field") else { return };
    let mut seen = [false; 8];
    for row in items(Some(whole)) {
        let Some(table) = row.table() else {
            reader.wrong_at(row, "a meadow is a table", "write `{ ports = […], cities = […] }`");
            continue;
        };
        let (mut mask, mut name) = (0u8, None);
        for port in items(table.get("ports")) {
            let Some(half) = reader.word_in("ports", port, &PORTS) else { return };
            mask |= 1 << half;
            name = name.or(Some(parts.field[half]));
        }
        let Some(name) = name.filter(|name| *name != u8::MAX) else {
            let message = "a meadow lies on a city edge, or nowhere";
            reader.wrong_at(row, message, "name half edges that are meadow");
            continue;
        };
        let derived: u8 = (0..8).filter(|h| parts.field[*h] == name).map(|h| 1 << h).sum();
        if mask != derived {
            let names: Vec<&str> = PORTS.iter().filter(|(_, h)| derived >> h & 1 == 1).map(|(port, _)| *port).collect();
            let message = format!("by its roads and cities this meadow has {}", names.join(", "));
            reader.wrong_at(row, message, "fix `ports`, or the roads and cities");
        }
        let touched = parts.touch[usize::from(name)].count_ones() as usize;
        let said = items(table.get("cities")).len();
        if said != touched {
            let message = format!("this meadow touches {touched} of the tile's cities, the record says {said}");
            reader.wrong_at(row, message, "fix `cities`");
        }
        seen[usize::from(name)] = true;
    }
    let listed = seen.iter().filter(|s| **s).count();
    if listed != usize::from(parts.fields) {
        let message = format!("the tile has {} meadows, the record lists {listed}", parts.fields);
        reader.wrong_at(whole, message, "list every meadow once");
    }
}

/// The pass that joins two edges.
fn pass(a: usize, b: usize) -> Passes {
    match (a.min(b), a.max(b)) {
        (0, 2) => UPRIGHT,
        (1, 3) => LEVEL,
        (0, 3) => 1 << 3,
        (low, _) => 1 << low,
    }
}

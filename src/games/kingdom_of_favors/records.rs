//! Reads the tiles, tokens and triangles: what is printed is what is played.

use super::map::{TILES, Tiles};
use super::parts::Parts;
use super::tile::{
    Base, CITY, Center, CenterPatch, EdgePatch, FIELD, LEVEL, Overlay, Pass, Passes, Pictures, ROAD, Token, Triangle,
    UPRIGHT, face,
};
use crate::content::{self, Component, Node, Record, Table, Value};
use crate::finding::{FileId, Finding, Place, nearest, rule};
pub(super) use crate::games::breaks;

/// The directions as they are written.
pub const DIRECTIONS: [&str; 4] = ["N", "E", "S", "W"];
const EDGES: [&str; 3] = ["field", "road", "city"];
/// The half edges in the order of [`Parts::field`].
const PORTS: [&str; 8] = ["Nl", "Nr", "El", "Er", "Sl", "Sr", "Wl", "Wr"];

/// A name that is none of the known ones.
pub fn unknown(place: Place, what: &str, word: &str, known: &[&str]) -> Finding {
    let help = match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it can be: {}", known.join(", ")),
    };
    Finding::new(&rule::UNKNOWN_NAME, place, format!("there is no {what} `{word}`")).help(help)
}

/// A printed tile and its record.
pub struct Tile {
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// Whether it begins the map.
    pub is_start: bool,
    /// Where it is written.
    pub place: Place,
}

/// Reads one file's values and tells what is wrong with them.
struct Reader<'a> {
    file: FileId,
    found: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    fn place(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    fn wrong(&mut self, node: &Node, message: impl Into<String>, help: impl Into<String>) {
        let place = self.place(node);
        self.found.push(breaks(place, message, help));
    }

    fn word<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        if node.text().is_none() {
            let message = format!("{what} must be text in quotes, not {}", node.kind());
            let place = self.place(node);
            self.found.push(Finding::new(&rule::WRONG_TYPE, place, message).help("put it in quotes"));
        }
        node.text()
    }

    fn one_of(&mut self, node: &Node, what: &str, known: &[&str]) -> Option<usize> {
        let word = self.word(node, what)?;
        let at = known.iter().position(|k| *k == word);
        if at.is_none() {
            let place = self.place(node);
            self.found.push(unknown(place, what, word, known));
        }
        at
    }

    fn flag(&mut self, node: &Node, what: &str) -> Option<bool> {
        match node.value {
            Value::Boolean(flag) => Some(flag),
            _ => {
                let message = format!("`{what}` must be true or false, not {}", node.kind());
                let place = self.place(node);
                self.found.push(Finding::new(&rule::WRONG_TYPE, place, message).help("write true or false"));
                None
            }
        }
    }
}

fn list(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.value) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

/// A set that the game cannot be played without.
pub fn set<'a>(game: &'a content::Game, id: &str, found: &mut Vec<Finding>) -> Option<&'a content::Set> {
    let set = game.sets.iter().find(|set| set.id.value == id);
    if set.is_none() {
        let message = format!("the game cannot be played without its set `{id}`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[[set]]` with `id = \"{id}\"`")));
    }
    set
}

/// Reads the tiles of the box.
pub fn tiles(
    game: &content::Game,
    pictures: Pictures,
    end_fits: u8,
    found: &mut Vec<Finding>,
) -> Option<(Vec<Tile>, Tiles)> {
    let set = set(game, "tiles", found)?;
    let (mut tiles, mut bases, mut copies) = (Vec::new(), Vec::new(), 0);
    let none = Pictures { triangles: Vec::new(), tokens: Vec::new() };
    for card in &set.components {
        let mut reader = Reader { file: set.file, found: &mut *found };
        let Some(base) = reader.tile(card) else { continue };
        match face(&base, &Overlay::BARE, &none) {
            Some(face) => reader.meadows(card, &Parts::of(&face)),
            None => {
                let message = format!("`{}` cannot be: a road ends nowhere, or meadow lies against city", card.name);
                reader.found.push(breaks(card.id.place.clone(), message, "mend its cities and roads"));
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

impl Reader<'_> {
    fn tile(&mut self, card: &Component) -> Option<Base> {
        let before = self.found.len();
        let edges_at = card.values.get("edges")?;
        let mut edges = [FIELD; 4];
        for (d, name) in DIRECTIONS.iter().enumerate() {
            match edges_at.table()?.get(name) {
                Some(node) => edges[d] = self.one_of(node, "kind of edge", &EDGES)? as u8,
                None => self.wrong(edges_at, format!("`edges` has no `{name}`"), "give all four: N, E, S, W"),
            }
        }
        let mut base = Base::default();
        let mut group_of = [None; 4];
        for (g, group) in list(card.values.get("city")).iter().enumerate() {
            let members = list(Some(group));
            for node in members {
                let d = self.one_of(node, "direction", &DIRECTIONS)?;
                if edges[d] != CITY {
                    self.wrong(
                        node,
                        format!("{} is in `city`, and its edge is {}", DIRECTIONS[d], EDGES[usize::from(edges[d])]),
                        "make it a city edge, or take it out",
                    );
                }
                if group_of[d].replace(g).is_some() {
                    self.wrong(node, format!("{} is in two cities", DIRECTIONS[d]), "name every edge once");
                }
                base.city |= 1 << d;
                base.caps |= u8::from(members.len() == 1) << d;
            }
        }
        for d in (0..4).filter(|d| edges[*d] == CITY && group_of[*d].is_none()) {
            let node = &edges_at.table()?.get(DIRECTIONS[d])?;
            self.wrong(
                node,
                format!("{} is a city edge, and no group of `city` names it", DIRECTIONS[d]),
                "add it to `city`",
            );
        }
        self.roads(card, &edges, &group_of, &mut base)?;
        for d in (0..4).filter(|d| edges[*d] == ROAD && base.stub >> d & 1 == 0) {
            let node = &edges_at.table()?.get(DIRECTIONS[d])?;
            self.wrong(node, format!("{} is a road edge, and no road leaves there", DIRECTIONS[d]), "add it to `road`");
        }
        (self.found.len() == before).then_some(base)
    }

    fn roads(&mut self, card: &Component, edges: &[u8; 4], groups: &[Option<usize>; 4], base: &mut Base) -> Option<()> {
        let has_cloister = card.values.get("cloister").is_some_and(|node| node.value == Value::Boolean(true));
        if has_cloister {
            base.center = Center::Cloister;
        }
        let mut crossing = None;
        for road in list(card.values.get("road")) {
            let ends = list(Some(road));
            if ends.len() != 2 {
                self.wrong(road, format!("a road has two ends, here are {}", ends.len()), "write two ends");
                continue;
            }
            let mut at = [None; 2];
            for (end, node) in at.iter_mut().zip(ends) {
                let word = self.word(node, "the end of a road")?;
                *end = DIRECTIONS.iter().position(|d| *d == word);
                if let Some(d) = *end {
                    if edges[d] != ROAD {
                        self.wrong(
                            node,
                            format!("a road leaves at {word}, and its edge is {}", EDGES[usize::from(edges[d])]),
                            "make it a road edge, or mend the road",
                        );
                    }
                    if base.stub >> d & 1 == 1 {
                        self.wrong(node, format!("two roads leave at {word}"), "let them meet at a `junction`");
                    }
                    base.stub |= 1 << d;
                } else if word == "junction" {
                    crossing = Some(node);
                    base.center = Center::Junction;
                } else if word == "cloister" {
                    if !has_cloister {
                        self.wrong(node, "a road ends at a cloister, and the tile has none", "write `cloister = true`");
                    }
                } else if let Some(group) = word.strip_prefix("city:") {
                    if !groups.iter().flatten().any(|g| g.to_string() == group) {
                        self.wrong(
                            node,
                            format!("a road ends at city {group}, and `city` has no such group"),
                            "count the groups from 0",
                        );
                    }
                } else {
                    let place = self.place(node);
                    self.found.push(unknown(
                        place,
                        "end of a road",
                        word,
                        &["N", "E", "S", "W", "junction", "cloister", "city:0"],
                    ));
                }
            }
            match at {
                [Some(a), Some(b)] => base.pass |= pass(a, b),
                [None, None] => self.wrong(road, "a road leaves at no edge", "name one of N, E, S, W"),
                _ => {}
            }
        }
        if let Some(node) = crossing.filter(|_| has_cloister || base.stub.count_ones() < 3) {
            self.wrong(node, "a crossing wants three roads and no cloister", "join the two edges in one road");
        }
        Some(())
    }

    /// The meadows of a record are those that follow from its edges, cities and roads.
    fn meadows(&mut self, card: &Component, parts: &Parts) {
        let Some(whole) = card.values.get("field") else { return };
        let rows = list(Some(whole));
        let mut seen = [false; 8];
        for row in rows {
            let Some(table) = row.table() else {
                self.wrong(row, "a meadow is a table", "write `{ ports = […], cities = […] }`");
                continue;
            };
            let (mut mask, mut name) = (0u8, None);
            for port in list(table.get("ports")) {
                let Some(half) = self.one_of(port, "half edge", &PORTS) else { return };
                mask |= 1 << half;
                name = name.or(Some(parts.field[half]));
            }
            let Some(name) = name.filter(|name| *name != u8::MAX) else {
                self.wrong(row, "a meadow lies on a city edge, or nowhere", "name half edges that are meadow");
                continue;
            };
            let derived: u8 = (0..8).filter(|h| parts.field[*h] == name).map(|h| 1 << h).sum();
            if mask != derived {
                let names: Vec<&str> = (0..8).filter(|h| derived >> h & 1 == 1).map(|h| PORTS[h]).collect();
                self.wrong(
                    row,
                    format!("by its roads and cities this meadow has {}", names.join(", ")),
                    "mend `ports`, or the roads and cities",
                );
            }
            let touched = parts.touch[usize::from(name)].count_ones() as usize;
            let said = list(table.get("cities")).len();
            if said != touched {
                self.wrong(
                    row,
                    format!("this meadow touches {touched} of the tile's cities, the record says {said}"),
                    "mend `cities`",
                );
            }
            seen[usize::from(name)] = true;
        }
        let told = seen.iter().filter(|s| **s).count();
        if told != usize::from(parts.fields) {
            self.wrong(
                whole,
                format!("the tile has {} meadows, the record tells {told}", parts.fields),
                "list every meadow once",
            );
        }
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

/// Reads what a token does.
pub fn token(set: &content::Set, card: &Component, found: &mut Vec<Finding>) -> Option<(Token, u8)> {
    let node = card.values.get("patch")?;
    let mut reader = Reader { file: set.file, found };
    let patch = Record::new(node.table()?, reader.place(node), "`patch`");
    let mut token = Token::default();
    let mut fits = 0;
    if let Some((table, place)) = patch.table("center", reader.found) {
        token.center = Some(reader.center(table, place)?);
    }
    if let Some((table, place)) = patch.table("edge", reader.found) {
        let (edge, kinds) = reader.edge(table, place)?;
        (token.edge, fits) = (Some(edge), kinds);
    }
    patch.finish(reader.found);
    if token == Token::default() {
        reader.wrong(node, format!("`{}` can lie nowhere", card.name), "give it a patch for `center` or `edge`");
    }
    Some((token, fits))
}

impl Reader<'_> {
    fn center(&mut self, table: &Table, place: Place) -> Option<CenterPatch> {
        let at = place.clone();
        let record = Record::new(table, place, "`center`");
        let mut patch = CenterPatch::default();
        if let Some(node) = record.get("ends") {
            patch.ends = self.flag(node, "ends")?;
        }
        if let Some(node) = record.get("clear") {
            patch.clear = self.flag(node, "clear")?;
        }
        if let Some(node) = record.get("cloister") {
            patch.cloister = Some(self.flag(node, "cloister")?);
        }
        if let Some(node) = record.get("pass") {
            let ways = [Pass::Curve, Pass::Straight, Pass::Both];
            patch.pass = Some(ways[self.one_of(node, "road of a token", &["curve", "straight", "both"])?]);
        }
        record.finish(self.found);
        if patch.cloister == Some(true) && !patch.ends {
            self.found.push(breaks(at.clone(), "a cloister at which roads do not end", "add `ends = true`"));
        }
        if [patch.ends, patch.clear, patch.pass.is_some()].iter().filter(|is| **is).count() != 1 {
            self.found.push(breaks(
                at,
                "a token in the center ends roads, clears them or passes them on",
                "give one of `ends`, `clear`, `pass`",
            ));
        }
        Some(patch)
    }

    fn edge(&mut self, table: &Table, place: Place) -> Option<(EdgePatch, u8)> {
        let at = place.clone();
        let record = Record::new(table, place, "`edge`");
        let mut patch = EdgePatch::default();
        if let Some(node) = record.get("ends") {
            patch.ends = self.flag(node, "ends")?;
        }
        if let Some(node) = record.get("stub") {
            patch.stub = Some(self.flag(node, "stub")?);
        }
        let mut fits = 0;
        for node in record.list("fits", self.found) {
            fits |= 1 << self.one_of(node, "kind of edge", &EDGES)?;
        }
        record.finish(self.found);
        if patch.ends == patch.stub.is_some() {
            self.found.push(breaks(
                at.clone(),
                "a token at an edge ends roads, or adds or removes one",
                "give one of `ends`, `stub`",
            ));
        }
        if patch.ends && fits == 0 {
            self.found.push(breaks(
                at,
                "a road end at an edge lies against nothing",
                "add `fits = [\"road\", \"field\"]`",
            ));
        }
        Some((patch, fits))
    }
}

/// Reads a triangle.
pub fn triangle(set: &content::Set, card: &Component, found: &mut Vec<Finding>) -> Option<Triangle> {
    let mut reader = Reader { file: set.file, found };
    let terrain = reader.one_of(card.values.get("terrain")?, "terrain", &["field", "city"])?;
    let mut triangle = Triangle { is_city: terrain == 1, ..Triangle::default() };
    for node in list(card.values.get("walls")) {
        // Held with the long side towards oneself, the left side lies clockwise on the tile.
        match reader.one_of(node, "side", &["left", "right"])? {
            0 => triangle.right = true,
            _ => triangle.left = true,
        }
    }
    if triangle.is_city && triangle.left != triangle.right {
        reader.wrong(
            card.values.get("walls")?,
            "a city triangle has two walls or none",
            "write both sides, or neither",
        );
    }
    Some(triangle)
}

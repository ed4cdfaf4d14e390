//! Reads the characters: what they want and what their favors do.

use super::records::{breaks, unknown};
use super::says;
use super::want::{Amount, CHARACTERS, Find, Test, Want, Wants};
use crate::content::{self, Node, Played, Record, Table, Value};
use crate::finding::{FileId, Finding, Place, rule};
use crate::games::printed;

/// What shape a character's favor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Round.
    Token,
    /// A quadrant.
    Triangle,
    /// An action.
    Action,
    /// Victory.
    King,
}

const KINDS: [(&str, Kind); 4] =
    [("token", Kind::Token), ("triangle", Kind::Triangle), ("action", Kind::Action), ("king", Kind::King)];

impl Kind {
    /// The word in the record.
    pub fn word(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// What a favor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// It is laid on a tile.
    Place,
    /// The drawn tile goes back and another is drawn.
    Redraw,
    /// Another tile is drawn and played.
    Extra,
    /// A tile is chosen instead of drawn.
    Choose,
    /// So many played tiles exchange places.
    Permute(u8),
    /// A played tile moves elsewhere.
    Relocate,
    /// So many played tiles are turned, by these quarters, one bit each.
    Rotate(u8, u8),
    /// Two played favors exchange places, or, where true, one goes back to its stack.
    Exchange(bool),
    /// A used action may be used again.
    Refresh,
    /// The game is won.
    Win,
}

impl Power {
    /// What it does, in a word.
    pub fn word(self) -> &'static str {
        match self {
            Power::Place => "place",
            Power::Redraw => "put_back, draw",
            Power::Extra => "draw, play",
            Power::Choose => "draw",
            Power::Permute(_) => "permute",
            Power::Relocate => "relocate",
            Power::Rotate(..) => "rotate",
            Power::Exchange(_) => "exchange",
            Power::Refresh => "refresh",
            Power::Win => "win",
        }
    }
}

/// A character.
pub struct Character {
    /// Its key in `[data.character]`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The shape of its favor.
    pub kind: Kind,
    /// What its favor does.
    pub power: Power,
    /// Whether only the top of its stack can be taken.
    pub is_shuffled: bool,
    /// Where it is written.
    pub place: Place,
}

const TESTS: [&str; 12] = [
    "nothing_else",
    "holds",
    "complete",
    "loop",
    "touches",
    "ends_at",
    "has",
    "only",
    "size",
    "neighbors",
    "inside",
    "encloses",
];
const FINDS: [(&str, Find); 8] = [
    ("field", Find::Field),
    ("city", Find::City),
    ("road", Find::Road),
    ("tile", Find::Tile),
    ("grid", Find::Grid),
    ("hole", Find::Hole),
    ("map", Find::Map),
    ("turn", Find::Turn),
];
const OPS: [&str; 10] =
    ["place", "put_back", "draw", "play", "permute", "relocate", "rotate", "exchange", "refresh", "win"];

/// Reads all characters in the order of their rank.
pub fn characters(game: &content::Game, found: &mut Vec<Finding>) -> Option<(Vec<Character>, Wants)> {
    let Some(all) = game.data.get("character").and_then(Node::table) else {
        found.push(breaks(game.title.place.clone(), "there is no `[data.character]`", "add `[data.character.NAME]`"));
        return None;
    };
    let before = found.len();
    let keys: Vec<&str> = all.keys().map(|key| key.text.as_str()).collect();
    if keys.len() > CHARACTERS {
        found.push(breaks(
            game.title.place.clone(),
            format!("{} characters; at most {CHARACTERS} have room", keys.len()),
            "take some away",
        ));
        return None;
    }
    let (mut characters, mut wants): (Vec<Character>, Wants) = (Vec::new(), Wants::default());
    for (who, (key, node)) in all.iter().enumerate() {
        let Some(table) = node.table() else { continue };
        let place = Place::new(game.file, key.span.clone());
        let record = Record::new(table, place.clone(), format!("character `{}`", key.text));
        let walls = says::walls(game, &key.text);
        let mut reader = Reader { file: game.file, found: &mut *found, who: who as u8, keys: &keys, walls };
        let Some(character) = reader.character(&key.text, &record, place, &mut wants) else {
            record.finish(found);
            continue;
        };
        if let Some(rank) =
            record.integer("rank", 1, CHARACTERS as i64, found).filter(|rank| rank.value != who as i64 + 1)
        {
            let message = format!("{} stands in place {} and has rank {}", character.name, who + 1, rank.value);
            found.push(breaks(rank.place, message, "list the characters in the order of the chart"));
        }
        for key in ["favor", "met", "use", "wants", "origin", "why", "name", "kind"] {
            record.need(key);
        }
        record.finish(found);
        characters.push(character);
    }
    for (what, want) in [("meadows", wants.field.len()), ("cities", wants.city.len()), ("roads", wants.road.len())] {
        if want > 8 {
            found.push(breaks(
                game.title.place.clone(),
                format!("{want} conditions are about {what}; at most 8 have room"),
                "take some away",
            ));
        }
    }
    if let Some(second) = characters.iter().filter(|c| c.is_shuffled).nth(1) {
        let message = format!("{} is the second character whose stack is shuffled", second.name);
        found.push(breaks(second.place.clone(), message, "leave `shuffle` to one character"));
    }
    // A text that differs leaves the rest to be read, where the cause may lie.
    found[before..].iter().all(|told| told.rule == &rule::PRINTED_DIFFERS).then_some((characters, wants))
}

struct Reader<'a> {
    file: FileId,
    found: &'a mut Vec<Finding>,
    who: u8,
    keys: &'a [&'a str],
    /// Walls of the character's triangle.
    walls: Option<u8>,
}

impl Reader<'_> {
    fn place(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    fn one_of<'n>(&mut self, node: &'n Node, what: &str, known: &[&str]) -> Option<&'n str> {
        let place = self.place(node);
        let Some(word) = node.text() else {
            let message = format!("the {what} must be text in quotes, not {}", node.kind());
            self.found.push(Finding::new(&rule::WRONG_TYPE, place, message).help("put it in quotes"));
            return None;
        };
        if !known.contains(&word) {
            self.found.push(unknown(place, what, word, known));
            return None;
        }
        Some(word)
    }

    fn character(&mut self, key: &str, record: &Record, place: Place, wants: &mut Wants) -> Option<Character> {
        let name = record.need_text("name", self.found)?.value;
        let words: Vec<&str> = KINDS.iter().map(|(word, _)| *word).collect();
        let kind_at = record.need("kind")?;
        let kind = self.one_of(kind_at, "kind of favor", &words)?;
        let kind = KINDS.iter().find(|(word, _)| *word == kind)?.1;
        let rises = matches!(record.get("rises").map(|node| &node.value), Some(Value::Boolean(true)));
        let is_shuffled = matches!(record.get("shuffle").map(|node| &node.value), Some(Value::Boolean(true)));
        let condition = record.need("condition")?;
        let want = self.condition(condition)?;
        let has_level = want
            .tests
            .iter()
            .any(|test| matches!(test, Test::Touches(Amount::Level) | Test::HasSurrounded(Amount::Level)));
        if rises != has_level {
            let message = format!(
                "`rises` is {rises}, and the condition of {name} has {} level",
                if has_level { "a" } else { "no" }
            );
            let at = record.get("rises").map_or(place.clone(), |node| self.place(node));
            self.found.push(breaks(at, message, "write `rises = true` where `n = \"level\"`"));
        }
        let effect = record.need("effect")?;
        let power = self.effect(effect)?;
        let fits = match kind {
            Kind::Token | Kind::Triangle => power == Power::Place,
            Kind::King => power == Power::Win,
            Kind::Action => !matches!(power, Power::Place | Power::Win),
        };
        if !fits {
            let at = self.place(effect);
            self.found.push(breaks(
                at,
                format!("{name} is `kind = \"{}\"`, which does not go with `{}`", kind.word(), power.word()),
                "mend the kind or the effect",
            ));
        }
        self.says(record, &name, "wants", &says::wants(&want.tests));
        self.says(record, &name, "met", &says::met(&want.tests));
        self.says(record, &name, "favor", &says::favor(power));
        self.says(record, &name, "use", &says::uses(power, self.walls));
        match want.find {
            Find::Field => wants.field.push(want),
            Find::City => wants.city.push(want),
            Find::Road => wants.road.push(want),
            Find::Turn => wants.turn.push(want),
            _ => wants.place.push(want),
        }
        Some(Character { key: key.to_owned(), name, kind, power, is_shuffled, place })
    }

    /// A printed text names the numbers that are played.
    fn says(&mut self, record: &Record, name: &str, key: &str, played: &[Played]) {
        if let Some(text) = record.need_text(key, self.found) {
            printed(text.place, &format!("`{key}` of {name}"), &text.value, played, self.found);
        }
    }

    fn condition(&mut self, node: &Node) -> Option<Want> {
        let place = self.place(node);
        let table = node.table()?;
        let record = Record::new(table, place.clone(), "a condition");
        let words: Vec<&str> = FINDS.iter().map(|(word, _)| *word).collect();
        let found = record.need("find")?;
        let word = self.one_of(found, "thing to find", &words)?;
        let find = FINDS.iter().find(|(w, _)| *w == word)?.1;
        let mut tests = Vec::new();
        for item in record.list("all", self.found) {
            let at = self.place(item);
            let Some(table) = item.table() else { continue };
            tests.push(self.test(find, table, at)?);
        }
        record.finish(self.found);
        if tests.is_empty() {
            self.found.push(breaks(place, "a condition without tests is always met", "add `all = [{ test = … }]`"));
            return None;
        }
        Some(Want { who: self.who, find, tests })
    }

    fn test(&mut self, find: Find, table: &Table, place: Place) -> Option<Test> {
        let record = Record::new(table, place.clone(), "a test");
        let word = record.need("test")?;
        let word = self.one_of(word, "test", &TESTS)?;
        let test = match (word, find) {
            ("nothing_else", Find::Turn) => Test::NothingElse,
            ("holds", Find::Turn) => {
                let what = record.need("what")?;
                let keys = self.keys;
                let word = self.one_of(what, "character", keys)?;
                Test::Holds(keys.iter().position(|key| *key == word)? as u8)
            }
            ("complete", Find::City | Find::Road) => Test::Complete,
            ("loop", Find::Road) => Test::Loop,
            ("touches", Find::Field | Find::City) => {
                let other = if find == Find::Field { "city" } else { "field" };
                self.one_of(record.need("what")?, "neighbor", &[other])?;
                Test::Touches(self.amount(&record)?)
            }
            ("ends_at", Find::Road) => {
                self.one_of(record.need("what")?, "end of a road", &["complete_city"])?;
                Test::EndsAt(self.number(&record, "n", 1, 2)?)
            }
            ("has", _) => self.has(find, &record, &place)?,
            ("only", Find::Tile) => {
                self.one_of(record.need("what")?, "terrain", &["field"])?;
                Test::OnlyField
            }
            ("size", Find::Grid) => {
                let sides: Vec<Option<i64>> = record.list("n", self.found).iter().map(Node::integer).collect();
                let [Some(w @ 1..=5), Some(h @ 1..=5)] = sides[..] else {
                    self.found.push(breaks(place, "a block has columns and rows, 1 to 5 each", "write `n = [3, 3]`"));
                    return None;
                };
                Test::Size(w as u8, h as u8)
            }
            ("neighbors", Find::Tile | Find::Hole) => {
                let of = self.number(&record, "of", 4, 8)?;
                let n = self.number(&record, "n", 0, i64::from(of))?;
                if of != 4 && of != 8 {
                    self.found.push(breaks(place, format!("a spot has 4 or 8 neighbors, not {of}"), "write 4 or 8"));
                }
                Test::Neighbors(of, n)
            }
            ("inside", Find::City) => {
                self.things(&record, &[&["loop_road"]])?;
                Test::InLoop
            }
            ("encloses", Find::City) => match self.things(&record, &[&["cloister"], &["loop_road", "cloister"]])? {
                0 => Test::AroundCloister,
                _ => Test::AroundAll,
            },
            _ => {
                let words = FINDS.iter().find(|(_, f)| *f == find).map_or("", |(word, _)| word);
                self.found.push(breaks(
                    place,
                    format!("`{word}` means nothing for a {words}"),
                    "find something else, or test something else",
                ));
                return None;
            }
        };
        record.finish(self.found);
        Some(test)
    }

    fn has(&mut self, find: Find, record: &Record, place: &Place) -> Option<Test> {
        let known: &[&str] = match find {
            Find::Road => &["bridge_token", "bend"],
            Find::City => &["adjacent_caps_tile", "four_caps_tile", "solid_city_tile"],
            Find::Grid => &["city"],
            Find::Map => &["surrounded_cloister"],
            _ => &[],
        };
        let what = self.one_of(record.need("what")?, "thing to have", known)?;
        if what == "surrounded_cloister" {
            return Some(Test::HasSurrounded(self.amount(record)?));
        }
        if what == "city" {
            self.number(record, "n", 0, 0)?;
            return Some(Test::HasNoCity);
        }
        let n = self.number(record, "n", 1, 20)?;
        Some(match what {
            "bridge_token" => Test::HasBridge(n),
            "bend" => Test::HasBends(n),
            "adjacent_caps_tile" => Test::HasAdjacentCaps(n),
            "four_caps_tile" => Test::HasFourCaps(n),
            "solid_city_tile" => Test::HasSolid(n),
            _ => {
                self.found.push(breaks(place.clone(), format!("`{what}` cannot be had"), "name another thing"));
                return None;
            }
        })
    }

    fn number(&mut self, record: &Record, key: &str, least: i64, most: i64) -> Option<u8> {
        record.need(key)?;
        Some(record.integer(key, least, most, self.found)?.value as u8)
    }

    fn amount(&mut self, record: &Record) -> Option<Amount> {
        let node = record.need("n")?;
        if node.text() == Some("level") {
            return Some(Amount::Level);
        }
        record.integer("n", 0, 20, self.found).map(|n| Amount::Fixed(n.value as u8))
    }

    /// Which of the known lists stands under `what`.
    fn things(&mut self, record: &Record, known: &[&[&str]]) -> Option<usize> {
        let node = record.need("what")?;
        let Value::List(items) = &node.value else { return record.wrong(node, "what", "a list", self.found) };
        let words: Vec<&str> = items.iter().filter_map(Node::text).collect();
        let at = known.iter().position(|k| *k == words);
        if at.is_none() {
            let lists: Vec<String> = known.iter().map(|k| format!("{k:?}")).collect();
            let place = self.place(node);
            self.found.push(breaks(
                place,
                format!("nothing is known to lie within {words:?}"),
                format!("it can be: {}", lists.join(" or ")),
            ));
        }
        at
    }

    fn effect(&mut self, node: &Node) -> Option<Power> {
        let place = self.place(node);
        let Value::List(items) = &node.value else {
            self.found.push(
                Finding::new(&rule::WRONG_TYPE, place, format!("`effect` must be a list, not {}", node.kind()))
                    .help("write `[{ op = … }]`"),
            );
            return None;
        };
        let (mut words, mut counts, mut by, mut removes) = (Vec::new(), Vec::new(), 0, false);
        for item in items {
            let at = self.place(item);
            let Some(table) = item.table() else { continue };
            let record = Record::new(table, at, "an operation");
            let op = self.one_of(record.need("op")?, "operation", &OPS)?;
            let mut count = |me: &mut Self, key: &str, least: i64, most: i64| -> Option<()> {
                record.need(key)?;
                counts.push(record.integer(key, least, most, me.found)?.value as u8);
                Some(())
            };
            let mut word = op.to_owned();
            match op {
                "draw" => {
                    word = format!("draw {}", self.one_of(record.need("how")?, "way to draw", &["random", "choose"])?)
                }
                "permute" => count(self, "tiles", 2, 3)?,
                "relocate" => count(self, "tiles", 1, 1)?,
                "rotate" => {
                    count(self, "tiles", 1, 2)?;
                    for turn in record.list("by", self.found) {
                        match turn.integer() {
                            Some(n @ (90 | 180 | 270)) => by |= 1 << (n / 90),
                            _ => {
                                let at = self.place(turn);
                                self.found.push(breaks(
                                    at,
                                    "tiles turn by 90, 180 or 270 degrees",
                                    "write one of them",
                                ));
                            }
                        }
                    }
                }
                "exchange" => {
                    count(self, "favors", 2, 2)?;
                    if let Some(or) = record.get("or") {
                        self.one_of(or, "choice", &["remove"])?;
                        removes = true;
                    }
                }
                "refresh" => count(self, "actions", 1, 1)?,
                _ => {}
            }
            record.finish(self.found);
            words.push(word);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let n = counts.first().copied().unwrap_or(0);
        let power = match words[..] {
            ["place"] => Power::Place,
            ["win"] => Power::Win,
            ["put_back", "draw random"] => Power::Redraw,
            ["draw random", "play"] => Power::Extra,
            ["draw choose"] => Power::Choose,
            ["permute"] => Power::Permute(n),
            ["relocate"] => Power::Relocate,
            ["rotate"] => Power::Rotate(n, by),
            ["exchange"] => Power::Exchange(removes),
            ["refresh"] => Power::Refresh,
            _ => {
                let message = format!("no favor does [{}] in this order", words.join(", "));
                self.found.push(breaks(
                    place,
                    message,
                    "put_back goes before draw random, draw random before play; others stand alone",
                ));
                return None;
            }
        };
        if let Power::Rotate(_, 0) = power {
            self.found.push(breaks(place, "a tile that turns by nothing", "add `by = [90, 180, 270]`"));
        }
        Some(power)
    }
}

//! The typed reader of a game's records: one table at a time, every problem reported at its place.

use std::ops::RangeInclusive;

use super::{breaks, printed};
use crate::content::{Component, Game, Key, Node, Played, Record, Set, Spot, Table, Value};
use crate::finding::{FileId, Finding, Place, nearest, rule};
use crate::sim::Piece;

/// A table being read, and the findings so far.
///
/// [`Reader::finish`] reports keys that were never read.
pub struct Reader<'a> {
    record: Record<'a>,
    file: FileId,
    found: &'a mut Vec<Finding>,
}

impl<'a> Reader<'a> {
    /// Starts reading `table`, which messages call `what`.
    pub fn new(table: &'a Table, place: Place, what: impl Into<String>, found: &'a mut Vec<Finding>) -> Reader<'a> {
        Reader { file: place.file, record: Record::new(table, place, what), found }
    }

    /// Starts reading a component of a set.
    pub fn card(card: &'a Component, found: &'a mut Vec<Finding>) -> Reader<'a> {
        Reader::new(&card.values, card.place.clone(), format!("`{}`", card.id.value), found)
    }

    /// Starts reading `[data.NAME]`, which must exist.
    pub fn data(game: &'a Game, name: &str, found: &'a mut Vec<Finding>) -> Option<Reader<'a>> {
        let Some((key, table)) = entry(game, name) else {
            let message = format!("there is no `[data.{name}]`");
            found.push(breaks(game.title.place.clone(), message, format!("add `[data.{name}]`")));
            return None;
        };
        Some(Reader::new(table, Place::new(game.file, key.span.clone()), format!("`[data.{name}]`"), found))
    }

    /// Starts reading a row from [`rows`]; messages call it `what` and its key.
    pub fn row(game: &Game, row: Row<'a>, what: &str, found: &'a mut Vec<Finding>) -> Reader<'a> {
        let place = Place::new(game.file, row.0.span.clone());
        Reader::new(row.1, place, format!("{what} `{}`", row.0.text), found)
    }

    /// The place of the whole table.
    pub fn place(&self) -> Place {
        self.record.place.clone()
    }

    /// The place of a value.
    pub fn place_of(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    /// The place of the value of a key, or of the whole table if the key is absent.
    pub fn place_at(&self, key: &str) -> Place {
        self.record.get(key).map_or_else(|| self.place(), |node| self.place_of(node))
    }

    /// The findings so far.
    pub fn findings(&mut self) -> &mut Vec<Finding> {
        self.found
    }

    /// The number of findings so far.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Reports that a rule of the game is broken.
    pub fn wrong(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.found.push(breaks(place, message, help));
    }

    /// Reports at a value that a rule of the game is broken.
    pub fn wrong_at(&mut self, node: &Node, message: impl Into<String>, help: impl Into<String>) {
        self.wrong(self.place_of(node), message, help);
    }

    /// Reports a value of the wrong type.
    pub fn wrong_type(&mut self, node: &Node, what: &str, help: &str) {
        let message = format!("{what}, not {}", node.kind());
        self.found.push(Finding::new(&rule::WRONG_TYPE, self.place_of(node), message).help(help));
    }

    /// The value of a required key; [`Reader::finish`] reports that it is missing.
    pub fn need(&self, key: &str) -> Option<&'a Node> {
        self.record.need(key)
    }

    /// The value of an optional key.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.record.get(key)
    }

    /// Whether the key exists.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// A text; the key is optional.
    pub fn text(&mut self, key: &str) -> Option<Spot<String>> {
        self.record.text(key, self.found)
    }

    /// A text; the key is required.
    pub fn need_text(&mut self, key: &str) -> Option<Spot<String>> {
        self.record.need_text(key, self.found)
    }

    /// A whole number within a range; the key is required.
    pub fn number<N: Whole>(&mut self, key: &str, range: RangeInclusive<N>) -> Option<N> {
        self.need(key)?;
        self.optional(key, range)
    }

    /// A whole number within a range, or the default if the key is absent.
    pub fn number_or<N: Whole>(&mut self, key: &str, range: RangeInclusive<N>, default: N) -> Option<N> {
        if self.has(key) { self.optional(key, range) } else { Some(default) }
    }

    /// A whole number within a range; the key is optional.
    pub fn optional<N: Whole>(&mut self, key: &str, range: RangeInclusive<N>) -> Option<N> {
        let (least, most) = ((*range.start()).into(), (*range.end()).into());
        let number = self.record.integer(key, least, most, self.found)?;
        N::try_from(number.value).ok()
    }

    /// One of the known words; the key is required.
    pub fn word<T: Copy>(&mut self, key: &str, known: &[(&str, T)]) -> Option<T> {
        self.need(key)?;
        self.optional_word(key, known)
    }

    /// One of the known words; the key is optional.
    pub fn optional_word<T: Copy>(&mut self, key: &str, known: &[(&str, T)]) -> Option<T> {
        let node = self.get(key)?;
        self.word_in(key, node, known)
    }

    /// The known words in a list; an absent key is an empty list.
    pub fn words<T: Copy>(&mut self, key: &str, known: &[(&str, T)]) -> Vec<(T, Place)> {
        let nodes = self.list(key);
        nodes.iter().filter_map(|node| Some((self.word_in(key, node, known)?, self.place_of(node)))).collect()
    }

    /// One of the known words, in a value under `key`.
    pub fn word_in<T: Copy>(&mut self, key: &str, node: &Node, known: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let at = self.position(key, node, &names)?;
        Some(known[at].1)
    }

    /// The position of a word among the known ones.
    pub fn position(&mut self, key: &str, node: &Node, known: &[&str]) -> Option<usize> {
        let Some(word) = node.text() else { return self.record.wrong(node, key, "text in quotes", self.found) };
        let at = known.iter().position(|name| *name == word);
        if at.is_none() {
            let message = format!("`{key}` cannot be `{word}`");
            self.found.push(unknown(self.place_of(node), message, word, known));
        }
        at
    }

    /// True or false; an absent key is false.
    pub fn flag(&mut self, key: &str) -> bool {
        self.record.flag(key, self.found)
    }

    /// True or false; nothing if the key is absent.
    pub fn optional_flag(&mut self, key: &str) -> Option<bool> {
        self.has(key).then(|| self.flag(key))
    }

    /// The values of a list; an absent key is an empty list.
    pub fn list(&mut self, key: &str) -> &'a [Node] {
        self.record.list(key, self.found)
    }

    /// A reader of the table under an optional key.
    pub fn table(&mut self, key: &str) -> Option<Reader<'_>> {
        let (table, place) = self.record.table(key, self.found)?;
        Some(Reader::new(table, place, format!("`{key}`"), self.found))
    }

    /// A reader of a table in a list; messages call it `what`.
    pub fn item<'s>(&'s mut self, node: &'s Node, what: &str) -> Option<Reader<'s>> {
        let Some(table) = node.table() else {
            self.wrong_type(node, &format!("{what} must be a table"), "write it in braces, such as `{ key = value }`");
            return None;
        };
        Some(Reader::new(table, self.place_of(node), what, self.found))
    }

    /// Compares the numbers printed in a text with those the game uses, in order; `what` names the text.
    pub fn printed(&mut self, key: &str, what: &str, played: &[Played]) {
        if let Some(text) = self.text(key) {
            printed(text.place, what, &text.value, played, self.found);
        }
    }

    /// Accepts keys that only people or templates read.
    pub fn skip(&self, keys: &[&str]) {
        keys.iter().for_each(|key| {
            self.get(key);
        });
    }

    /// Reports missing keys and keys that were never read.
    pub fn finish(&mut self) {
        self.record.finish(self.found);
    }

    /// The position of the word under `op` among the known operations.
    fn op(&mut self, known: &[&str]) -> Option<usize> {
        let word = self.need_text("op")?;
        let at = known.iter().position(|name| *name == word.value);
        if at.is_none() {
            let message = format!("no operation is called `{}`", word.value);
            self.found.push(unknown(word.place, message, &word.value, known));
        }
        at
    }
}

/// Whole numbers that a record can hold.
pub trait Whole: Copy + Into<i64> + TryFrom<i64> {}

impl<N: Copy + Into<i64> + TryFrom<i64>> Whole for N {}

/// Reads the rest of an operation's table.
pub type Read<E> = fn(&mut E, &mut Reader) -> Option<<E as Effect>::Op>;

/// An interpreter of effects, which are lists of operations such as `{ op = "draw", n = 2 }`.
pub trait Effect: Sized + 'static {
    /// One operation.
    type Op;
    /// The operations that can be written, by the word under `op`.
    const OPS: &'static [(&'static str, Read<Self>)];
    /// The most operations that one effect can have.
    const MOST: usize;

    /// Takes an operation that was read without a finding.
    fn add(&mut self, op: Self::Op, word: &'static str, reader: &mut Reader);
}

/// Reads the operations in a value from the table of `reader`.
pub fn effect<E: Effect>(interpreter: &mut E, node: &Node, reader: &mut Reader) {
    for item in operations(node, E::MOST, reader) {
        let Some(table) = item.table() else {
            reader.wrong_type(item, "an operation is a table", "write `{ op = … }`");
            continue;
        };
        let mut inner = Reader::new(table, reader.place_of(item), "the operation", reader.found);
        let words: Vec<&str> = E::OPS.iter().map(|(word, _)| *word).collect();
        let Some(at) = inner.op(&words) else {
            if !inner.has("op") {
                inner.finish();
            }
            continue;
        };
        let before = inner.count();
        let op = (E::OPS[at].1)(interpreter, &mut inner);
        inner.finish();
        if let Some(op) = op.filter(|_| inner.count() == before) {
            interpreter.add(op, words[at], &mut inner);
        }
    }
}

fn operations<'n>(node: &'n Node, most: usize, reader: &mut Reader) -> &'n [Node] {
    let Value::List(items) = &node.value else {
        reader.wrong_type(node, "an effect is a list of operations", "write `[{ op = … }]`");
        return &[];
    };
    if items.is_empty() || items.len() > most {
        let message = format!("an effect has 1 to {most} operations; here are {}", items.len());
        reader.wrong_at(node, message, "say what the card does");
        return &[];
    }
    items
}

/// A row of a table of `[data]`, such as `[data.clan.ox]`.
pub type Row<'a> = (&'a Key, &'a Table);

/// The rows of `[data.NAME]`; reports a missing table and rows that are not tables.
pub fn rows<'a>(game: &'a Game, name: &str, found: &mut Vec<Finding>) -> Vec<Row<'a>> {
    let Some((_, table)) = entry(game, name) else {
        let message = format!("there is no `[data.{name}]`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[data.{name}.NAME]`")));
        return Vec::new();
    };
    let mut rows = Vec::new();
    for (key, node) in table.iter() {
        match node.table() {
            Some(row) => rows.push((key, row)),
            None => {
                let message = format!("`{}` in `[data.{name}]` must be a table, not {}", key.text, node.kind());
                let place = Place::new(game.file, key.span.clone());
                let help = format!("write `[data.{name}.{}]`", key.text);
                found.push(Finding::new(&rule::WRONG_TYPE, place, message).help(help));
            }
        }
    }
    rows
}

fn entry<'a>(game: &'a Game, name: &str) -> Option<Row<'a>> {
    let (key, node) = game.data.iter().find(|(key, _)| key.text == name)?;
    Some((key, node.table()?))
}

/// A set that the game cannot be played without; it has at least one component.
pub fn set<'a>(game: &'a Game, id: &str, found: &mut Vec<Finding>) -> Option<&'a Set> {
    let set = game.sets.iter().find(|set| set.id.value == id && !set.components.is_empty());
    if set.is_none() {
        let message = format!("the game cannot be played without its set `{id}`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[[set]]` with `id = \"{id}\"`")));
    }
    set
}

/// The fewest and most players, at least 2 and at most `most`; `why` says where the limits come from.
pub fn players(game: &Game, most: usize, why: &str, found: &mut Vec<Finding>) -> Option<(usize, usize)> {
    let players = (usize::try_from(game.players.0).ok()?, usize::try_from(game.players.1).ok()?);
    if players.0 < 2 || players.1 > most {
        let message = format!("{} to {} players: {why}", players.0, players.1);
        found.push(breaks(game.players_at.clone(), message, format!("write `players = [2, {most}]`")));
    }
    Some(players)
}

/// A component as a piece; findings about it point at its id.
pub fn piece(card: &Component) -> Piece {
    Piece { name: card.name.clone(), copies: card.count.value, place: card.id.place.clone() }
}

/// The text under a key of a component.
pub fn text<'a>(card: &'a Component, key: &str) -> Option<&'a str> {
    card.values.get(key).and_then(Node::text)
}

/// What a token or coin is worth, from its key `value`; 0 without one.
pub fn worth(card: &Component) -> u32 {
    let value = card.values.get("value").and_then(Node::integer).unwrap_or(0);
    u32::try_from(value).unwrap_or(0)
}

/// The values of a list; empty for any other value.
pub fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.value) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

/// The finding for an unknown name; the help suggests the nearest known name or lists them all.
pub fn unknown(place: Place, message: String, word: &str, known: &[&str]) -> Finding {
    let help = nearest(word, known.iter().copied())
        .map_or_else(|| format!("it can be: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
    Finding::new(&rule::UNKNOWN_NAME, place, message).help(help)
}

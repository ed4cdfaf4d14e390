//! Changes in a record, field by field.

use serde::Serialize;
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

use crate::content::{Component, Game, Node, Set, Swatch, Table, Value};

/// One value that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its path in the record: `text`, `effect[1].count`. Items count from 1.
    pub path: String,
    /// The old value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Node>,
    /// The new value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<Node>,
}

/// A run of words that was kept, removed or added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// In both.
    Same(String),
    /// In the old text only.
    Gone(String),
    /// In the new text only.
    Come(String),
}

impl Piece {
    fn is_empty(&self) -> bool {
        let (Self::Same(text) | Self::Gone(text) | Self::Come(text)) = self;
        text.is_empty()
    }
}

impl Field {
    /// Whether it is only a remark: an origin, a reason or an allowed rule. Players do not notice it.
    pub fn is_remark(&self) -> bool {
        matches!(self.path.split(['.', '[']).next(), Some("why" | "origin" | "allow"))
    }

    /// Whether a player notices it at the table. Copies do not count.
    pub fn is_played(&self) -> bool {
        !self.is_remark() && self.path != "count" && self.path != "id"
    }

    /// The texts word by word, if both have more than one word.
    pub fn pieces(&self) -> Option<Vec<Piece>> {
        let (old, new) = (self.old.as_ref()?.text()?, self.new.as_ref()?.text()?);
        (old.contains(' ') && new.contains(' ')).then(|| pieces(old, new))
    }
}

/// Two texts, word by word.
pub fn pieces(old: &str, new: &str) -> Vec<Piece> {
    let (before, after) = (words(old), words(new));
    let mut all = Vec::new();
    for operation in operations(&before, &after) {
        let (was, is) = (before[operation.old_range()].concat(), after[operation.new_range()].concat());
        match operation {
            DiffOp::Equal { .. } => all.push(Piece::Same(is)),
            _ => all.extend([Piece::Gone(was), Piece::Come(is)].into_iter().filter(|piece| !piece.is_empty())),
        }
    }
    joined(all)
}

/// Words and the spaces between them.
fn words(text: &str) -> Vec<&str> {
    let is_space = |c: &char| c.is_whitespace();
    let mut rest = text;
    let mut all = Vec::new();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| is_space(&c) != is_space(&first)).unwrap_or(rest.len());
        all.push(&rest[..end]);
        rest = &rest[end..];
    }
    all
}

/// How to get from one list to the other.
fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), old, new);
    myers::diff(&mut hook, old, 0..old.len(), new, 0..new.len()).expect("a capture cannot fail");
    hook.into_inner().into_inner().into_ops()
}

/// Merges changes that are separated only by a space: `[-a card-]{+three cards+}`.
fn joined(all: Vec<Piece>) -> Vec<Piece> {
    let mut out = Vec::new();
    let (mut gone, mut come) = (String::new(), String::new());
    let mut rest = all.into_iter().peekable();
    while let Some(piece) = rest.next() {
        match piece {
            Piece::Gone(text) => gone.push_str(&text),
            Piece::Come(text) => come.push_str(&text),
            Piece::Same(space)
                if space.trim().is_empty() && !(gone.is_empty() || come.is_empty()) && rest.peek().is_some() =>
            {
                gone.push_str(&space);
                come.push_str(&space);
            }
            same => {
                close(&mut gone, &mut come, &mut out);
                out.push(same);
            }
        }
    }
    close(&mut gone, &mut come, &mut out);
    out
}

fn close(gone: &mut String, come: &mut String, out: &mut Vec<Piece>) {
    for (text, piece) in [(gone, Piece::Gone as fn(String) -> Piece), (come, Piece::Come)] {
        if !text.is_empty() {
            out.push(piece(std::mem::take(text)));
        }
    }
}

/// Differences between two states of a component: its own fields, then those inherited from its set.
pub(super) fn component(old: (&Set, &Component), new: (&Set, &Component)) -> Vec<Field> {
    let mut all = Vec::new();
    let (old_set, old) = old;
    let (new_set, new) = new;
    text("id", Some(&old.id.value), Some(&new.id.value), &mut all);
    text("name", Some(&old.name), Some(&new.name), &mut all);
    if old.count.value != new.count.value {
        let number = |n: u32| Some(plain(Value::Integer(i128::from(n))));
        all.push(Field { path: "count".into(), old: number(old.count.value), new: number(new.count.value) });
    }
    tables(&old.values, &new.values, "", &mut all, &|key| !EFFECTIVE.contains(&key));
    let back = |c: &Component| c.back.as_ref().map(|back| back.value.clone());
    text("template", Some(&old.template.value), Some(&new.template.value), &mut all);
    text("back", back(old).as_deref(), back(new).as_deref(), &mut all);
    text("size", Some(&old.size.to_string()), Some(&new.size.to_string()), &mut all);
    if old.shape != new.shape {
        let (was, is) = (old.shape.words(), new.shape.words());
        let is = if was == is { format!("{is}, drawn differently") } else { is };
        text("shape", Some(&was), Some(&is), &mut all);
    }
    text("bleed", Some(&old_set.bleed.to_string()), Some(&new_set.bleed.to_string()), &mut all);
    all
}

/// Keys that are compared by their effect, no matter whether the record or its set has them.
const EFFECTIVE: [&str; 7] = ["id", "name", "count", "template", "back", "size", "shape"];

/// Differences between two states of `game.toml`, without components.
pub(super) fn game(old: &Game, new: &Game) -> Vec<Field> {
    let mut all = Vec::new();
    text("title", Some(&old.title.value), Some(&new.title.value), &mut all);
    text("version", Some(&old.version), Some(&new.version), &mut all);
    let players = |game: &Game| format!("{} to {}", game.players.0, game.players.1);
    text("players", Some(&players(old)), Some(&players(new)), &mut all);
    text("author", old.author.as_deref(), new.author.as_deref(), &mut all);
    let fonts = |game: &Game| {
        game.fonts
            .iter()
            .map(|(part, family)| {
                (part.clone(), family.iter().map(|f| f.value.as_str()).collect::<Vec<_>>().join(", "))
            })
            .collect()
    };
    let colors = |all: &[Swatch]| all.iter().map(|c| (c.name.value.clone(), c.written.value.clone())).collect();
    named("palette", colors(&old.palette), colors(&new.palette), &mut all);
    named("palette_low", colors(&old.palette_low), colors(&new.palette_low), &mut all);
    named("fonts", fonts(old), fonts(new), &mut all);
    tables(&old.data, &new.data, "data", &mut all, &|_| true);
    for set in &new.sets {
        if let Some(was) = old.sets.iter().find(|was| was.id.value == set.id.value) {
            text(&format!("{}.title", set.id.value), Some(&was.title), Some(&set.title), &mut all);
        }
    }
    all
}

fn named(what: &str, old: Vec<(String, String)>, new: Vec<(String, String)>, all: &mut Vec<Field>) {
    let find = |list: &[(String, String)], key: &str| list.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
    for (key, value) in &new {
        // `#5a3a22` and `#5A3A22` are one color.
        if find(&old, key).is_some_and(|was| was.starts_with('#') && was.eq_ignore_ascii_case(value)) {
            continue;
        }
        text(&format!("{what}.{key}"), find(&old, key).as_deref(), Some(value), all);
    }
    for (key, value) in old.iter().filter(|(key, _)| find(&new, key).is_none()) {
        text(&format!("{what}.{key}"), Some(value), None, all);
    }
}

fn text(path: &str, old: Option<&str>, new: Option<&str>, all: &mut Vec<Field>) {
    if old != new {
        let node = |text: &str| plain(Value::Text(text.to_owned()));
        all.push(Field { path: path.to_owned(), old: old.map(node), new: new.map(node) });
    }
}

fn plain(value: Value) -> Node {
    Node { value, span: 0..0 }
}

fn tables(old: &Table, new: &Table, path: &str, all: &mut Vec<Field>, takes: &dyn Fn(&str) -> bool) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    for (key, node) in new.iter().filter(|(key, _)| takes(&key.text)) {
        match old.get(&key.text) {
            Some(was) => nodes(was, node, &below(&key.text), all),
            None => all.push(Field { path: below(&key.text), old: None, new: Some(node.clone()) }),
        }
    }
    for (key, node) in old.iter().filter(|(key, _)| takes(&key.text) && !new.contains_key(&key.text)) {
        all.push(Field { path: below(&key.text), old: Some(node.clone()), new: None });
    }
}

fn nodes(old: &Node, new: &Node, path: &str, all: &mut Vec<Field>) {
    match (&old.value, &new.value) {
        (Value::Table(old), Value::Table(new)) => tables(old, new, path, all, &|_| true),
        (Value::List(old), Value::List(new)) => lists(old, new, path, all),
        _ if written(old) == written(new) && old.kind() == new.kind() => {}
        _ => all.push(Field { path: path.to_owned(), old: Some(old.clone()), new: Some(new.clone()) }),
    }
}

/// Compares lists item by item, so that one inserted item does not count as a change of all that follow.
fn lists(old: &[Node], new: &[Node], path: &str, all: &mut Vec<Field>) {
    let keys = |items: &[Node]| items.iter().map(|item| format!("{}{}", item.kind(), written(item))).collect();
    let (before, after): (Vec<String>, Vec<String>) = (keys(old), keys(new));
    for op in operations(&borrowed(&before), &borrowed(&after)) {
        let (was, is) = match op {
            DiffOp::Equal { .. } => continue,
            other => (other.old_range(), other.new_range()),
        };
        for i in 0..was.len().max(is.len()) {
            let here = |at: usize| format!("{path}[{}]", at + 1);
            match (was.clone().nth(i), is.clone().nth(i)) {
                (Some(o), Some(n)) => nodes(&old[o], &new[n], &here(n), all),
                (Some(o), None) => all.push(Field { path: here(o), old: Some(old[o].clone()), new: None }),
                (None, Some(n)) => all.push(Field { path: here(n), old: None, new: Some(new[n].clone()) }),
                (None, None) => {}
            }
        }
    }
}

fn borrowed(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

/// A value as TOML, on one line.
pub fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => serde_json::to_string(text).unwrap_or_default(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Date(date) => date.clone(),
        Value::List(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let pairs: Vec<String> =
                table.iter().map(|(key, node)| format!("{} = {}", key.text, written(node))).collect();
            if pairs.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", pairs.join(", ")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    fn table(text: &str) -> Table {
        Table::from_toml(DeTable::parse(text).expect("TOML").into_inner())
    }

    fn changes(old: &str, new: &str) -> Vec<String> {
        let mut all = Vec::new();
        tables(&table(old), &table(new), "", &mut all, &|_| true);
        let word = |node: &Option<Node>| node.as_ref().map_or("-".to_owned(), written);
        all.iter().map(|f| format!("{}: {} > {}", f.path, word(&f.old), word(&f.new))).collect()
    }

    #[test]
    fn nested_values_are_named_by_their_path() {
        assert_eq!(
            changes(
                "e = [{ op = 'draw', count = 2 }, { op = 'pay' }]",
                "e = [{ op = 'draw', count = 3 }, { op = 'pay' }]"
            ),
            ["e[1].count: 2 > 3"]
        );
        assert_eq!(changes("a = { b = { c = 1 } }", "a = { b = { c = true } }"), ["a.b.c: 1 > true"]);
        assert_eq!(changes("a = 1\nb = 2", "b = 2\na = 1"), [""; 0], "the order of keys is nothing");
        assert_eq!(changes("a = 1", "b = 1"), ["b: - > 1", "a: 1 > -"]);
        assert_eq!(changes("a = 1", "a = 1.0"), ["a: 1 > 1"], "a whole number and a number print differently");
    }

    #[test]
    fn an_item_put_in_front_is_one_change() {
        assert_eq!(changes("a = [1, 2, 3]", "a = [0, 1, 2, 3]"), ["a[1]: - > 0"]);
        assert_eq!(changes("a = [1, 2, 3]", "a = [1, 3]"), ["a[2]: 2 > -"]);
    }

    #[test]
    fn texts_are_compared_word_by_word() {
        let gone = |t: &str| Piece::Gone(t.to_owned());
        let come = |t: &str| Piece::Come(t.to_owned());
        let same = |t: &str| Piece::Same(t.to_owned());
        assert_eq!(
            pieces("Draw two cards.", "Draw three cards."),
            [same("Draw "), gone("two"), come("three"), same(" cards.")]
        );
        assert_eq!(pieces("Draw a card.", "Draw two cards."), [same("Draw "), gone("a card."), come("two cards.")]);
    }
}

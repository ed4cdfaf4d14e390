//! Reads one table key by key. A key that no reader asked for is reported as unknown.

use std::cell::RefCell;

use super::{Node, Spot, Table, Value, length};
use crate::finding::{FileId, Finding, Owner, Place, nearest, rule};
use crate::language::{self, Language};
use crate::units::Mm;

/// A table being read.
pub struct Record<'a> {
    table: &'a Table,
    file: FileId,
    /// The whole table.
    pub place: Place,
    what: String,
    owner: Option<Owner>,
    asked: RefCell<Vec<String>>,
    missing: RefCell<Vec<String>>,
}

/// The most unknown keys reported for one table, in case the file is of another kind altogether.
const MOST_REPORTED: usize = 20;

impl<'a> Record<'a> {
    /// Starts to read `table`, which messages call `what`.
    pub fn new(table: &'a Table, place: Place, what: impl Into<String>) -> Record<'a> {
        Record {
            table,
            file: place.file,
            place,
            what: what.into(),
            owner: None,
            asked: RefCell::default(),
            missing: RefCell::default(),
        }
    }

    /// Findings about its keys belong to that record.
    pub fn owned_by(self, owner: Option<Owner>) -> Record<'a> {
        Record { owner, ..self }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.asked.borrow_mut().push(key.to_owned());
        self.table.get(key)
    }

    /// The place of a value.
    pub fn place_of(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    /// The value of a required key. [`Record::finish`] reports it if it is missing.
    pub fn need(&self, key: &str) -> Option<&'a Node> {
        let node = self.get(key);
        if node.is_none() {
            self.missing.borrow_mut().push(key.to_owned());
        }
        node
    }

    /// Text under a key.
    pub fn text(&self, key: &str, found: &mut Vec<Finding>) -> Option<Spot<String>> {
        self.text_in(self.get(key)?, key, found)
    }

    /// Text under a required key.
    pub fn need_text(&self, key: &str, found: &mut Vec<Finding>) -> Option<Spot<String>> {
        let node = self.need(key)?;
        self.text_in(node, key, found)
    }

    fn text_in(&self, node: &Node, key: &str, found: &mut Vec<Finding>) -> Option<Spot<String>> {
        match node.text() {
            Some(text) => Some(Spot { value: text.to_owned(), place: self.place_of(node) }),
            None => self.wrong(node, key, "text in quotes", found),
        }
    }

    /// Texts under a key: one, or a list.
    pub fn one_or_texts(&self, key: &str, want: &str, found: &mut Vec<Finding>) -> Vec<Spot<String>> {
        match self.table.get(key).map(Node::text) {
            Some(Some(_)) => self.text(key, found).into_iter().collect(),
            _ => self.texts(key, want, found),
        }
    }

    /// A language by its tag.
    pub fn language(&self, key: &str, found: &mut Vec<Finding>) -> Option<Language> {
        let tag = self.text(key, found)?;
        let language = Language::parse(&tag.value).filter(Language::is_known);
        if language.is_none() {
            let message = format!("`{}` is not the code of a language", tag.value);
            let help = match language::code_of(&tag.value) {
                Some(code) => format!("write \"{code}\""),
                None => {
                    "write a code of two letters, such as \"en\", \"de\" or \"fr\", or one with a region: \"pt-BR\""
                        .to_owned()
                }
            };
            found.push(Finding::new(&rule::OUT_OF_RANGE, tag.place, message).help(help));
        }
        language
    }

    /// A whole number between `least` and `most`.
    pub fn integer(&self, key: &str, least: i64, most: i64, found: &mut Vec<Finding>) -> Option<Spot<i64>> {
        let node = self.get(key)?;
        let place = self.place_of(node);
        match (node.integer(), &node.value) {
            (Some(n), _) if (least..=most).contains(&n) => Some(Spot { value: n, place }),
            (_, Value::Integer(n)) => {
                found.push(out_of_range(place, format!("`{key}` is {n}; it must be {least} to {most}")));
                None
            }
            _ => self.wrong(node, key, "a whole number", found),
        }
    }

    /// A length between `least` and `most` millimeters.
    pub fn length(&self, key: &str, least: f64, most: f64, found: &mut Vec<Finding>) -> Option<Spot<Mm>> {
        let node = self.get(key)?;
        let value = self.length_in(node, key, least, most, found)?;
        Some(Spot { value, place: self.place_of(node) })
    }

    /// A length in a value that was already read.
    pub fn length_in(&self, node: &Node, key: &str, least: f64, most: f64, found: &mut Vec<Finding>) -> Option<Mm> {
        let value = match node.text() {
            Some(text) => length(text),
            None => node.number().map(Mm),
        };
        match value {
            Some(l) if (least..=most).contains(&l.0) => Some(l),
            Some(l) => {
                let written = if l.0.abs() < 1e6 { format!("{}", l.0) } else { format!("{:e}", l.0) };
                let message = format!("`{key}` is {written}; it must be {least} to {most} mm");
                found.push(out_of_range(self.place_of(node), message));
                None
            }
            None => self.wrong(node, key, "a length such as `3` or `\"3 mm\"`", found),
        }
    }

    /// A table under a key.
    pub fn table(&self, key: &str, found: &mut Vec<Finding>) -> Option<(&'a Table, Place)> {
        let node = self.get(key)?;
        match &node.value {
            Value::Table(table) => Some((table, self.place_of(node))),
            _ => self.wrong(node, key, "a table", found),
        }
    }

    /// The items of a list under a key. A missing key is an empty list.
    pub fn list(&self, key: &str, found: &mut Vec<Finding>) -> &'a [Node] {
        match self.get(key).map(|node| (node, &node.value)) {
            None => &[],
            Some((_, Value::List(items))) => items,
            Some((node, _)) => self.wrong(node, key, "a list", found).unwrap_or(&[]),
        }
    }

    /// Texts in a list under a key. `want` describes them.
    pub fn texts(&self, key: &str, want: &str, found: &mut Vec<Finding>) -> Vec<Spot<String>> {
        let mut all = Vec::new();
        for node in self.list(key, found) {
            match node.text() {
                Some(text) => all.push(Spot { value: text.to_owned(), place: self.place_of(node) }),
                None => {
                    let _: Option<()> = self.wrong(node, key, want, found);
                }
            }
        }
        all
    }

    /// True or false under a key. A missing key is false.
    pub fn flag(&self, key: &str, found: &mut Vec<Finding>) -> bool {
        match self.get(key).map(|node| (node, &node.value)) {
            Some((_, Value::Boolean(flag))) => *flag,
            Some((node, _)) => self.wrong(node, key, "true or false", found).unwrap_or(false),
            None => false,
        }
    }

    /// The index in `words` of the text under a required key.
    pub fn one_of(&self, key: &str, words: &[&str], found: &mut Vec<Finding>) -> Option<usize> {
        let word = self.need_text(key, found)?;
        let at = words.iter().position(|known| *known == word.value);
        if at.is_none() {
            let help = nearest(&word.value, words.iter().copied())
                .map_or_else(|| format!("it can be: {}", words.join(", ")), |near| format!("did you mean `{near}`?"));
            let message = format!("`{key}` cannot be `{}`", word.value);
            found.push(Finding::new(&rule::UNKNOWN_NAME, word.place, message).help(help));
        }
        at
    }

    /// Accepts `origin` and `why` in a record whose reader does not use them.
    pub fn skip_origin(&self) {
        self.get("origin");
        self.get("why");
    }

    /// Reports a value of the wrong kind.
    pub fn wrong<T>(&self, node: &Node, key: &str, want: &str, found: &mut Vec<Finding>) -> Option<T> {
        let kind = match node.value {
            Value::Float(number) if want == "a whole number" => number.to_string(),
            _ => node.kind().to_owned(),
        };
        let message = format!("`{key}` must be {want}, not {kind}");
        let is_bare = !matches!(node.value, Value::Text(_) | Value::List(_) | Value::Table(_));
        let help = match &node.value {
            _ if is_bare && want.ends_with("in quotes") => "put it in quotes".to_owned(),
            Value::Text(text) if want.contains("number") && text.trim().parse::<f64>().is_ok() => {
                "leave out the quotes".to_owned()
            }
            Value::Text(text) if want == "true or false" && text.parse::<bool>().is_ok() => {
                "leave out the quotes".to_owned()
            }
            Value::Text(_) if want.starts_with("a list") => "put it in brackets: `[…]`".to_owned(),
            _ => format!("write {want}"),
        };
        found.push(Finding::new(&rule::WRONG_TYPE, self.place_of(node), message).help(help));
        None
    }

    /// Reports required keys that are missing, and keys that no reader asked for.
    pub fn finish(&self, found: &mut Vec<Finding>) {
        let asked = self.asked.borrow();
        let unknown: Vec<&super::Key> = self.table.keys().filter(|key| !asked.contains(&key.text)).collect();
        for key in self.missing.borrow().iter() {
            // A misspelled key is reported once, as unknown, with the right spelling.
            if unknown.iter().all(|written| nearest(&written.text, [key.as_str()]).is_none()) {
                let help = match key.as_str() {
                    "component" | "set" => format!("add one: a line `[[{key}]]`, and its keys below"),
                    _ if self.owner.is_some() => format!("add `{key} = …` here, or below `[defaults]` for all"),
                    _ => format!("add `{key} = …`"),
                };
                let message = format!("{} has no `{key}`", self.what);
                let finding = Finding::new(&rule::MISSING_KEY, self.place.clone(), message).help(help);
                found.push(self.owned(finding));
            }
        }
        let free: Vec<&str> = asked.iter().map(String::as_str).filter(|a| !self.table.contains_key(a)).collect();
        for key in unknown.iter().take(MOST_REPORTED) {
            let free = free.iter().copied();
            let near = nearest(&key.text, free).or_else(|| nearest(&key.text, asked.iter().map(String::as_str)));
            let place = Place::new(self.file, key.span.clone());
            let mut finding = Finding::new(
                &rule::UNKNOWN_KEY,
                place,
                match near {
                    Some(near) => format!("unknown key `{}`, did you mean `{near}`?", &key.text),
                    None => format!("unknown key `{}` in {}", &key.text, self.what),
                },
            );
            finding = match near {
                Some(near) => finding.help(format!("write `{near}`")),
                None => {
                    let mut known: Vec<&str> = asked.iter().map(String::as_str).collect();
                    known.sort_unstable();
                    known.dedup();
                    let fields = if self.owner.is_some() { "declare it in `fields` of the set; " } else { "" };
                    finding.help(format!("{fields}known here: {}", known.join(", ")))
                }
            };
            found.push(self.owned(finding));
        }
    }

    fn owned(&self, finding: Finding) -> Finding {
        match &self.owner {
            Some(owner) => finding.owner(owner.clone()),
            None => finding,
        }
    }
}

/// A number beyond its limits.
pub(super) fn out_of_range(place: Place, message: String) -> Finding {
    Finding::new(&rule::OUT_OF_RANGE, place, message).label("out of range").help("write a number within the limits")
}

//! TOML values that own their data and keep their place in the file.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its range of bytes in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub value: Value,
    pub span: Range<usize>,
}

/// A TOML value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text in quotes.
    Text(String),
    /// A whole number of any size that TOML allows.
    Integer(i128),
    /// A number, including `nan` and `inf`.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A date or time, as written.
    Date(String),
    List(Vec<Node>),
    Table(Table),
}

/// A key and its range of bytes in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    pub text: String,
    pub span: Range<usize>,
}

/// A table that keeps the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(Vec<(Key, Node)>);

impl Table {
    pub fn from_toml(table: DeTable<'_>) -> Table {
        Table(
            table
                .into_iter()
                .map(|(key, value)| {
                    let span = key.span();
                    (Key { text: key.into_inner().into_owned(), span }, Node::from_toml(value))
                })
                .collect(),
        )
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|(k, _)| k.text == key).map(|(_, node)| node)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.0.iter_mut().find(|(k, _)| k.text == key).map(|(_, node)| node)
    }

    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The byte at which its last value ends.
    pub fn end(&self) -> usize {
        self.values().map(|node| node.span.end).max().unwrap_or(0)
    }

    /// Adds a key at the end.
    pub fn push(&mut self, key: Key, node: Node) {
        self.0.push((key, node));
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Node)> {
        self.0.iter().map(|(key, node)| (key, node))
    }

    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.0.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl Iterator<Item = &Node> {
        self.0.iter().map(|(_, node)| node)
    }
}

impl Node {
    fn from_toml(node: Spanned<DeValue<'_>>) -> Node {
        let span = node.span();
        let value = match node.into_inner() {
            // Line endings depend on the checkout, so they are not part of the text.
            DeValue::String(text) => Value::Text(text.replace("\r\n", "\n")),
            DeValue::Integer(n) => Value::Integer(i128::from_str_radix(n.as_str(), n.radix()).unwrap_or(i128::MAX)),
            DeValue::Float(n) => Value::Float(n.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(b) => Value::Boolean(b),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(items) => Value::List(items.into_iter().map(Node::from_toml).collect()),
            DeValue::Table(table) => Value::Table(Table::from_toml(table)),
        };
        Node { value, span }
    }

    /// The value as text, if it is text.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as a whole number, if it is one and fits.
    pub fn integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(number) => i64::try_from(number).ok(),
            _ => None,
        }
    }

    /// The value as a number, whole or not, including `nan` and `inf`.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Float(number) => Some(number),
            Value::Integer(number) => Some(number as f64),
            _ => None,
        }
    }

    /// The value as a table, if it is one.
    pub fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "text",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number",
            Value::Boolean(_) => "true or false",
            Value::Date(_) => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

impl serde::Serialize for Node {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Text(text) | Value::Date(text) => to.serialize_str(text),
            Value::Integer(number) => match i64::try_from(*number) {
                Ok(small) => to.serialize_i64(small),
                Err(_) => to.serialize_i128(*number),
            },
            Value::Float(number) => to.serialize_f64(*number),
            Value::Boolean(flag) => to.serialize_bool(*flag),
            Value::List(items) => to.collect_seq(items),
            Value::Table(table) => table.serialize(to),
        }
    }
}

impl serde::Serialize for Table {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(key, node)| (&key.text, node)))
    }
}

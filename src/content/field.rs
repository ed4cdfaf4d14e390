//! The fields of a set's components, declared once in `game.toml`.
//!
//! `fields = { clan = "key of clan", number = "integer 1..12", text = "text", note = "text?" }`

use super::record::out_of_range;
use super::{Key, Node, Record, Table, Value};
use crate::finding::{FileId, Finding, Place, nearest, rule};

/// A declared field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// Its key in the declaration.
    pub key: Key,
    pub kind: Kind,
    /// Whether a component may leave it out.
    pub optional: bool,
}

/// The values that a field accepts.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Text in quotes.
    Text,
    /// A whole number in a range.
    Integer(i64, i64),
    /// Any finite number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list of anything.
    List,
    /// A table of anything.
    Table,
    /// A key of the table with this name in `[data]`.
    KeyOf(String),
    /// Anything: what was declared is no kind.
    Unknown,
}

impl Kind {
    /// The kinds as written in content files, for messages.
    pub const WORDS: &'static str =
        "text, integer, integer 1..12, number, boolean, list, table, key of NAME; `?` at the end makes it optional";
    /// Those that are a word.
    const NAMES: [&str; 6] = ["text", "integer", "number", "boolean", "list", "table"];

    fn read(text: &str) -> Option<Kind> {
        Some(match text {
            "text" => Kind::Text,
            "integer" => Kind::Integer(i64::MIN, i64::MAX),
            "number" => Kind::Number,
            "boolean" => Kind::Boolean,
            "list" => Kind::List,
            "table" => Kind::Table,
            other => match (other.strip_prefix("key of "), other.strip_prefix("integer ")) {
                (Some(table), _) => Kind::KeyOf(table.trim().to_owned()),
                (_, Some(range)) => {
                    let (least, most) = range.split_once("..")?;
                    Kind::Integer(least.trim().parse().ok()?, most.trim().parse().ok()?)
                }
                _ => return None,
            },
        })
    }
}

/// Reports fields that are keys of a table that `[data]` does not have. Returns whether there are any.
pub(super) fn lack_tables(fields: &[Field], data: &Table, file: FileId, found: &mut Vec<Finding>) -> bool {
    let before = found.len();
    for Field { key, kind, .. } in fields {
        let Kind::KeyOf(name) = kind else { continue };
        if data.get(name.as_str()).and_then(Node::table).is_none() {
            let near = nearest(name, data.keys().map(|key| key.text.as_str()));
            let help = match near {
                Some(near) => format!("did you mean `key of {near}`?"),
                None => format!("add `[data.{name}.…]` for each key to game.toml, or make the field `text`"),
            };
            let message = format!("there is no `[data.{name}]`, of which `{}` is a key", key.text);
            found.push(Finding::new(&rule::UNKNOWN_NAME, Place::new(file, key.span.clone()), message).help(help));
        }
    }
    found.len() > before
}

/// Reads the declarations of a set.
pub(super) fn declared(set: &Record, found: &mut Vec<Finding>) -> Vec<Field> {
    let mut fields = Vec::new();
    let Some((table, _)) = set.table("fields", found) else { return fields };
    for (key, node) in table.iter() {
        let name = key.text.clone();
        let (kind, optional) = match node.text() {
            Some(text) => {
                let (text, optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
                (kind(text.trim(), optional, set.place_of(node), found), optional)
            }
            None => {
                let _: Option<()> = set.wrong(node, &name, "the kind of the field in quotes", found);
                (Kind::Unknown, true)
            }
        };
        fields.push(Field { name, key: key.clone(), kind, optional });
    }
    fields
}

/// The kind that is called `text`. A wrong one is reported here, so that no component is.
fn kind(text: &str, optional: bool, place: Place, found: &mut Vec<Finding>) -> Kind {
    let mark = if optional { "?" } else { "" };
    match Kind::read(text) {
        Some(Kind::Integer(least, most)) if least > most => {
            let message = format!("no number is {least} to {most}");
            let help = format!("write `integer {most}..{least}{mark}`");
            found.push(Finding::new(&rule::OUT_OF_RANGE, place, message).help(help));
            Kind::Unknown
        }
        Some(kind) => kind,
        None => {
            let message = format!("no kind of field is called `{text}`");
            let near = nearest(text, Kind::NAMES);
            let help =
                near.map_or_else(|| format!("kinds are {}", Kind::WORDS), |near| format!("write `{near}{mark}`"));
            found.push(Finding::new(&rule::UNKNOWN_NAME, place, message).help(help));
            Kind::Unknown
        }
    }
}

/// Checks a component's value against its declaration.
pub(super) fn check(record: &Record, field: &Field, node: &Node, data: &Table, found: &mut Vec<Finding>) {
    let place = record.place_of(node);
    match (&field.kind, &node.value) {
        (Kind::Text, Value::Text(_))
        | (Kind::Boolean, Value::Boolean(_))
        | (Kind::List, Value::List(_))
        | (Kind::Table, Value::Table(_))
        | (Kind::Unknown, _) => {}
        (Kind::Integer(least, most), Value::Integer(written)) => {
            if !node.integer().is_some_and(|n| (*least..=*most).contains(&n)) {
                let message = format!("`{}` is {written}; it must be {least} to {most}", field.name);
                found.push(out_of_range(place, message));
            }
        }
        (Kind::Number, Value::Integer(_) | Value::Float(_)) => {
            if !node.number().is_some_and(f64::is_finite) {
                let message = format!("`{}` is not a finite number", field.name);
                found.push(out_of_range(place, message));
            }
        }
        (Kind::KeyOf(name), Value::Text(text)) => {
            let table = data.get(name.as_str()).and_then(Node::table);
            // A missing table is reported once, where the field is declared.
            let Some(table) = table else { return };
            let known: Vec<&str> = record_names(table).collect();
            if !known.contains(&text.as_ref()) {
                let help = match nearest(text, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", known.join(", ")),
                };
                let message = format!("`{text}` is not in `[data.{name}]`");
                found.push(Finding::new(&rule::UNKNOWN_NAME, place, message).help(help));
            }
        }
        (kind, _) => {
            let want = match kind {
                Kind::Text => "text in quotes",
                Kind::Integer(..) => "a whole number",
                Kind::Number => "a number",
                Kind::Boolean => "true or false",
                Kind::List => "a list",
                Kind::Table => "a table",
                Kind::KeyOf(_) => "a name in quotes",
                Kind::Unknown => "anything",
            };
            let _: Option<()> = record.wrong(node, &field.name, want, found);
        }
    }
}

/// The keys of a table in `[data]` that name its records: all except `origin` and `why`.
pub fn record_names(table: &Table) -> impl Iterator<Item = &str> {
    table.keys().map(|key| key.text.as_str()).filter(|key| !matches!(*key, "origin" | "why"))
}

//! The schemas of values that several keys take.

use serde_json::{Map, Value, json};

use super::{doc, rules, table};
use crate::content::{Kind, NAMED_SIZES, Origin};
use crate::layout::PAPERS;
use crate::shape::{self, KINDS, Key, Wanted};
use crate::units::Size;

/// A number with its unit, as `content::length` reads it.
const LENGTH: &str = r#"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*(mm|cm|in|pt|")?\s*$"#;

/// A width and a height, as `content::size` reads them.
const SIZE: &str = "^\\s*[0-9. ]+[a-z\"]* *[xX\u{d7}][0-9. ]+[a-z\"]*\\s*$";

/// One of some words, each with its description for editors.
fn one_of<'a>(words: impl IntoIterator<Item = (&'a str, String)>) -> Value {
    let (words, docs): (Vec<&str>, Vec<String>) = words.into_iter().unzip();
    json!({ "type": "string", "enum": words, "x-taplo": { "docs": { "enumValues": docs } } })
}

/// Text on one line.
pub(super) fn line(most: usize) -> Value {
    json!({ "type": "string", "maxLength": most, "pattern": "^[^\\n]*$" })
}

pub(super) fn id() -> Value {
    json!({
        "type": "string",
        "maxLength": 64,
        "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
        "not": { "pattern": "^(con|prn|aux|nul|game|com[0-9]|lpt[0-9])$" },
    })
}

/// The tag of a language, as `language::Language` reads it.
pub(super) fn language() -> Value {
    json!({ "type": "string", "maxLength": 12, "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" })
}

pub(super) fn color() -> Value {
    doc("A color such as `#c8a04a`.", json!({ "type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" }))
}

/// A length in millimeters, or with its unit.
pub(super) fn length(least: u32, most: u32) -> Value {
    json!({ "anyOf": [
        doc("Millimeters.", json!({ "type": "number", "minimum": least, "maximum": most })),
        doc("A length such as `3 mm`, `1 cm`, `2.5in` or `9 pt`.", json!({ "type": "string", "pattern": LENGTH })),
    ] })
}

pub(super) fn size() -> Value {
    let named = NAMED_SIZES.iter().map(|&(name, w, h)| (name, Size::mm(w, h).to_string()));
    json!({ "anyOf": [
        one_of(named),
        length(1, 2000),
        doc("Width and height: `63x88mm` or `2.5x3.5in`.", json!({ "type": "string", "pattern": SIZE })),
        doc(
            "Width and height: `[\"63 mm\", \"88 mm\"]`.",
            json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": length(1, 2000) }),
        ),
    ] })
}

pub(super) fn shape() -> Value {
    let words =
        |kinds: &mut dyn Iterator<Item = &&'static shape::Kind>| one_of(kinds.map(|k| (k.word, k.what.to_owned())));
    let path = |what: &str| doc(what, json!({ "type": "string" }));
    let mut properties = Map::new();
    properties.insert("kind".to_owned(), doc("The form.", words(&mut KINDS.iter())));
    let mut rules = Vec::new();
    for key in KINDS.iter().flat_map(|kind| kind.keys) {
        let takes = match key.wanted {
            Wanted::Length { least, most } => doc(key.what, length(least, most)),
            Wanted::Path => path(key.what),
        };
        if properties.insert(key.name.to_owned(), takes).is_none() {
            rules.push(only_with(key));
        }
    }
    properties.insert("cuts".to_owned(), path("Cuts inside the outline, as an SVG path in millimeters."));
    properties.insert("folds".to_owned(), path("Lines to fold along, as an SVG path in millimeters."));
    let mut cut = table(&["kind"], Value::Object(properties));
    cut["allOf"] = Value::Array(rules);
    json!({ "anyOf": [words(&mut KINDS.iter().filter(|kind| kind.is_plain())), cut] })
}

/// Allows a key of a shape only with the kinds that have it.
fn only_with(key: &Key) -> Value {
    let owners: Vec<&str> =
        KINDS.iter().filter(|k| k.keys.iter().any(|k| k.name == key.name)).map(|k| k.word).collect();
    let is = if let [owner] = owners[..] { json!({ "const": owner }) } else { json!({ "enum": owners }) };
    let mut rule = json!({ "if": { "properties": { "kind": is } } });
    if key.is_needed {
        rule["then"] = json!({ "required": [key.name] });
    }
    rule["else"] = json!({ "properties": { key.name: false } });
    rule
}

/// The name of a template, if there are any.
pub(super) fn template(templates: &[String]) -> Value {
    if templates.is_empty() { json!({ "type": "string" }) } else { json!({ "type": "string", "enum": templates }) }
}

pub(super) fn paper() -> Value {
    let named = PAPERS.iter().map(|(name, size)| (*name, size.to_string()));
    let sized = json!({ "type": "string", "pattern": SIZE });
    json!({ "anyOf": [one_of(named), doc("A size such as `320x450mm` or `12x18in`.", sized)] })
}

/// The kind of a field, as `content::field` reads it.
pub(super) fn kind() -> Value {
    let kinds = r"text|number|boolean|list|table|integer(\s+[+-]?[0-9]+\s*\.\.\s*[+-]?[0-9]+)?|key of .+";
    doc(
        &format!("The kind of a field: {}.", Kind::WORDS),
        json!({ "type": "string", "pattern": format!(r"^\s*({kinds})\s*\??$") }),
    )
}

pub(super) fn origin() -> Value {
    let words = Origin::WORDS.map(|(word, origin)| {
        let what = match origin {
            Origin::Rulebook => "Stated by the rulebook.",
            Origin::Public => "Found in public sources.",
            Origin::Inferred => "Follows from the rulebook.",
            Origin::Designed => "Our own.",
        };
        (word, what.to_owned())
    });
    doc("Where the record comes from.", one_of(words))
}

/// The name of a rule that can be allowed, as `game.toml` defines it for its own keys.
pub(super) fn rule() -> Value {
    doc("A rule.", one_of(rules().map(|rule| (rule.name, rule.what.to_owned()))))
}

/// Names of allowed rules, all of which `rule` describes.
pub(super) fn allow(on_what: &str, rule: Value) -> Value {
    let what = format!("Rules that report nothing on {on_what}; `wyrmpress explain` lists them.");
    doc(&what, json!({ "type": "array", "items": rule }))
}

//! The schemas of values that several keys take.

use serde_json::{Value, json};

use super::{doc, rules, table};
use crate::content::{Kind, NAMED_SIZES, Origin};
use crate::layout::PAPERS;
use crate::units::Size;

/// A number with its unit, as `content::length` reads it.
const LENGTH: &str = r#"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*(mm|cm|in|pt|")?\s*$"#;

/// One of some words, each with what editors show of it.
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
        doc(
            "Width and height: `[\"63 mm\", \"88 mm\"]`.",
            json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": length(1, 2000) }),
        ),
    ] })
}

pub(super) fn shape() -> Value {
    let plain = [
        ("rectangle", "A card: four straight cuts."),
        ("circle", "A token; as wide as high."),
        ("hexagon", "A regular hexagon, flat-topped when wider than high."),
        ("triangle", "An isosceles triangle with its base at the bottom."),
    ];
    let outline = ("outline", "Any closed path, in millimeters.");
    let words = |shapes: &[(&'static str, &str)]| one_of(shapes.iter().map(|&(name, what)| (name, what.to_owned())));
    let path = |what: &str| doc(what, json!({ "type": "string" }));
    let mut cut = table(
        &["kind"],
        json!({
            "kind": doc("The form.", words(&[&plain[..], &[outline]].concat())),
            "corner": doc("Radius of a rectangle’s corners, 0 to 100 mm.", length(0, 100)),
            "path": path("The outline as an SVG path in millimeters: `M0 0 H40 V60 H0 Z`."),
            "cuts": path("Cuts inside the outline, as an SVG path in millimeters."),
            "folds": path("Lines to fold along, as an SVG path in millimeters."),
        }),
    );
    let is = |kind: &str| json!({ "properties": { "kind": { "const": kind } } });
    cut["allOf"] = json!([
        { "if": is("rectangle"), "else": { "properties": { "corner": false } } },
        { "if": is("outline"), "then": { "required": ["path"] }, "else": { "properties": { "path": false } } },
    ]);
    json!({ "anyOf": [words(&plain), cut] })
}

/// A template by its name, where there are any.
pub(super) fn template(templates: &[String]) -> Value {
    if templates.is_empty() { json!({ "type": "string" }) } else { json!({ "type": "string", "enum": templates }) }
}

pub(super) fn paper() -> Value {
    let named = PAPERS.iter().map(|(name, size)| (*name, size.to_string()));
    let sized = json!({ "type": "string", "pattern": "^\\s*[0-9. ]+[a-z\"]* *[xX][0-9. ]+[a-z\"]*\\s*$" });
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

/// Names of rules that are silent.
pub(super) fn allow(on_what: &str) -> Value {
    let names = one_of(rules().map(|rule| (rule.name, rule.what.to_owned())));
    let what = format!("Rules that are silent on {on_what}; `wyrmpress explain` lists them.");
    doc(&what, json!({ "type": "array", "items": names }))
}

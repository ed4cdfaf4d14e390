//! The schema of a set's file: the keys that all components have, and the fields that its game declares.

use serde_json::{Map, Value, json};

use super::{doc, table, value};
use crate::content::{Field, Game, Kind, Node, Set, record_names};

/// What `content::set` reads.
pub(super) fn schema(game: &Game, set: &Set, templates: &[String]) -> Value {
    let mut properties = envelope(templates);
    for field in &set.fields {
        properties.entry(field.name.clone()).or_insert_with(|| described(field, game));
    }
    let record = json!([{ "$ref": "#/definitions/record" }]);
    let mut schema = table(
        &["component"],
        json!({
            "defaults": doc("Fills in what a component leaves out.", json!({ "allOf": record })),
            "component": doc(
                "One record: a card, tile, token, board or sheet.",
                json!({ "type": "array", "items": { "required": ["id"], "allOf": record } }),
            ),
        }),
    );
    schema["definitions"] = json!({ "record": table(&[], Value::Object(properties)) });
    // Each of these is in the defaults or in every component.
    let needed = set.fields.iter().filter(|field| !field.optional).map(|field| field.name.as_str());
    let either = |key: &str| {
        json!({ "anyOf": [
            { "required": ["defaults"], "properties": { "defaults": { "required": [key] } } },
            { "properties": { "component": { "items": { "required": [key] } } } },
        ] })
    };
    schema["allOf"] = ["origin"].into_iter().chain(needed).map(either).collect();
    schema["title"] = json!(format!("{}.toml", set.id.value));
    doc(&format!("{} of {}.", set.title, game.title.value), schema)
}

fn envelope(templates: &[String]) -> Map<String, Value> {
    // Taplo follows no reference to another file, and a list in each set would change with every rule.
    let rule = json!({ "type": "string", "pattern": "^[a-z]+(-[a-z]+)*$" });
    let keys = json!({
        "id": doc("Names the component; no other component of the set has the same id.", value::id()),
        "name": doc("What it is called; by default its id.", value::line(1000)),
        "count": doc(
            "How many are in the box; by default 1.",
            json!({ "type": "integer", "minimum": 0, "maximum": 1000 }),
        ),
        "template": doc("The template of its front, instead of the set’s.", value::template(templates)),
        "back": doc("The template of its back, instead of the set’s.", value::template(templates)),
        "size": doc("Its trim size, instead of the set’s.", value::size()),
        "shape": doc("Its outline, instead of the set’s.", value::shape()),
        "origin": value::origin(),
        "why": doc("The words of the rulebook, or the reason.", json!({ "type": "string" })),
        "allow": value::allow("this component", rule),
    });
    let Value::Object(keys) = keys else { unreachable!("a table is written above") };
    keys
}

fn described(field: &Field, game: &Game) -> Value {
    let (kind, what) = match &field.kind {
        Kind::Text => {
            let marks =
                "`**bold**`, `*italic*`, `~small caps~` and `{icon}` are understood where a template prints it as text";
            (json!({ "type": "string" }), format!("Text; {marks}"))
        }
        Kind::Integer(i64::MIN, i64::MAX) => (json!({ "type": "integer" }), "A whole number".to_owned()),
        Kind::Integer(least, most) => (
            json!({ "type": "integer", "minimum": least, "maximum": most }),
            format!("A whole number from {least} to {most}"),
        ),
        Kind::Number => (json!({ "type": "number" }), "A number".to_owned()),
        Kind::Boolean => (json!({ "type": "boolean" }), "True or false".to_owned()),
        Kind::List => (json!({ "type": "array" }), "A list".to_owned()),
        Kind::Table => (json!({ "type": "object" }), "A table".to_owned()),
        Kind::Unknown => (json!({}), "Anything".to_owned()),
        Kind::KeyOf(name) => {
            let records = game.data.get(name).and_then(Node::table);
            let keys: Vec<&str> = records.into_iter().flat_map(record_names).collect();
            (json!({ "type": "string", "enum": keys }), format!("A key of `[data.{name}]`"))
        }
    };
    let ending = if field.optional { " May be left out." } else { "" };
    doc(&format!("{what}. Declared in `game.toml`.{ending}"), kind)
}

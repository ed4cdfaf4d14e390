//! The schema of `game.toml`.

use serde_json::{Value, json};

use super::{doc, table, value};

/// What `content::game` reads.
pub(super) fn schema(templates: &[String]) -> Value {
    let mut schema = table(
        &["title", "version", "players", "set"],
        json!({
            "title": doc("The game’s title, on one line of at most 120 characters.", value::line(120)),
            "version": doc("The version of the kit, printed on every sheet.", value::line(120)),
            "players": doc(
                "Fewest and most players: `[2, 4]`.",
                json!({
                    "type": "array", "minItems": 2, "maxItems": 2,
                    "items": { "type": "integer", "minimum": 1, "maximum": 100 },
                }),
            ),
            "author": doc("Who made the game, for the metadata of its files.", value::line(1000)),
            "palette": doc(
                "Named colors, which templates read as `palette.NAME`.",
                json!({ "type": "object", "additionalProperties": value::color() }),
            ),
            "palette_low": doc(
                "What some colors of the palette become with `--ink low`: grounds white, letters dark.",
                json!({ "type": "object", "additionalProperties": value::color() }),
            ),
            "fonts": doc(
                "Font families by role, which templates read as `fonts.NAME`: bundled ones or those in `templates/fonts`. `fallback` has the families that are asked for what others lack.",
                json!({ "type": "object", "additionalProperties": families() }),
            ),
            "language": doc("The language of its texts, such as `de`; by default `en`.", value::language()),
            "data": doc(
                "Tables that all templates of the game may read as `data.NAME`; fields of kind `key of NAME` name their records.",
                json!({ "type": "object" }),
            ),
            "set": doc(
                "Components that share size, shape, back and sheet; their records are in `<id>.toml` beside this file.",
                json!({ "type": "array", "items": set(templates) }),
            ),
            "glossary": doc("The terms of the game, and where they are explained.", glossary()),
            "allow": value::allow("the whole game", rule()),
            "expect": doc(
                "A line of the rulebook’s list of components. `check` compares it with the content.",
                json!({ "type": "array", "items": expect() }),
            ),
        }),
    );
    schema["definitions"] = json!({ "rule": value::rule() });
    schema["title"] = json!("game.toml");
    doc("Names a game and its sets of components.", schema)
}

/// A font family, or several.
fn families() -> Value {
    json!({ "type": ["string", "array"], "items": { "type": "string" } })
}

/// The only list of rules: a new rule changes this schema and no other.
fn rule() -> Value {
    json!({ "$ref": "#/definitions/rule" })
}

fn set(templates: &[String]) -> Value {
    table(
        &["id", "title", "size"],
        json!({
            "id": doc("Names the set and its file.", value::id()),
            "title": doc("What the set is called in lists and bookmarks.", json!({ "type": "string" })),
            "size": doc("Trim size: a name, a length, or width and height.", value::size()),
            "shape": doc("The outline that is cut; by default a rectangle.", value::shape()),
            "bleed": doc("How far art reaches beyond the trim, 0 to 20 mm; by default 3 mm.", value::length(0, 20)),
            "safe": doc(
                "How far from the trim everything important stays, 0 to 50 mm; by default 3 mm.",
                value::length(0, 50),
            ),
            "language": doc("The language of its texts; by default the game’s.", value::language()),
            "template": doc("The template of the fronts, in `templates`.", value::template(templates)),
            "back": doc("The template of the backs, in `templates`.", value::template(templates)),
            "papers": doc(
                "Papers that this set is also printed on by itself.",
                json!({ "type": "array", "items": value::paper() }),
            ),
            "allow": value::allow("the whole set", rule()),
            "fields": doc(
                "The keys that components have besides `id`, `name` and the like, each with its kind.",
                json!({ "type": "object", "maxProperties": 100, "additionalProperties": value::kind() }),
            ),
        }),
    )
}

fn glossary() -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    table(
        &[],
        json!({
            "reference": doc("Sets that explain the game: leaflets, charts, reference cards.", texts.clone()),
            "keywords": doc("Terms with a special meaning, which those sets must explain.", texts.clone()),
            "names": doc("Names that texts may use although no record has them.", texts),
            "avoid": doc(
                "Words to avoid, each with the word to use instead.",
                json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            ),
        }),
    )
}

fn expect() -> Value {
    table(
        &["what", "set", "count", "origin"],
        json!({
            "what": doc("What is counted, in words.", json!({ "type": "string" })),
            "set": doc("The set that it is in.", json!({ "type": "string" })),
            "where": doc("Only components whose fields have these values.", json!({ "type": "object" })),
            "count": doc(
                "How many there must be, copies included.",
                json!({ "type": "integer", "minimum": 0, "maximum": 100_000 }),
            ),
            "origin": value::origin(),
            "why": doc("The words of the rulebook, or the reason.", json!({ "type": "string" })),
        }),
    )
}

//! JSON Schema (draft 7) of every content file, so that editors complete and explain keys.
//!
//! `game.toml` has one schema for all games. A set's fields are declared in its game, so each set has a schema of its own.

mod game;
mod set;
mod value;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::content::{Content, Game, Set, walk};
use crate::error::Error;
use crate::finding::Rule;
use crate::lint;
use crate::text::icon_name;

/// The mark of files that this program wrote. A file without it belongs to somebody else.
pub const MARK: &str = "Written by `wyrmpress schema`";
/// The folder of the schemas.
pub const FOLDER: &str = "schema";
/// The file from which editors learn the schema of each content file.
pub const SETTINGS: &str = ".taplo.toml";

/// The schemas of `content`, by their path in the project.
pub fn files(content: &Content) -> Result<Vec<(PathBuf, String)>, Error> {
    let templates = templates(&content.root)?;
    let mut files = vec![(Path::new(FOLDER).join("game.json"), written(game::schema(&templates)))];
    for game in &content.games {
        for set in &game.sets {
            let path = Path::new(FOLDER).join(&game.id).join(format!("{}.json", set.id.value));
            let usable = usable(&templates, game, set, &content.root);
            files.push((path, written(set::schema(game, set, &usable))));
        }
    }
    Ok(files)
}

/// The settings of taplo, and so of the editors that use it, for these schemas.
pub fn settings(schemas: &BTreeSet<PathBuf>) -> String {
    let mut out = format!("# {MARK}: which schema belongs to which content file.\n");
    for schema in schemas {
        let below = schema.strip_prefix(FOLDER).unwrap_or(schema).with_extension("toml");
        let content = if below == Path::new("game.toml") { Path::new("*").join(below) } else { below };
        let slashed = |path: &Path| path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        out.push_str(&format!(
            "\n[[rule]]\ninclude = [\"content/{}\"]\n\n[rule.schema]\npath = \"{}\"\n",
            slashed(&content),
            slashed(schema)
        ));
    }
    out
}

/// The rules that `allow` may name.
fn rules() -> impl Iterator<Item = &'static Rule> {
    lint::rules().filter(|rule| rule.can_be_allowed)
}

/// The templates that a face can be drawn with, as content names them.
fn templates(root: &Path) -> Result<Vec<String>, Error> {
    let folder = root.join("templates");
    let all = if folder.is_dir() { walk(root, &folder)? } else { Vec::new() };
    let names = all.into_iter().map(|file| file.path.to_string_lossy().replace('\\', "/"));
    Ok(names.filter(|name| name.ends_with(".svg") && icon_name(name).is_none()).collect())
}

/// The templates for a set: those it uses, and all that are not in the folder of another game.
fn usable(templates: &[String], game: &Game, set: &Set, root: &Path) -> Vec<String> {
    let is_anothers = |name: &str| {
        let folder = name.split_once('/').map(|(folder, _)| folder);
        folder.is_some_and(|folder| folder != game.id && root.join("content").join(folder).is_dir())
    };
    let used = |name: &str| {
        let mut named = set.components.iter().flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten();
        named.any(|template| template.value == name)
    };
    templates.iter().filter(|name| !is_anothers(name) || used(name)).cloned().collect()
}

fn written(mut schema: Value) -> String {
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["$comment"] = json!(format!("{MARK}; the code and `game.toml` are its source."));
    let mut out = String::new();
    print(&schema, 0, &mut out);
    out + "\n"
}

/// Writes JSON with sorted keys and lists of words on one line, so that a diff is short.
fn print(value: &Value, depth: usize, out: &mut String) {
    let (inner, end) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    match value {
        Value::Object(table) if !table.is_empty() => {
            let keys: BTreeSet<&String> = table.keys().collect();
            for (i, key) in keys.into_iter().enumerate() {
                out.push_str(&format!("{}\n{inner}{}: ", if i == 0 { "{" } else { "," }, json!(key)));
                print(&table[key], depth + 1, out);
            }
            out.push_str(&format!("\n{end}}}"));
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (i, item) in items.iter().enumerate() {
                out.push_str(&format!("{}\n{inner}", if i == 0 { "[" } else { "," }));
                print(item, depth + 1, out);
            }
            out.push_str(&format!("\n{end}]"));
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// A table that has these keys and no others.
fn table(required: &[&str], properties: Value) -> Value {
    json!({ "type": "object", "required": required, "additionalProperties": false, "properties": properties })
}

/// A schema with its description for editors.
fn doc(text: &str, mut schema: Value) -> Value {
    schema["description"] = json!(text);
    schema
}

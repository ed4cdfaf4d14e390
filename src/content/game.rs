//! Reads a game's `game.toml`, then the file of each of its sets.

use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::files::Unreadable;
use super::{Expect, Game, Node, Record, Set, Spot, Swatch, Table, Value, check, files, glossary, set, syntax};
use crate::color::Color;
use crate::error::Error;
use crate::finding::{FileId, Finding, Place, Sources, nearest, rule};

/// The most keys at the top level of one file.
const MAX_KEYS: usize = 1000;
/// The longest title, in characters.
const MAX_TITLE: usize = 120;

/// Reads one game. `None` if its `game.toml` cannot be read at all.
pub(super) fn parse(
    root: &Path,
    id: &str,
    sources: &mut Sources,
    found: &mut Vec<Finding>,
) -> Result<Option<Game>, Error> {
    let Some((file, table)) = toml_file(root, &content_path(id, "game"), sources, found)? else { return Ok(None) };
    let record = Record::new(&table, Place::new(file, 0..0), format!("`content/{id}/game.toml`"));
    let named = Spot { value: id.to_owned(), place: Place::new(file, 0..0) };
    if !set::usable_id(&named, found) {
        return Ok(None);
    }
    let title = record.need_text("title", found);
    if let Some(title) = title.as_ref().filter(|t| t.value.chars().count() > MAX_TITLE || t.value.contains('\n')) {
        let message =
            format!("`title` has {} characters; one line of {MAX_TITLE} is the limit", title.value.chars().count());
        found.push(Finding::new(&rule::OUT_OF_RANGE, title.place.clone(), message).help("shorten it"));
    }
    let version = record.need_text("version", found);
    let players_at = table.get("players").map_or(Place::new(file, 0..0), |node| record.place_of(node));
    let players = players(&record, found);
    let author = record.text("author", found).map(|t| t.value);
    let palette_low = palette(&record, "palette_low", found);
    let palette = palette(&record, "palette", found);
    known_colors(&record, &palette, found);
    let fonts = fonts(&record, found);
    let language = record.language("language", found).unwrap_or_default();
    let data = record.table("data", found).map(|(table, _)| table.clone()).unwrap_or_default();

    let mut sets: Vec<Set> = Vec::new();
    record.need("set");
    for node in record.list("set", found) {
        let Some(table) = node.table() else {
            let _: Option<()> = record.wrong(node, "set", "tables: write `[[set]]`", found);
            continue;
        };
        let place = Place::new(file, node.span.start..table.end().max(node.span.end));
        let Some(head) = set::head(table, place, language, found) else { continue };
        if let Some(first) = sets.iter().find(|s| s.id.value.eq_ignore_ascii_case(&head.id.value)) {
            found.push(duplicate("set", &head.id, &first.id));
            continue;
        }
        if let Some(set) = set::parse(root, id, head, &data, sources, found)? {
            sets.push(set);
        }
    }
    // A set that could not be read still exists: other records may refer to it.
    let ids: Vec<&str> = record.list("set", found).iter().filter_map(|n| n.table()?.get("id")?.text()).collect();
    orphans(root, id, &ids, sources, found)?;
    let is_whole = sets.len() == ids.len() && sets.iter().all(|set| set.is_whole);
    let expects = expects(&record, &ids, &sets, found);
    let glossary = glossary::read(&record, &ids, found);
    let allow = record.texts("allow", "names of rules in quotes", found);
    for (key, node) in table.iter() {
        check::values(&key.text, node, file, sources.text(file), found);
    }
    record.finish(found);

    let (Some(title), Some(version)) = (title, version) else { return Ok(None) };
    Ok(Some(Game {
        id: id.to_owned(),
        file,
        title,
        version: version.value,
        players,
        players_at,
        author,
        palette,
        palette_low,
        fonts,
        language,
        data,
        sets,
        is_whole,
        expects,
        glossary,
        allow,
    }))
}

/// Reports files of components that no set names.
fn orphans(
    root: &Path,
    game: &str,
    ids: &[&str],
    sources: &mut Sources,
    found: &mut Vec<Finding>,
) -> Result<(), Error> {
    for name in files::tables(root, game)? {
        if name != "game" && !ids.contains(&name.as_str()) {
            let path = content_path(game, &name);
            let message = format!("no set has the id `{name}`, so nothing of this file is printed");
            let file = sources.add(path, String::new());
            let help = format!("add a `[[set]]` with `id = \"{name}\"` to game.toml, or delete the file");
            found.push(Finding::new(&rule::UNUSED_FILE, Place::new(file, 0..0), message).help(help));
        }
    }
    Ok(())
}

/// `content/<game>/<name>.toml`
pub(super) fn content_path(game: &str, name: &str) -> PathBuf {
    Path::new("content").join(game).join(format!("{name}.toml"))
}

/// Reads a TOML file and reports all its syntax errors. `None` if it has any, or cannot be read.
pub fn toml_file(
    root: &Path,
    path: &Path,
    sources: &mut Sources,
    found: &mut Vec<Finding>,
) -> Result<Option<(FileId, Table)>, Error> {
    let text = match files::read_text(root, path)? {
        Ok(text) => text,
        Err(Unreadable { why, help, text, at }) => {
            let file = sources.add(path.to_owned(), text);
            let message = format!("{} {why}", path.display());
            found.push(Finding::new(&rule::FILE_UNREADABLE, Place::new(file, at), message).help(help));
            return Ok(None);
        }
    };
    let file = sources.add(path.to_owned(), text);
    let (table, errors) = DeTable::parse_recoverable(sources.text(file));
    let failed = !errors.is_empty();
    syntax::report(&errors, file, sources.text(file), found);
    let table = Table::from_toml(table.into_inner());
    if table.keys().count() > MAX_KEYS {
        let message = format!("{} has {} keys, the limit is {MAX_KEYS}", path.display(), table.keys().count());
        found.push(Finding::new(&rule::OUT_OF_RANGE, Place::new(file, 0..0), message));
        return Ok(None);
    }
    // The rest of a broken table would be reported again as missing keys.
    Ok((!failed).then_some((file, table)))
}

pub(super) fn duplicate(what: &str, second: &Spot<String>, first: &Spot<String>) -> Finding {
    let by = if second.value == first.value { String::new() } else { format!(" by `{}`", first.value) };
    Finding::new(&rule::DUPLICATE_ID, second.place.clone(), format!("{what} id `{}` is taken{by}", second.value))
        .other(first.place.clone(), "first used here")
        .help("give one of them another id; ids that differ only by case count as equal")
}

fn players(record: &Record, found: &mut Vec<Finding>) -> (i64, i64) {
    let Some(node) = record.need("players") else { return (1, 1) };
    let items: Option<Vec<i64>> = match &node.value {
        Value::List(items) => items.iter().map(Node::integer).collect(),
        _ => None,
    };
    match items.as_deref() {
        Some(&[least, most]) if 1 <= least && least <= most && most <= 100 => (least, most),
        Some(_) => {
            let message = "`players` must be the fewest and most players, from 1 to 100";
            found.push(
                Finding::new(&rule::OUT_OF_RANGE, record.place_of(node), message).help("write `players = [2, 4]`"),
            );
            (1, 1)
        }
        None => {
            let _: Option<()> = record.wrong(node, "players", "two whole numbers such as `[2, 4]`", found);
            (1, 1)
        }
    }
}

fn palette(record: &Record, key: &str, found: &mut Vec<Finding>) -> Vec<Swatch> {
    let mut colors = Vec::new();
    let Some((table, within)) = record.table(key, found) else { return colors };
    for (key, node) in table.iter() {
        let Some(text) = node.text() else {
            let _: Option<()> = record.wrong(node, &key.text, "a color in quotes", found);
            continue;
        };
        let place = record.place_of(node);
        let (written, color) = Color::parse(text).map_or_else(
            || {
                let bad = Finding::new(&rule::BAD_COLOR, place.clone(), format!("`{text}` is not a color"));
                found.push(bad.help("write it as `#rrggbb`, for example `#c8a04a`"));
                // The swatch still gets its name, so that templates that use it are not reported as well.
                (Color::BLACK.to_string(), Color::BLACK)
            },
            |color| (text.to_owned(), color),
        );
        let name = Spot { value: key.text.clone(), place: Place::new(within.file, key.span.clone()) };
        colors.push(Swatch { name, written: Spot { value: written, place }, color });
    }
    colors
}

/// Reports names of `[palette_low]` that `[palette]` does not have.
fn known_colors(record: &Record, palette: &[Swatch], found: &mut Vec<Finding>) {
    if let Some((table, place)) = record.table("palette_low", found) {
        let low = Record::new(table, place, "`[palette]`");
        for swatch in palette {
            low.get(&swatch.name.value);
        }
        low.finish(found);
    }
}

fn fonts(record: &Record, found: &mut Vec<Finding>) -> Vec<(String, Vec<Spot<String>>)> {
    let Some((table, place)) = record.table("fonts", found) else { return Vec::new() };
    let fonts = Record::new(table, place, "`[fonts]`");
    table
        .keys()
        .filter_map(|key| {
            let families = fonts.one_or_texts(&key.text, "a font family in quotes, or a list of them", found);
            (!families.is_empty()).then(|| (key.text.to_string(), families))
        })
        .collect()
}

fn expects(record: &Record, sets: &[&str], parsed: &[Set], found: &mut Vec<Finding>) -> Vec<Expect> {
    let mut all = Vec::new();
    for node in record.list("expect", found) {
        let Some(table) = node.table() else {
            let _: Option<()> = record.wrong(node, "expect", "tables: write `[[expect]]`", found);
            continue;
        };
        let line = Record::new(table, record.place_of(node), "`[[expect]]`");
        let what = line.need_text("what", found);
        let set = line.need_text("set", found);
        line.need("count");
        let count = line.integer("count", 0, 100_000, found);
        set::origin(&line, None, found);
        line.text("why", found);
        let only = line.table("where", found);
        if let Some((table, place)) = &only
            && let Some(of) = parsed.iter().find(|s| Some(&s.id.value) == set.as_ref().map(|s| &s.value))
        {
            let known = Record::new(table, place.clone(), format!("the fields of set `{}`", of.id.value));
            for key in set::keys(&of.fields) {
                known.get(key);
            }
            known.finish(found);
        }
        let only = only.map(|(t, _)| t.iter().map(|(k, v)| (k.text.clone(), v.clone())).collect()).unwrap_or_default();
        line.finish(found);
        let (Some(what), Some(set), Some(count)) = (what, set, count) else { continue };
        if !is_set(&set, sets, found) {
            continue;
        }
        let count = Spot { value: count.value as u32, place: count.place };
        all.push(Expect { what: what.value, set, only, count });
    }
    all
}

/// Whether a set with that name exists. A missing one is reported.
pub(super) fn is_set(set: &Spot<String>, sets: &[&str], found: &mut Vec<Finding>) -> bool {
    if sets.contains(&set.value.as_str()) {
        return true;
    }
    let help = nearest(&set.value, sets.iter().copied())
        .map_or_else(|| format!("there are: {}", sets.join(", ")), |near| format!("did you mean `{near}`?"));
    let message = format!("there is no set `{}`", set.value);
    found.push(Finding::new(&rule::UNKNOWN_NAME, set.place.clone(), message).help(help));
    false
}

//! Reads a `[[set]]` of `game.toml` and the components in the set's own file.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use super::cut::cut;
use super::game::{content_path, duplicate, toml_file};
use super::{Component, Field, Node, Origin, Record, Set, Spot, Table, Value, check, field};
use crate::error::Error;
use crate::finding::{FileId, Finding, Owner, Place, Sources, nearest, rule};
use crate::language::Language;
use crate::shape::Shape;
use crate::units::{Mm, Size};

/// The most components in one set.
const MAX_COMPONENTS: usize = 10_000;
/// The most copies of all components in one set.
const MAX_COPIES: u32 = 20_000;

/// The most fields of one set.
const MAX_FIELDS: usize = 100;

/// A set as declared in `game.toml`.
pub(super) struct Head {
    pub id: Spot<String>,
    title: String,
    size: Spot<Size>,
    shape: Shape,
    bleed: Mm,
    safe: Mm,
    language: Language,
    template: Option<Spot<String>>,
    back: Option<Spot<String>>,
    papers: Vec<Spot<String>>,
    allow: Vec<Spot<String>>,
    fields: Vec<Field>,
    place: Place,
    /// Whether it has keys that it does not know. One of them may be its template.
    has_unknown: bool,
}

pub(super) fn head(table: &Table, place: Place, language: Language, found: &mut Vec<Finding>) -> Option<Head> {
    let set = Record::new(table, place.clone(), "`[[set]]`");
    let id = set.need_text("id", found);
    let title = set.need_text("title", found);
    set.need("size");
    let cut = cut(&set, None, found);
    let bleed = set.length("bleed", 0.0, 20.0, found).map_or(Mm(3.0), |l| l.value);
    let safe = set.length("safe", 0.0, 50.0, found).map_or(Mm(3.0), |l| l.value);
    let language = set.language("language", found).unwrap_or(language);
    let template = inside(set.text("template", found), found);
    let back = inside(set.text("back", found), found);
    let papers = set.texts("papers", "names of papers in quotes", found);
    let allow = set.texts("allow", "names of rules in quotes", found);
    let fields = field::declared(&set, found);
    if fields.len() > MAX_FIELDS {
        let message = format!("the set declares {} fields, the limit is {MAX_FIELDS}", fields.len());
        found.push(Finding::new(&rule::OUT_OF_RANGE, place, message));
        return None;
    }
    let before = found.len();
    set.finish(found);
    let has_unknown = found[before..].iter().any(|finding| finding.rule == &rule::UNKNOWN_KEY);
    let id = id.filter(|id| usable_id(id, found) && (papers.is_empty() || names_no_option(id, found)))?;
    let (size, shape) = cut?;
    Some(Head {
        id,
        title: title?.value,
        size,
        shape,
        bleed,
        safe,
        language,
        template,
        back,
        papers,
        allow,
        fields,
        place,
        has_unknown,
    })
}

pub(super) fn parse(
    root: &Path,
    game: &str,
    head: Head,
    data: &Table,
    sources: &mut Sources,
    found: &mut Vec<Finding>,
) -> Result<Option<Set>, Error> {
    let path = content_path(game, &head.id.value);
    if !root.join(&path).exists() {
        let message = format!("set `{}` has no file `{}`", head.id.value, path.display());
        found.push(Finding::new(&rule::FILE_UNREADABLE, head.id.place, message).help("create it, or remove the set"));
        return Ok(None);
    }
    let Some((file, table)) = toml_file(root, &path, sources, found)? else { return Ok(None) };
    let top = Record::new(&table, Place::new(file, 0..0), format!("`{}`", path.display()));
    let defaults = top.table("defaults", found);
    top.need("component");
    let nodes = top.list("component", found);
    for (key, node) in table.iter() {
        check::values(&key.text, node, file, sources.text(file), found);
    }
    let sound = found.len();
    top.finish(found);
    if found.len() > sound {
        // With a misspelled key, every component would be reported for values it seems to lack.
        return Ok(None);
    }
    let head = agreed(head, &table, found);
    if nodes.len() > MAX_COMPONENTS {
        let message = format!("set `{}` has {} components, the limit is {MAX_COMPONENTS}", head.id.value, nodes.len());
        found.push(Finding::new(&rule::OUT_OF_RANGE, Place::new(file, 0..0), message));
        return Ok(None);
    }
    if let Some((defaults, place)) = &defaults {
        let known = Record::new(defaults, place.clone(), "`[defaults]`");
        for key in keys(&head.fields) {
            known.get(key);
        }
        known.finish(found);
    }
    let (mut components, all): (Vec<Component>, usize) = (Vec::new(), nodes.len());
    let lacks_tables = field::lack_tables(&head.fields, data, head.place.file, found);
    let mut taken: HashMap<String, Spot<String>> = HashMap::new();
    for node in nodes {
        let Some(own) = node.table() else {
            let _: Option<()> = top.wrong(node, "component", "tables: write `[[component]]`", found);
            continue;
        };
        let mut values = own.clone();
        for (key, value) in defaults.iter().flat_map(|(table, _)| table.iter()) {
            if !values.contains_key(&key.text) {
                values.push(key.clone(), value.clone());
            }
        }
        let place = Place::new(file, node.span.start..own.end().max(node.span.end));
        let Some(component) = component(values, place, &head, data, found) else {
            continue;
        };
        match taken.entry(component.id.value.to_ascii_lowercase()) {
            Entry::Occupied(first) => found.push(duplicate("component", &component.id, first.get())),
            Entry::Vacant(free) => {
                free.insert(component.id.clone());
                let first = components.last().map_or(1, |last| last.first + last.count.value);
                components.push(Component { first, is_sound: component.is_sound && !lacks_tables, ..component });
            }
        }
    }
    let copies: u64 = components.iter().map(|c| u64::from(c.count.value)).sum();
    if copies > u64::from(MAX_COPIES) {
        let message = format!("set `{}` has {copies} copies, the limit is {MAX_COPIES}", head.id.value);
        found.push(Finding::new(&rule::OUT_OF_RANGE, Place::new(file, 0..0), message));
        return Ok(None);
    }
    let is_whole = components.len() == all && components.iter().all(|card| card.is_sound);
    Ok(Some(head.with(file, components, is_whole)))
}

impl Head {
    /// The set with its components.
    fn with(self, file: FileId, components: Vec<Component>, is_whole: bool) -> Set {
        let Head { id, place, title, size, shape, bleed, safe, language, papers, allow, fields, .. } = self;
        Set { id, place, title, file, size, shape, bleed, safe, language, papers, allow, fields, components, is_whole }
    }
}

/// The keys that every component may have.
const ENVELOPE: [&str; 10] = ["id", "name", "count", "template", "back", "size", "shape", "origin", "why", "allow"];

/// All keys that a component of the set may have.
pub(super) fn keys(fields: &[Field]) -> impl Iterator<Item = &str> {
    ENVELOPE.iter().copied().chain(fields.iter().map(|f| f.name.as_str()))
}

/// Finds misspelled declarations: all components agree on a key, and the declared one has almost the same name.
fn agreed(mut head: Head, table: &Table, found: &mut Vec<Finding>) -> Head {
    let nodes = match table.get("component").map(|node| &node.value) {
        Some(Value::List(nodes)) => nodes.as_slice(),
        _ => &[],
    };
    let defaults = table.get("defaults").and_then(Node::table);
    let written: Vec<&Table> = nodes.iter().filter_map(Node::table).chain(defaults).collect();
    let known: Vec<String> = keys(&head.fields).map(str::to_owned).collect();
    for field in head.fields.iter_mut().filter(|f| !written.iter().any(|t| t.contains_key(&f.name))) {
        let others =
            written.iter().flat_map(|t| t.keys()).map(|k| k.text.as_str()).filter(|k| !known.iter().any(|n| n == k));
        // A key that only one component has may itself be the misspelled one.
        let often = others.filter(|key| written.iter().filter(|t| t.contains_key(key)).count() > 1);
        if let Some(meant) = nearest(&field.name, often) {
            found.push(
                Finding::new(
                    &rule::UNKNOWN_KEY,
                    Place::new(head.place.file, field.key.span.clone()),
                    format!("unknown key `{}`, did you mean `{meant}`?", field.name),
                )
                .help(format!("the components in `{}.toml` have `{meant}`", head.id.value)),
            );
            field.name = meant.to_owned();
        }
    }
    head
}

fn component(values: Table, place: Place, head: &Head, data: &Table, found: &mut Vec<Finding>) -> Option<Component> {
    let owner = values.get("id").and_then(Node::text).map(|id| {
        let name = format!("{}/{}", head.id.value, id.escape_debug());
        Owner { place: place.clone(), name }
    });
    let record = Record::new(&values, place.clone(), "a component").owned_by(owner);
    let before = found.len();
    let id = record.need_text("id", found);
    let name = record.text("name", found);
    let count = record.integer("count", 0, 1000, found);
    let template = inside(record.text("template", found), found).or_else(|| head.template.clone());
    let back = inside(record.text("back", found), found).or_else(|| head.back.clone());
    let cut = cut(&record, Some((head.size.value, &head.shape)), found);
    let origin = origin(&record, Some(&id), found);
    let why = record.text("why", found).map(|w| w.value);
    let allow = record.texts("allow", "names of rules in quotes", found);
    for field in &head.fields {
        let node = if field.optional { record.get(&field.name) } else { record.need(&field.name) };
        if let Some(node) = node {
            field::check(&record, field, node, data, found);
        }
    }
    record.finish(found);
    let is_sound = found.len() == before;
    if template.is_none() && !head.has_unknown {
        found.push(
            Finding::new(&rule::MISSING_KEY, place.clone(), "neither the component nor its set names a `template`")
                .other(head.place.clone(), "its set")
                .help("add `template = \"….svg\"` to the set"),
        );
    }
    let id = id.filter(|id| usable_id(id, found))?;
    let count =
        count.map_or(Spot { value: 1, place: id.place.clone() }, |c| Spot { value: c.value as u32, place: c.place });
    let (size, shape) = cut?;
    Some(Component {
        name: name.map_or_else(|| id.value.clone(), |n| n.value),
        id,
        count,
        first: 1,
        template: template?,
        back,
        size: size.value,
        shape,
        origin: origin?,
        why,
        allow,
        values,
        place,
        is_sound,
    })
}

/// Reads `origin`. Every record must have it.
pub(super) fn origin(record: &Record, id: Option<&Option<Spot<String>>>, found: &mut Vec<Finding>) -> Option<Origin> {
    let Some(node) = record.get("origin") else {
        let place = id.and_then(|id| id.as_ref()).map_or_else(|| record.place.clone(), |id| id.place.clone());
        found.push(
            Finding::new(&rule::ORIGIN_MISSING, place, "the record does not say where it comes from")
                .help(match id {
                    Some(_) => "add `origin = \"rulebook\"`, `public`, `inferred` or `designed` here, or below `[defaults]` for all",
                    None => "add `origin = \"rulebook\"`, `public`, `inferred` or `designed`",
                }),
        );
        return None;
    };
    let Some(text) = node.text() else {
        return record.wrong(node, "origin", "one of rulebook, public, inferred, designed", found);
    };
    let known = Origin::named(text);
    if known.is_none() {
        let near = nearest(text, Origin::WORDS.iter().map(|(word, _)| *word));
        found.push(
            Finding::new(&rule::UNKNOWN_NAME, record.place_of(node), format!("no origin is called `{text}`")).help(
                near.map_or("origins are rulebook, public, inferred, designed".into(), |n| {
                    format!("did you mean `{n}`?")
                }),
            ),
        );
    }
    known
}

/// Reports a path that leads out of the templates folder.
fn inside(path: Option<Spot<String>>, found: &mut Vec<Finding>) -> Option<Spot<String>> {
    let path = path?;
    let name = path.value.as_str();
    if is_outside(name) {
        let message = format!("`{}` must be a relative path inside `templates`", name.escape_debug());
        found.push(
            Finding::new(&rule::PATH_OUTSIDE, path.place.clone(), message)
                .help("put the file into `templates` and name it by its path there"),
        );
    }
    Some(path)
}

/// Whether a path leaves its folder.
pub(crate) fn is_outside(name: &str) -> bool {
    name.starts_with('/') || name.split('/').any(|part| part == "..") || name.contains([':', '\\'])
}

/// Whether an id can be a file name on every system. One that cannot is reported.
pub(super) fn usable_id(id: &Spot<String>, found: &mut Vec<Finding>) -> bool {
    let text = id.value.as_str();
    let plain = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let device = matches!(text, "con" | "prn" | "aux" | "nul" | "game")
        || (text.len() == 4
            && (text.starts_with("com") || text.starts_with("lpt"))
            && text.as_bytes()[3].is_ascii_digit());
    let fits = (1..=64).contains(&text.len()) && !text.starts_with('-') && !text.ends_with('-');
    if plain && fits && !device {
        return true;
    }
    let why = if device { "is reserved" } else { "cannot be a file name everywhere" };
    // The id of a game is the name of its folder, which no caret can show.
    let what = if id.place.span.is_empty() { format!("id `{}`", text.escape_debug()) } else { "this id".to_owned() };
    found.push(
        Finding::new(&rule::BAD_NAME, id.place.clone(), format!("{what} {why}"))
            .help("use 1 to 64 lower-case letters, digits and hyphens, such as `gylden-12`"),
    );
    false
}

/// Whether the documents of a set cannot be taken for those of a run with other options. A set that can is reported.
fn names_no_option(id: &Spot<String>, found: &mut Vec<Finding>) -> bool {
    let ends_in =
        |option: &str| id.value.strip_suffix(option).is_some_and(|rest| rest.is_empty() || rest.ends_with('-'));
    let is_list = id.value == "changes";
    let taken = ["low-ink", "changed"].into_iter().find(|option| ends_in(option)).or(is_list.then_some("changes"));
    if let Some(option) = taken {
        let message = format!("a set with papers of its own cannot end in `{option}`, which names files of other runs");
        let help = "give the set another id, or leave `papers` out";
        found.push(Finding::new(&rule::BAD_NAME, id.place.clone(), message).help(help));
    }
    taken.is_none()
}

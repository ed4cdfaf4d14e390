//! Checks a game's records before anything is drawn.

use super::{Form, Game, Kind, Node, Table, Value};
use crate::finding::{FileId, Finding, Place, Rule, nearest, rule};

pub(super) fn game(game: &Game, found: &mut Vec<Finding>) {
    counts(game, found);
    unused_keys(game, found);
    siblings(&game.data, game.file, found);
}

/// Compares the components with the rulebook's list.
fn counts(game: &Game, found: &mut Vec<Finding>) {
    for expect in &game.expects {
        let set = game.sets.iter().find(|set| set.id.value == expect.set.value);
        // What keeps a record from being read has its own finding.
        let Some(set) = set.filter(|set| set.is_whole) else { continue };
        let there: u32 = set
            .components
            .iter()
            .filter(|c| expect.only.iter().all(|(k, v)| c.values.get(k.as_str()).is_some_and(|have| same(have, v))))
            .map(|c| c.count.value)
            .sum();
        if there != expect.count.value {
            let more = expect.count.value > there;
            let difference = expect.count.value.abs_diff(there);
            found.push(
                Finding::new(
                    &rule::COUNT_DIFFERS,
                    expect.count.place.clone(),
                    format!("{}: {there} in set `{}`, the list says {}", expect.what, set.id.value, expect.count.value),
                )
                .label(format!("{there} found"))
                .help(format!(
                    "{} {difference} in `{}.toml`, or fix the list",
                    if more { "add" } else { "remove" },
                    set.id.value
                )),
            );
        }
    }
}

/// Finds misspelled records: several components name a missing one, and an unused one has almost the same name.
///
/// The record is reported once, instead of every component.
fn unused_keys(game: &Game, found: &mut Vec<Finding>) {
    for (name, table) in game.data.iter().filter_map(|(k, node)| Some((&k.text, node.table()?))) {
        let named: Vec<&str> = game
            .sets
            .iter()
            .flat_map(|set| {
                let fields = set.fields.iter().filter(|f| f.kind == Kind::KeyOf(name.clone()));
                fields.flat_map(|f| set.components.iter().filter_map(|c| c.values.get(&f.name)?.text()))
            })
            .collect();
        for key in table.keys().filter(|key| !named.contains(&key.text.as_str())) {
            let lost = named.iter().copied().filter(|n| !table.contains_key(n));
            let Some(meant) = nearest(&key.text, lost) else { continue };
            let times = named.iter().filter(|n| **n == meant).count();
            if times < 2 {
                continue;
            }
            let message = format!("`{meant}` is not in `[data.{name}]`");
            found.retain(|d| d.message != message);
            found.push(
                Finding::new(
                    &rule::UNKNOWN_KEY,
                    Place::new(game.file, key.span.clone()),
                    format!("unknown key `{}`, did you mean `{meant}`?", key.text),
                )
                .help(format!("{times} components name `{meant}`")),
            );
        }
    }
}

fn same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Text(x), Value::Text(y)) => x == y,
        (Value::Boolean(x), Value::Boolean(y)) => x == y,
        _ => a.number().is_some_and(|x| b.number() == Some(x)),
    }
}

/// Finds misspelled keys in tables of similar records: only one record has the key, and it lacks one that all others
/// have.
fn siblings(data: &Table, file: FileId, found: &mut Vec<Finding>) {
    for table in data.values().filter_map(Node::table) {
        let records: Vec<&Table> = table.values().filter_map(Node::table).collect();
        if records.len() < 3 || records.len() != table.values().count() {
            continue;
        }
        for (i, record) in records.iter().enumerate() {
            let others = || records.iter().enumerate().filter(move |&(j, _)| j != i).map(|(_, other)| other);
            for key in record.keys().filter(|key| !others().any(|o| o.contains_key(&key.text))) {
                let lacking = records[(i + 1) % records.len()]
                    .keys()
                    .map(|k| k.text.as_str())
                    .filter(|k: &&str| !record.contains_key(k) && others().all(|o| o.contains_key(k)));
                if let Some(near) = nearest(&key.text, lacking) {
                    found.push(
                        Finding::new(
                            &rule::UNKNOWN_KEY,
                            Place::new(file, key.span.clone()),
                            format!("unknown key `{}`, did you mean `{near}`?", &key.text),
                        )
                        .help(format!("its {} neighbors all have `{near}`", records.len() - 1)),
                    );
                }
            }
        }
    }
}

/// Finds unprintable characters and numbers such as `nan`, anywhere in a value.
pub(super) fn values(key: &str, node: &Node, file: FileId, source: &str, found: &mut Vec<Finding>) {
    match &node.value {
        Value::Text(text) => characters(key, text, &Place::new(file, node.span.clone()), source, found),
        Value::List(items) => items.iter().for_each(|item| values(key, item, file, source, found)),
        Value::Table(table) => table.iter().for_each(|(key, value)| values(&key.text, value, file, source, found)),
        Value::Float(number) if !number.is_finite() => {
            let message = format!("`{key}` is {number}, which is not a finite number");
            found.push(super::record::out_of_range(Place::new(file, node.span.clone()), message));
        }
        _ => {}
    }
}

/// Finds unprintable and invisible characters in a text: each at its first place, with how many there are.
fn characters(key: &str, text: &str, place: &Place, source: &str, found: &mut Vec<Finding>) {
    // These appear in lists and file names, which take one line.
    let is_line = matches!(key, "title" | "version" | "author" | "name" | "what");
    let controls = text.char_indices().filter(|&(_, c)| is_control(c) || (is_line && c == '\n'));
    let controls = controls.map(|(at, c)| (at, c, &rule::CONTROL_CHARACTER, "control"));
    let hidden = invisible(text).map(|(at, c)| (at, c, &rule::BIDI_CHARACTER, "invisible"));
    let mut kinds: Vec<(usize, char, &'static Rule, &str, usize)> = Vec::new();
    for (at, c, rule, what) in controls.chain(hidden) {
        match kinds.iter_mut().find(|kind| kind.1 == c) {
            Some((.., times)) => *times += 1,
            None => kinds.push((at, c, rule, what, 1)),
        }
    }
    let written = &source[place.span.clone()];
    let form = Form::of(written).unwrap_or(Form::Bare);
    for (at, c, rule, what, times) in kinds {
        let spelled = form.spelled(written, at..at + c.len_utf8(), text.len());
        let start = place.span.start;
        let place = spelled.map_or(place.clone(), |at| Place::new(place.file, start + at.start..start + at.end));
        let times = if times > 1 { format!(", {times} times") } else { String::new() };
        let message = format!("`{key}` holds the {what} character U+{:04X}{times}", c as u32);
        let help = match c {
            '\t' | '\n' => "write a space",
            _ if breaks_line(c) && !is_line => "break the line with \n instead",
            _ if rule == &rule::BIDI_CHARACTER => "delete it, unless the language needs it",
            _ => "delete it",
        };
        found.push(Finding::new(rule, place, message).help(form.advice(help)));
    }
}

fn is_control(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether other programs break the line at a character.
pub fn breaks_line(c: char) -> bool {
    matches!(c, '\n' | '\u{b}'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The invisible characters of a text that its script does not need.
///
/// Joiners shape letters from Arabic to Khmer and put emoji together, marks of direction belong to texts from right to left,
/// and a space of no width ends a word where none is written. Tags say whose flag an emoji is.
pub fn invisible(text: &str) -> impl Iterator<Item = (usize, char)> {
    let is_shaped = |c: char| matches!(c, '\u{600}'..='\u{1cff}');
    let is_rtl = |c: char| matches!(c, '\u{590}'..='\u{8ff}');
    let runs_left = text.contains(is_rtl);
    text.char_indices().filter(move |&(at, c)| {
        let is_needed = match c {
            '\u{200d}' if text[..at].trim_end_matches('\u{fe0f}').ends_with(is_emoji) => {
                text[at + c.len_utf8()..].starts_with(is_emoji)
            }
            '\u{200b}'..='\u{200d}' => text[..at].ends_with(is_shaped),
            '\u{200e}' | '\u{200f}' | '\u{61c}' => runs_left,
            '\u{e0020}'..='\u{e007f}' => text[..at].trim_end_matches(is_tag).ends_with('\u{1f3f4}'),
            _ => false,
        };
        is_invisible(c) && !is_needed
    })
}

/// Whether a character may be part of a sequence that shows one emoji.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether a character is one of those that spell the name of a flag.
fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}

/// Whether a character is invisible, or changes the direction of the text after it.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        || matches!(c, '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_an_emoji_together_is_needed() {
        for (text, want) in [
            ("\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}", None),
            ("\u{1f469}\u{1f3fd}\u{200d}\u{1f680}", None),
            ("\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", None),
            ("\u{1f308}\u{200d}", Some('\u{200d}')),
            ("Dig\u{200d}\u{1f308}", Some('\u{200d}')),
            ("Dig\u{e0067}", Some('\u{e0067}')),
        ] {
            assert_eq!(invisible(text).next().map(|(_, c)| c), want, "{}", text.escape_debug());
        }
    }
}

//! A difference in words: lines for people, JSON lines for machines.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Change, Difference, Field, GameChange, Kind, Piece, written};
use crate::finding::printable;

/// The difference as text for people.
pub fn words(difference: &Difference, is_colored: bool) -> String {
    let paint = Paint { is_colored };
    let mut out = String::new();
    for game in &difference.games {
        let _ = writeln!(out, "{}", paint.bold(&printable(&format!("{}  {}", game.id, game.title))));
        for field in &game.fields {
            let _ = writeln!(out, "  {}", written_out(field, &paint));
        }
        for change in game.components.iter().filter(|c| c.kind != Kind::Renumbered) {
            out.push_str(&component(change, &paint));
        }
        for (set, all) in renumbered(game) {
            let _ = writeln!(out, "  # {set}  {} with only a new number in the deck", all.len());
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", summary(difference));
    out
}

/// The components whose only change is the number in the deck, grouped by set.
pub(super) fn renumbered(game: &GameChange) -> Vec<(&str, Vec<&Change>)> {
    let mut sets: Vec<(&str, Vec<&Change>)> = Vec::new();
    for change in game.components.iter().filter(|c| c.kind == Kind::Renumbered) {
        match sets.iter_mut().find(|(set, _)| *set == change.set) {
            Some((_, all)) => all.push(change),
            None => sets.push((&change.set, vec![change])),
        }
    }
    sets
}

/// Why a component is drawn differently, if its own record does not explain it.
pub(super) fn because(change: &Change) -> Option<String> {
    match change.files.as_slice() {
        [] if change.fields.iter().any(|f| !f.is_remark()) => None,
        [] => Some("others in its set or game changed".to_owned()),
        files => Some(format!("of {}", files.join(", "))),
    }
}

/// One line: the number of changed, added and removed components, and of copies to print.
pub fn summary(difference: &Difference) -> String {
    let of = |kind: Kind| difference.components().filter(|c| c.kind == kind).count();
    let copies: u32 = difference.copies().values().sum();
    let unclear = match of(Kind::Unclear) {
        0 => String::new(),
        n => format!(", {n} that cannot be compared"),
    };
    let renumbered = match of(Kind::Renumbered) {
        0 => String::new(),
        n => format!(", {n} with only a new number in the deck"),
    };
    if difference.games.is_empty() {
        return format!("nothing changed since {}", printable(&difference.old));
    }
    format!(
        "since {}: {} changed, {} new, {} removed{renumbered}{unclear}; {copies} to print",
        printable(&difference.old),
        of(Kind::Changed),
        of(Kind::Added),
        of(Kind::Removed),
    )
}

fn component(change: &Change, paint: &Paint) -> String {
    let id = format!("{}/{}", change.set, change.id);
    let name = printable(&change.name);
    let (old, new) = change.count;
    let head = match change.kind {
        Kind::Added => paint.come(&format!("+ {id}  {name}, {new} new")),
        Kind::Removed => paint.gone(&format!("- {id}  {name}, {old} removed")),
        Kind::Changed | Kind::Renumbered => {
            let was = change.was.as_ref().map_or(String::new(), |was| format!(", was {was}"));
            paint.bold(&format!("~ {id}  {name}{was}"))
        }
        Kind::Unclear => paint.gone(&format!("? {id}  {name}, cannot be compared")),
    };
    let mut out = format!("  {head}\n");
    for field in change.fields.iter().filter(|field| field.path != "id") {
        let _ = writeln!(out, "      {}", written_out(field, paint));
    }
    if change.kind == Kind::Changed {
        if !change.faces.is_empty() {
            let sides: Vec<&str> = change.faces.iter().map(|face| face.side.word()).collect();
            let because = because(change).map_or(String::new(), |why| format!(", because {}", printable(&why)));
            let _ = writeln!(out, "      {} drawn differently{because}", sides.join(" and "));
        } else if !change.renumbered.is_empty() {
            out.push_str("      only its number in the deck is drawn differently\n");
        } else if change.fields.iter().any(|f| !f.is_remark() && f.path != "count") && !change.prints_anew {
            out.push_str("      prints as before\n");
        }
    }
    for (is_undrawn, when) in [(change.is_undrawn.0, "was"), (change.is_undrawn.1, "is")] {
        if is_undrawn {
            let _ = writeln!(out, "      cannot be drawn as it {when}; see the errors");
        }
    }
    out
}

/// A changed field, such as `text: Draw [-two-]{+three+} cards` or `count: 2 → 3`.
fn written_out(field: &Field, paint: &Paint) -> String {
    let path = printable(&field.path);
    if let Some(pieces) = field.pieces() {
        let text: String = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Same(text) => one_line(text),
                Piece::Gone(text) => paint.gone(&format!("[-{}-]", one_line(text))),
                Piece::Come(text) => paint.come(&format!("{{+{}+}}", one_line(text))),
            })
            .collect();
        return format!("{path}: {text}");
    }
    let value = |node: &crate::content::Node| printable(&written(node));
    match (&field.old, &field.new) {
        (Some(old), Some(new)) => format!("{path}: {} → {}", paint.gone(&value(old)), paint.come(&value(new))),
        (None, Some(new)) => format!("{path}: {} is new", paint.come(&value(new))),
        (Some(old), None) => format!("{path}: {} is gone", paint.gone(&value(old))),
        (None, None) => path,
    }
}

fn one_line(text: &str) -> String {
    printable(&text.replace('\n', "⏎"))
}

struct Paint {
    is_colored: bool,
}

impl Paint {
    fn with(&self, code: &str, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn bold(&self, text: &str) -> String {
        self.with("1", text)
    }

    fn gone(&self, text: &str) -> String {
        self.with("31", text)
    }

    fn come(&self, text: &str) -> String {
        self.with("32", text)
    }
}

#[derive(Serialize)]
struct GameLine<'a> {
    game: &'a str,
    change: &'static str,
    fields: &'a [Field],
}

#[derive(Serialize)]
struct Line<'a> {
    game: &'a str,
    set: &'a str,
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<&'a str>,
    name: &'a str,
    change: Kind,
    count: [u32; 2],
    print: u32,
    fields: &'a [Field],
    faces: Vec<&'static str>,
    renumbered: Vec<&'static str>,
    files: &'a [String],
    undrawn: [bool; 2],
}

/// The difference as JSON, one object per line: games with changes of their own, and components.
pub fn json(difference: &Difference) -> String {
    let mut out = String::new();
    let mut put = |line: serde_json::Result<String>| {
        out.push_str(&line.expect("text keys and plain values make JSON"));
        out.push('\n');
    };
    for GameChange { id, fields, components, .. } in &difference.games {
        if !fields.is_empty() {
            put(serde_json::to_string(&GameLine { game: id, change: "game", fields }));
        }
        for c in components {
            put(serde_json::to_string(&Line {
                game: &c.game,
                set: &c.set,
                id: &c.id,
                was: c.was.as_deref(),
                name: &c.name,
                change: c.kind,
                count: [c.count.0, c.count.1],
                print: c.copies(),
                fields: &c.fields,
                faces: c.faces.iter().map(|face| face.side.word()).collect(),
                renumbered: c.renumbered.iter().map(|side| side.word()).collect(),
                files: &c.files,
                undrawn: [c.is_undrawn.0, c.is_undrawn.1],
            }));
        }
    }
    out
}

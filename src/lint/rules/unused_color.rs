//! Palette entries that nothing uses.

use crate::content::{Spot, Swatch, Table, Value};
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;

pub static RULE: Rule = Rule {
    name: "unused-color",
    severity: Severity::Note,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "No template of the game uses a palette entry.",
    why: "Whoever restyles the kit changes it and sees no effect.",
    fix: "Delete the entry, or use it in a template.",
    wrong: r##"
        # game.toml
        [palette]
        silver = "#c0c0c0"
    "##,
    right: r##"
        # game.toml
        [palette]
        silver = "#c0c0c0"
        {# card.svg #}
        <path d="M45 40h9v9z" fill="{{ palette.silver }}"/>
    "##,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let used = view.studio.reached(view.game);
    let texts: Vec<&str> = used
        .iter()
        .filter_map(|name| view.studio.templates.file(name))
        .map(|file| view.content.sources.text(file))
        .collect();
    if texts.iter().any(|text| may_use_any(text)) {
        return;
    }
    // A record or a quoted name may select a color.
    let is_named = |name: &str| {
        let cards = view.game.sets.iter().flat_map(|set| &set.components).map(|card| &card.values);
        let is_quoted = |text: &&str| text.contains(&format!("\"{name}\"")) || text.contains(&format!("'{name}'"));
        texts.iter().any(is_quoted) || std::iter::once(&view.game.data).chain(cards).any(|table| names(table, name))
    };
    for Swatch { name: Spot { value: name, place }, .. } in &view.game.palette {
        // Partials may use the palette under another name.
        let word = format!(".{name}");
        let is_used = texts.iter().any(|text| {
            text.match_indices(&word).any(|(at, _)| {
                let is_whole = !text[at + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
                is_whole && !OTHERS.iter().any(|other| text[..at].ends_with(other)) && !is_comment(text, at)
            })
        });
        if is_used || is_named(name) {
            continue;
        }
        let message = format!("no template of the game uses color `{name}`");
        found.push(Finding::new(&RULE, place.clone(), message).help("delete it, or paint something with it"));
    }
}

/// Variables whose fields may have the name of a color.
const OTHERS: [&str; 7] = ["card", "set", "game", "fonts", "face", "data", "loop"];

/// Whether a template loops over all colors, or builds their names.
fn may_use_any(text: &str) -> bool {
    let made_up = |rest: &str| rest.split(']').next().is_some_and(|name| name.contains(['~']) || name.contains("set."));
    text.split("palette[").skip(1).any(made_up) || text.contains(" in palette %}")
}

fn is_comment(text: &str, at: usize) -> bool {
    text[..at].rfind("{#").is_some_and(|from| !text[from..at].contains("#}"))
}

/// Whether any text in the table equals the name.
fn names(table: &Table, name: &str) -> bool {
    table.values().any(|node| match &node.value {
        Value::Text(text) => text == name,
        Value::Table(inner) => names(inner, name),
        Value::List(items) => {
            items.iter().any(|item| item.text() == Some(name) || item.table().is_some_and(|t| names(t, name)))
        }
        _ => false,
    })
}

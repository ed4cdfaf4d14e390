//! Palette entries that nothing is painted with.

use super::Desk;
use crate::diag::{Diagnostic, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "unused-colour",
    severity: Severity::Note,
    what: "A palette entry is used by no template of the game.",
    why: "Whoever restyles the kit changes it and wonders why nothing happens.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    let used = desk.templates();
    let texts: Vec<&str> = used
        .iter()
        .filter_map(|name| desk.studio.templates.file(name))
        .map(|file| desk.content.sources.text(file))
        .collect();
    // A colour that is chosen by a name in a record may be any.
    if texts.iter().any(|text| text.contains("palette[")) {
        return;
    }
    let Some(table) = &desk.game.palette_at else { return };
    for (name, _) in &desk.game.palette {
        // Partials are given the whole palette under a name of their own.
        let word = format!(".{name}");
        let is_used = texts.iter().any(|text| {
            text.match_indices(&word)
                .any(|(at, _)| !text[at + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        let Some(key) = table.keys().find(|key| key.text == *name).filter(|_| !is_used) else { continue };
        let message = format!("no template of the game uses colour `{name}`");
        let place = Place::new(desk.game.file, key.span.clone());
        found.push(Diagnostic::new(&RULE, place, message).help("delete it, or paint something with it"));
    }
}

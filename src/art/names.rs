//! Names that a template uses and no card has: joined to a string, Tera would print nothing for them.

use std::collections::BTreeSet;

use crate::content::{Game, Set};
use crate::finding::{Finding, Place, Sources, nearest, rule};
use crate::template::Templates;

/// What `face` has.
const FACE: [&str; 7] = ["side", "w", "h", "bleed", "safe", "trim", "ink"];
/// What `game` has.
const GAME: [&str; 4] = ["id", "title", "version", "players"];
/// What `set` has.
const SET: [&str; 3] = ["id", "title", "total"];
/// What every card has, whatever its fields.
const CARD: [&str; 8] = ["id", "name", "count", "index", "last", "of", "origin", "why"];

/// Checks the templates of each set, and what they include, against the game's names; returns those at fault, by the
/// number of the set.
pub(super) fn check<'a>(
    game: &'a Game,
    templates: &Templates,
    sources: &Sources,
    found: &mut Vec<Finding>,
) -> BTreeSet<(usize, &'a str)> {
    let mut at_fault = BTreeSet::new();
    for (s, set) in game.sets.iter().enumerate() {
        let used = set.components.iter().flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten();
        let used: BTreeSet<&str> = used.map(|name| name.value.as_str()).collect();
        for name in used {
            let slips = slips(name, game, set, templates, sources);
            if !slips.is_empty() {
                at_fault.insert((s, name));
            }
            for slip in slips {
                if !found.contains(&slip) {
                    found.push(slip);
                }
            }
        }
    }
    at_fault
}

/// What a template, and what it includes, names and no card of the set has.
fn slips(name: &str, game: &Game, set: &Set, templates: &Templates, sources: &Sources) -> Vec<Finding> {
    let mut slips = Vec::new();
    let reached = templates.reached(std::iter::once(name));
    for file in reached.iter().filter_map(|name| templates.file(name)) {
        let text = sources.text(file);
        for (owner, field, at) in fields(text) {
            let known = known(owner, game, set);
            if known.contains(&field) {
                continue;
            }
            let help = nearest(field, known.iter().copied())
                .map_or_else(|| format!("there are: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
            let place = Place::new(file, at..at + owner.len() + 1 + field.len());
            let finding = Finding::new(&rule::TEMPLATE_ERROR, place, format!("`{owner}.{field}` is not defined"));
            slips.push(finding.help(help));
        }
    }
    slips
}

fn known<'a>(owner: &str, game: &'a Game, set: &'a Set) -> Vec<&'a str> {
    match owner {
        "palette" => game.palette.iter().map(|swatch| swatch.name.value.as_str()).collect(),
        "fonts" => game.fonts.iter().map(|(name, _)| name.as_str()).collect(),
        "face" => FACE.to_vec(),
        "game" => GAME.to_vec(),
        "set" => SET.to_vec(),
        _ => CARD.iter().copied().chain(set.fields.iter().map(|f| f.name.as_str())).collect(),
    }
}

/// Every `owner.field` inside `{{ … }}` and `{% … %}`, with its place.
fn fields(text: &str) -> Vec<(&str, &str, usize)> {
    let mut all = Vec::new();
    for owner in ["card", "palette", "fonts", "face", "game", "set"] {
        for (at, _) in text.match_indices(owner) {
            let before = text[..at].chars().next_back();
            let is_word =
                before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '"' | '\'' | '/' | '-'));
            let Some(rest) = text[at + owner.len()..].strip_prefix('.').filter(|_| is_word) else { continue };
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let is_code =
                text[..at].rfind("{{").max(text[..at].rfind("{%")) > text[..at].rfind("}}").max(text[..at].rfind("%}"));
            // The arguments of a component have names of their own.
            if length > 0 && is_code && !is_in_component(&text[..at]) {
                all.push((owner, &rest[..length], at));
            }
        }
    }
    all
}

/// Whether a text ends within a component.
fn is_in_component(before: &str) -> bool {
    let last = before.rfind("component").map(|at| before[..at].trim_end());
    last.is_some_and(|tag| tag.ends_with("{%") || tag.ends_with("{%-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_code_only() {
        let text =
            "card.svg {{ card.name ~ palette.ink }} {% if face.side %} scorecard.x {{ \"card.no\" }} {{ a.card.no }}";
        let names: Vec<_> = fields(text).into_iter().map(|(o, f, _)| format!("{o}.{f}")).collect();
        assert_eq!(names, ["card.name", "palette.ink", "face.side"]);
        let text = "{% component a(card: map) %}{{ card.own }}{% endcomponent a %}{{ card.name }}";
        let names: Vec<_> = fields(text).into_iter().map(|(_, field, _)| field).collect();
        assert_eq!(names, ["name"]);
    }
}

//! Names that a template uses and no card has. Joined to a string, Tera would print nothing for them.

use std::collections::{BTreeMap, BTreeSet};

use crate::content::{Game, Set};
use crate::finding::{FileId, Finding, Place, Sources, nearest, rule};
use crate::template::Templates;

/// The variables whose fields are checked.
const OWNERS: [&str; 6] = ["card", "palette", "fonts", "face", "game", "set"];
/// The fields of `face`.
const FACE: [&str; 7] = ["side", "w", "h", "bleed", "safe", "trim", "ink"];
/// The fields of `game`.
const GAME: [&str; 4] = ["id", "title", "version", "players"];
/// The fields of `set`.
const SET: [&str; 3] = ["id", "title", "total"];
/// The fields that every card has.
const CARD: [&str; 8] = ["id", "name", "count", "index", "last", "of", "origin", "why"];

/// Checks the names in the templates of each set, and in what they include.
///
/// Returns the faulty templates, each with the index of its set.
pub(super) fn check<'a>(
    game: &'a Game,
    templates: &Templates,
    sources: &Sources,
    found: &mut Vec<Finding>,
) -> BTreeSet<(usize, &'a str)> {
    let mut at_fault = BTreeSet::new();
    let mut read = BTreeMap::new();
    for (s, set) in game.sets.iter().enumerate() {
        let used = set.components.iter().flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten();
        let used: BTreeSet<&str> = used.map(|name| name.value.as_str()).collect();
        for name in used {
            let slips = slips(name, game, set, templates, sources, &mut read);
            if !slips.is_empty() {
                at_fault.insert((s, name));
            }
            for slip in slips {
                if !found.contains(&slip) && !is_follow_up(&slip, game, found) {
                    found.push(slip);
                }
            }
        }
    }
    at_fault
}

/// The unknown names in a template and in what it includes.
///
/// `read` caches the fields of each template.
fn slips<'a>(
    name: &str,
    game: &Game,
    set: &Set,
    templates: &Templates,
    sources: &'a Sources,
    read: &mut BTreeMap<FileId, Vec<(&'a str, &'a str, usize)>>,
) -> Vec<Finding> {
    let mut slips = Vec::new();
    let reached = templates.reached(std::iter::once(name));
    for file in reached.iter().filter_map(|name| templates.file(name)) {
        for &(owner, field, at) in &*read.entry(file).or_insert_with(|| fields(sources.text(file))) {
            let known = known(owner, game, set);
            if known.contains(&field) {
                continue;
            }
            let help = nearest(field, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let help = help.unwrap_or_else(|| match known.is_empty() {
                true => format!("add it below `[{owner}]` in game.toml"),
                false => format!("there are: {}", known.join(", ")),
            });
            let place = Place::new(file, at..at + owner.len() + 1 + field.len());
            let finding = Finding::new(&rule::TEMPLATE_ERROR, place, format!("`{owner}.{field}` is not defined"));
            slips.push(finding.help(help));
        }
    }
    slips
}

/// Whether a name is missing because its whole table is misspelt, which has its own finding.
fn is_follow_up(slip: &Finding, game: &Game, found: &[Finding]) -> bool {
    let Some(owner) = slip.message.split(['`', '.']).nth(1) else { return false };
    let is_empty = (owner == "palette" && game.palette.is_empty()) || (owner == "fonts" && game.fonts.is_empty());
    let meant = format!("write `{owner}`");
    let is_cause = |f: &Finding| {
        f.rule == &rule::UNKNOWN_KEY
            && f.help.as_ref() == Some(&meant)
            && f.place.as_ref().is_some_and(|place| place.file == game.file)
    };
    is_empty && found.iter().any(is_cause)
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

/// Every `owner.field` inside `{{ … }}` and `{% … %}`, with its byte offset.
fn fields(text: &str) -> Vec<(&str, &str, usize)> {
    let mut all = Vec::new();
    // Inside a component, the same names are its arguments.
    let mut is_in_component = false;
    let mut from = 0;
    while let Some(start) = text[from..].find('{').map(|at| from + at) {
        let close = match text.as_bytes().get(start + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                from = start + 1;
                continue;
            }
        };
        let end = text[start..].find(close).map_or(text.len(), |at| start + at);
        from = (end + 2).min(text.len());
        let code = &text[start..end];
        if close == "%}" {
            let tag = code[2..].trim_start_matches('-').trim_start();
            is_in_component = tag.starts_with("component") || is_in_component && !tag.starts_with("endcomponent");
        }
        if close != "#}" && !is_in_component {
            fields_in(code, start, &mut all);
        }
    }
    all
}

/// Every `owner.field` in a piece of code that starts at `from`.
fn fields_in<'a>(code: &'a str, from: usize, all: &mut Vec<(&'a str, &'a str, usize)>) {
    for (dot, _) in code.match_indices('.') {
        let Some(owner) = OWNERS.into_iter().find(|owner| code[..dot].ends_with(owner)) else { continue };
        let at = dot - owner.len();
        let before = code[..at].chars().next_back();
        let is_word = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '"' | '\'' | '/' | '-'));
        let rest = &code[dot + 1..];
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if is_word && length > 0 {
            all.push((&code[at..dot], &rest[..length], from + at));
        }
    }
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

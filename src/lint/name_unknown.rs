//! Names in texts that nothing answers to.

use std::collections::BTreeSet;

use super::Desk;
use super::words::{names_in, singular};
use crate::content::{Node, Table, Value};
use crate::diag::{Diagnostic, Rule, Severity, nearest};

/// The rule.
pub static RULE: Rule = Rule {
    name: "name-unknown",
    severity: Severity::Warning,
    what: "A text speaks of somebody or something with a capital letter, and nothing in the game is called so.",
    why: "A card or role was renamed or removed, and a text still sends players to look for it.",
};

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    let glossary = &desk.game.glossary;
    if glossary.reference.is_empty() {
        return;
    }
    let known = known(desk);
    for seen in desk.seen.iter().flatten() {
        let set = &desk.game.sets[seen.of.set];
        let card = &set.components[seen.of.component];
        for text in &seen.texts {
            for name in names_in(text) {
                // Two names may stand side by side.
                if known.contains(&singular(&name)) || name.split(' ').all(|word| known.contains(&singular(word))) {
                    continue;
                }
                let place = desk.place(text, seen);
                let help = nearest(&name, known.iter().map(String::as_str)).map_or_else(
                    || "write it small, or add it to `names` or `keywords` of `[glossary]`".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                let told = Diagnostic::new(&RULE, place, format!("nothing in this game is called `{name}`"));
                found.push(told.of(card.owner(set)).help(help));
            }
        }
    }
}

/// Everything that has a name, and each word of it.
fn known(desk: &Desk) -> BTreeSet<String> {
    let mut names: Vec<&str> = vec![&desk.game.title.value];
    let glossary = &desk.game.glossary;
    names.extend(glossary.keywords.iter().chain(&glossary.names).map(|name| name.value.as_str()));
    for set in &desk.game.sets {
        names.push(&set.title);
        for card in &set.components {
            names.push(&card.name);
            named(&card.values, &mut names);
        }
    }
    named(&desk.game.data, &mut names);
    let mut known = BTreeSet::new();
    for name in names {
        known.insert(singular(name));
        known.extend(
            name.split([' ', '-', '/']).map(|word| singular(word.trim_matches(|c: char| !c.is_alphanumeric()))),
        );
    }
    known
}

/// The short texts under keys that name something.
fn named<'a>(table: &'a Table, names: &mut Vec<&'a str>) {
    for (key, node) in table.iter() {
        match &node.value {
            Value::Text(text) if matches!(key.text.as_str(), "name" | "title" | "keyword" | "label" | "plural") => {
                names.push(text);
            }
            Value::Table(inner) => named(inner, names),
            Value::List(items) => items.iter().filter_map(Node::table).for_each(|inner| named(inner, names)),
            _ => {}
        }
    }
}

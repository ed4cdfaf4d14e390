//! Names in texts that nothing in the game has.

use std::collections::BTreeSet;

use crate::content::{Node, Table, Value};
use crate::finding::{Finding, Phase, Rule, Severity, nearest};
use crate::lint::View;
use crate::lint::words::{names_in, singulars};

pub static RULE: Rule = Rule {
    name: "name-unknown",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has a name with a capital letter, and nothing in the game is called that.",
    why: "A card or role was renamed or removed, and a text still sends players to look for it.",
    fix: "Correct the name, or add it to `names` in `[glossary]`.",
    wrong: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = []
        [[set]]
        id = "help"
        title = "Help"
        size = "poker"
        template = "card.svg"
        fields = { clan = "key of clan", number = "integer", text = "text" }
        # help.toml
        [[component]]
        id = "rules"
        clan = "earth"
        number = 1
        text = "Keep the {star} of the Watchman."
        origin = "designed"
    "#,
    right: r#"
        # game.toml
        [glossary]
        reference = ["help"]
        keywords = []
        [[set]]
        id = "help"
        title = "Help"
        size = "poker"
        template = "card.svg"
        fields = { clan = "key of clan", number = "integer", text = "text" }
        # help.toml
        [[component]]
        id = "rules"
        clan = "earth"
        number = 1
        text = "Keep the {star} of the Earth."
        origin = "designed"
    "#,
};

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let glossary = &view.game.glossary;
    // An unreadable file may contain the name.
    if glossary.reference.is_empty() || !view.game.is_whole {
        return;
    }
    let known = known(view);
    for seen in view.seen.iter().flatten() {
        let set = &view.game.sets[seen.subject.set];
        let card = &set.components[seen.subject.component];
        for text in &seen.texts {
            for name in names_in(text) {
                if known.has(&name) {
                    continue;
                }
                let place = view.place_of_word(text, &name, seen);
                let help = nearest(&name, known.whole.iter().map(String::as_str)).map_or_else(
                    || "write it in lower case, or add it to `names` or `keywords` of `[glossary]`".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                let finding = Finding::new(&RULE, place, format!("nothing in this game is called `{name}`"));
                found.push(finding.owner(card.owner(set)).help(help));
            }
        }
    }
}

/// All names of the game, in lower case and in the singular.
struct Known {
    whole: BTreeSet<String>,
    /// Each word of the names.
    words: BTreeSet<String>,
}

impl Known {
    fn has(&self, name: &str) -> bool {
        let is_in = |all: &BTreeSet<String>, name: &str| singulars(name).iter().any(|one| all.contains(one));
        let words: Vec<&str> = name.split(' ').collect();
        // A name may be shortened, and two names may be adjacent. Words of two names do not make a third.
        let parts = || (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
        words.iter().all(|word| is_in(&self.words, word))
            && (words.len() == 1 || parts().any(|(from, to)| is_in(&self.whole, &words[from..to].join(" "))))
    }
}

fn known(view: &View) -> Known {
    let mut names: Vec<&str> = vec![&view.game.title.value];
    let glossary = &view.game.glossary;
    names.extend(glossary.keywords.iter().chain(&glossary.names).map(|name| name.value.as_str()));
    for set in &view.game.sets {
        names.push(&set.title);
        for card in &set.components {
            names.push(&card.name);
            named(&card.values, &mut names);
        }
    }
    named(&view.game.data, &mut names);
    let mut known = Known { whole: BTreeSet::new(), words: BTreeSet::new() };
    for name in names {
        known.whole.extend(singulars(name));
        let words = name.split([' ', '-', '/']).map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        known.words.extend(words.flat_map(singulars));
        known.words.extend(singulars(name));
    }
    known
}

/// Adds the texts under keys such as `name` and `title`.
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

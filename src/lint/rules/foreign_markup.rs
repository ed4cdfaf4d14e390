//! Codes for symbols that come again and again: `[credit]`, `:fire:`.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, rule};
use crate::lint::{Seen, View};

/// The texts of a set in which a word in brackets is no longer an accident.
const OFTEN: usize = 3;

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let mut codes: BTreeMap<(usize, &str), Vec<(&Seen, &str)>> = BTreeMap::new();
    for seen in view.seen.iter().flatten() {
        for (text, code) in &seen.codes {
            codes.entry((seen.subject.set, code)).or_default().push((seen, text));
        }
    }
    for ((set, code), uses) in codes {
        let set = &view.game.sets[set];
        let name = &code[1..code.len() - 1];
        let texts = uses.iter().map(|(_, text)| *text).collect::<BTreeSet<_>>().len();
        // One that is an icon was reported where it was set.
        if texts < OFTEN || view.studio.icons.find(name).is_some() {
            continue;
        }
        for (seen, text) in uses {
            let card = &set.components[seen.subject.component];
            let message = format!("`{code}` would be printed as it is, in {texts} texts of set `{}`", set.id.value);
            found.push(
                Finding::new(&rule::FOREIGN_MARKUP, view.place_of_word(text, code, seen), message)
                    .owner(card.owner(set))
                    .help(format!("write `{{{name}}}`, and draw it in `templates/icons`")),
            );
        }
    }
}

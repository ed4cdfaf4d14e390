//! Reads `[glossary]`: the words of a game, and where they are explained.

use super::game::is_set;
use super::{Glossary, Record};
use crate::finding::Finding;

pub(super) fn read(record: &Record, sets: &[&str], found: &mut Vec<Finding>) -> Glossary {
    let Some((table, place)) = record.table("glossary", found) else { return Glossary::default() };
    let words = Record::new(table, place, "`[glossary]`");
    let mut reference = words.texts("reference", "ids of sets in quotes", found);
    reference.retain(|set| is_set(set, sets, found));
    let keywords = words.texts("keywords", "words in quotes", found);
    let names = words.texts("names", "names in quotes", found);
    let mut avoid = Vec::new();
    if let Some((table, place)) = words.table("avoid", found) {
        let pairs = Record::new(table, place, "`[glossary.avoid]`");
        for key in table.keys() {
            avoid.extend(pairs.text(&key.text, found).map(|instead| (key.text.clone(), instead)));
        }
    }
    words.finish(found);
    Glossary { reference, keywords, names, avoid }
}

//! Categories that only colour tells apart: in greyscale, or for the three kinds of colour blindness.

use std::collections::BTreeMap;

use super::Desk;
use super::colour::{Portrait, SIGHTS};
use crate::content::{Kind, Node};
use crate::diag::{Diagnostic, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "colour-only",
    severity: Severity::Warning,
    what: "Two categories of a set look alike in greyscale or to a colour-blind reader.",
    why: "One man in twelve does not see what tells them apart, and nobody does on a black and white print.",
};

/// Distance from which two colours are told apart side by side (Oklab).
const NOTICED: f32 = 0.09;
/// Least share of a face that must be told apart, in thousandths.
const LEAST: f64 = 4.0;

pub(super) fn check(desk: &Desk, found: &mut Vec<Diagnostic>) {
    let portraits: BTreeMap<(usize, usize), &Portrait> = desk
        .seen
        .iter()
        .flatten()
        .filter_map(|seen| Some(((seen.of.set, seen.of.component), seen.portrait.as_ref()?)))
        .collect();
    for (s, set) in desk.game.sets.iter().enumerate() {
        for field in &set.fields {
            let Kind::KeyOf(table) = &field.kind else { continue };
            let sitters: Vec<(&str, &Portrait)> = super::portraits::of(set, &field.name)
                .into_iter()
                .filter_map(|(key, c)| Some((key, *portraits.get(&(s, c))?)))
                .collect();
            for (i, &(first, a)) in sitters.iter().enumerate() {
                for &(second, b) in &sitters[i + 1..] {
                    let Some((sight, share)) = alike(a, b) else { continue };
                    let message = format!(
                        "`{first}` and `{second}` look alike {sight} in set `{}`: {share:.1} of 1000 parts differ, \
                         {LEAST} are needed",
                        set.id.value
                    );
                    let (here, there) = (key_of(desk, table, second), key_of(desk, table, first));
                    found.push(
                        Diagnostic::new(&RULE, here.unwrap_or_else(|| set.id.place.clone()), message)
                            .other(there.unwrap_or_else(|| set.id.place.clone()), "the other")
                            .help("give each an icon, a pattern or a word of its own"),
                    );
                }
            }
        }
    }
}

/// Where a category is written.
fn key_of(desk: &Desk, table: &str, key: &str) -> Option<Place> {
    let records = desk.game.data.get(table).and_then(Node::table)?;
    let key = records.keys().find(|k| k.text == key)?;
    Some(Place::new(desk.game.file, key.span.clone()))
}

/// The first sight in which two portraits differ too little, and by how much.
fn alike(a: &Portrait, b: &Portrait) -> Option<(&'static str, f64)> {
    let shares = a.differ(b, NOTICED)?;
    let at = shares.iter().position(|share| *share < LEAST)?;
    Some((SIGHTS[at].0, shares[at]))
}

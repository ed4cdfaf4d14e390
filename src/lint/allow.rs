//! `allow = ["rule"]`: silences a rule on a component, a set or a game.

use super::Judged;
use super::rules::allow_unused;
use crate::content::{Game, Spot};
use crate::finding::{Finding, Place, Severity, nearest, rule};

/// Drops the findings that a record of `game` allows, and returns their number.
///
/// Reports every `allow` that is wrong, and every one that silenced nothing although its rule was checked in full.
pub fn silence(game: &Game, judged: &Judged, found: &mut Vec<Finding>) -> usize {
    let mut allows: Vec<(&Spot<String>, Scope)> = Vec::new();
    allows.extend(game.allow.iter().map(|spot| (spot, Scope::Game(game))));
    for set in &game.sets {
        allows.extend(set.allow.iter().map(|spot| (spot, Scope::Set(&set.place, &set.components))));
        for card in &set.components {
            allows.extend(card.allow.iter().map(|spot| (spot, Scope::Card(&card.place))));
        }
    }
    if allows.is_empty() {
        return 0;
    }
    let mut reported = Vec::new();
    let mut used = vec![false; allows.len()];
    let before = found.len();
    found.retain(|finding| {
        let by = allows.iter().position(|(spot, scope)| {
            spot.value == finding.rule.name && finding.rule.can_be_allowed && scope.holds(finding)
        });
        if let Some(by) = by {
            // `[defaults]` gives one `allow` to many components.
            for (known, (spot, _)) in used.iter_mut().zip(&allows) {
                *known |= spot.place == allows[by].0.place;
            }
        }
        by.is_none()
    });
    let dropped = before - found.len();
    for (i, (spot, _)) in allows.iter().enumerate() {
        let name = spot.value.as_str();
        let Some(rule) = super::find(name) else {
            let help = nearest(name, super::rules().map(|r| r.name))
                .map_or("`wyrmpress explain` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
            let message = format!("no rule is called `{name}`");
            reported.push(Finding::new(&rule::UNKNOWN_NAME, spot.place.clone(), message).help(help));
            continue;
        };
        if !rule.can_be_allowed {
            let message = format!("`{name}` cannot be allowed");
            let help = match rule.severity {
                Severity::Error => "nothing can be printed until it is fixed; delete the `allow`",
                _ => "its findings belong to no single record; delete the `allow`",
            };
            reported.push(Finding::new(&rule::UNKNOWN_NAME, spot.place.clone(), message).help(help));
        } else if !used[i] && judged.covers(rule) {
            reported.push(allow_unused::finding(spot));
        }
    }
    found.extend(reported);
    dropped
}

/// The records that an `allow` applies to.
enum Scope<'a> {
    Game(&'a Game),
    Set(&'a Place, &'a [crate::content::Component]),
    Card(&'a Place),
}

impl Scope<'_> {
    fn holds(&self, finding: &Finding) -> bool {
        let mut places = finding.place.iter().chain(finding.owners.iter().map(|owner| &owner.place));
        match self {
            Scope::Card(card) => places.any(|place| card.holds(place)),
            Scope::Set(head, cards) => {
                places.any(|place| head.holds(place) || cards.iter().any(|card| card.place.holds(place)))
            }
            Scope::Game(game) => {
                places.any(|place| place.file == game.file || game.sets.iter().any(|set| set.file == place.file))
            }
        }
    }
}

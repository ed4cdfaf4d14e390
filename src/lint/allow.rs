//! `allow = ["rule"]`: silences a rule on a component, a set or a game, and tells an `allow` that silences nothing.

use crate::content::{Game, Spot};
use crate::finding::{Finding, Place, Rule, Severity, nearest, rule};

/// The rule.
pub static RULE: Rule = Rule {
    name: "allow-unused",
    severity: Severity::Warning,
    what: "An `allow` names a rule that would have found nothing.",
    why: "It would hide the fault on the day that it comes back.",
};

/// Drops the findings that a record of `game` allows, and tells every `allow` that is wrong or, where `is_judged`
/// says that its rule was asked, not needed. Returns how many were dropped.
pub(super) fn silence(game: &Game, is_judged: &dyn Fn(&Rule) -> bool, found: &mut Vec<Finding>) -> usize {
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
    let mut told = Vec::new();
    let mut used = vec![false; allows.len()];
    let before = found.len();
    found.retain(|finding| {
        let by = allows.iter().position(|(spot, scope)| {
            spot.value == finding.rule.name && can_be_allowed(finding.rule) && scope.holds(finding)
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
            told.push(Finding::new(&rule::UNKNOWN_NAME, spot.place.clone(), message).help(help));
            continue;
        };
        if !can_be_allowed(rule) {
            let message = format!("`{name}` cannot be allowed");
            let help = match rule.severity {
                Severity::Error => "nothing can be printed until it is mended; delete the `allow`",
                _ => "it is about all games together; delete the file that it tells of, or use it",
            };
            told.push(Finding::new(&rule::UNKNOWN_NAME, spot.place.clone(), message).help(help));
        } else if !used[i] && is_judged(rule) {
            let message = format!("`{name}` finds nothing here");
            told.push(Finding::new(&RULE, spot.place.clone(), message).help("delete the `allow`"));
        }
    }
    found.extend(told);
    dropped
}

/// Whether a record can let it pass: it can be printed in spite of it, and one game is enough to tell it.
pub fn can_be_allowed(rule: &Rule) -> bool {
    let is_of_project = super::PROJECTS.iter().any(|(of_project, _)| *of_project == rule);
    let is_printed = rule.severity < Severity::Error || rule == &rule::TEXT_OVERFLOW || rule == &rule::PRINTED_DIFFERS;
    is_printed && !is_of_project
}

/// What an `allow` speaks of.
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

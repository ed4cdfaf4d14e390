//! Faces that are left out, because an earlier attempt to draw them did not end.

use super::{Side, Studio};
use crate::budget::Verdict;
use crate::content::{Component, Game, Set, Spot};
use crate::finding::{Finding, Place, rule};

/// So many faces of a template are given up one by one, and then all of them.
const FEW: usize = 2;
/// The same if the template was finished for other faces: each of these costs its whole budget.
const MANY: usize = 6;

/// Whether all faces of a template are left out, given those of them that were given up.
pub fn is_given_up(faces: &[&Verdict]) -> bool {
    let ends_for_others = faces.iter().any(|face| face.finished > 0);
    faces.len() >= if ends_for_others { MANY } else { FEW }
}

/// The faces of a template that were given up; if there are many, they speak for all.
pub(super) struct Aside<'a> {
    studio: &'a Studio,
    game: &'a Game,
}

impl<'a> Aside<'a> {
    pub fn of(studio: &'a Studio, game: &'a Game) -> Aside<'a> {
        Aside { studio, game }
    }

    /// Whether a face is left out, which is reported.
    pub fn holds(
        &self,
        (set, card, side): (&Set, &Component, Side),
        template: &Spot<String>,
        found: &mut Vec<Finding>,
    ) -> bool {
        if self.studio.aside.is_empty() {
            return false;
        }
        let (games, name) = (format!("{}/", self.game.id), &template.value);
        let same = |verdict: &&Verdict| verdict.template == *name && verdict.face.starts_with(&games);
        let all: Vec<&Verdict> = self.studio.aside.iter().filter(same).collect();
        let Some(first) = all.first() else { return false };
        let place = self.studio.templates.file(name).map(|file| Place::new(file, 0..0));
        // A back that all cards share is one face.
        let is_shared = side == Side::Back && !self.studio.templates.uses(name, "card");
        if is_shared || is_given_up(&all) {
            let faces: Vec<&str> = all.iter().map(|verdict| verdict.face.as_str()).collect();
            let message = format!("{name} is not drawn: {} {}", faces.join(", "), first.why);
            let finding = Finding::new(&rule::OVER_BUDGET, place, message).help(HELP);
            if !found.contains(&finding) {
                found.push(finding);
            }
            return true;
        }
        let card_name = format!("{}/{}/{}", self.game.id, set.id.value, card.id.value);
        let mine = [format!("{card_name} ({})", side.word()), card_name];
        let Some(Verdict { face, why, .. }) = all.iter().find(|verdict| mine.contains(&verdict.face)) else {
            return false;
        };
        let finding = Finding::new(&rule::OVER_BUDGET, place, format!("{name} is not drawn for {face}: it {why}"));
        found.push(finding.help(HELP).owner(card.owner(set)));
        true
    }
}

const HELP: &str =
    "look for an endless loop, a string that keeps doubling, or a costly filter, here or in what it includes";

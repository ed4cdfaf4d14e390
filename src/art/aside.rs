//! Faces that are left out, because an earlier attempt to draw them did not end.

use super::{Side, Studio};
use crate::budget::Verdict;
use crate::content::{Component, Game, Set, Spot};
use crate::finding::{Finding, Place, rule};

/// So many faces of a template are given up one by one, and then all of them.
pub const GIVEN_UP: usize = 2;

/// The faces of a template that were given up; the first of them speaks for all.
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
        let Verdict { face, why, .. } = first;
        let place = self.studio.templates.file(name).map(|file| Place::new(file, 0..0));
        // A back that all cards share is one face.
        let is_shared = side == Side::Back && !self.studio.templates.uses(name, "card");
        if is_shared || all.len() >= GIVEN_UP {
            let more = if all.len() > 1 { format!(" and {} more", all.len() - 1) } else { String::new() };
            let message = format!("{name} is not drawn: {face}{more} {why}");
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

const HELP: &str = "look for an endless loop, a string that keeps doubling, or a costly filter";

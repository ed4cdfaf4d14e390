//! Rules that need more than one face: whole games, sheets, and the project; then every `allow` is applied.

use std::collections::BTreeSet;

use super::{Looked, Order, Planned, Project};
use crate::art::Ink;
use crate::content::Game;
use crate::finding::{self, FileId, Finding, Place, rule};
use crate::games;
use crate::layout::{Paper, Setup};
use crate::lint::{self, Judged, View};
use crate::text::icon_name;

/// What judging a game came to.
pub struct Verdict {
    /// Findings that an `allow` silenced.
    pub allowed: usize,
    /// Whether errors keep the game from being written.
    pub is_blocked: bool,
}

/// Judges a game by everything that was found on it so far.
pub fn judge(project: &Project, game: &Game, order: &Order, planned: &Planned, found: &mut Vec<Finding>) -> Verdict {
    let Planned { looked: Looked { art, seen, .. }, plans } = planned;
    let (content, studio) = (&project.content, &project.studio);
    let is_played = games::find(&game.id).is_some();
    ink_not_low(game, project, found);
    let is_whole = art.missing == 0 && game.is_whole && !found.iter().any(Finding::hides);
    if order.preflight && order.only.is_none() {
        View { content, game, studio, art, seen, is_played, is_whole }.check(found);
    }
    for plan in plans {
        lint::ink(game, &plan.setup, &plan.sheets, seen, order.max_ink, found);
    }
    let judged = if is_whole { judged(order) } else { Judged::default() };
    let allowed = lint::silence(game, &judged, found);
    let is_blocked = finding::has_errors(found) || art.missing > 0;
    leave_out_follow_ups(project, found);
    Verdict { allowed, is_blocked }
}

/// Drops findings that only repeat another: each text in a font that `[fonts]` names wrongly, each use of an icon whose
/// file cannot be used, the glyph of a character that no text may have.
fn leave_out_follow_ups(project: &Project, found: &mut Vec<Finding>) {
    let sources = &project.content.sources;
    let file_of = |finding: &Finding| finding.place.as_ref().map(|place| sources.name(place.file)).unwrap_or_default();
    let unusable = project.found.iter().filter(|finding| finding.rule == &rule::ICON_UNUSABLE).map(file_of);
    let icons: Vec<String> =
        unusable.filter_map(|path| Some(format!("`{}`", icon_name(path.strip_prefix("templates/")?)?))).collect();
    let fonts = found.iter().filter(|f| f.rule == &rule::FONT_MISSING && f.owners.is_empty());
    let fonts: Vec<String> = fonts.filter_map(|f| Some(format!("`{}`", f.message.split('`').nth(1)?))).collect();
    let values = found.iter().filter(|f| f.rule == &rule::CONTROL_CHARACTER).filter_map(|f| f.place.clone());
    let values: Vec<Place> = values.collect();
    found.retain(|finding| {
        let names = |all: &[String]| all.iter().any(|name| finding.message.ends_with(name.as_str()));
        let is_in = || {
            finding
                .place
                .as_ref()
                .is_some_and(|place| values.iter().any(|value| value.holds(place) || place.holds(value)))
        };
        !(finding.rule == &rule::ICON_MISSING && names(&icons)
            || finding.rule == &rule::FONT_MISSING && !finding.owners.is_empty() && names(&fonts)
            || finding.rule == &rule::GLYPH_MISSING && is_in())
    });
}

/// Reports a game that has nothing for low ink, if low ink was asked for.
fn ink_not_low(game: &Game, project: &Project, found: &mut Vec<Finding>) {
    let (content, studio) = (&project.content, &project.studio);
    if studio.ink == Ink::Full || !game.palette_low.is_empty() {
        return;
    }
    let is_asked =
        |name: &String| studio.templates.file(name).is_some_and(|file| content.sources.text(file).contains("face.ink"));
    if !studio.reached(game).iter().any(is_asked) {
        let message = format!("`{}` has no colors for low ink; its sheets take as much ink as before", game.id);
        let help = "add `[palette_low]` with a paler color for each ground, or ask for `face.ink` in its templates";
        found.push(Finding::new(&rule::INK_NOT_LOW, game.title.place.clone(), message).help(help));
    }
}

/// The phases that a run of this order judges in full, so that an unused `allow` can be reported.
fn judged(order: &Order) -> Judged {
    let is_whole = order.only.is_none() && order.preflight;
    Judged {
        content: is_whole,
        art: is_whole,
        sheet: is_whole && has_default_sheets(order),
        play: is_whole && order.plays,
        low_ink: is_whole && order.ink == Ink::Low,
    }
}

/// Whether sheets are laid out as they are by default.
fn has_default_sheets(order: &Order) -> bool {
    let papers = Setup::PAPERS.iter().filter_map(|name| Paper::parse(name).ok());
    papers.map(Setup::usual).eq(order.setups.iter().cloned())
}

/// The templates and icons that some game uses.
#[derive(Default)]
pub(super) struct Used {
    templates: BTreeSet<String>,
    icons: BTreeSet<u16>,
    fonts: BTreeSet<FileId>,
}

impl Used {
    /// Adds what a game uses.
    pub fn add(&mut self, project: &Project, game: &Game, looked: &Looked) {
        self.templates.extend(project.studio.reached(game));
        self.templates.extend(looked.seen.iter().flatten().flat_map(|seen| seen.drawings.iter().cloned()));
        self.icons.extend(looked.seen.iter().flatten().flat_map(|seen| &seen.icons));
        self.fonts.extend(looked.seen.iter().flatten().flat_map(|seen| &seen.fonts));
    }

    /// Runs the rules for the whole project, unless part of it was left out or is in error.
    pub fn judge(self, project: &Project, order: &Order, found: &mut Vec<Finding>) {
        // One game may need what another leaves unused, and low ink leaves out what full ink has.
        let is_all = order.only.is_none() && order.games.is_empty() && order.ink == Ink::Full;
        if order.preflight && is_all && !found.iter().any(Finding::hides) {
            let Used { templates, icons, fonts } = self;
            lint::Project { studio: &project.studio, templates, icons, fonts }.check(found);
        }
    }
}

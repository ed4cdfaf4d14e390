//! The flow from a project folder to printed files, stage by stage.
//!
//! ```text
//! Project   read     content and studio: templates, fonts, icons, pictures
//!    ▼
//! Art       draw     each distinct face once
//!    ▼
//! Looked    look     preflight of each face, conversion to a PDF form
//!    ▼
//! Planned   plan     sheets for each paper
//!    ▼
//! findings  judge    rules for whole games and sheets; `allow`
//!    ▼
//! files     write    one file per format, whole or not at all
//! ```
//!
//! [`press`] runs all of them for `render`, and all but the last for `check`. `preview` calls the same stages one by one
//! and keeps what each returned; `diff` and `--changed-since` read and draw two projects and compare their faces.

mod cache;
mod judge;
mod look;
mod order;
mod planned;
mod project;
mod selection;
mod stop;
mod table;

use std::path::PathBuf;

use crate::art::{self, Art};
use crate::content::{Component, Game, Set};
use crate::error::Error;
use crate::export::format::Kit as Parts;
use crate::export::place;
use crate::finding::{self, Finding};
use crate::layout;

pub use cache::Cache;
pub use judge::{Verdict, judge};
pub use look::{Looked, Needs, Sight, look};
pub use order::{Kit, Order, Outcome, Row, Step, matcher};
pub use planned::Planned;
pub use project::Project;
pub use selection::Selection;
pub use stop::Stop;
pub use table::{Tables, play, tables};

/// What is called with each game that is done, before the next begins.
pub type Done<'a> = dyn FnMut(&mut Kit, &[Finding]) -> Result<(), Error> + 'a;

/// The whole flow, for a project that has been read. An order without formats is only checked.
///
/// A game with errors is not written at all; the other games are. `done` gets each game as it is done, with what was
/// found in it; a finding in no file comes with every game.
pub fn press(project: &Project, order: &Order, progress: &dyn Fn(Step), done: &mut Done) -> Result<Outcome, Error> {
    let wanted = order::wanted(order.only.as_deref(), &project.content)?;
    let (needs, stop, mut cache) = (order.needs(), Stop::never(), Cache::default());
    let (mut kits, mut allowed, mut used) = (Vec::new(), 0, judge::Used::default());
    let mut all = project.found_in_no_game();
    for (i, game) in project.content.games.iter().enumerate() {
        let step = |done: usize, what: &'static str| progress(Step::new(project, i, done, what));
        let chosen = |set: &Set, card: &Component| wanted(game, set, card) && order.copies(game, set, card) > 0;
        let mut found = project.found_in(game);

        step(0, "playing");
        play(project, game, order.plays, &mut found);
        step(1, "drawing");
        let mut sights = Vec::new();
        let art = draw(project, game, &chosen, &stop, &mut found, &mut |faces| {
            sights.extend(look(project, game, faces, &needs, &mut cache, &stop).unwrap_or_default());
            progress(Step { faces: sights.len(), ..Step::new(project, i, 1, "drawing") });
        });
        let mut art = art.expect("nobody asks it to stop");
        order.set_counts(game, &mut art);
        let looked = Looked::gather(project, game, art, sights, &needs, &mut found);
        step(2, "laying out");
        let planned = plan(game, looked, order, &mut found);
        let verdict = judge(project, game, order, &planned, &mut found);
        step(3, "writing");
        used.add(project, game, &planned.looked);
        allowed += verdict.allowed;
        let mut kit = Kit { game: game.id.clone(), sets: planned.rows(game), files: Vec::new(), is_blocked: false };
        match verdict.is_blocked {
            true => kit.is_blocked = true,
            false => kit.files = write(project, game, planned, order)?,
        }
        finding::tidy(&mut found);
        done(&mut kit, &found)?;
        kits.push(kit);
        all.append(&mut found);
    }
    used.judge(project, order, &mut all);
    finding::tidy(&mut all);
    Ok(Outcome { kits, found: all, allowed })
}

/// Draws the faces of a game that `wanted` lets through.
///
/// `then` gets the new faces a few hundred at a time and may drop their drawings, so a large deck is never held whole.
pub fn draw(
    project: &Project,
    game: &Game,
    wanted: &(dyn Fn(&Set, &Component) -> bool + Sync),
    stop: &Stop,
    found: &mut Vec<Finding>,
    then: &mut dyn FnMut(&mut [art::Face]),
) -> Option<Art> {
    art::draw(&project.content, game, &project.studio, wanted, &|| stop.is_asked(), found, then)
}

/// Lays faces on the papers of the order, and on those that sets ask for.
pub fn plan(game: &Game, looked: Looked, order: &Order, found: &mut Vec<Finding>) -> Planned {
    order.setups.first().inspect(|setup| setup.check_printer(found));
    let plans = layout::plan(game, &looked.art, &order.setups, found);
    Planned { looked, plans }
}

/// Writes the files of one game in every format of the order; returns their paths and sizes.
fn write(project: &Project, game: &Game, planned: Planned, order: &Order) -> Result<Vec<(PathBuf, usize)>, Error> {
    let Planned { looked: Looked { art, forms, .. }, plans } = planned;
    let names = order.names(&game.id);
    let (studio, dpi) = (&project.studio, order.dpi);
    let mut parts = Parts { game, art: &art, forms, plans: &plans, studio, names: &names, dpi };
    let mut files = Vec::new();
    for format in &order.formats {
        files.extend((format.make)(&mut parts)?);
    }
    place(files)
}

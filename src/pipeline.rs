//! The flow: content to faces to sheets to files.

mod files;
mod order;
mod table;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::art::{self, Art, Face, Ink, Studio};
use crate::content::{self, Component, Content, Game, Set};
use crate::error::Error;
use crate::export::pdf::{Form, convert};
use crate::export::write_all;
use crate::finding::{self, Finding, Rule, rule};
use crate::layout::{self, Paper, Setup, Sheet};
use crate::lint::{self, Preflight, Project, Seen, View};
use crate::template::Templates;
use crate::text::{Fonts, Icons};

pub use order::{Format, Kit, Order, Outcome, Row, Step, matcher};
pub(crate) use table::check as read_strictly;
pub use table::{Tables, tables};

/// Carries out an order; `told` hears of each step, for progress.
///
/// A game with errors is not written, and nothing of it is left half done; the others are.
pub fn press(order: &Order, told: &dyn Fn(Step)) -> Result<Outcome, Error> {
    let mut found = Vec::new();
    let mut content = content::parse(&order.project, &order.games, &mut found)?;
    let mut studio = studio(&mut content, &mut found)?;
    studio.ink = order.ink;
    let wanted = order::wanted(order.only.as_deref(), &content)?;
    if let Some(setup) = order.setups.first() {
        setup.tell_printer(&mut found);
    }
    let mut kits = Vec::new();
    let mut allowed = 0;
    let mut project = Project { studio: &studio, templates: BTreeSet::new(), icons: BTreeSet::new() };
    for (i, game) in content.games.iter().enumerate() {
        let (title, total) = (game.title.value.as_str(), content.games.len() * 4);
        let step = |done: usize, what: &'static str| told(Step { game: title, what, done: i * 4 + done, total });
        let before = found.len();
        tell_ink(game, &content, &studio, &mut found);

        step(0, "playing");
        let is_played = table::check(game, &content, order.plays, &mut found);
        step(1, "drawing");
        let chosen = |set: &Set, card: &Component| wanted(game, set, card) && order.copies(game, set, card) > 0;
        let Drawn { mut art, forms, seen } = draw(order, game, &content, &studio, &chosen, &mut found);
        order.count(game, &mut art);
        step(2, "laying out");
        let plans = plans(game, &art, order, &mut found);
        if order.preflight && order.only.is_none() && art.missing == 0 {
            let view = View { content: &content, game, studio: &studio, art: &art, seen: &seen, is_played };
            view.check(&mut found);
            project.templates.extend(view.templates());
            project.icons.extend(seen.iter().flatten().flat_map(|seen| &seen.icons));
        }
        for plan in &plans {
            lint::ink(game, &plan.setup, &plan.sheets, &seen, order.max_ink, &mut found);
        }
        let is_error = |d: &&Finding| d.severity() == finding::Severity::Error;
        let elsewhere = found[before..].iter().filter(is_error).any(|d| !is_of(d, game, &content));
        allowed += lint::silence(game, &|rule| art.missing == 0 && is_judged(rule, order), &mut found);

        step(3, "writing");
        let mut kit = Kit { game: game.id.clone(), sets: counted(game, &art, &plans), ..Kit::default() };
        let here = found.iter().filter(is_error).any(|d| is_of(d, game, &content));
        kit.is_blocked = here || elsewhere || art.missing > 0;
        if !kit.is_blocked {
            let files = files::files(game, &art, forms, &plans, order, &studio)?;
            write_all(&files)?;
            kit.files = files.into_iter().map(|(path, bytes)| (path, bytes.len())).collect();
        }
        kits.push(kit);
    }
    // What one game leaves unused another may need, and low ink leaves out what full ink has.
    let is_all = order.only.is_none() && order.games.is_empty() && order.ink == Ink::Full;
    if order.preflight && is_all && !finding::has_errors(&found) {
        project.check(&mut found);
    }
    finding::tidy(&mut found);
    Ok(Outcome { content, kits, found, allowed })
}

/// Tells where low ink was asked for and nothing of the game knows of it.
fn tell_ink(game: &Game, content: &Content, studio: &Studio, found: &mut Vec<Finding>) {
    if studio.ink == Ink::Full || !game.palette_low.is_empty() {
        return;
    }
    let components = game.sets.iter().flat_map(|set| &set.components);
    let named = components.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten().map(|t| t.value.as_str());
    let is_asked =
        |name: &String| studio.templates.file(name).is_some_and(|file| content.sources.text(file).contains("face.ink"));
    if !studio.templates.reached(named).iter().any(is_asked) {
        let message = format!("`{}` has no colors for low ink; its sheets take as much as ever", game.id);
        let help = "add `[palette_low]` with a paler color for each ground, or ask for `face.ink` in its templates";
        found.push(Finding::new(&rule::INK_NOT_LOW, game.title.place.clone(), message).help(help));
    }
}

/// Whether a rule was asked in this run, so that an `allow` of it can be called unused.
pub(crate) fn is_judged(rule: &Rule, order: &Order) -> bool {
    let is_stage = rule::STAGES.iter().any(|stage| stage.name == rule.name);
    let is_of_play = [&rule::RULE_GAP, &rule::NEVER_PLAYABLE, &rule::EFFECT_IDLE].contains(&rule);
    let of_sheets = [&rule::MARGIN_SMALL, &rule::BLEED_REDUCED, &rule::NO_ROOM_FOR_RULER, &rule::NO_BACK, &rule::SPLIT];
    order.only.is_none()
        && order.preflight
        && (is_stage || rule.name != "ink-heavy")
        && (!is_of_play || order.plays)
        && (rule != &rule::INK_NOT_LOW || order.ink == Ink::Low)
        && (rule != &rule::PRINTER_FLIP || order.setups.iter().any(|setup| setup.printer.is_some()))
        && (!of_sheets.contains(&rule) || is_usual(order))
}

/// Whether sheets are laid out as when nothing is said of them.
fn is_usual(order: &Order) -> bool {
    let papers = Setup::PAPERS.iter().filter_map(|name| Paper::parse(name).ok());
    papers.map(Setup::usual).eq(order.setups.iter().cloned())
}

/// Checks everything that can be checked without writing: content, drawings, sheets, and a quick game.
pub fn check(order: &Order) -> Result<Outcome, Error> {
    press(&Order { formats: Vec::new(), ..order.clone() }, &|_| {})
}

/// Templates, fonts and icons of the project.
pub fn studio(content: &mut Content, found: &mut Vec<Finding>) -> Result<Studio, Error> {
    let fonts = Arc::new(Fonts::load(&content.root, &mut content.sources, found)?);
    let icons = Arc::new(Icons::load(&content.root, None, &mut content.sources, found)?);
    studio_with(fonts, icons, content, found)
}

/// Templates of the project with fonts and icons that are already there.
pub(crate) fn studio_with(
    fonts: Arc<Fonts>,
    icons: Arc<Icons>,
    content: &mut Content,
    found: &mut Vec<Finding>,
) -> Result<Studio, Error> {
    let templates = Templates::load(&content.root, &fonts, &icons, &mut content.sources, found)?;
    Ok(Studio { templates, fonts, icons, pictures: content.root.join("templates"), ink: Ink::Full })
}

/// What drawing a game gave.
struct Drawn {
    art: Art,
    forms: Vec<Option<Form>>,
    /// What the preflight saw, by the number of the face.
    seen: Vec<Option<Seen>>,
}

/// Draws a game's faces, looks at them and converts them, a few hundred at a time.
fn draw(
    order: &Order,
    game: &Game,
    content: &Content,
    studio: &Studio,
    chosen: &(dyn Fn(&Set, &Component) -> bool + Sync),
    found: &mut Vec<Finding>,
) -> Drawn {
    let preflight = order.preflight.then(|| Preflight::new(game, studio, &content.sources, order.max_ink.is_some()));
    let (mut forms, mut seen, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    let art = art::draw(content, game, studio, chosen, found, &mut |faces| {
        for (form, looked, told) in convert_all(faces, order, preflight.as_ref(), studio, content) {
            forms.push(form);
            seen.push(looked);
            faults.push(told);
        }
    });
    match preflight {
        Some(preflight) => preflight.tell(&art, faults, found),
        None => found.extend(faults.into_iter().flatten()),
    }
    Drawn { art, forms, seen }
}

/// Looks at faces and converts them; their drawings are dropped unless a picture is to be made of them.
fn convert_all(
    faces: &mut [Face],
    order: &Order,
    preflight: Option<&Preflight>,
    studio: &Studio,
    content: &Content,
) -> Vec<(Option<Form>, Option<Seen>, Vec<Finding>)> {
    let keeps = order.formats.iter().any(|format| *format != Format::Pdf);
    let prints = order.formats.contains(&Format::Pdf);
    faces
        .par_iter_mut()
        .with_min_len(4)
        .map(|face| {
            let mut faults = Vec::new();
            let (mut form, mut seen) = (None, None);
            match face.tree(studio, &content.sources) {
                Ok(tree) => {
                    // Only filters and pictures have something to tell that the drawing itself does not.
                    if prints || face.svg.contains("filter") || face.svg.contains("<image") {
                        form = Some(convert(face, &tree, studio, &mut faults));
                    }
                    seen = preflight.and_then(|preflight| preflight.face(face, &tree, &mut faults));
                }
                Err(told) => faults.extend(told),
            }
            if !keeps {
                face.forget_drawing();
            }
            (form, seen, faults)
        })
        .collect()
}

/// A set of sheets that becomes one document.
pub struct Plan {
    /// The paper.
    pub setup: Setup,
    /// Set where the document holds one set only.
    pub only_set: Option<usize>,
    /// The sheets, in printing order.
    pub sheets: Vec<Sheet>,
}

/// Lays a game on every paper of the order, and sets on the papers they ask for.
pub(crate) fn plans(game: &Game, art: &Art, order: &Order, found: &mut Vec<Finding>) -> Vec<Plan> {
    let all: Vec<usize> = (0..game.sets.len()).collect();
    let mut plans: Vec<Plan> = Vec::new();
    for setup in &order.setups {
        let sheets = layout::impose(game, art, &all, setup, found);
        plans.push(Plan { setup: setup.clone(), only_set: None, sheets });
    }
    let Some(usual) = order.setups.first() else { return plans };
    for (i, set) in game.sets.iter().enumerate() {
        for name in &set.papers {
            match Paper::parse(&name.value) {
                Ok(paper) => {
                    let setup = Setup { paper, ..usual.clone() };
                    let sheets = layout::impose(game, art, &[i], &setup, found);
                    plans.push(Plan { setup, only_set: Some(i), sheets });
                }
                Err(why) => found.push(Finding::new(&rule::UNKNOWN_NAME, name.place.clone(), why)),
            }
        }
    }
    plans
}

fn counted(game: &Game, art: &Art, plans: &[Plan]) -> Vec<Row> {
    game.sets
        .iter()
        .enumerate()
        .filter(|(i, _)| !art.sets[*i].is_empty())
        .map(|(i, set)| {
            let pieces = &art.sets[i];
            let cards = pieces.iter().map(|p| p.count).sum();
            let mut faces: Vec<_> = pieces.iter().flat_map(|p| [Some(p.front), p.back]).flatten().collect();
            faces.sort_unstable();
            faces.dedup();
            let whole = plans.iter().filter(|plan| plan.only_set.is_none());
            let sheets =
                whole.map(|plan| plan.sheets.iter().filter(|s| s.set == i).map(|s| s.number).max().unwrap_or(0));
            Row { title: set.title.clone(), cards, faces: faces.len(), sheets: sheets.collect() }
        })
        .collect()
}

/// Whether a finding lies in a game's own files.
pub(crate) fn is_of(finding: &Finding, game: &Game, content: &Content) -> bool {
    let folder = Path::new("content").join(&game.id);
    finding.place.as_ref().is_none_or(|place| content.sources.path(place.file).starts_with(&folder))
}

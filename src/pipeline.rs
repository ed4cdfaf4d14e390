//! The flow: content to faces to sheets to files.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};
use rayon::prelude::*;

use crate::art::{self, Art, Face, Studio};
use crate::content::{self, Component, Content, Game, Set};
use crate::diag::{self, Diagnostic, rule};
use crate::error::Error;
use crate::export::pdf::{About, Bookmark, Faces, Form, convert, document};
use crate::export::{png, write_all};
use crate::layout::{self, Paper, Setup, Sheet};
use crate::template::Templates;
use crate::text::{Fonts, Icons};

/// What is to be printed, and how.
#[derive(Clone, Debug)]
pub struct Order {
    /// The project folder.
    pub project: PathBuf,
    /// Games by id; all when empty.
    pub games: Vec<String>,
    /// Only components whose `game/set/id`, `set/id` or `id` matches.
    pub only: Option<String>,
    /// One setup a paper.
    pub setups: Vec<Setup>,
    /// The formats to write.
    pub formats: Vec<Format>,
    /// Density of pictures.
    pub dpi: f64,
    /// Where files go.
    pub out: PathBuf,
}

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Sheets in one PDF a game and paper.
    Pdf,
    /// Each face as a picture.
    Png,
    /// Each sheet as a picture.
    SheetPng,
}

/// What a run made of one game.
#[derive(Debug, Default)]
pub struct Kit {
    /// Its id.
    pub game: String,
    /// One row a set.
    pub sets: Vec<Row>,
    /// The files written, with their sizes.
    pub files: Vec<(PathBuf, usize)>,
    /// Whether errors kept it from being written.
    pub is_blocked: bool,
}

/// What was made of one set.
#[derive(Debug)]
pub struct Row {
    /// Its title.
    pub title: String,
    /// Its components, copies counted.
    pub cards: u32,
    /// Its distinct faces.
    pub faces: usize,
    /// Sheets of paper for each setup.
    pub sheets: Vec<usize>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The game being worked on.
    pub game: &'a str,
    /// What is being done.
    pub what: &'static str,
    /// Steps done.
    pub done: usize,
    /// Steps in all.
    pub of: usize,
}

/// What a run made, and everything it found.
pub struct Outcome {
    /// What was read.
    pub content: Content,
    /// What was made.
    pub kits: Vec<Kit>,
    /// What was found, in order of place.
    pub found: Vec<Diagnostic>,
}

/// Carries out an order; `told` hears of each step, for progress.
///
/// A game with errors is not written, and nothing of it is left half done; the others are.
pub fn press(order: &Order, told: &dyn Fn(Step)) -> Result<Outcome, Error> {
    let mut found = Vec::new();
    let mut content = content::parse(&order.project, &order.games, &mut found)?;
    let studio = studio(&mut content, &mut found)?;
    if let Some(setup) = order.setups.first().filter(|setup| setup.margin < layout::PRINTER) {
        let message =
            format!("a margin of {} is below the {} that home printers leave blank", setup.margin, layout::PRINTER);
        found.push(
            Diagnostic::new(&rule::MARGIN_SMALL, None, message)
                .help("use `--margin 5mm`, or a printer that prints to the edge"),
        );
    }
    let wanted = wanted(order.only.as_deref(), &content)?;
    let mut kits = Vec::new();
    let of = content.games.len() * 3;
    for (i, game) in content.games.iter().enumerate() {
        let step =
            |done: usize, what: &'static str| told(Step { game: &game.title.value, what, done: i * 3 + done, of });
        step(0, "drawing");
        let before = found.len();
        let is_sound = !found.iter().any(|d| d.severity() == diag::Severity::Error && is_of(d, game, &content));
        let keep = order.formats.iter().any(|format| *format != Format::Pdf);
        let (mut forms, mut faults) = (Vec::new(), Vec::new());
        let chosen = |set: &Set, card: &Component| wanted(game, set, card);
        let art = art::draw(&content, game, &studio, &chosen, &mut found, &mut |faces| {
            for (form, told) in convert_all(faces, keep, &studio, &content) {
                forms.push(form);
                faults.extend(told);
            }
        });
        for fault in faults {
            // One slip in a template shows on every face; it is told once.
            if !found.iter().any(|known| known.place == fault.place && known.message == fault.message) {
                found.push(fault);
            }
        }
        step(1, "laying out");
        let plans = plans(game, &art, order, &mut found)?;
        let mut kit = Kit { game: game.id.clone(), sets: counted(game, &art, &plans), ..Kit::default() };
        kit.is_blocked = !(is_sound && art.missing == 0 && !diag::has_errors(&found[before..]));
        step(2, "writing");
        if !kit.is_blocked {
            let files = export(game, &art, forms, &plans, order, &studio)?;
            write_all(&files)?;
            kit.files = files.into_iter().map(|(path, bytes)| (path, bytes.len())).collect();
        }
        kits.push(kit);
    }
    diag::tidy(&mut found);
    for finding in found.iter_mut().filter(|f| f.help.is_none()) {
        finding.help = Some(format!("`wyrmpress explain {}` tells more", finding.rule.name));
    }
    Ok(Outcome { content, kits, found })
}

/// Checks everything that can be checked without writing: content, drawings, sheets.
pub fn check(order: &Order) -> Result<Outcome, Error> {
    press(&Order { formats: Vec::new(), ..order.clone() }, &|_| {})
}

/// Templates, fonts and icons of the project.
pub fn studio(content: &mut Content, found: &mut Vec<Diagnostic>) -> Result<Studio, Error> {
    let fonts = Arc::new(Fonts::load(&content.root, &mut content.sources, found)?);
    let icons = Arc::new(Icons::load(&content.root, &mut content.sources, found)?);
    let templates = Templates::load(&content.root, &fonts, &icons, &mut content.sources, found)?;
    Ok(Studio { templates, fonts, icons, pictures: content.root.join("templates") })
}

/// A set of sheets that becomes one document.
pub struct Plan {
    setup: Setup,
    /// Set where the document holds one set only.
    only_set: Option<usize>,
    sheets: Vec<Sheet>,
}

fn plans(game: &Game, art: &Art, order: &Order, found: &mut Vec<Diagnostic>) -> Result<Vec<Plan>, Error> {
    let all: Vec<usize> = (0..game.sets.len()).collect();
    let mut plans: Vec<Plan> = Vec::new();
    for setup in &order.setups {
        let sheets = layout::impose(game, art, &all, setup, found);
        plans.push(Plan { setup: setup.clone(), only_set: None, sheets });
    }
    let Some(usual) = order.setups.first() else { return Ok(plans) };
    for (i, set) in game.sets.iter().enumerate() {
        for name in &set.papers {
            match Paper::parse(&name.value) {
                Ok(paper) => {
                    let setup = Setup { paper, ..usual.clone() };
                    let sheets = layout::impose(game, art, &[i], &setup, found);
                    plans.push(Plan { setup, only_set: Some(i), sheets });
                }
                Err(why) => found.push(Diagnostic::new(&rule::UNKNOWN_NAME, name.place.clone(), why)),
            }
        }
    }
    Ok(plans)
}

/// Converts faces in place of their drawings, which are dropped unless `keep` is set.
fn convert_all(
    faces: &mut [Face],
    keep: bool,
    studio: &Studio,
    content: &Content,
) -> Vec<(Option<Form>, Vec<Diagnostic>)> {
    faces
        .par_iter_mut()
        .with_min_len(4)
        .map(|face| {
            let mut faults = Vec::new();
            let form = convert(face, studio, &content.sources, &mut faults);
            if !keep {
                face.forget_drawing();
            }
            (form, faults)
        })
        .collect()
}

fn export(
    game: &Game,
    art: &Art,
    forms: Vec<Option<Form>>,
    plans: &[Plan],
    order: &Order,
    studio: &Studio,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let folder = order.out.join(&game.id);
    let mut files = Vec::new();
    if order.formats.contains(&Format::Pdf) {
        let sheets: Vec<(&Setup, &[Sheet])> = plans.iter().map(|p| (&p.setup, p.sheets.as_slice())).collect();
        let faces = Faces::prepare(forms, &sheets, studio)?;
        let bleed_of = |face: u32| art.faces[face as usize].bleed.0;
        let documents: Result<Vec<_>, Error> = plans
            .par_iter()
            .filter(|plan| !plan.sheets.is_empty())
            .map(|plan| {
                let (about, bookmarks) = (about(game, plan), bookmarks(game, plan));
                let setup = &plan.setup;
                let bytes = document(&about, &bookmarks, &faces, &bleed_of, setup, &plan.sheets, studio)?;
                let set = plan.only_set.map(|s| format!("-{}", game.sets[s].id.value)).unwrap_or_default();
                Ok((folder.join(format!("{}{set}-{}.pdf", game.id, setup.paper.name)), bytes))
            })
            .collect();
        files.extend(documents?);
    }
    if order.formats.contains(&Format::Png) {
        files.extend(face_pictures(game, art, &folder, studio, order.dpi)?);
    }
    if order.formats.contains(&Format::SheetPng) {
        for plan in plans {
            let pictures: Result<Vec<_>, Error> = plan
                .sheets
                .par_iter()
                .map(|sheet| {
                    let set = &game.sets[sheet.set].id.value;
                    let name = format!("{}-{set}-{:02}-{}.png", plan.setup.paper.name, sheet.number, sheet.side.word());
                    let bytes = png::sheet(sheet, &plan.setup, &art.faces, studio, order.dpi)?;
                    Ok((folder.join("sheets").join(name), bytes))
                })
                .collect();
            files.extend(pictures?);
        }
    }
    Ok(files)
}

fn face_pictures(
    game: &Game,
    art: &Art,
    folder: &Path,
    studio: &Studio,
    dpi: f64,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let mut wishes: BTreeMap<PathBuf, u32> = BTreeMap::new();
    for (set, pieces) in game.sets.iter().zip(&art.sets) {
        let below = folder.join("png").join(&set.id.value);
        let mut owners: HashMap<_, usize> = HashMap::new();
        for back in pieces.iter().filter_map(|piece| piece.back) {
            *owners.entry(back).or_default() += 1;
        }
        for piece in pieces {
            let id = &set.components[piece.component].id.value;
            wishes.insert(below.join(format!("{id}.png")), piece.front.0);
            if let Some(back) = piece.back {
                // A back that all share is one file.
                let is_shared = owners[&back] > 1 && owners.len() == 1;
                let name = if is_shared { "back.png".to_owned() } else { format!("{id}-back.png") };
                wishes.insert(below.join(name), back.0);
            }
        }
    }
    wishes.into_par_iter().map(|(path, face)| Ok((path, png::face(&art.faces[face as usize], studio, dpi)?))).collect()
}

fn about(game: &Game, plan: &Plan) -> About {
    let what = plan.only_set.map_or("print-and-play kit", |s| &game.sets[s].title);
    About {
        title: format!("{} – {what}", game.title.value),
        author: game.author.clone().unwrap_or_default(),
        subject: format!("Print at 100 % on {}; kit version {}", plan.setup.paper.name, game.version),
    }
}

fn bookmarks(game: &Game, plan: &Plan) -> Vec<Bookmark> {
    let mut marks: Vec<Bookmark> = Vec::new();
    let mut last = None;
    for (page, sheet) in plan.sheets.iter().enumerate() {
        if last != Some(sheet.set) {
            marks.push(Bookmark { title: game.sets[sheet.set].title.clone(), page });
            last = Some(sheet.set);
        }
    }
    marks
}

fn counted(game: &Game, art: &Art, plans: &[Plan]) -> Vec<Row> {
    game.sets
        .iter()
        .enumerate()
        .filter(|(i, _)| !art.sets[*i].is_empty())
        .map(|(i, set)| {
            let pieces = &art.sets[i];
            let cards = pieces.iter().map(|p| set.components[p.component].count.value).sum();
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

type Wanted = dyn Fn(&Game, &Set, &Component) -> bool + Sync;

/// Which components an `--only` pattern lets through.
fn wanted(only: Option<&str>, content: &Content) -> Result<Box<Wanted>, Error> {
    let Some(pattern) = only else { return Ok(Box::new(|_, _, _| true)) };
    let matcher: GlobMatcher = GlobBuilder::new(pattern)
        .literal_separator(false)
        .build()
        .map_err(|cause| Error::Option(format!("--only {pattern}: {}", cause.kind())))?
        .compile_matcher();
    let wanted = move |game: &Game, set: &Set, card: &Component| {
        let (game, set, card) = (&game.id, &set.id.value, &card.id.value);
        matcher.is_match(format!("{game}/{set}/{card}"))
            || matcher.is_match(format!("{set}/{card}"))
            || matcher.is_match(card)
            || matcher.is_match(set)
    };
    let any = content.games.iter().any(|g| g.sets.iter().any(|s| s.components.iter().any(|c| wanted(g, s, c))));
    if any { Ok(Box::new(wanted)) } else { Err(Error::NothingMatches(pattern.to_owned())) }
}

/// Whether a finding lies in a game's own files.
fn is_of(finding: &Diagnostic, game: &Game, content: &Content) -> bool {
    let folder = Path::new("content").join(&game.id);
    finding.place.as_ref().is_none_or(|place| content.sources.path(place.file).starts_with(&folder))
}

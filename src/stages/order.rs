//! What a run is asked to do, and what it made.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Needs, Project};
use crate::art::{Art, Ink};
use crate::content::{Component, Content, Game, Set};
use crate::error::Error;
use crate::export::Names;
use crate::export::format::{Format, Source};
use crate::finding::Finding;
use crate::layout::Setup;

/// What is to be printed, and how.
#[derive(Clone, Debug)]
pub struct Order {
    pub project: PathBuf,
    /// Games by id; empty stands for all.
    pub games: Vec<String>,
    /// Only components whose `game/set/id`, `set/id` or `id` matches.
    pub only: Option<String>,
    /// One setup per paper.
    pub setups: Vec<Setup>,
    pub formats: Vec<&'static Format>,
    /// Resolution of pictures.
    pub dpi: f64,
    /// Where files go.
    pub out: PathBuf,
    /// How much ink faces may take.
    pub ink: Ink,
    /// Whether bots play a quick game.
    pub plays: bool,
    /// Whether the rules of the preflight look at everything.
    pub preflight: bool,
    /// The most ink a sheet may take, in percent of the paper.
    pub max_ink: Option<f64>,
    /// Prints only these components (`game/set/id`), and this many copies of each; `None` prints all.
    pub changed: Option<BTreeMap<String, u32>>,
}

impl Order {
    /// How many copies to print, before `only` is applied. A component with no copies is drawn all the same.
    pub(super) fn copies(&self, game: &Game, set: &Set, card: &Component) -> u32 {
        match &self.changed {
            Some(changed) => {
                let path = format!("{}/{}/{}", game.id, set.id.value, card.id.value);
                changed.get(&path).copied().unwrap_or(0)
            }
            None => card.count.value.max(1),
        }
    }

    /// Reduces each piece to the copies asked for.
    pub(super) fn set_counts(&self, game: &Game, art: &mut Art) {
        for (set, pieces) in game.sets.iter().zip(&mut art.sets).filter(|_| self.changed.is_some()) {
            for piece in pieces {
                piece.count = self.copies(game, set, &set.components[piece.component]);
            }
        }
    }

    /// What later stages need of each face.
    pub fn needs(&self) -> Needs {
        let mut needs = Needs { forms: false, drawings: false, preflight: self.preflight, ink: self.max_ink.is_some() };
        for format in &self.formats {
            match format.source {
                Source::Forms => needs.forms = true,
                Source::Drawings => needs.drawings = true,
            }
        }
        needs
    }

    /// Where the files of a game go, and how they are named.
    pub fn names(&self, game: &str) -> Names {
        let names = Names::usual(&self.out, game).changed(self.changed.is_some());
        names.low_ink(self.ink == Ink::Low).laid_out(self.setups.first()).pictured(self.dpi).only(self.only.as_deref())
    }

    /// Whether any format writes documents, rather than pictures only.
    pub fn writes_documents(&self) -> bool {
        self.formats.iter().any(|format| format.source == Source::Forms)
    }

    /// All documents that the order may write for a game.
    pub fn documents(&self, game: &Game) -> Vec<PathBuf> {
        let names = self.names(&game.id);
        self.formats.iter().flat_map(|format| (format.documents)(game, &self.setups, &names)).collect()
    }
}

/// What a run made of one game.
#[derive(Debug, Default)]
pub struct Kit {
    pub game: String,
    /// One row per set.
    pub sets: Vec<Row>,
    /// The files written, with their sizes.
    pub files: Vec<(PathBuf, usize)>,
    /// Whether errors kept it from being written.
    pub is_blocked: bool,
}

/// What was made of one set.
#[derive(Debug)]
pub struct Row {
    pub title: String,
    /// Components, including copies.
    pub cards: u32,
    /// Distinct faces.
    pub faces: usize,
    /// Sheets of paper for each setup.
    pub sheets: Vec<usize>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The game being worked on.
    pub game: &'a str,
    pub what: &'static str,
    pub done: usize,
    pub total: usize,
    /// Faces drawn so far, while faces are drawn.
    pub faces: usize,
}

impl<'a> Step<'a> {
    /// Each game takes four steps.
    pub(super) fn new(project: &'a Project, game: usize, done: usize, what: &'static str) -> Step<'a> {
        let games = &project.content.games;
        Step { game: &games[game].title.value, what, done: game * 4 + done, total: games.len() * 4, faces: 0 }
    }
}

/// What a run made, and everything it found.
pub struct Outcome {
    pub kits: Vec<Kit>,
    /// What was found, in order of place.
    pub found: Vec<Finding>,
    /// How many findings an `allow` silenced.
    pub allowed: usize,
}

/// Which components are wanted.
pub(super) type Wanted = dyn Fn(&Game, &Set, &Component) -> bool + Sync;

/// Which components an `--only` pattern lets through.
pub(super) fn wanted(only: Option<&str>, content: &Content) -> Result<Box<Wanted>, Error> {
    let Some(pattern) = only else { return Ok(Box::new(|_, _, _| true)) };
    let matches = matcher(pattern)?;
    let wanted = move |game: &Game, set: &Set, card: &Component| matches(&game.id, &set.id.value, &card.id.value);
    let any = content.games.iter().any(|g| g.sets.iter().any(|s| s.components.iter().any(|c| wanted(g, s, c))));
    if any { Ok(Box::new(wanted)) } else { Err(Error::NothingMatches(pattern.to_owned())) }
}

/// Whether a pattern matches a component, by the ids of game, set and component.
pub fn matcher(pattern: &str) -> Result<impl Fn(&str, &str, &str) -> bool + Send + Sync + use<>, Error> {
    fast_glob::validate(pattern).map_err(|cause| Error::Option(format!("--only {pattern}: {cause}")))?;
    if pattern.starts_with('!') {
        return Err(Error::Option(format!("--only {pattern}: name what to print; `!` cannot turn a pattern around")));
    }
    // `*` also stands for a `/`, as it does on many command lines: `mini/*` is the whole game.
    let plain = |text: &str| text.replace('/', "\u{1}");
    let pattern = plain(pattern);
    let is_match = move |text: &str| fast_glob::glob_match(&pattern, plain(text));
    Ok(move |game: &str, set: &str, card: &str| {
        is_match(&format!("{game}/{set}/{card}"))
            || is_match(&format!("{set}/{card}"))
            || is_match(card)
            || is_match(set)
    })
}

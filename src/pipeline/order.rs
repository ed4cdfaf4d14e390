//! What a run is asked for, and what it made.

use std::path::PathBuf;

use globset::{GlobBuilder, GlobMatcher};

use crate::content::{Component, Content, Game, Set};
use crate::diag::Diagnostic;
use crate::error::Error;
use crate::layout::Setup;

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
    /// Whether bots play a quick game.
    pub plays: bool,
    /// Whether the rules of the preflight look at everything.
    pub preflight: bool,
    /// Most ink of a sheet, in percent of the paper.
    pub max_ink: Option<f64>,
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
    /// How many findings an `allow` silenced.
    pub allowed: usize,
}

/// Which components are wanted.
pub(super) type Wanted = dyn Fn(&Game, &Set, &Component) -> bool + Sync;

/// Which components an `--only` pattern lets through.
pub(super) fn wanted(only: Option<&str>, content: &Content) -> Result<Box<Wanted>, Error> {
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

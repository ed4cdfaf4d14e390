//! What a run is asked for, and what it made.

use std::collections::BTreeMap;
use std::path::PathBuf;

use globset::{GlobBuilder, GlobMatcher};

use crate::art::{Art, Ink};
use crate::content::{Component, Content, Game, Set};
use crate::error::Error;
use crate::finding::Finding;
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
    /// How much ink faces may take.
    pub ink: Ink,
    /// Whether bots play a quick game.
    pub plays: bool,
    /// Whether the rules of the preflight look at everything.
    pub preflight: bool,
    /// Most ink of a sheet, in percent of the paper.
    pub max_ink: Option<f64>,
    /// Only these components (`game/set/id`), and so many copies of each; all that there are when not given.
    pub changed: Option<BTreeMap<String, u32>>,
}

impl Order {
    /// Copies of a component that are printed, `only` left aside; a card of which the box holds none is drawn all the same.
    pub(super) fn copies(&self, game: &Game, set: &Set, card: &Component) -> u32 {
        match &self.changed {
            Some(changed) => {
                let path = format!("{}/{}/{}", game.id, set.id.value, card.id.value);
                changed.get(&path).copied().unwrap_or(0)
            }
            None => card.count.value.max(1),
        }
    }

    /// Prints of each piece only the copies that are asked for.
    pub(super) fn count(&self, game: &Game, art: &mut Art) {
        for (set, pieces) in game.sets.iter().zip(&mut art.sets).filter(|_| self.changed.is_some()) {
            for piece in pieces {
                piece.count = self.copies(game, set, &set.components[piece.component]);
            }
        }
    }

    /// What file names say of a choice, so that all may lie side by side: `-changed`, `-low-ink`.
    pub(super) fn mark(&self) -> String {
        let changed = if self.changed.is_some() { "-changed" } else { "" };
        let ink = if self.ink == Ink::Low { "-low-ink" } else { "" };
        format!("{changed}{ink}")
    }
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
    pub total: usize,
}

/// What a run made, and everything it found.
pub struct Outcome {
    /// What was read.
    pub content: Content,
    /// What was made.
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
    let glob: GlobMatcher = GlobBuilder::new(pattern)
        .literal_separator(false)
        .build()
        .map_err(|cause| Error::Option(format!("--only {pattern}: {}", cause.kind())))?
        .compile_matcher();
    Ok(move |game: &str, set: &str, card: &str| {
        glob.is_match(format!("{game}/{set}/{card}"))
            || glob.is_match(format!("{set}/{card}"))
            || glob.is_match(card)
            || glob.is_match(set)
    })
}

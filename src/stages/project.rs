//! The first stage: everything that is read from a project folder.

use std::path::Path;

use super::{Cache, Order};
use crate::art::{Ink, Studio};
use crate::budget;
use crate::content::{self, Component, Content, Game, Set};
use crate::error::Error;
use crate::finding::{Finding, Place};
use crate::template::Templates;

/// Content and studio of one folder, in one ink.
pub struct Project {
    /// Games, sets and components.
    pub content: Content,
    /// Templates, fonts, icons and pictures.
    pub studio: Studio,
    /// What is wrong with the files.
    pub found: Vec<Finding>,
}

impl Project {
    /// Reads the games named, or all, and everything they are drawn with.
    pub fn read(folder: &Path, games: &[String], ink: Ink, cache: &mut Cache) -> Result<Project, Error> {
        let mut found = Vec::new();
        let content = content::parse(folder, games, &mut found)?;
        Project::with(content, found, ink, cache)
    }

    /// Reads what an order needs.
    pub fn of(order: &Order) -> Result<Project, Error> {
        Project::read(&order.project, &order.games, order.ink, &mut Cache::default())
    }

    /// A folder without games: its fonts and icons only.
    pub fn without_games(folder: &Path, ink: Ink) -> Result<Project, Error> {
        let content = Content { root: folder.to_owned(), sources: Default::default(), games: Vec::new() };
        Project::with(content, Vec::new(), ink, &mut Cache::default())
    }

    fn with(mut content: Content, mut found: Vec<Finding>, ink: Ink, cache: &mut Cache) -> Result<Project, Error> {
        let fonts = cache.fonts(&mut content, &mut found)?;
        let pictures = cache.pictures(&content.root.join("templates"));
        let icons = cache.icons(&mut content, &fonts, &pictures, &mut found)?;
        let templates = Templates::load(&content.root, &fonts, &icons, &pictures, &mut content.sources, &mut found)?;
        cache.drawings.clone_from(templates.drawings());
        let studio = Studio { templates, fonts, icons, pictures, ink, aside: budget::given_up() };
        Ok(Project { content, studio, found })
    }

    /// What reading found in a game, and in no file.
    pub fn found_in(&self, game: &Game) -> Vec<Finding> {
        self.found.iter().filter(|finding| self.concerns(finding, game)).cloned().collect()
    }

    /// What reading found outside the games that could be read.
    pub fn found_in_no_game(&self) -> Vec<Finding> {
        let is_in_any = |finding: &&Finding| self.content.games.iter().any(|game| self.concerns(finding, game));
        self.found.iter().filter(|finding| !is_in_any(finding)).cloned().collect()
    }

    /// The id of the game in whose folder a place lies, if it lies in one.
    pub fn game_at(&self, place: &Place) -> Option<&str> {
        game_at(&self.content, place)
    }

    /// The components that a finding belongs to: its owners, or the record it lies in.
    pub fn owners(&self, finding: &Finding) -> Vec<Record<'_>> {
        let places: Vec<&Place> = match &finding.owners[..] {
            [] => finding.place.iter().collect(),
            owners => owners.iter().map(|owner| &owner.place).collect(),
        };
        let owner = |place: &Place| {
            let in_file = |game: &'_ &Game| game.sets.iter().any(|set| set.file == place.file);
            let game = self.content.games.iter().find(in_file)?;
            let set = game.sets.iter().find(|set| set.file == place.file)?;
            let after = set.components.partition_point(|card| card.place.span.start <= place.span.start);
            Some(Record { game, set, card: &set.components[after.checked_sub(1)?] })
        };
        places.into_iter().filter_map(owner).collect()
    }

    /// Whether a finding concerns a game: it lies in its folder, or in no file.
    pub fn concerns(&self, finding: &Finding, game: &Game) -> bool {
        finding.place.as_ref().is_none_or(|place| self.game_at(place) == Some(&game.id))
    }
}

/// A component with its set and game.
pub struct Record<'a> {
    pub game: &'a Game,
    pub set: &'a Set,
    pub card: &'a Component,
}

impl Record<'_> {
    /// `game/set/id`.
    pub fn path(&self) -> String {
        format!("{}/{}/{}", self.game.id, self.set.id.value, self.card.id.value)
    }
}

/// The id of the game in whose folder a place lies, if it lies in one.
pub(super) fn game_at<'a>(content: &'a Content, place: &Place) -> Option<&'a str> {
    let below = content.sources.path(place.file).strip_prefix("content").ok()?;
    below.components().next()?.as_os_str().to_str()
}

//! The first stage: everything that is read from a project folder.

use std::path::Path;

use super::{Cache, Order};
use crate::art::{Ink, Studio};
use crate::content::{self, Content, Game};
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
        let studio = Studio { templates, fonts, icons, pictures, ink };
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

    /// Whether a finding concerns a game: it lies in its folder, or in no file.
    pub fn concerns(&self, finding: &Finding, game: &Game) -> bool {
        finding.place.as_ref().is_none_or(|place| self.game_at(place) == Some(&game.id))
    }
}

/// The id of the game in whose folder a place lies, if it lies in one.
pub(super) fn game_at<'a>(content: &'a Content, place: &Place) -> Option<&'a str> {
    let below = content.sources.path(place.file).strip_prefix("content").ok()?;
    below.components().next()?.as_os_str().to_str()
}

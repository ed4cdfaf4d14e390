//! From content to the table: the same records, opened to be played.

use std::path::Path;

use super::Project;
use super::project::game_at;
use crate::content::{self, Content, Game};
use crate::error::Error;
use crate::finding::{self, Finding};
use crate::games;
use crate::sim::{Playable, fnv};

/// The games of a project that can be played, and everything found on the way to them.
pub struct Tables {
    /// What was read.
    pub content: Content,
    /// The games, opened.
    pub games: Vec<Box<dyn Playable>>,
    /// What was found, in order of place.
    pub found: Vec<Finding>,
}

/// Opens the games named, or all that can be played; a named game that is only printed is refused, and so is a project
/// of such games.
pub fn tables(project: &Path, only: &[String]) -> Result<Tables, Error> {
    let mut found = Vec::new();
    let content = content::parse(project, only, &mut found)?;
    let mut printed = content.games.iter().filter(|game| games::find(&game.id).is_none());
    if let Some(game) = printed.find(|game| only.contains(&game.id)) {
        return Err(Error::Option(format!("`{}` can only be printed: no rules are written for it", game.id)));
    }
    let mut games = Vec::new();
    for game in &content.games {
        games.extend(open(game, &content, &mut found));
    }
    finding::tidy(&mut found);
    if games.is_empty() && !finding::has_errors(&found) {
        let known = content.games.iter().map(|game| game.id.clone()).collect();
        return Err(Error::NothingToPlay { known });
    }
    Ok(Tables { content, games, found })
}

/// Reads a game's records strictly and, if asked for, lets bots play it. A game without rules is left alone.
pub fn play(project: &Project, game: &Game, plays: bool, found: &mut Vec<Finding>) {
    if let Some(table) = open(game, &project.content, found).filter(|_| plays) {
        table.check(found);
    }
}

/// Opens a game whose records could be read; what they say may still be wrong.
fn open(game: &Game, content: &Content, found: &mut Vec<Finding>) -> Option<Box<dyn Playable>> {
    let is_here = |d: &Finding| d.place.as_ref().is_none_or(|place| game_at(content, place) == Some(&game.id));
    if found.iter().filter(|finding| finding.hides()).any(is_here) {
        return None;
    }
    let files = std::iter::once(game.file).chain(game.sets.iter().map(|set| set.file));
    let fingerprint = fnv(files.flat_map(|file| content.sources.text(file).bytes()));
    games::open(game, fingerprint, found)
}

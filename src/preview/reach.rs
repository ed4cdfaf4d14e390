//! The files that a game is drawn from.

use std::collections::BTreeSet;

use crate::art::{Art, Studio};
use crate::content::Game;
use crate::stages::Project;
use crate::text::icon_name;

/// The files that can change a picture of one game.
pub(super) struct Reach<'a> {
    folder: String,
    pub templates: BTreeSet<String>,
    /// Drawings that any face may show as pictures.
    drawings: BTreeSet<String>,
    /// Quoted words in its templates, such as names of icons.
    words: BTreeSet<&'a str>,
}

impl<'a> Reach<'a> {
    pub fn of(game: &Game, project: &'a Project) -> Reach<'a> {
        let Project { content, studio, .. } = project;
        let templates = studio.reached(game);
        let files = templates.iter().filter_map(|name| studio.templates.file(name));
        let words = files.flat_map(|file| content.sources.text(file).split(['"', '\''])).collect();
        let drawings = studio.templates.drawings().clone();
        Reach { folder: format!("content/{}/", game.id), templates, drawings, words }
    }

    /// Whether a change of this path can change a picture of the game. `icons` are those it draws, if known.
    pub fn covers(&self, path: &str, icons: Option<&BTreeSet<String>>) -> bool {
        let Some(name) = path.strip_prefix("templates/") else {
            return path.starts_with(&self.folder)
                || self.folder.trim_end_matches('/') == path
                || path == "content"
                || path == "templates";
        };
        // Folders, fonts and pictures concern all games.
        if !name.ends_with(".svg") {
            return true;
        }
        match icon_name(name) {
            Some(icon) => self.words.contains(icon) || icons.is_none_or(|icons| icons.contains(icon)),
            None => self.templates.contains(name) || self.drawings.contains(name),
        }
    }
}

/// The names of all icons on a game's faces.
pub(super) fn icons(art: &Art, studio: &Studio) -> BTreeSet<String> {
    let stamps = art.faces.iter().flat_map(|face| &face.stamps);
    let numbers: BTreeSet<u16> = stamps.flat_map(|stamp| &stamp.icons).map(|at| at.icon).collect();
    numbers.into_iter().map(|number| studio.icons.get(number).name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_games_that_use_a_file_are_drawn_anew() {
        let reach = Reach {
            folder: "content/harbor/".into(),
            templates: BTreeSet::from(["harbor/card.svg".to_owned()]),
            drawings: BTreeSet::from(["harbor/art/ship.svg".to_owned()]),
            words: BTreeSet::from(["anchor"]),
        };
        let drawn = BTreeSet::from(["sail".to_owned()]);
        for (path, want) in [
            ("content/harbor/cards.toml", true),
            ("content/harbor-two/cards.toml", false),
            ("templates/harbor/card.svg", true),
            ("templates/other/card.svg", false),
            ("templates/harbor/art/ship.svg", true),
            ("templates/icons/anchor.svg", true),
            ("templates/icons/sail.svg", true),
            ("templates/icons/star.svg", false),
            ("templates/harbor/icons/sail.svg", true),
            ("templates/harbor/icons/star.svg", false),
            ("templates/icons", true),
            ("templates/harbor/icons", true),
            ("templates/fonts/a.ttf", true),
            ("templates/harbor/sea.png", true),
            ("content", true),
            ("content/harbor", true),
        ] {
            assert_eq!(reach.covers(path, Some(&drawn)), want, "{path}");
        }
        assert!(reach.covers("templates/icons/star.svg", None), "what it draws is not known");
    }
}

//! The files that a game is drawn from.

use std::collections::{BTreeMap, BTreeSet};

use crate::art::{Art, Studio};
use crate::content::{Content, Game};

/// What can change a picture of one game.
pub(super) struct Reach<'a> {
    folder: String,
    pub templates: BTreeSet<String>,
    /// What stands in quotes in its templates: names of icons among others.
    words: BTreeSet<&'a str>,
}

impl<'a> Reach<'a> {
    pub fn of(game: &Game, studio: &Studio, content: &'a Content, makers: &Makers) -> Reach<'a> {
        let cards = game.sets.iter().flat_map(|set| &set.components);
        let named = cards.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten().map(|t| t.value.as_str());
        let mut templates: BTreeSet<String> = named.map(str::to_owned).collect();
        let mut open: Vec<String> = templates.iter().cloned().collect();
        let mut words = BTreeSet::new();
        while let Some(name) = open.pop() {
            let Some(file) = studio.templates.file(&name) else { continue };
            let text = content.sources.text(file);
            words.extend(text.split(['"', '\'']));
            // Whatever stands in quotes may be included, and whatever is called may be called by that name; one too
            // many costs a little time.
            let included = text.split(['"', '\'']).filter(|word| word.ends_with(".svg"));
            let called = text.split('<').skip(1).filter_map(|rest| makers.get(called(rest))).flatten().copied();
            for other in included.chain(called) {
                if templates.insert(other.to_owned()) {
                    open.push(other.to_owned());
                }
            }
        }
        Reach { folder: format!("content/{}/", game.id), templates, words }
    }

    /// Whether a change there can change a picture of the game, of which `icons` is known that it draws them.
    pub fn covers(&self, path: &str, icons: Option<&BTreeSet<String>>) -> bool {
        let Some(name) = path.strip_prefix("templates/") else {
            return path.starts_with(&self.folder)
                || self.folder.trim_end_matches('/') == path
                || path == "content"
                || path == "templates";
        };
        // Folders, fonts and pictures concern all games.
        let Some(stem) = name.strip_suffix(".svg") else { return true };
        match stem.strip_prefix("icons/") {
            Some(icon) => self.words.contains(icon) || icons.is_none_or(|icons| icons.contains(icon)),
            None => self.templates.contains(name),
        }
    }
}

/// The templates in which a component of that name is written.
pub(super) type Makers<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

pub(super) fn makers<'a>(studio: &'a Studio, content: &'a Content) -> Makers<'a> {
    let mut makers = Makers::new();
    for name in studio.templates.names() {
        let text = studio.templates.file(name).map_or("", |file| content.sources.text(file));
        for rest in text.split("component ").skip(1) {
            makers.entry(called(rest)).or_default().insert(name);
        }
    }
    makers
}

/// The name of a component where its call or its own text starts.
fn called(rest: &str) -> &str {
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '-')).unwrap_or(rest.len());
    &rest[..end]
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
            words: BTreeSet::from(["anchor"]),
        };
        let drawn = BTreeSet::from(["sail".to_owned()]);
        for (path, want) in [
            ("content/harbor/cards.toml", true),
            ("content/harbor-two/cards.toml", false),
            ("templates/harbor/card.svg", true),
            ("templates/other/card.svg", false),
            ("templates/icons/anchor.svg", true),
            ("templates/icons/sail.svg", true),
            ("templates/icons/star.svg", false),
            ("templates/icons", true),
            ("templates/fonts/a.ttf", true),
            ("templates/harbor/sea.png", true),
            ("content", true),
            ("content/harbor", true),
        ] {
            assert_eq!(reach.covers(path, Some(&drawn)), want, "{path}");
        }
        assert!(reach.covers("templates/icons/star.svg", None), "what it draws is not known");
    }

    #[test]
    fn a_component_is_named_where_it_starts() {
        for (rest, want) in
            [("jewel.bevel(w: number)", "jewel.bevel"), (" rays w={3} />", "rays"), ("", ""), ("é>", "é")]
        {
            assert_eq!(called(rest), want);
        }
    }
}

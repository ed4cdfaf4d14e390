//! The findings that a check was asked for: of some rules, and about some components.

use std::collections::{BTreeSet, HashSet};

use super::order::wanted;
use super::project::game_at;
use super::{Order, Project};
use crate::error::Error;
use crate::finding::{FileId, Finding, Place, Rule};

/// Which findings are shown and counted.
pub struct Selection<'a> {
    project: &'a Project,
    /// Their rules; empty stands for all.
    rules: Vec<&'static Rule>,
    /// What they are about; `None` stands for everything.
    chosen: Option<Chosen>,
}

/// The components that a pattern lets through, with what they are made of.
#[derive(Default)]
struct Chosen {
    games: BTreeSet<String>,
    /// Records, and sets with any of them.
    places: HashSet<Place>,
    /// The files of these sets.
    files: HashSet<FileId>,
    templates: BTreeSet<String>,
}

impl<'a> Selection<'a> {
    /// What an order looks at, and these rules.
    pub fn of(project: &'a Project, order: &Order, rules: Vec<&'static Rule>) -> Result<Selection<'a>, Error> {
        let chosen = order.only.as_deref().map(|only| Chosen::of(project, only)).transpose()?;
        Ok(Selection { project, rules, chosen })
    }

    /// Whether nothing is left out.
    pub fn is_all(&self) -> bool {
        self.rules.is_empty() && self.chosen.is_none()
    }

    /// Whether any component of a game is looked at.
    pub fn has(&self, game: &str) -> bool {
        self.chosen.as_ref().is_none_or(|chosen| chosen.games.contains(game))
    }

    /// Those that were asked for.
    pub fn of_those(&self, mut found: Vec<Finding>) -> Vec<Finding> {
        found.retain(|finding| {
            (self.rules.is_empty() || self.rules.contains(&finding.rule))
                && self.chosen.as_ref().is_none_or(|chosen| chosen.concerns(finding, self.project))
        });
        found
    }
}

impl Chosen {
    fn of(project: &Project, only: &str) -> Result<Chosen, Error> {
        let content = &project.content;
        let is_wanted = wanted(Some(only), content)?;
        let mut chosen = Chosen::default();
        for game in &content.games {
            for set in &game.sets {
                let cards: Vec<_> = set.components.iter().filter(|card| is_wanted(game, set, card)).collect();
                if cards.is_empty() {
                    continue;
                }
                chosen.games.insert(game.id.clone());
                chosen.places.insert(set.place.clone());
                chosen.places.extend(cards.iter().map(|card| card.place.clone()));
                chosen.files.insert(set.file);
                let names = cards.iter().flat_map(|card| [Some(&card.template), card.back.as_ref()]).flatten();
                chosen.templates.extend(project.studio.templates.reached(names.map(|name| name.value.as_str())));
            }
        }
        Ok(chosen)
    }

    fn concerns(&self, finding: &Finding, project: &Project) -> bool {
        if !finding.owners.is_empty() {
            return finding.owners.iter().any(|owner| self.places.contains(&owner.place));
        }
        let Some(place) = &finding.place else { return true };
        let Some(id) = game_at(&project.content, place) else {
            let path = project.content.sources.name(place.file);
            let template = path.strip_prefix("templates/").filter(|name| project.studio.templates.has(name));
            return template.is_none_or(|name| self.templates.contains(name));
        };
        let sets = project.content.games.iter().filter(|game| game.id == id).flat_map(|game| &game.sets);
        for set in sets {
            let card = set.components.iter().find(|card| card.place.holds(place));
            if let Some(around) = card.map(|card| &card.place).or(set.place.holds(place).then_some(&set.place)) {
                return self.places.contains(around);
            }
            if set.file == place.file {
                return self.files.contains(&set.file);
            }
        }
        self.games.contains(id)
    }
}

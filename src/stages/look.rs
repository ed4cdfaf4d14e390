//! The third stage: each face is checked, and converted if a format needs that.

use rayon::prelude::*;

use super::{Cache, Project, Stop};
use crate::art::{self, Art, Face};
use crate::budget;
use crate::content::Game;
use crate::export::pdf::{Form, convert, has_filters};
use crate::finding::Finding;
use crate::hash::{fingerprint, of_text};
use crate::lint::{Preflight, Seen};

/// What later stages need of each face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// PDF forms.
    pub forms: bool,
    /// The drawings themselves; otherwise they are dropped once they have been looked at.
    pub drawings: bool,
    /// The rules of the preflight.
    pub preflight: bool,
    /// How much ink each face takes.
    pub ink: bool,
}

/// What became of one face.
#[derive(Default)]
pub struct Sight {
    form: Option<Form>,
    seen: Option<Seen>,
    found: Vec<Finding>,
}

/// The faces of a game after they have been looked at.
pub struct Looked {
    /// The faces, and which pieces have them.
    pub art: Art,
    /// The PDF form of each face.
    pub forms: Vec<Option<Form>>,
    /// What the preflight saw on each face.
    pub seen: Vec<Option<Seen>>,
}

/// Looks at faces; returns nothing if it was stopped.
pub fn look(
    project: &Project,
    game: &Game,
    faces: &mut [Face],
    needs: &Needs,
    cache: &mut Cache,
    stop: &Stop,
) -> Option<Vec<Sight>> {
    let (studio, sources) = (&project.studio, &project.content.sources);
    let preflight = needs.preflight.then(|| Preflight::new(game, studio, sources, needs.ink));
    // A form is needed anew for each document, so only runs without forms gain from an earlier look.
    let remembers = needs.preflight && needs.drawings && !needs.forms;
    let keys = Keys::new(project, game);
    let sights: Option<Vec<Sight>> = faces
        .par_iter_mut()
        .with_min_len(4)
        .map(|face| {
            if stop.is_asked() {
                return None;
            }
            let key = if remembers { keys.of(face) } else { None };
            if let Some(seen) = key.and_then(|key| cache.clean.get(&key)) {
                return Some(Sight { seen: Some(seen.clone()), ..Sight::default() });
            }
            let mut sight = Sight::default();
            let (template, name) = (face.template.value.clone(), face.name.clone());
            let worked = budget::spend(&template, &name, || match face.tree(game, studio, sources) {
                Ok(tree) => {
                    // Only filters and icons in their own colors have faults that the drawing itself does not show.
                    if needs.forms || has_filters(&tree) || face.has_painted_icons() {
                        let form = convert(face, &tree, studio, sources, &mut sight.found);
                        sight.form = needs.forms.then(|| form.packed());
                    }
                    sight.seen = preflight.as_ref().and_then(|preflight| preflight.face(face, &tree, &mut sight.found));
                }
                Err(faults) => sight.found = faults,
            });
            if let Err(panic) = worked {
                sight = Sight { found: vec![art::panic(&face.template.place, &face.name, &panic)], ..Sight::default() };
            }
            if !needs.drawings {
                face.forget_drawing();
            }
            Some(sight)
        })
        .collect();
    let sights = sights?;
    if remembers {
        for (face, sight) in faces.iter().zip(&sights).filter(|(_, sight)| sight.found.is_empty()) {
            if let Some((key, seen)) = keys.of(face).zip(sight.seen.clone()) {
                cache.clean.insert(key, seen);
            }
        }
    }
    Some(sights)
}

impl Looked {
    /// Puts faces and sights together, and reports what was found on a face for every card that has it.
    pub fn gather(
        project: &Project,
        game: &Game,
        art: Art,
        sights: Vec<Sight>,
        needs: &Needs,
        found: &mut Vec<Finding>,
    ) -> Looked {
        let (mut forms, mut seen, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for sight in sights {
            forms.push(sight.form);
            seen.push(sight.seen);
            faults.push(sight.found);
        }
        match needs.preflight {
            true => Preflight::new(game, &project.studio, &project.content.sources, false).report(&art, faults, found),
            false => found.extend(faults.into_iter().flatten()),
        }
        Looked { art, forms, seen }
    }
}

/// Hashes everything that the rules read when they look at a face.
struct Keys<'a> {
    game: &'a Game,
    /// Set sizes, palettes and the glossary are all in `game.toml`.
    settings: u128,
}

impl<'a> Keys<'a> {
    fn new(project: &Project, game: &'a Game) -> Keys<'a> {
        let text = project.content.sources.text(game.file);
        Keys { game, settings: fingerprint(&(of_text(text), project.studio.ink.word())) }
    }

    fn of(&self, face: &Face) -> Option<u128> {
        let subject = face.subject?;
        let set = self.game.sets.get(subject.set)?;
        let card = set.components.get(subject.component)?;
        let cut =
            format!("{:?} {:?} {:?} {:?} {:?} {:?}", subject, face.bleed, set.safe, card.size, card.shape, set.fields);
        Some(fingerprint(&(self.settings, face.fingerprint(), cut, face.is_shared)))
    }
}

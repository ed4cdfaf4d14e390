//! What of a drawing cannot be stored as vectors.

use crate::art::{Face, Studio};
use crate::finding::{FileId, Finding, Place, Rule, Sources};

/// What the drawing of a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    Face,
    /// An icon, by its file.
    Icon(FileId),
    Picture,
}

/// Something that cannot be stored as vectors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Note {
    pub rule: &'static Rule,
    pub message: &'static str,
    pub help: &'static str,
    pub drawn: Drawn,
}

pub(super) type Notes = Vec<Note>;

impl Note {
    /// The same of another drawing.
    pub fn of(self, drawn: Drawn) -> Note {
        Note { drawn, ..self }
    }

    pub fn finding(&self, face: &Face, studio: &Studio, sources: &Sources) -> Finding {
        let place = match self.drawn {
            Drawn::Face => None,
            Drawn::Icon(file) => {
                let at = sources.text(file).find("filter").unwrap_or(0);
                Some(Place::new(file, at..at))
            }
            Drawn::Picture => face.in_drawings("filter", studio, sources),
        };
        let place = place.unwrap_or_else(|| face.template.place.clone());
        let help = format!("{}; it was found while drawing {}", self.help, face.name);
        Finding::new(self.rule, place, self.message).help(help)
    }
}

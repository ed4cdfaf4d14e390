//! Preflight: rules that look at finished faces, games and sheets; `allow` silences them.

mod allow;
mod behind;
mod color;
mod judged;
mod look;
mod one_color;
mod paint;
mod pixels;
mod rules;
mod shared;
mod words;

use std::collections::BTreeSet;

use usvg::Tree;

use crate::art::{Art, Face, FaceNo, Printed, Side, Studio, Subject, place_of};
use crate::color::Color;
use crate::content::{Content, Game, Kind};
use crate::finding::{Finding, Place, Rule, Sources};
use crate::layout::{Setup, Sheet};

pub use allow::silence;
pub use judged::Judged;
pub use look::Look;
use rules::{Check, TABLE, back_asymmetric};

/// Every rule there is.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLE.iter().map(|(rule, _)| *rule)
}

/// The rule of that name.
pub fn find(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}

/// What was seen on a face, for the rules that compare faces.
#[derive(Clone)]
pub struct Seen {
    /// The component and side.
    pub subject: Subject,
    /// Every text on it.
    pub texts: Vec<String>,
    /// The colors of the texts that have a single one.
    pub inks: Vec<Color>,
    /// Every icon on it.
    pub icons: BTreeSet<u16>,
    /// The icons that certainly stand out from their background, if they may distinguish categories.
    pub clear: BTreeSet<u16>,
    /// How a back differs from itself upside down; see `back_asymmetric`.
    turned: Option<(f64, bool)>,
    /// The ink it takes: 1 if one color covers it fully.
    pub ink: Option<f64>,
}

/// The least contrast of an icon that distinguishes categories or stands in a text, as WCAG 2 asks of graphics.
const SIGN: f64 = 3.0;

/// The preflight of one game.
pub struct Preflight<'a> {
    game: &'a Game,
    studio: &'a Studio,
    sources: &'a Sources,
    weighs_ink: bool,
}

impl<'a> Preflight<'a> {
    /// A preflight; the ink of each face is measured only if there is a limit.
    pub fn new(game: &'a Game, studio: &'a Studio, sources: &'a Sources, weighs_ink: bool) -> Preflight<'a> {
        Preflight { game, studio, sources, weighs_ink }
    }

    /// Looks at a face.
    pub fn face(&self, face: &Face, tree: &Tree, found: &mut Vec<Finding>) -> Option<Seen> {
        let look = Look::new(self.game, face, tree, self.studio, self.sources)?;
        for (_, check) in TABLE {
            if let Check::Face(check) = check {
                check(&look, found);
            }
        }
        let is_category = |kind: &Kind| matches!(kind, Kind::KeyOf(_) | Kind::Text);
        let has_categories = look.subject.side == Side::Front && look.set.fields.iter().any(|f| is_category(&f.kind));
        let clear =
            look.icons.iter().filter(|sign| has_categories && behind::surely_stands_out(&look, sign, SIGN, 0.0));
        Some(Seen {
            subject: look.subject,
            texts: look.words.iter().map(|words| words.said.text.clone()).collect(),
            inks: look.words.iter().filter_map(|words| one_color::ink(words.path)).collect(),
            icons: face.stamps.iter().flat_map(|stamp| &stamp.icons).map(|at| at.icon).collect(),
            clear: clear.map(|sign| sign.icon).collect(),
            turned: back_asymmetric::turned(&look),
            ink: self.weighs_ink.then(|| look.ink()).flatten(),
        })
    }

    /// Reports the findings of each face for every card that has it.
    pub fn tell(&self, art: &Art, faults: Vec<Vec<Finding>>, found: &mut Vec<Finding>) {
        for (face, faults) in faults.into_iter().enumerate().filter(|(_, faults)| !faults.is_empty()) {
            let more = shared::repeat(self.game, art, self.sources, FaceNo(face as u32), &faults);
            found.extend(faults.into_iter().chain(more));
        }
    }
}

/// A game with everything that was seen on its faces.
pub struct View<'a> {
    /// All content.
    pub content: &'a Content,
    /// The game.
    pub game: &'a Game,
    /// Templates and icons.
    pub studio: &'a Studio,
    /// Its faces, and which pieces have them.
    pub art: &'a Art,
    /// What was seen, by face number.
    pub seen: &'a [Option<Seen>],
    /// Whether the game's own rules read its records.
    pub is_played: bool,
}

impl View<'_> {
    /// Runs the rules that look at a whole game.
    pub fn check(&self, found: &mut Vec<Finding>) {
        one_color::gather(self, found);
        for (_, check) in TABLE {
            if let Check::Game(check) = check {
                check(self, found);
            }
        }
    }

    /// What was seen on the sheets that explain the game.
    fn reference(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().flatten().filter(|seen| self.explains(seen))
    }

    /// What was seen on everything else.
    fn cards(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().flatten().filter(|seen| !self.explains(seen))
    }

    /// Where a text of a face is written.
    fn place(&self, text: &str, seen: &Seen) -> Place {
        place_of(text, None, self.printed(seen))
    }

    /// The same for some words of the text.
    fn place_of_word(&self, text: &str, words: &str, seen: &Seen) -> Place {
        place_of(text, Some(words), self.printed(seen))
    }

    fn printed(&self, seen: &Seen) -> Printed<'_> {
        let View { game, studio, content, .. } = *self;
        let set = &game.sets[seen.subject.set];
        let (card, sources) = (&set.components[seen.subject.component], &content.sources);
        Printed { game, set, card, side: seen.subject.side, studio, sources }
    }

    fn explains(&self, seen: &Seen) -> bool {
        let set = &self.game.sets[seen.subject.set].id.value;
        self.game.glossary.reference.iter().any(|reference| reference.value == *set)
    }
}

/// All games together: which of the shared templates and icons are used.
pub struct Project<'a> {
    /// Templates and icons.
    pub studio: &'a Studio,
    /// Names of the templates in use.
    pub templates: BTreeSet<String>,
    /// Numbers of the icons in use.
    pub icons: BTreeSet<u16>,
}

impl Project<'_> {
    /// Runs the rules that look at all games together.
    pub fn check(&self, found: &mut Vec<Finding>) {
        for (_, check) in TABLE {
            if let Check::Project(check) = check {
                check(self, found);
            }
        }
    }
}

/// The sheets of a game for one paper.
struct Sheets<'a> {
    game: &'a Game,
    setup: &'a Setup,
    sheets: &'a [Sheet],
    seen: &'a [Option<Seen>],
    /// The most ink of a sheet, in percent of the paper.
    max_ink: f64,
}

/// Compares the ink of sheets with a limit, in percent of the paper, if one is given.
pub fn ink(
    game: &Game,
    setup: &Setup,
    sheets: &[Sheet],
    seen: &[Option<Seen>],
    max_ink: Option<f64>,
    found: &mut Vec<Finding>,
) {
    let Some(max_ink) = max_ink else { return };
    let sheets = Sheets { game, setup, sheets, seen, max_ink };
    for (_, check) in TABLE {
        if let Check::Sheets(check) = check {
            check(&sheets, found);
        }
    }
}

//! The preflight: rules that check finished faces, games and sheets. `allow` silences them.

mod allow;
mod behind;
mod color;
mod judged;
mod look;
mod one_color;
mod paint;
mod pictures;
mod pixels;
mod rules;
mod shared;
mod words;

use std::collections::BTreeSet;

use usvg::Tree;

use crate::art::{Art, Face, FaceNo, Printed, Side, Studio, Subject, place_of};
use crate::color::Color;
use crate::content::{Content, Game, Kind};
use crate::finding::{FileId, Finding, Place, Rule, Sources};
use crate::layout::{Setup, Sheet};
use crate::svg;
use crate::text::{self, Said, Stamp};

pub use allow::silence;
pub use judged::Judged;
pub use look::Look;
use look::Shown;
use rules::{Check, TABLE, back_asymmetric, picture_coarse};

pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLE.iter().map(|(rule, _)| *rule)
}

pub fn find(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}

/// Observations on a face, for the rules that compare faces.
#[derive(Clone)]
pub struct Seen {
    pub subject: Subject,
    pub texts: Vec<String>,
    /// Words in its texts that may stand for symbols, such as `[credit]`, each after its text.
    pub codes: Vec<(String, String)>,
    /// The colors of all texts in a single color.
    pub inks: Vec<Color>,
    pub icons: BTreeSet<u16>,
    /// The project's font files that its texts are set in.
    pub fonts: BTreeSet<FileId>,
    /// The icons that certainly stand out from their background. Empty if they need not distinguish categories.
    pub clear: BTreeSet<u16>,
    /// The drawings that it shows as pictures.
    pub drawings: Vec<String>,
    /// How a back differs from itself upside down. See `back_asymmetric`.
    turned: Option<(f64, bool)>,
    /// Its pictures that a rule reports.
    pictures: Vec<Shown>,
    /// The ink it takes. 1 means that one color covers it fully.
    pub ink: Option<f64>,
}

/// The least contrast of an icon that distinguishes categories or is part of a text: what WCAG 2 requires of graphics.
const SIGN: f64 = 3.0;

/// The preflight of one game.
pub struct Preflight<'a> {
    game: &'a Game,
    studio: &'a Studio,
    sources: &'a Sources,
    weighs_ink: bool,
}

impl<'a> Preflight<'a> {
    /// Prepares a preflight. `weighs_ink` measures the ink of each face, which only a limit needs.
    pub fn new(game: &'a Game, studio: &'a Studio, sources: &'a Sources, weighs_ink: bool) -> Preflight<'a> {
        Preflight { game, studio, sources, weighs_ink }
    }

    /// Checks a face.
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
            codes: look.words.iter().flat_map(|words| codes(words.said)).collect(),
            inks: look.words.iter().filter_map(|words| one_color::ink(words.path)).collect(),
            icons: face.stamps.iter().flat_map(icons).collect(),
            fonts: self.fonts(face, &look),
            clear: clear.map(|sign| sign.icon).collect(),
            drawings: face.drawings(),
            turned: back_asymmetric::turned(&look),
            pictures: look.pictures.iter().filter(|shown| is_reported(shown)).cloned().collect(),
            ink: self.weighs_ink.then(|| look.ink()).flatten(),
        })
    }

    fn fonts(&self, face: &Face, look: &Look) -> BTreeSet<FileId> {
        let fonts = &self.studio.fonts;
        if fonts.own().next().is_none() {
            return BTreeSet::new();
        }
        let icons: Vec<_> =
            face.stamps.iter().flat_map(|stamp| &stamp.icons).filter_map(|at| at.painted.as_ref()).collect();
        let stamps = face.stamps.iter().chain(icons.iter().flat_map(|icon| &icon.stamps));
        let runs = stamps.flat_map(|stamp| &stamp.runs).filter_map(|run| fonts.face(run.face).file);
        let mut used: BTreeSet<FileId> = runs.collect();
        let mut see =
            |text: &usvg::Text| used.extend(svg::fonts_of(text).iter().filter_map(|id| fonts.plain(*id)?.file));
        svg::each_text(look.tree.root(), &mut see);
        icons.iter().for_each(|icon| svg::each_text(icon.tree(Color::BLACK).root(), &mut see));
        used
    }

    /// Reports the findings of each face on every card that has the face.
    pub fn report(&self, art: &Art, faults: Vec<Vec<Finding>>, found: &mut Vec<Finding>) {
        for (face, faults) in faults.into_iter().enumerate().filter(|(_, faults)| !faults.is_empty()) {
            let more = shared::repeat(self.game, art, self.sources, FaceNo(face as u32), &faults);
            found.extend(faults.into_iter().chain(more));
        }
    }
}

/// The icons that are drawn for a stamp.
fn icons(stamp: &Stamp) -> impl Iterator<Item = u16> {
    stamp.icons.iter().map(|at| at.icon).chain(stamp.worked.iter().copied())
}

/// The words of a text that may stand for symbols, each once.
fn codes(said: &Said) -> BTreeSet<(String, String)> {
    let at = if said.is_plain { Vec::new() } else { text::codes(&said.text) };
    at.into_iter().map(|at| (said.text.clone(), said.text[at].to_owned())).collect()
}

/// Whether a rule will report a picture.
fn is_reported(shown: &Shown) -> bool {
    picture_coarse::is_coarse(shown) || shown.picture.other_colors.is_some()
}

/// A game with the observations on all its faces.
pub struct View<'a> {
    pub content: &'a Content,
    pub game: &'a Game,
    /// Templates and icons.
    pub studio: &'a Studio,
    /// Its faces, and the pieces that have them.
    pub art: &'a Art,
    /// Observations by face number.
    pub seen: &'a [Option<Seen>],
    /// Whether the program can play the game, so that its own rules check its records.
    pub is_played: bool,
    /// Whether all of it was read and drawn.
    pub is_whole: bool,
}

impl View<'_> {
    /// Runs the rules that check a whole game.
    pub fn check(&self, found: &mut Vec<Finding>) {
        one_color::gather(self, found);
        for (_, check) in TABLE {
            match check {
                Check::Game(check) => check(self, found),
                Check::Whole(check) if self.is_whole => check(self, found),
                _ => {}
            }
        }
    }

    /// Observations on the sheets that explain the game.
    fn reference(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().flatten().filter(|seen| self.explains(seen))
    }

    /// Observations on everything else.
    fn cards(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().flatten().filter(|seen| !self.explains(seen))
    }

    /// The source of a text on a face.
    fn place(&self, text: &str, seen: &Seen) -> Place {
        place_of(text, None, self.printed(seen))
    }

    /// The source of some words of the text.
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

/// All games together, with the shared templates and icons they use.
pub struct Project<'a> {
    /// Templates and icons.
    pub studio: &'a Studio,
    /// The names of all templates in use.
    pub templates: BTreeSet<String>,
    /// The numbers of all icons in use.
    pub icons: BTreeSet<u16>,
    /// The font files in use.
    pub fonts: BTreeSet<FileId>,
}

impl Project<'_> {
    /// Runs the rules that check all games together.
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
    /// The most ink on a sheet, in percent of the paper.
    max_ink: f64,
}

/// Compares the ink of sheets with `max_ink`, in percent of the paper, if it is given.
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

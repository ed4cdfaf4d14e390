//! Preflight: rules that look at finished things, one file a rule; `allow` silences them where it is reasoned.

mod allow;
mod back_asymmetric;
mod behind;
mod bleed_bare;
mod color;
mod color_only;
mod double_space;
mod duplicate_name;
mod icon_small;
mod ink_heavy;
mod keyword_unexplained;
mod keyword_unused;
mod look;
mod low_contrast;
mod name_unknown;
mod number_differs;
mod number_gap;
mod one_color;
mod origin_unreasoned;
mod paint;
mod pixels;
mod shared;
mod sheet_differs;
mod straight_quote;
mod stroke_thin;
mod text_covered;
mod text_small;
mod text_unchecked;
mod text_unsafe;
mod touches_cut;
mod two_names;
mod unused_color;
mod unused_icon;
mod unused_template;
mod widow;
mod words;

use std::collections::BTreeSet;

use usvg::Tree;

use crate::art::{Art, Face, FaceNo, Printed, Side, Studio, Subject, place_of};
use crate::content::{Content, Game, Kind};
use crate::finding::{Finding, Place, Rule, Sources, rule};
use crate::layout::{Setup, Sheet};

pub use allow::can_be_allowed;
pub use look::Look;

type OfFace = (&'static Rule, fn(&Look, &mut Vec<Finding>));
type OfGame = (&'static Rule, fn(&View, &mut Vec<Finding>));
type OfProject = (&'static Rule, fn(&Project, &mut Vec<Finding>));

/// Rules that look at one face.
const FACES: [OfFace; 12] = [
    (&text_small::RULE, text_small::check),
    (&text_unsafe::RULE, text_unsafe::check),
    (&text_covered::RULE, text_covered::check),
    (&text_unchecked::RULE, text_unchecked::check),
    (&widow::RULE, widow::check),
    (&double_space::RULE, double_space::check),
    (&straight_quote::RULE, straight_quote::check),
    (&low_contrast::RULE, low_contrast::check),
    (&icon_small::RULE, icon_small::check),
    (&stroke_thin::RULE, stroke_thin::check),
    (&bleed_bare::RULE, bleed_bare::check),
    (&touches_cut::RULE, touches_cut::check),
];

/// Rules that look at a whole game.
const GAMES: [OfGame; 12] = [
    (&back_asymmetric::RULE, back_asymmetric::check),
    (&color_only::RULE, color_only::check),
    (&duplicate_name::RULE, duplicate_name::check),
    (&number_gap::RULE, number_gap::check),
    (&unused_color::RULE, unused_color::check),
    (&keyword_unexplained::RULE, keyword_unexplained::check),
    (&keyword_unused::RULE, keyword_unused::check),
    (&two_names::RULE, two_names::check),
    (&number_differs::RULE, number_differs::check),
    (&sheet_differs::RULE, sheet_differs::check),
    (&name_unknown::RULE, name_unknown::check),
    (&origin_unreasoned::RULE, origin_unreasoned::check),
];

/// Rules that look at all games together.
const PROJECTS: [OfProject; 2] =
    [(&unused_template::RULE, unused_template::check), (&unused_icon::RULE, unused_icon::check)];

/// Every rule there is: those that the stages enforce, then those of the preflight.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let faces = FACES.iter().map(|(rule, _)| *rule);
    let games = GAMES.iter().map(|(rule, _)| *rule);
    let projects = PROJECTS.iter().map(|(rule, _)| *rule);
    rule::STAGES.iter().copied().chain(faces).chain(games).chain(projects).chain([&ink_heavy::RULE, &allow::RULE])
}

/// The rule of that name.
pub fn find(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}

/// What was seen on a face, for the rules that look at many.
#[derive(Clone)]
pub struct Seen {
    /// The component and side.
    pub subject: Subject,
    /// Every text on it.
    pub texts: Vec<String>,
    /// The color of each, where it has but one.
    pub inks: Vec<[u8; 3]>,
    /// Every icon on it.
    pub icons: BTreeSet<u16>,
    /// Those that surely stand out from their ground, where they may tell categories apart.
    pub clear: BTreeSet<u16>,
    /// How a back differs from itself turned round.
    turned: Option<(f64, bool)>,
    /// The ink it takes: 1 where one color covers it fully.
    pub ink: Option<f64>,
}

/// Least contrast of an icon that is to be told from others or read within a text, as WCAG 2 asks of graphics.
const SIGN: f64 = 3.0;

/// The preflight of one game.
pub struct Preflight<'a> {
    game: &'a Game,
    studio: &'a Studio,
    sources: &'a Sources,
    weighs_ink: bool,
}

impl<'a> Preflight<'a> {
    /// Begins; the ink of each face is weighed only where a limit is given.
    pub fn new(game: &'a Game, studio: &'a Studio, sources: &'a Sources, weighs_ink: bool) -> Preflight<'a> {
        Preflight { game, studio, sources, weighs_ink }
    }

    /// Looks at a face.
    pub fn face(&self, face: &Face, tree: &Tree, found: &mut Vec<Finding>) -> Option<Seen> {
        let look = Look::new(self.game, face, tree, self.studio, self.sources)?;
        for (_, check) in &FACES {
            check(&look, found);
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

    /// Tells what was found on each face, for every card that has it.
    pub fn tell(&self, art: &Art, told: Vec<Vec<Finding>>, found: &mut Vec<Finding>) {
        for (face, told) in told.into_iter().enumerate().filter(|(_, told)| !told.is_empty()) {
            let more = shared::repeat(self.game, art, self.sources, FaceNo(face as u32), &told);
            found.extend(told.into_iter().chain(more));
        }
    }
}

/// A game with everything that was seen of it.
pub struct View<'a> {
    /// All content.
    pub content: &'a Content,
    /// The game.
    pub game: &'a Game,
    /// Templates and icons.
    pub studio: &'a Studio,
    /// Its faces, and which pieces have them.
    pub art: &'a Art,
    /// What was seen, by the number of the face.
    pub seen: &'a [Option<Seen>],
    /// Whether the game's own rules read its records.
    pub is_played: bool,
}

impl View<'_> {
    /// Runs the rules that look at a whole game.
    pub fn check(&self, found: &mut Vec<Finding>) {
        one_color::gather(self, found);
        for (_, check) in &GAMES {
            check(self, found);
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

    /// Where a text that was seen is written.
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

/// All games together: what of the shared templates and icons was used.
pub struct Project<'a> {
    /// Templates and icons.
    pub studio: &'a Studio,
    /// Templates that are used.
    pub templates: BTreeSet<String>,
    /// Icons that are used.
    pub icons: BTreeSet<u16>,
}

impl Project<'_> {
    /// Runs the rules that look at all games together.
    pub fn check(&self, found: &mut Vec<Finding>) {
        for (_, check) in &PROJECTS {
            check(self, found);
        }
    }
}

/// Compares the ink of sheets with a limit, in percent of the paper, where one is given.
pub fn ink(
    game: &Game,
    setup: &Setup,
    sheets: &[Sheet],
    seen: &[Option<Seen>],
    most: Option<f64>,
    found: &mut Vec<Finding>,
) {
    if let Some(most) = most {
        ink_heavy::check(game, setup, sheets, seen, most, found);
    }
}

/// Applies every `allow` of a game, and tells those that are wrong or not needed; returns how many findings it silenced.
pub fn silence(game: &Game, is_judged: &dyn Fn(&Rule) -> bool, found: &mut Vec<Finding>) -> usize {
    allow::silence(game, is_judged, found)
}

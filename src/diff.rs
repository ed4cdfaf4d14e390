//! Compares two states of a project: components in words, faces in pictures.

mod alike;
mod basis;
mod before;
mod fields;
mod html;
mod ink;
mod list;
mod meet;
mod pictures;
mod state;
mod words;

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::art::{FaceNo, Numbers, Side};
use crate::content::{Component, Set};
use crate::shape::Shape;

use alike::{Alike, Verdict};
use basis::Basis;
pub use before::{Before, before};
pub use fields::{Field, Piece, pieces, written};
pub use html::html;
pub use list::change_list;
use meet::{Meeting, Place};
pub use pictures::{Pictures, pictures};
use state::Record;
pub use state::{State, is_game, open};
pub use words::{json, summary, words};

/// Everything that changed, game by game, in the order of the new content.
pub struct Difference {
    /// The name of the old state.
    pub old: String,
    /// Games with changes.
    pub games: Vec<GameChange>,
}

/// The changes in one game.
pub struct GameChange {
    pub id: String,
    pub title: String,
    /// Kit versions before and now. `None` where the game does not exist.
    pub versions: (Option<String>, Option<String>),
    /// Changes in `game.toml` other than components.
    pub fields: Vec<Field>,
    /// Changed components.
    pub components: Vec<Change>,
}

/// The change of one component.
#[derive(Clone, Debug)]
pub struct Change {
    pub game: String,
    pub set: String,
    pub set_title: String,
    pub id: String,
    /// Its old id, if it was renamed.
    pub was: Option<String>,
    /// Its new name, or the old one if it was removed.
    pub name: String,
    pub kind: Kind,
    /// Copies before and now.
    pub count: (u32, u32),
    /// Differences in its record.
    pub fields: Vec<Field>,
    /// Faces that are drawn differently.
    pub faces: Vec<FaceChange>,
    /// Sides on which only its number in the deck differs.
    pub renumbered: Vec<Side>,
    /// Other changed files that explain why it is drawn differently.
    pub files: Vec<String>,
    /// Whether it could not be drawn, before and now.
    pub is_undrawn: (bool, bool),
    /// Whether old printed copies must be replaced.
    pub prints_anew: bool,
    /// Its outlines, before and now.
    shapes: (Option<Shape>, Option<Shape>),
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Added,
    Removed,
    Changed,
    /// Only its number in the deck changed.
    Renumbered,
    /// One state cannot be read, so there is nothing to compare.
    Unclear,
}

/// A face that is drawn differently. `None` on the side where it does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceChange {
    pub side: Side,
    /// The old face: index of the game in the old state, and number.
    pub old: Option<(usize, FaceNo)>,
    /// The new face.
    pub new: Option<(usize, FaceNo)>,
}

impl Difference {
    pub fn components(&self) -> impl Iterator<Item = &Change> {
        self.games.iter().flat_map(|game| &game.components)
    }

    /// The copies of each component (`game/set/id`) to print, to bring an old box up to date.
    pub fn copies(&self) -> BTreeMap<String, u32> {
        self.components().map(|c| (c.path(), c.copies())).filter(|(_, copies)| *copies > 0).collect()
    }
}

impl Change {
    /// `game/set/id`.
    pub fn path(&self) -> String {
        format!("{}/{}/{}", self.game, self.set, self.id)
    }

    /// The same before it was renamed.
    pub fn old_path(&self) -> String {
        format!("{}/{}/{}", self.game, self.set, self.was.as_ref().unwrap_or(&self.id))
    }

    /// Copies to print: all if old copies must be replaced, otherwise only the added ones.
    pub fn copies(&self) -> u32 {
        match self.kind {
            Kind::Removed | Kind::Renumbered => 0,
            Kind::Added | Kind::Unclear => self.count.1,
            Kind::Changed if self.prints_anew => self.count.1,
            Kind::Changed => self.count.1.saturating_sub(self.count.0),
        }
    }
}

/// Compares two states. `takes` selects components by game, set and id; nothing else is drawn.
pub fn compare(old: &mut State, new: &mut State, takes: &dyn Fn(&str, &str, &str) -> bool) -> Difference {
    let (was, is) = wanted(old, new, takes);
    old.draw(was);
    new.draw(is);
    let (old, new) = (&*old, &*new);
    let mut all = Vec::new();
    for (was, is) in games(old, new) {
        let mut met = meet::meetings(was, is);
        let is_empty = met.is_empty();
        met.retain(|(old, new)| [old, new].into_iter().flatten().any(|at| at.is_taken(takes)));
        if is_empty || !met.is_empty() {
            all.push((was, is, met));
        }
    }
    let both: Vec<(At, At)> = all.iter().flat_map(|(.., met)| met.iter().filter_map(|&(o, n)| o.zip(n))).collect();
    let alike = Alike::find(old, new, &both);
    let mut games: Vec<GameChange> = Vec::new();
    for (was, is, met) in all {
        let [was, is] = [was, is].map(|place| place.map(|(state, game)| &state.project.content.games[game]));
        let Some(game) = is.or(was) else { continue };
        games.push(GameChange {
            id: game.id.clone(),
            title: game.title.value.clone(),
            versions: (was.map(|game| game.version.clone()), is.map(|game| game.version.clone())),
            fields: was.zip(is).map_or_else(Vec::new, |(was, is)| fields::game(was, is)),
            components: met.iter().filter_map(|met| compared(&game.id, *met, (old, new), &alike)).collect(),
        });
    }
    games.retain(|game| !game.fields.is_empty() || !game.components.is_empty());
    Difference { old: old.name.clone(), games }
}

/// All games before and now, in the order of the new content.
fn games<'a>(old: &'a State, new: &'a State) -> Vec<(Place<'a>, Place<'a>)> {
    let all = |state: &State| 0..state.project.content.games.len();
    let id = |state: &'a State, game: usize| &state.project.content.games[game].id;
    let kept = all(new).map(|g| (old.game(id(new, g)).map(|(og, _)| (old, og)), Some((new, g))));
    let gone = all(old).filter(|&og| new.game(id(old, og)).is_none()).map(|og| (Some((old, og)), None));
    kept.chain(gone).collect()
}

/// The components of each state that must be drawn.
fn wanted(old: &State, new: &State, takes: &dyn Fn(&str, &str, &str) -> bool) -> (HashSet<Record>, HashSet<Record>) {
    let (was, is) = (Basis::of(old), Basis::of(new));
    let mut all = (HashSet::new(), HashSet::new());
    for places in games(old, new) {
        meet::wanted(places, (&was, &is), &|at| at.is_taken(takes), &mut |at| {
            let side = if std::ptr::eq(at.state, new) { &mut all.1 } else { &mut all.0 };
            side.insert(state::record(at.set(), at.card()));
        });
    }
    all
}

/// A component of a state.
#[derive(Clone, Copy)]
struct At<'a> {
    state: &'a State,
    game: usize,
    set: usize,
    card: usize,
}

impl<'a> At<'a> {
    fn set(&self) -> &'a Set {
        &self.state.project.content.games[self.game].sets[self.set]
    }

    fn card(&self) -> &'a Component {
        &self.set().components[self.card]
    }

    fn id(&self) -> &'a str {
        &self.card().id.value
    }

    fn name(&self) -> &'a str {
        &self.card().name
    }

    /// Its front and back, if they were drawn.
    fn faces(&self) -> (Option<FaceNo>, Option<FaceNo>) {
        let piece = self.state.piece(self);
        (piece.map(|piece| piece.front), piece.and_then(|piece| piece.back))
    }

    fn is_taken(&self, takes: &dyn Fn(&str, &str, &str) -> bool) -> bool {
        takes(&self.state.project.content.games[self.game].id, &self.set().id.value, &self.card().id.value)
    }

    /// Whether both have the same name and faces.
    fn prints_as(&self, other: &At) -> bool {
        let (was, is) = (self.faces(), other.faces());
        let same = |was: Option<FaceNo>, is: Option<FaceNo>| match (was, is) {
            (Some(was), Some(is)) => {
                let outlined = |at: &At, face| at.state.outlined_print(at.state.face((at.game, face)));
                self.print(Some(was)) == other.print(Some(is)) || outlined(self, was) == outlined(other, is)
            }
            (was, is) => was == is,
        };
        was.0.is_some() && self.name() == other.name() && same(was.0, is.0) && same(was.1, is.1)
    }

    fn numbers(&self) -> Numbers {
        Numbers::of(self.card(), self.set())
    }

    fn print(&self, face: Option<FaceNo>) -> Option<u128> {
        face.map(|face| self.state.print_of((self.game, face)))
    }
}

/// Compares one component. `None` if nothing differs.
fn compared(game: &str, (old, new): Meeting, states: (&State, &State), alike: &Alike) -> Option<Change> {
    let here = new.or(old)?;
    let (set, card) = (here.set(), here.card());
    let mut kind = match (old, new) {
        (None, _) if states.0.is_ill(game, &set.id.value) => Kind::Unclear,
        (_, None) if states.1.is_ill(game, &set.id.value) => Kind::Unclear,
        (None, _) => Kind::Added,
        (_, None) => Kind::Removed,
        _ => Kind::Changed,
    };
    let fields = match (old, new) {
        (Some(old), Some(new)) => fields::component((old.set(), old.card()), (new.set(), new.card())),
        _ => Vec::new(),
    };
    let faces_of = |at: Option<At>| at.map_or((None, None), |at| at.faces());
    let (was, is) = (faces_of(old), faces_of(new));
    let (mut faces, mut renumbered) = (Vec::new(), Vec::new());
    for (side, was, is) in [(Side::Front, was.0, is.0), (Side::Back, was.1, is.1)] {
        let print = |at: Option<At>, face| at.and_then(|at| at.print(face));
        if print(old, was) != print(new, is) {
            let place = |at: Option<At>, face: Option<FaceNo>| at.zip(face).map(|(at, face)| (at.game, face));
            let face = FaceChange { side, old: place(old, was), new: place(new, is) };
            match old.zip(new).map_or(Verdict::Differs, |(_, new)| alike.verdict(&face, new)) {
                Verdict::Same => {}
                Verdict::Renumbered => renumbered.push(side),
                Verdict::Differs => faces.push(face),
            }
        }
    }
    let undrawn = |at: Option<At>, faces: (Option<FaceNo>, Option<FaceNo>)| {
        let at = at.filter(|at| at.state.is_drawn(at));
        at.is_some_and(|at| faces.0.is_none() || (faces.1.is_none() && at.card().back.is_some()))
    };
    let is_undrawn = (undrawn(old, was), undrawn(new, is));
    let is_cut_anew = match (old, new) {
        (Some(old), Some(new)) => old.card().size != new.card().size || old.card().shape != new.card().shape,
        _ => true,
    };
    let prints_anew = is_cut_anew || !faces.is_empty();
    if kind == Kind::Changed && fields.is_empty() && !prints_anew && is_undrawn == (false, false) {
        if renumbered.is_empty() {
            return None;
        }
        kind = Kind::Renumbered;
    }
    let is_lacking =
        |state: &State, face: Option<(usize, FaceNo)>| face.is_some_and(|at| state.is_lacking(state.face(at)));
    if kind == Kind::Changed && faces.iter().any(|f| is_lacking(states.0, f.old) || is_lacking(states.1, f.new)) {
        kind = Kind::Unclear;
    }
    let files = match (old, new) {
        (Some(old), Some(new)) if !faces.is_empty() => state::causes(old, new, &faces),
        _ => Vec::new(),
    };
    let count = |at: Option<At>| at.map_or(0, |at| at.card().count.value);
    Some(Change {
        game: game.to_owned(),
        set: set.id.value.clone(),
        set_title: set.title.clone(),
        was: old.map(|at| at.card().id.value.clone()).filter(|was| *was != card.id.value),
        id: card.id.value.clone(),
        name: card.name.clone(),
        kind,
        count: (count(old), count(new)),
        fields,
        faces,
        renumbered,
        files,
        is_undrawn,
        prints_anew,
        shapes: (old.map(|at| at.card().shape.clone()), new.map(|at| at.card().shape.clone())),
    })
}

//! What changed between two states of a project: components in words, faces in pictures.

mod before;
mod fields;
mod html;
mod list;
mod pictures;
mod state;
mod words;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::art::{FaceNo, Side};
use crate::content::{Component, Game, Set};
use crate::shape::Shape;

pub use before::{Before, before};
pub use fields::{Field, Piece, pieces, written};
pub use html::html;
pub use list::change_list;
pub use pictures::{Pictures, pictures};
pub use state::{State, is_game, open};
pub use words::{json, summary, words};

/// Everything that changed, game by game, in the order of the new content.
pub struct Difference {
    /// What the old state is called.
    pub old: String,
    /// The games in which anything changed.
    pub games: Vec<GameChange>,
}

/// What changed in one game.
pub struct GameChange {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What changed in `game.toml` beside the components.
    pub fields: Vec<Field>,
    /// The components that changed.
    pub components: Vec<Change>,
}

/// What became of one component.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game's id.
    pub game: String,
    /// The set's id.
    pub set: String,
    /// The set's title.
    pub set_title: String,
    /// Its id.
    pub id: String,
    /// Its name, the new one where it has both.
    pub name: String,
    /// What became of it.
    pub kind: Kind,
    /// Copies before and now.
    pub count: (u32, u32),
    /// What differs in its record.
    pub fields: Vec<Field>,
    /// Its faces that are drawn differently.
    pub faces: Vec<FaceChange>,
    /// Files that changed beside its record, where they are why it is drawn differently.
    pub files: Vec<String>,
    /// Whether it cannot be drawn, before and now.
    pub is_undrawn: (bool, bool),
    /// Whether a printed copy differs from a new one.
    pub prints_anew: bool,
    /// The outlines it is cut to, before and now.
    shapes: (Option<Shape>, Option<Shape>),
}

/// What became of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is another.
    Changed,
    /// One of its states cannot be read, so nobody can tell.
    Unclear,
}

/// A face that is drawn differently; on one side nothing where there was none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceChange {
    /// Front or back.
    pub side: Side,
    /// The old face: game's index in the old state, and number.
    pub old: Option<(usize, FaceNo)>,
    /// The new face.
    pub new: Option<(usize, FaceNo)>,
}

impl Difference {
    /// All components that changed.
    pub fn components(&self) -> impl Iterator<Item = &Change> {
        self.games.iter().flat_map(|game| &game.components)
    }

    /// How many copies of which component (`game/set/id`) must be printed to bring an old box up to date.
    pub fn copies(&self) -> BTreeMap<String, u32> {
        self.components().map(|c| (c.path(), c.copies())).filter(|(_, copies)| *copies > 0).collect()
    }
}

impl Change {
    /// `game/set/id`.
    pub fn path(&self) -> String {
        format!("{}/{}/{}", self.game, self.set, self.id)
    }

    /// Copies to print: all where the print differs, else only those that came on top.
    pub fn copies(&self) -> u32 {
        match self.kind {
            Kind::Removed => 0,
            Kind::Added | Kind::Unclear => self.count.1,
            Kind::Changed if self.prints_anew => self.count.1,
            Kind::Changed => self.count.1.saturating_sub(self.count.0),
        }
    }
}

/// Compares two states; `takes` says by game, set and id which components count.
pub fn compare(old: &State, new: &State, takes: &dyn Fn(&str, &str, &str) -> bool) -> Difference {
    let mut games = Vec::new();
    for (g, game) in new.content.games.iter().enumerate() {
        let was = old.game(&game.id);
        let fields = was.map_or_else(Vec::new, |(_, was)| fields::game(was, game));
        let mut change =
            GameChange { id: game.id.clone(), title: game.title.value.clone(), fields, components: vec![] };
        for (s, set) in game.sets.iter().enumerate() {
            let was_set = was.and_then(|(og, was)| find_set(was, &set.id.value).map(|(os, set)| (og, os, set)));
            for (c, card) in set.components.iter().enumerate() {
                let before = was_set.and_then(|(og, os, was)| {
                    let at = was.components.iter().position(|old| old.id.value == card.id.value)?;
                    Some(At { state: old, game: og, set: os, card: at })
                });
                let now = At { state: new, game: g, set: s, card: c };
                change.components.extend(compared(&game.id, before, Some(now), (old, new)));
            }
            if let Some((og, os, was)) = was_set {
                for (c, card) in was.components.iter().enumerate() {
                    if !set.components.iter().any(|new| new.id.value == card.id.value) {
                        let before = At { state: old, game: og, set: os, card: c };
                        change.components.extend(compared(&game.id, Some(before), None, (old, new)));
                    }
                }
            }
        }
        if let Some((og, was)) = was {
            let gone = was.sets.iter().enumerate().filter(|(_, set)| find_set(game, &set.id.value).is_none());
            change.components.extend(gone.flat_map(|(s, set)| all_of(old, og, s, set, (old, new))));
        }
        games.push(change);
    }
    for (og, was) in old.content.games.iter().enumerate().filter(|(_, was)| new.game(&was.id).is_none()) {
        let components = was.sets.iter().enumerate().flat_map(|(s, set)| all_of(old, og, s, set, (old, new))).collect();
        games.push(GameChange { id: was.id.clone(), title: was.title.value.clone(), fields: Vec::new(), components });
    }
    for game in &mut games {
        game.components.retain(|c| takes(&c.game, &c.set, &c.id));
    }
    games.retain(|game| !game.fields.is_empty() || !game.components.is_empty());
    Difference { old: old.name.clone(), games }
}

/// All components of a set that is gone.
fn all_of<'a>(
    state: &'a State,
    game: usize,
    s: usize,
    set: &'a Set,
    states: (&'a State, &'a State),
) -> impl Iterator<Item = Change> + 'a {
    let id = &state.content.games[game].id;
    (0..set.components.len()).filter_map(move |card| compared(id, Some(At { state, game, set: s, card }), None, states))
}

fn find_set<'a>(game: &'a Game, id: &str) -> Option<(usize, &'a Set)> {
    game.sets.iter().enumerate().find(|(_, set)| set.id.value == id)
}

/// Where a component stands in a state.
#[derive(Clone, Copy)]
struct At<'a> {
    state: &'a State,
    game: usize,
    set: usize,
    card: usize,
}

impl<'a> At<'a> {
    fn set(&self) -> &'a Set {
        &self.state.content.games[self.game].sets[self.set]
    }

    fn card(&self) -> &'a Component {
        &self.set().components[self.card]
    }

    /// Its faces: front and back.
    fn faces(&self) -> (Option<FaceNo>, Option<FaceNo>) {
        let pieces = &self.state.arts[self.game].sets[self.set];
        let piece = pieces.iter().find(|piece| piece.component == self.card);
        (piece.map(|piece| piece.front), piece.and_then(|piece| piece.back))
    }

    fn print(&self, face: Option<FaceNo>) -> Option<u64> {
        face.map(|face| self.state.prints[self.game][face.0 as usize])
    }
}

/// Compares one component; nothing comes back where nothing differs.
fn compared(game: &str, old: Option<At>, new: Option<At>, states: (&State, &State)) -> Option<Change> {
    let here = new.or(old)?;
    let (set, card) = (here.set(), here.card());
    let kind = match (old, new) {
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
    let mut faces = Vec::new();
    for (side, was, is) in [(Side::Front, was.0, is.0), (Side::Back, was.1, is.1)] {
        let print = |at: Option<At>, face| at.and_then(|at| at.print(face));
        if print(old, was) != print(new, is) {
            let place = |at: Option<At>, face: Option<FaceNo>| at.zip(face).map(|(at, face)| (at.game, face));
            faces.push(FaceChange { side, old: place(old, was), new: place(new, is) });
        }
    }
    let undrawn = |at: Option<At>, faces: (Option<FaceNo>, Option<FaceNo>)| {
        at.is_some_and(|at| faces.0.is_none() || (faces.1.is_none() && at.card().back.is_some()))
    };
    let is_undrawn = (undrawn(old, was), undrawn(new, is));
    let is_cut_anew = match (old, new) {
        (Some(old), Some(new)) => old.card().size != new.card().size || old.card().shape != new.card().shape,
        _ => true,
    };
    let prints_anew = is_cut_anew || !faces.is_empty();
    if kind == Kind::Changed && fields.is_empty() && !prints_anew && is_undrawn == (false, false) {
        return None;
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
        id: card.id.value.clone(),
        name: card.name.clone(),
        kind,
        count: (count(old), count(new)),
        fields,
        faces,
        files,
        is_undrawn,
        prints_anew,
        shapes: (old.map(|at| at.card().shape.clone()), new.map(|at| at.card().shape.clone())),
    })
}

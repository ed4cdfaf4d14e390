//! What the helper sends and the page receives: plain records that become JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::budget::Verdict;

/// One game as the page shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct GameView {
    pub id: String,
    pub title: String,
    pub version: String,
    pub sets: Vec<SetView>,
    /// Outlines by name. Components with the same cut share one.
    pub outlines: BTreeMap<String, Outline>,
    /// Findings that belong to no single component.
    pub findings: Vec<FindingView>,
    /// Sheets and slower findings, which come second.
    pub late: Late,
    /// Its folder has errors, so a missing set may only be unreadable.
    pub has_errors: bool,
    /// Part of it is older than its files, because they cannot be drawn.
    pub is_stale: bool,
}

/// Sheets, and the findings on rules and sheets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Late {
    pub plans: Vec<PlanView>,
    pub findings: Vec<FindingView>,
}

/// The sheets of one paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlanView {
    pub paper: String,
    /// The title of the set, if the paper is for one set only.
    pub only: Option<String>,
    pub sheets: usize,
    /// The hash of its placements.
    pub hash: String,
    /// The pictures on them.
    pub uses: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SetView {
    pub id: String,
    pub title: String,
    pub size: String,
    /// Its file has errors, so a missing component may only be unreadable.
    pub has_errors: bool,
    pub cards: Vec<CardView>,
}

/// One component. Lengths are in millimeters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CardView {
    pub id: String,
    pub name: String,
    pub count: u32,
    /// The pictures by hash; none if it could not be drawn.
    pub front: Option<String>,
    pub back: Option<String>,
    pub w: f64,
    pub h: f64,
    pub bleed: f64,
    /// Corner radius of a plain card.
    pub corner: Option<f64>,
    pub outline: String,
    pub origin: String,
    pub templates: Vec<String>,
    pub file: String,
    pub line: usize,
    /// The TOML text of the record.
    pub record: String,
    pub findings: Vec<FindingView>,
    /// It shows an earlier drawing, because it cannot be drawn now.
    pub is_stale: bool,
    /// Its record is an earlier one, because its file cannot be read now.
    pub is_unread: bool,
}

/// Lines over a component, as SVG paths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Outline {
    pub bleed: String,
    pub trim: String,
    pub safe: String,
    pub folds: String,
    pub cuts: String,
}

/// A finding, ready to be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FindingView {
    pub severity: String,
    pub rule: String,
    pub message: String,
    /// The whole text with its caret.
    pub text: String,
    /// Sets and components it belongs to.
    pub about: Vec<(String, String)>,
}

/// The sheets of one plan.
#[derive(Debug, Serialize)]
pub(super) struct SheetsView {
    pub paper: String,
    pub w: f64,
    pub h: f64,
    pub sheets: Vec<SheetView>,
}

#[derive(Debug, Serialize)]
pub(super) struct SheetView {
    /// The id of its set, and its title.
    pub set: String,
    pub title: String,
    pub side: &'static str,
    pub number: usize,
    pub total: usize,
    /// The picture of marks, ruler and names.
    pub marks: String,
    pub placements: Vec<Placed>,
}

/// A face on a sheet: its picture of `size` at `-bleed, -bleed`, moved by `matrix`, cut to `clip`.
#[derive(Debug, Serialize)]
pub(super) struct Placed {
    pub face: String,
    pub matrix: [f64; 6],
    pub bleed: f64,
    pub size: [f64; 2],
    pub clip: String,
}

/// What the helper is asked for: one line of JSON.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Request {
    /// Counts requests, so that a late answer to an earlier one can be recognized.
    pub number: u64,
    /// Changed paths below the project; `None` stands for everything.
    pub changed: Option<Vec<String>>,
    /// Games that crashed a helper. They are left alone until their files change.
    pub skip: Vec<String>,
    /// Faces that did so. They are left out until something they are drawn from changes.
    pub aside: Vec<Verdict>,
    /// Paths that changed since an earlier helper drew these faces.
    pub meanwhile: Vec<String>,
    /// Visible cards, as `game/set/card`. They are drawn first.
    pub looked_at: Vec<String>,
}

/// What the helper sends: one line of JSON each.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// Work on a game begins: drawing, or the closer look.
    Begin { game: String, is_late: bool },
    /// Drawing goes on.
    Alive,
    /// What changed up to this request decides which faces are left out.
    Took { number: u64 },
    /// The faces that are left out have changed.
    Aside { faces: Vec<Verdict> },
    /// A game that is not drawn yet: its cards without pictures.
    Blank(Box<GameView>),
    /// This many bytes follow the line.
    Made { hash: String, kind: Kind, bytes: usize },
    /// Some cards ahead of their game, each with the id of its set.
    Quick { game: String, cards: Vec<(String, CardView)>, outlines: BTreeMap<String, Outline> },
    /// A game was drawn; `late` is empty and follows.
    Game(Box<GameView>),
    /// What comes second. No sheets if faces are missing on them.
    Late { game: String, plans: Option<Vec<PlanView>>, findings: Vec<FindingView> },
    /// A game could not be read at all.
    Unread { game: String, findings: Vec<FindingView> },
    /// Everything is drawn: all games, and findings that belong to none.
    Drawn { games: Vec<String>, findings: Vec<FindingView> },
    /// The request is answered, or a newer one has begun.
    Done { number: u64 },
    /// The project itself cannot be read.
    Failed { number: u64, why: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// A drawing.
    Svg,
    /// Sheets.
    Json,
}

//! What the page is told, and what the helper tells: plain records that become JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One game as the page shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct GameView {
    pub id: String,
    pub title: String,
    pub version: String,
    pub sets: Vec<SetView>,
    /// Outlines by name; components that are cut alike share one.
    pub outlines: BTreeMap<String, Outline>,
    /// What was found that belongs to no single component.
    pub findings: Vec<FindingView>,
    /// What takes longer to find out, and comes second.
    pub late: Late,
    /// Whether errors lie in its folder, so that a set that is not there may only be unreadable.
    pub has_errors: bool,
    /// Whether something of it is older than its files, because they cannot be drawn.
    pub is_stale: bool,
}

/// Sheets, and what the table and the sheets have to say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Late {
    pub plans: Vec<PlanView>,
    pub findings: Vec<FindingView>,
}

/// The sheets of one paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlanView {
    pub paper: String,
    /// The title of the set, where the paper is for one set only.
    pub only: Option<String>,
    pub sheets: usize,
    /// Where the placements are to be had.
    pub hash: String,
    /// The pictures on them.
    pub uses: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SetView {
    pub id: String,
    pub title: String,
    pub size: String,
    /// Whether errors lie in its file, so that a component that is not there may only be unreadable.
    pub has_errors: bool,
    pub cards: Vec<CardView>,
}

/// One component. Lengths are in millimeters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CardView {
    pub id: String,
    pub name: String,
    pub count: u32,
    /// The pictures by hash; none where it could not be drawn.
    pub front: Option<String>,
    pub back: Option<String>,
    pub w: f64,
    pub h: f64,
    pub bleed: f64,
    /// Radius of the corners of a plain card.
    pub corner: Option<f64>,
    pub outline: String,
    pub origin: String,
    pub templates: Vec<String>,
    pub file: String,
    pub line: usize,
    /// The record as it is written.
    pub record: String,
    pub findings: Vec<FindingView>,
    /// Whether it is shown as it was drawn before, because it cannot be drawn now.
    pub is_stale: bool,
    /// Whether its record is an older one, because its file cannot be read now.
    pub is_unread: bool,
}

/// Lines over a component, as SVG paths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Outline {
    /// As far as it is printed.
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
pub(super) struct Request {
    /// Counts requests, so that an answer to an earlier one is known for what it is.
    pub number: u64,
    /// Paths below the project that changed; nothing when everything is to be looked at.
    pub changed: Option<Vec<String>>,
    /// Games that brought a helper to its end: they are left alone until their files change.
    pub skip: Vec<String>,
    /// The cards that somebody looks at, as `game/set/card`: they are drawn first.
    pub looked_at: Vec<String>,
}

/// What the helper tells: one line of JSON each.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// A game is taken up: to be drawn, or to be looked at more closely.
    Begin { game: String, is_late: bool },
    /// So many bytes follow the line.
    Made { hash: String, kind: Kind, bytes: usize },
    /// A few cards ahead of their game, each with the id of its set: those whose records changed, or are looked at.
    Quick { game: String, cards: Vec<(String, CardView)>, outlines: BTreeMap<String, Outline> },
    /// A game was drawn; `late` is empty and follows.
    Game(Box<GameView>),
    /// What comes second; no sheets where something is missing on them.
    Late { game: String, plans: Option<Vec<PlanView>>, findings: Vec<FindingView> },
    /// A game could not be read at all.
    Unread { game: String, findings: Vec<FindingView> },
    /// Everything is drawn: the games there are, and what belongs to none of them.
    Drawn { games: Vec<String>, findings: Vec<FindingView> },
    /// All is told that the request asked for, or a newer one is taken up.
    Done { number: u64 },
    /// The project itself cannot be read.
    Failed { number: u64, why: String },
}

/// What bytes with a hash are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// A drawing.
    Svg,
    /// Sheets.
    Json,
}

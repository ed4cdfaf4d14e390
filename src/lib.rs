//! wyrmpress prints whole games from plain text.
//!
//! ```text
//! content/<game>/*.toml
//!       │ content::parse     TOML to records, every value knows its file and bytes
//!       ▼
//!    Content
//!       │ art::draw          Tera to SVG, text fitted; each distinct face once
//!       ▼
//!    Art ── Face
//!       │ layout::impose     placements in millimeters, marks
//!       ▼
//!    Vec<Sheet>
//!       │ export             PDF, PNG
//!       ▼
//!    output/<game>/…
//!
//!    Content
//!       │ games::open        the same records, read strictly
//!       ▼
//!    Box<dyn Playable>
//!       │ sim::run           seeded games of bots
//!       ▼
//!    Report, Replay, findings at the line that causes them
//! ```
//!
//! [`pipeline::press`] is that flow in one function. A module uses only modules above it in this list:
//!
//! - [`units`], [`shape`]: millimeters, and the outlines that components are cut to
//! - [`finding`], [`error`]: what is wrong in somebody's content, with its place; what failed on the machine
//! - [`svg`]: SVG text to a usvg tree, guarded
//! - [`content`]: games, sets and components from TOML
//! - [`text`]: fonts, icons, and rich text fitted into a box
//! - [`template`]: Tera with `text(…)` and `icon(…)`
//! - [`art`][]: faces
//! - [`layout`][]: sheets
//! - [`export`][]: files
//! - [`lint`][]: preflight, one file a rule
//! - [`schema`][]: what editors know of content files
//! - [`sim`]: plays games with bots; knows no game
//! - [`games`]: the games that can be played, one folder each
//! - [`pipeline`]: the flow
//! - [`diff`]: what changed between two states of a project, in words and pictures
//! - [`preview`]: the same in a browser, following the files
//! - [`cli`]: the command line, the only place that prints

pub mod art;
pub mod cli;
pub mod content;
pub mod diff;
pub mod error;
pub mod export;
pub mod finding;
pub mod games;
pub mod layout;
pub mod lint;
pub mod pipeline;
pub mod preview;
pub mod schema;
pub mod shape;
pub mod sim;
pub mod svg;
pub mod template;
pub mod text;
pub mod units;

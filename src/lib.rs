//! wyrmpress prints whole games from plain text.
//!
//! ```text
//! content/<game>/*.toml, templates/
//!       │ Project::read      TOML to records; every value knows its file and bytes
//!       ▼
//!    Project ──────────┐
//!       │ draw         │ play     the same records read strictly; bots play a quick game
//!       ▼              │
//!    Art               │          Tera to SVG, text fitted; each distinct face once
//!       │ look         │
//!       ▼              │
//!    Looked            │          each face through the preflight, then converted to a PDF form
//!       │ plan         │
//!       ▼              │
//!    Planned           │          placements in millimeters, marks
//!       │ judge ◀──────┘          rules for whole games and sheets; then every `allow` is applied
//!       │ write                   PDF, PNG: one file per format
//!       ▼
//!    output/<game>/…
//! ```
//!
//! [`stages::press`] is that flow in one function. `render` runs all of it, and `check` stops before `write`. `preview`
//! calls the same stages one at a time. `diff` draws two projects and compares their faces. `simulate` reads a project
//! with [`games`] and lets bots play many games.
//!
//! A module uses only modules above it in this list:
//!
//! - [`units`], [`color`], [`shape`]: millimeters, colors, and the outlines that components are cut to
//! - [`hash`], [`markup`]: names for bytes; escaped text and path data
//! - [`language`]: where words are divided, quotes, spaces
//! - [`finding`], [`error`]: what is wrong in the content, with its place; what failed on the machine
//! - [`budget`]: the time and memory that work on a face may take
//! - [`picture`]: PNG, JPEG, GIF and WebP files, decoded once
//! - [`svg`]: SVG text to a usvg tree, guarded
//! - [`content`]: games, sets and components from TOML
//! - [`text`]: fonts, icons, and rich text fitted into a box
//! - [`template`]: Tera with `text(…)` and `icon(…)`
//! - [`art`][]: faces
//! - [`layout`][]: sheets
//! - [`export`][]: files
//! - [`lint`][]: preflight, one file per rule
//! - [`schema`][]: JSON Schemas that editors use for content files
//! - [`sim`]: plays games with bots; knows no game
//! - [`games`]: the games that can be played, one folder each
//! - [`stages`]: the flow
//! - [`diff`]: what changed between two states of a project, in words and pictures
//! - [`preview`]: the faces in a browser, redrawn when a file changes
//! - [`cli`]: the command line, the only place that prints

pub mod art;
pub mod budget;
pub mod cli;
pub mod color;
pub mod content;
pub mod diff;
pub mod error;
pub mod export;
pub mod finding;
pub mod games;
pub mod hash;
pub mod language;
pub mod layout;
pub mod lint;
pub mod markup;
pub mod picture;
pub mod preview;
pub mod schema;
pub mod shape;
pub mod sim;
pub mod stages;
pub mod svg;
pub mod template;
pub mod text;
pub mod units;

//! Writes sheets as PDF: vectors, real text, each face stored once, the same bytes every time.

mod convert;
mod document;
mod fonts;
mod form;
mod glyphs;
mod images;
mod instance;
mod note;
mod numbers;
mod paint;
mod pool;
mod save;
mod shared;

pub use convert::{convert, has_filters};
pub use document::{About, Bookmark, Faces, booklet, document, is_ours};
pub use form::Form;

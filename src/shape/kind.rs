//! What content files say of a shape: its word, its keys, and the shape they make.

use kurbo::BezPath;

use super::{KINDS, Shape};
use crate::units::Mm;

/// A kind of shape as it is written in TOML.
///
/// The reader of content and the schemas for editors both follow this row.
pub struct Kind {
    /// Its word: `shape = "circle"`.
    pub word: &'static str,
    /// What editors show next to the word.
    pub what: &'static str,
    /// Its own keys, in addition to `kind`, `cuts` and `folds`.
    pub keys: &'static [Key],
    /// Makes the shape; nothing if a needed key is missing.
    pub make: fn(&Given) -> Option<Shape>,
}

impl Kind {
    /// The kind with this word.
    pub fn named(word: &str) -> Option<&'static Kind> {
        KINDS.iter().copied().find(|kind| kind.word == word)
    }

    /// Whether the word alone says everything: `shape = "hexagon"`.
    pub fn is_plain(&self) -> bool {
        self.keys.iter().all(|key| !key.is_needed)
    }
}

/// A key that belongs to one kind of shape.
pub struct Key {
    pub name: &'static str,
    /// What editors show next to it.
    pub what: &'static str,
    /// What it holds.
    pub wanted: Wanted,
    /// Whether the shape cannot do without it.
    pub is_needed: bool,
}

/// What a key holds.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// A length within limits, in millimeters.
    Length { least: u32, most: u32 },
    /// An SVG path in millimeters.
    Path,
}

/// The values that a content file gives to the keys of a kind.
#[derive(Default)]
pub struct Given {
    /// Lengths by key.
    pub lengths: Vec<(&'static str, Mm)>,
    /// Paths by key.
    pub paths: Vec<(&'static str, BezPath)>,
}

impl Given {
    /// The length under a key.
    pub fn length(&self, key: &Key) -> Option<Mm> {
        self.lengths.iter().find(|(name, _)| *name == key.name).map(|&(_, length)| length)
    }

    /// The path under a key.
    pub fn path(&self, key: &Key) -> Option<BezPath> {
        self.paths.iter().find(|(name, _)| *name == key.name).map(|(_, path)| path.clone())
    }
}

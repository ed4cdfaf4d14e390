//! Rich text in a box: shaped once, wrapped, fitted, and kept as glyphs so that measured width = drawn width.

mod fonts;
mod icons;
mod layout;
mod markup;
mod outline;
mod shaping;

pub use fonts::{FaceId, Fonts, Typeface};
pub use icons::{Icon, Icons};
pub use layout::{Align, Fitted, TextBox, VAlign, fit};
pub use outline::stamp_svg;
pub use shaping::{Features, shape_line};

use crate::diag::Rule;

/// What one call of `text(…)` or `icon(…)` puts on paper, in millimetres of the face, y down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stamp {
    /// Glyph runs.
    pub runs: Vec<Run>,
    /// Icons.
    pub icons: Vec<IconAt>,
}

/// Glyphs of one face and size on one baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The font.
    pub face: FaceId,
    /// Size of the em.
    pub size: f32,
    /// Start of the baseline.
    pub x: f32,
    /// Height of the baseline.
    pub y: f32,
    /// The glyphs, left to right.
    pub glyphs: Vec<Glyph>,
}

/// One glyph of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Its origin, from the start of the run.
    pub x: f32,
    /// Its origin above the baseline.
    pub rise: f32,
    /// The characters it stands for, so that text can be searched and copied.
    pub text: Box<str>,
}

/// An icon put somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct IconAt {
    /// Which.
    pub icon: u16,
    /// Left edge of its box.
    pub x: f32,
    /// Upper edge of its box.
    pub y: f32,
    /// Side of its box.
    pub size: f32,
    /// Clockwise turn about the middle of the box, in degrees.
    pub turn: f32,
    /// Mirrored left to right.
    pub is_flipped: bool,
}

/// Something that is wrong with a text, to be told where the text is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// The rule.
    pub rule: &'static Rule,
    /// What is wrong.
    pub message: String,
    /// A short word at the caret.
    pub label: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// The text as the template gave it.
    pub text: String,
}

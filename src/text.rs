//! Rich text in a box: shaped once, wrapped, fitted, and kept as glyphs so that measured width = drawn width.

mod arc;
mod block;
mod breaking;
mod cuts;
mod damage;
mod dividing;
mod fonts;
mod foreign;
mod glyph;
mod icons;
mod layout;
mod lettering;
mod mark;
mod markup;
mod outline;
mod painted;
mod paths;
mod pen;
mod pieces;
mod plain;
mod shaping;
mod trouble;
mod typeface;

pub use arc::{Arc, bent};
pub use fonts::{FaceId, Fonts};
pub use foreign::codes;
pub use icons::{Chosen, Icon, Icons, Paints, Wrong, icon_name};
pub use layout::{Align, Bar, Fitted, TextBox, VAlign, fit, lowest};
pub use lettering::{Letters, Work, worked};
pub use mark::{MOST_STAMPS, stamp_mark, stamp_number};
pub use markup::{escaped, line_marks, unstyled};
pub use outline::{Shapes, fills, painted_svg, stamp_svg, with_stamps};
pub use painted::Painted;
pub use paths::stamp_paths;
pub use shaping::{Features, shape_line};
pub use typeface::{Cut, Typeface};

use crate::finding::Rule;
use crate::language::Language;
use crate::units::Pt;

/// What one call of `text(…)` or `icon(…)` puts on paper, in millimeters of the face, y down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stamp {
    pub runs: Vec<Run>,
    pub icons: Vec<IconAt>,
    /// The icons that shapes are drawn for instead, among those of `lettering(…)`.
    pub worked: Vec<u16>,
    /// The text that runs and icons belong to; nothing for an icon by itself.
    pub said: Option<Box<Said>>,
    /// Whether its letters can be searched and copied, but are not seen: something else is drawn in their place.
    pub is_hidden: bool,
}

/// A text as it was set.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The text as the template gave it.
    pub text: String,
    /// Whether it has no markup: every character is meant.
    pub is_plain: bool,
    pub language: Language,
    /// The type size that was used.
    pub size: Pt,
    /// Words that stand alone on the last line of a paragraph of several lines.
    pub lone: Vec<String>,
    /// Whether it does not fit its box, which is reported where it is set.
    pub is_over: bool,
    /// The number of the call that set it, on its face.
    pub call: u32,
    /// How many shapes are drawn after it that belong to it.
    pub shapes: u32,
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
    /// Clockwise turn about the start, in degrees.
    pub turn: f32,
    /// The glyphs, left to right.
    pub glyphs: Vec<Glyph>,
    /// The characters they stand for, so that text can be searched and copied.
    pub text: String,
    /// Where glyphs do not stand for characters one by one: first glyph, number of glyphs, and what they say together.
    pub said: Vec<(u32, u32, Box<str>)>,
}

impl Run {
    /// An empty run.
    pub(crate) fn new(face: FaceId, size: f32, x: f32, y: f32) -> Run {
        Run { face, size, x, y, turn: 0.0, glyphs: Vec::new(), text: String::new(), said: Vec::new() }
    }

    /// A point of its text space, x along the baseline and y up, on the face.
    pub(crate) fn on_face(&self, x: f32, y: f32) -> (f32, f32) {
        if self.turn == 0.0 {
            return (self.x + x, self.y - y);
        }
        let (sin, cos) = self.turn.to_radians().sin_cos();
        (self.x + x * cos + y * sin, self.y + x * sin - y * cos)
    }

    /// Adds a glyph that stands for `text`.
    pub(crate) fn push(&mut self, id: u16, x: f32, rise: f32, middle: f32, text: &str) {
        self.glyphs.push(Glyph { id, letters: text.len() as u16, x, rise, middle });
        self.text.push_str(text);
    }

    /// The glyphs, each with the characters it stands for.
    pub fn lettered(&self) -> impl Iterator<Item = (&Glyph, &str)> {
        let mut at = 0;
        self.glyphs.iter().map(move |glyph| {
            let from = at;
            at += usize::from(glyph.letters);
            (glyph, &self.text[from..at])
        })
    }
}

/// One glyph of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Bytes of the run's text that it stands for.
    pub letters: u16,
    /// Its origin, from the start of the run.
    pub x: f32,
    /// Its origin above the baseline.
    pub rise: f32,
    /// The middle of its letter with all marks, from its origin.
    pub middle: f32,
}

/// An icon put somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct IconAt {
    pub icon: u16,
    /// Left edge of its box.
    pub x: f32,
    /// Upper edge of its box.
    pub y: f32,
    /// Width of its box.
    pub width: f32,
    /// Height of its box.
    pub size: f32,
    /// Clockwise turn about the middle of the box, in degrees.
    pub turn: f32,
    /// Mirrored left to right.
    pub is_flipped: bool,
    /// Its drawing, for an icon in its own colors.
    pub painted: Option<std::sync::Arc<Painted>>,
}

/// Something that is wrong with a text, to be reported where the text is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    pub rule: &'static Rule,
    /// What is wrong.
    pub message: String,
    /// A short word at the caret.
    pub label: Option<String>,
    /// What to do. A backslash in it is one that the text must have, and a line end stands for one; see [`crate::content::Form`].
    pub help: Option<String>,
    /// The text as the template gave it.
    pub text: String,
    /// What of the call is at fault.
    pub part: Part,
    /// The number of the call on its face.
    pub call: u32,
}

/// What is at fault in a call of `text(…)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The whole text, or the name of the icon.
    All,
    /// Some characters of the text, such as `{flaem}`.
    Words(String),
    /// These bytes of the text.
    At(std::ops::Range<usize>),
    /// The font.
    Font,
}

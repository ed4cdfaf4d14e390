//! Glyphs of a font file that cannot be drawn, because the file is damaged.

use skrifa::instance::{Location, LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::{GlyphId, MetadataProvider};

use super::Typeface;
use super::glyph::Heights;
use crate::budget;

/// The most glyphs of a file that are tried: a font of 65,000 takes as long as any.
const MOST: usize = 4096;
/// The most glyphs in a hundred that may fail. Such a font is sound but for these.
const PERCENT: usize = 1;

/// The glyphs that cannot be drawn, and how many were tried.
pub(super) struct Damage {
    pub broken: Vec<u16>,
    pub tried: usize,
}

impl Damage {
    /// Tries the glyphs of a font whose file has `fonts` of them. If they are too many, every second or third.
    pub fn of(face: &Typeface, fonts: usize) -> Damage {
        let font = face.font();
        let outlines = font.outline_glyphs();
        let location = farthest(face);
        let number = font.metrics(Size::unscaled(), LocationRef::default()).glyph_count;
        let step = (usize::from(number) * fonts).div_ceil(MOST).max(1);
        let can_be_drawn = |glyph: u16| {
            // The reader of outlines trusts a font more than it should.
            let drawn = budget::caught(|| {
                let outline = outlines.get(GlyphId::from(glyph))?;
                outline.draw(DrawSettings::unhinted(Size::unscaled(), &location), &mut Heights::default()).ok()
            });
            drawn.is_ok_and(|drawn| drawn.is_some())
        };
        let tried = (0..number).step_by(step);
        Damage { tried: tried.len(), broken: tried.filter(|glyph| !can_be_drawn(*glyph)).collect() }
    }

    /// Whether the file is no use.
    pub fn is_serious(&self) -> bool {
        self.broken.len() * 100 > self.tried * PERCENT
    }
}

/// Where all axes of a variable font are at their greatest, so that what varies is read as well.
fn farthest(face: &Typeface) -> Location {
    let axes = face.font().axes();
    axes.location(axes.iter().map(|axis| (axis.tag(), axis.max_value())))
}

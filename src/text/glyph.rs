//! Glyphs drawn with any pen. The pen is behind a pointer, so the reader of outlines is compiled once.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};

use super::Typeface;

/// The outlines of a typeface, in units of the font, y up.
pub struct Outlines<'a>(OutlineGlyphCollection<'a>, LocationRef<'a>, &'a [u16]);

impl Typeface {
    /// The outlines of its glyphs.
    pub fn outlines(&self) -> Outlines<'_> {
        Outlines(self.font().outline_glyphs(), self.location(), self.broken())
    }
}

impl Outlines<'_> {
    /// Whether a glyph has an outline.
    pub(super) fn has(&self, glyph: u16) -> bool {
        let mut seen = Heights::default();
        self.draw(glyph, &mut seen);
        seen.is_drawn
    }

    /// The lowest and highest points of a glyph, or of what controls its curves.
    pub(super) fn heights(&self, glyph: u16) -> [f32; 2] {
        let mut seen = Heights::default();
        self.draw(glyph, &mut seen);
        [seen.low, seen.high]
    }

    /// Draws a glyph. One that cannot be drawn was reported when it was shaped.
    pub fn draw(&self, glyph: u16, pen: &mut dyn OutlinePen) {
        if let Some(outline) = self.0.get(GlyphId::from(glyph)).filter(|_| !self.2.contains(&glyph)) {
            let _ = outline.draw(DrawSettings::unhinted(Size::unscaled(), self.1), &mut Hand(pen));
        }
    }
}

/// How far up and down an outline goes.
#[derive(Default)]
pub(super) struct Heights {
    is_drawn: bool,
    low: f32,
    high: f32,
}

impl OutlinePen for Heights {
    fn move_to(&mut self, _: f32, y: f32) {
        self.is_drawn = true;
        (self.low, self.high) = (self.low.min(y), self.high.max(y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.move_to(x, y);
    }
    fn quad_to(&mut self, _: f32, cy: f32, x: f32, y: f32) {
        self.move_to(x, cy);
        self.move_to(x, y);
    }
    fn curve_to(&mut self, _: f32, ay: f32, _: f32, by: f32, x: f32, y: f32) {
        [ay, by, y].into_iter().for_each(|y| self.move_to(x, y));
    }
    fn close(&mut self) {}
}

struct Hand<'a>(&'a mut dyn OutlinePen);

impl OutlinePen for Hand<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.curve_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

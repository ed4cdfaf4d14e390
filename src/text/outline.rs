//! A stamp as shapes: the raster path draws the outlines of the very glyphs that the PDF shows as text.

use std::fmt::Write as _;

use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};

use usvg::tiny_skia_path::{Path, PathBuilder, Transform};

use super::{Fonts, Icons, Stamp};
use crate::units::trimmed;

/// The shapes of a stamp, as paths that inherit their paint.
pub fn stamp_svg(stamp: &Stamp, fonts: &Fonts, icons: &Icons) -> String {
    let mut svg = String::new();
    for run in &stamp.runs {
        let mut d = String::new();
        let typeface = fonts.face(run.face);
        let font = typeface.font();
        let outlines = font.outline_glyphs();
        let scale = run.size / typeface.units_per_em;
        for glyph in &run.glyphs {
            let Some(outline) = outlines.get(GlyphId::from(glyph.id)) else { continue };
            let mut pen = Pen { d: &mut d, x: run.x + glyph.x, y: run.y - glyph.rise, scale };
            let settings =
                DrawSettings::unhinted(skrifa::instance::Size::unscaled(), skrifa::instance::LocationRef::default());
            // A glyph that cannot be drawn was told when it was shaped.
            let _ = outline.draw(settings, &mut pen);
        }
        if !d.is_empty() {
            let _ = write!(svg, "<path d=\"{d}\"/>");
        }
    }
    for at in &stamp.icons {
        let [a, b, c, d, e, f] = at.matrix();
        for (shape, is_even_odd) in &icons.get(at.icon).shapes {
            let rule = if *is_even_odd { " fill-rule=\"evenodd\" clip-rule=\"evenodd\"" } else { "" };
            let _ = write!(svg, "<path transform=\"matrix({a} {b} {c} {d} {e} {f})\" d=\"{shape}\"{rule}/>");
        }
    }
    svg
}

/// The shapes of a stamp as paths in millimetres, each with whether the even-odd rule fills it.
pub fn stamp_paths(stamp: &Stamp, fonts: &Fonts, icons: &Icons) -> Vec<(Path, bool)> {
    let mut all = Vec::new();
    for run in &stamp.runs {
        let typeface = fonts.face(run.face);
        let font = typeface.font();
        let outlines = font.outline_glyphs();
        let scale = run.size / typeface.units_per_em;
        let mut builder = PathBuilder::new();
        for glyph in &run.glyphs {
            let Some(outline) = outlines.get(GlyphId::from(glyph.id)) else { continue };
            let mut brush = Brush { to: &mut builder, x: run.x + glyph.x, y: run.y - glyph.rise, scale };
            let settings =
                DrawSettings::unhinted(skrifa::instance::Size::unscaled(), skrifa::instance::LocationRef::default());
            // A glyph that cannot be drawn was told when it was shaped.
            let _ = outline.draw(settings, &mut brush);
        }
        all.extend(builder.finish().map(|path| (path, false)));
    }
    for at in &stamp.icons {
        let [a, b, c, d, e, f] = at.matrix();
        let place = Transform::from_row(a, b, c, d, e, f);
        let shapes = icons.get(at.icon).paths.iter();
        all.extend(shapes.filter_map(|(path, is_even_odd)| Some((path.clone().transform(place)?, *is_even_odd))));
    }
    all
}

/// Draws glyphs into a path.
struct Brush<'a> {
    to: &'a mut PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Brush<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlinePen for Brush<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.to.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.to.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.at(cx, cy), self.at(x, y));
        self.to.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.at(ax, ay), self.at(bx, by), self.at(x, y));
        self.to.cubic_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.to.close();
    }
}

impl super::IconAt {
    /// Maps the icon's box of 100 x 100 to its place, as an SVG matrix.
    pub fn matrix(&self) -> [f32; 6] {
        let k = self.size / super::icons::BOX;
        let half = self.size / 2.0;
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let mirror = if self.is_flipped { -1.0 } else { 1.0 };
        let (a, b, c, d) = (cos * k * mirror, sin * k * mirror, -sin * k, cos * k);
        let mid = super::icons::BOX / 2.0;
        [a, b, c, d, self.x + half - a * mid - c * mid, self.y + half - b * mid - d * mid]
    }
}

struct Pen<'a> {
    d: &'a mut String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen<'_> {
    fn put(&mut self, letter: char, points: &[(f32, f32)]) {
        self.d.push(letter);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            let _ = write!(self.d, "{} {} ", trimmed(f64::from(x), 4), trimmed(f64::from(y), 4));
        }
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.put('Q', &[(cx, cy), (x, y)]);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.put('C', &[(ax, ay), (bx, by), (x, y)]);
    }
    fn close(&mut self) {
        self.d.push('Z');
    }
}

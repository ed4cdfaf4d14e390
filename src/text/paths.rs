//! A stamp as paths to fill, for pixels that need no SVG.

use skrifa::outline::OutlinePen;
use usvg::tiny_skia_path::{Path, PathBuilder, Transform};

use super::{Fonts, Icons, Run, Stamp};

/// The shapes of a stamp as paths in millimeters, each with whether the even-odd rule fills it.
pub fn stamp_paths(stamp: &Stamp, fonts: &Fonts, icons: &Icons) -> Vec<(Path, bool)> {
    let mut all = Vec::new();
    for run in stamp.runs.iter().filter(|_| !stamp.is_hidden) {
        let typeface = fonts.face(run.face);
        let outlines = typeface.outlines();
        let scale = run.size / typeface.units_per_em;
        let mut builder = PathBuilder::new();
        for glyph in &run.glyphs {
            outlines.draw(glyph.id, &mut Brush { to: &mut builder, run, x: glyph.x, y: glyph.rise, scale });
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
    run: &'a Run,
    x: f32,
    y: f32,
    scale: f32,
}

impl Brush<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        self.run.on_face(self.x + x * self.scale, self.y + y * self.scale)
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

//! A stamp as SVG shapes: the raster path draws the outlines of the very glyphs that the PDF shows as text.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;

use skrifa::outline::OutlinePen;

use super::{FaceId, Fonts, Icons, Run, Stamp};
use crate::markup;
use crate::units::trimmed;

/// The attributes of a shape with holes.
const EVEN_ODD: &str = " fill-rule=\"evenodd\" clip-rule=\"evenodd\"";

/// The shapes of a stamp, as paths that inherit their paint.
pub fn stamp_svg(stamp: &Stamp, fonts: &Fonts, icons: &Icons) -> String {
    let mut svg = String::new();
    for run in stamp.runs.iter().filter(|_| !stamp.is_hidden) {
        let mut d = String::new();
        let typeface = fonts.face(run.face);
        let outlines = typeface.outlines();
        let scale = run.size / typeface.units_per_em;
        for glyph in &run.glyphs {
            outlines.draw(glyph.id, &mut Pen { d: &mut d, run, x: glyph.x, y: glyph.rise, scale });
        }
        if !d.is_empty() {
            let _ = write!(svg, "<path d=\"{d}\"/>");
        }
    }
    for at in &stamp.icons {
        let [a, b, c, d, e, f] = at.matrix();
        for (shape, is_even_odd) in icons.get(at.icon).shapes() {
            let rule = if *is_even_odd { EVEN_ODD } else { "" };
            let _ = write!(svg, "<path transform=\"matrix({a} {b} {c} {d} {e} {f})\" d=\"{shape}\"{rule}/>");
        }
    }
    svg
}

/// The shapes of many stamps, each letter and icon once.
#[derive(Default)]
pub struct Shapes {
    glyphs: BTreeSet<(FaceId, u16)>,
    icons: BTreeSet<u16>,
    defs: String,
}

impl Shapes {
    /// The stamp as references to shapes that inherit their paint.
    pub fn stamp(&mut self, stamp: &Stamp, fonts: &Fonts, icons: &Icons) -> String {
        let mut svg = String::new();
        let short = |v: f32| trimmed(f64::from(v), 4);
        for run in stamp.runs.iter().filter(|_| !stamp.is_hidden) {
            let typeface = fonts.face(run.face);
            let scale = trimmed(f64::from(run.size / typeface.units_per_em), 7);
            for glyph in &run.glyphs {
                if self.glyphs.insert((run.face, glyph.id)) {
                    let d = glyph_path(fonts, run.face, glyph.id);
                    let _ = write!(self.defs, "<path id=\"glyph-{}-{}\" d=\"{d}\"/>", run.face, glyph.id);
                }
                let (x, y) = run.on_face(glyph.x, glyph.rise);
                let (x, y) = (short(x), short(y));
                let turn = if run.turn == 0.0 { String::new() } else { format!(" rotate({})", short(run.turn)) };
                let _ = write!(
                    svg,
                    "<use href=\"#glyph-{}-{}\" transform=\"translate({x} {y}){turn} scale({scale})\"/>",
                    run.face, glyph.id
                );
            }
        }
        for at in &stamp.icons {
            let shapes = icons.get(at.icon).shapes();
            if self.icons.insert(at.icon) {
                for (i, (shape, is_even_odd)) in shapes.iter().enumerate() {
                    let rule = if *is_even_odd { EVEN_ODD } else { "" };
                    let _ = write!(self.defs, "<path id=\"icon-{}-{i}\" d=\"{shape}\"{rule}/>", at.icon);
                }
            }
            let [a, b, c, d, e, f] = at.matrix();
            for i in 0..shapes.len() {
                let _ =
                    write!(svg, "<use href=\"#icon-{}-{i}\" transform=\"matrix({a} {b} {c} {d} {e} {f})\"/>", at.icon);
            }
        }
        svg
    }

    /// The shapes that the references point to.
    pub fn defs(&self) -> String {
        format!("<defs>{}</defs>", self.defs)
    }
}

/// A glyph in units of its font, y down; cached, because the same letters come up again and again.
fn glyph_path(fonts: &Fonts, face: FaceId, id: u16) -> Rc<str> {
    type Paths = (u64, HashMap<(FaceId, u16), Rc<str>>);
    thread_local! {
        static PATHS: RefCell<Paths> = RefCell::default();
    }
    PATHS.with_borrow_mut(|(serial, paths)| {
        if *serial != fonts.serial {
            *serial = fonts.serial;
            paths.clear();
        }
        let drawn = paths.entry((face, id)).or_insert_with(|| {
            let mut d = String::new();
            let origin = Run::new(face, 1.0, 0.0, 0.0);
            fonts.face(face).outlines().draw(id, &mut Pen { d: &mut d, run: &origin, x: 0.0, y: 0.0, scale: 1.0 });
            d.into()
        });
        drawn.clone()
    })
}

impl super::IconAt {
    /// Maps the icon's box of 100x100 to its place, as an SVG matrix.
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
    run: &'a Run,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen<'_> {
    fn put(&mut self, letter: char, points: &[(f32, f32)]) {
        let (run, left, base, scale) = (self.run, self.x, self.y, self.scale);
        let placed = |(x, y): &(f32, f32)| {
            let (x, y) = run.on_face(left + x * scale, base + y * scale);
            (f64::from(x), f64::from(y))
        };
        markup::command(self.d, letter, points.iter().map(placed), 4);
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

//! A stamp as SVG shapes: the raster path draws the outlines of the very glyphs that the PDF shows as text.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;

use skrifa::outline::OutlinePen;
use usvg::tiny_skia_path::Transform;

use super::{FaceId, Fonts, Icons, Painted, Run, Stamp, stamp_number};
use crate::color::Color;
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

/// The icons of a stamp that have their own colors, among words of `color`.
pub fn painted_svg(stamp: &Stamp, color: Color, fonts: &Fonts, icons: &Icons) -> String {
    let mut svg = String::new();
    for (at, painted) in stamp.icons.iter().filter_map(|at| Some((at, at.painted.as_ref()?))) {
        let [a, b, c, d, e, f] = at.matrix();
        let image = painted.image(color, fonts, icons);
        let _ = write!(svg, "{image} transform=\"matrix({a} {b} {c} {d} {e} {f})\"/>");
    }
    svg
}

/// A drawing with shapes in place of its stamps: those that inherit their paint, and those with their own.
pub fn with_stamps(
    drawing: &str,
    stamps: &[Stamp],
    shapes_of: &mut dyn FnMut(usize, &Stamp) -> (String, String),
) -> String {
    let mut svg = String::with_capacity(drawing.len() * 4);
    let mut rest = drawing;
    while let Some(at) = rest.find("<path id=\"stamp-") {
        let (before, tag) = rest.split_at(at);
        svg.push_str(before);
        let end = tag.find("/>").map_or(tag.len(), |e| e + 2);
        let number = tag["<path id=\"stamp-".len()..].split('"').next().and_then(|n| n.parse::<usize>().ok());
        if let Some((number, stamp)) = number.and_then(|n| Some((n, stamps.get(n)?))) {
            let paint = tag[..end].find(" fill=\"").map_or("", |f| {
                let from = f + 1;
                let close = tag[from + 6..end].find('"').map_or(end, |q| from + 6 + q + 1);
                &tag[from..close]
            });
            let (shapes, painted) = shapes_of(number, stamp);
            if paint.starts_with("fill=\"url(") {
                // A gradient spans the placeholder's box, not each letter: paint the box, clipped to the letters.
                let area = tag[..end].find(" d=\"").map_or("", |d| tag[d + 4..end].split('"').next().unwrap_or(""));
                let _ = write!(svg, "<clipPath id=\"outline-{number}\">{shapes}</clipPath>");
                let _ = write!(svg, "<path clip-path=\"url(#outline-{number})\" {paint} d=\"{area}\"/>");
            } else {
                let _ = write!(svg, "<g {paint}>{shapes}</g>");
            }
            svg.push_str(&painted);
        }
        rest = &tag[end..];
    }
    svg.push_str(rest);
    svg
}

/// The color of each stamp of a drawing.
pub fn fills(tree: &usvg::Tree) -> HashMap<usize, Color> {
    let mut all = HashMap::new();
    let mut open = vec![tree.root()];
    while let Some(group) = open.pop() {
        for node in group.children() {
            match node {
                usvg::Node::Group(inner) => open.push(inner),
                usvg::Node::Path(path) => {
                    let fill = stamp_number(path).zip(path.fill());
                    all.extend(fill.map(|(number, fill)| (number, Color::from(fill.paint()))));
                }
                _ => {}
            }
        }
    }
    all
}

/// The shapes of many stamps, each letter and icon once.
#[derive(Default)]
pub struct Shapes {
    glyphs: BTreeSet<(FaceId, u16)>,
    icons: BTreeSet<u16>,
    painted: BTreeSet<String>,
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

    /// The icons of the stamp that have their own colors, among words of `color`.
    pub fn painted(&mut self, stamp: &Stamp, color: Color, fonts: &Fonts, icons: &Icons) -> String {
        let mut svg = String::new();
        for (at, painted) in stamp.icons.iter().filter_map(|at| Some((at, at.painted.as_ref()?))) {
            let id = format!("painted-{:x}-{}", painted.key, &painted.shade(color).to_string()[1..]);
            if !self.painted.contains(&id) {
                let _ = write!(self.defs, "{} id=\"{id}\"/>", painted.image(color, fonts, icons));
            }
            let [a, b, c, d, e, f] = at.matrix();
            let _ = write!(svg, "<use href=\"#{id}\" transform=\"matrix({a} {b} {c} {d} {e} {f})\"/>");
            self.painted.insert(id);
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
        if *serial != fonts.serial() {
            *serial = fonts.serial();
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
    /// Maps the icon's box, which is 100 high, to its place, as an SVG matrix.
    pub fn matrix(&self) -> [f32; 6] {
        let k = self.size / super::icons::BOX;
        let (half, half_width) = (self.size / 2.0, self.width / 2.0);
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let mirror = if self.is_flipped { -1.0 } else { 1.0 };
        let (a, b, c, d) = (cos * k * mirror, sin * k * mirror, -sin * k, cos * k);
        let mid = super::icons::BOX / 2.0;
        let mid_width = if self.width == self.size { mid } else { half_width / k };
        [a, b, c, d, self.x + half_width - a * mid_width - c * mid, self.y + half - b * mid_width - d * mid]
    }

    /// Maps the drawing of an icon in its own colors to its place.
    pub fn own_matrix(&self, painted: &Painted) -> Transform {
        let [a, b, c, d, e, f] = self.matrix();
        let scale = super::icons::BOX / painted.size[1];
        Transform::from_row(a, b, c, d, e, f).pre_scale(scale, scale)
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

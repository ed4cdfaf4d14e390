//! A place on the axes of a variable font as a small TrueType font: PDF knows no axes.

use kurbo::{BezPath, CubicBez, PathEl, Point, Shape as _};
use skrifa::outline::OutlinePen;

use crate::text::Typeface;

/// How far a quadratic curve may be from the cubic one that it stands for, in font units.
const CLOSE: f64 = 0.4;

/// The glyphs of a typeface, as drawn at its place on the axes, in a font of their own.
pub(super) fn instance(typeface: &Typeface, glyphs: &[u16]) -> Vec<u8> {
    let outlines = typeface.outlines();
    let mut glyf: Vec<u8> = Vec::new();
    let (mut loca, mut hmtx): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    let (mut points, mut contours, mut bounds) = (0, 0, kurbo::Rect::ZERO);
    for &glyph in glyphs {
        loca.extend((glyf.len() as u32).to_be_bytes());
        let mut drawn = Drawn::default();
        outlines.draw(glyph, &mut drawn);
        let area = drawn.0.bounding_box();
        let shape = Simple::of(&drawn.0);
        if !shape.ends.is_empty() {
            bounds = if bounds == kurbo::Rect::ZERO { area } else { bounds.union(area) };
            points = points.max(shape.points.len());
            contours = contours.max(shape.ends.len());
            shape.write(&mut glyf);
        }
        let advance = (typeface.advance(glyph) * typeface.units_per_em).round().max(0.0) as u16;
        hmtx.extend(advance.to_be_bytes());
        hmtx.extend((area.x0.round() as i16).to_be_bytes());
    }
    loca.extend((glyf.len() as u32).to_be_bytes());
    let em = typeface.units_per_em;
    let count = glyphs.len() as u16;
    let widest = hmtx.chunks(4).map(|metric| u16::from_be_bytes([metric[0], metric[1]])).max().unwrap_or(0);
    let tables = [
        (*b"glyf", glyf),
        (*b"head", head(em as u16, bounds)),
        (*b"hhea", hhea((typeface.ascent * em) as i16, (-typeface.descent * em) as i16, widest, count)),
        (*b"hmtx", hmtx),
        (*b"loca", loca),
        (*b"maxp", maxp(count, points as u16, contours as u16)),
    ];
    file(&tables)
}

/// An outline as skrifa draws it, y up.
#[derive(Default)]
struct Drawn(BezPath);

fn point(x: f32, y: f32) -> Point {
    Point::new(f64::from(x), f64::from(y))
}

impl OutlinePen for Drawn {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(point(x, y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(point(x, y));
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(point(cx, cy), point(x, y));
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.curve_to(point(ax, ay), point(bx, by), point(x, y));
    }
    fn close(&mut self) {
        self.0.close_path();
    }
}

/// A simple glyph: points on and off its curves, in whole font units.
#[derive(Default)]
struct Simple {
    points: Vec<(i16, i16, bool)>,
    /// The last point of each contour.
    ends: Vec<u16>,
}

impl Simple {
    fn of(path: &BezPath) -> Simple {
        let mut shape = Simple::default();
        let mut last = Point::ZERO;
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(to) => {
                    shape.close();
                    shape.add(to, true);
                }
                PathEl::LineTo(to) => shape.add(to, true),
                PathEl::QuadTo(by, to) => {
                    shape.add(by, false);
                    shape.add(to, true);
                }
                PathEl::CurveTo(a, b, to) => {
                    for (_, _, quad) in CubicBez::new(last, a, b, to).to_quads(CLOSE) {
                        shape.add(quad.p1, false);
                        shape.add(quad.p2, true);
                    }
                }
                PathEl::ClosePath => {}
            }
            last = element.end_point().unwrap_or(last);
        }
        shape.close();
        shape
    }

    fn add(&mut self, at: Point, is_on: bool) {
        self.points.push((at.x.round() as i16, at.y.round() as i16, is_on));
    }

    /// Ends a contour; its last point is dropped where it is the first again.
    fn close(&mut self) {
        let start = self.ends.last().map_or(0, |end| usize::from(*end) + 1);
        if self.points.len() > start + 1 && self.points.last() == self.points.get(start) {
            self.points.pop();
        }
        if self.points.len() > start {
            self.ends.push((self.points.len() - 1) as u16);
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let put = |out: &mut Vec<u8>, number: i16| out.extend(number.to_be_bytes());
        put(out, self.ends.len() as i16);
        let (xs, ys) = (self.points.iter().map(|p| p.0), self.points.iter().map(|p| p.1));
        put(out, xs.clone().min().unwrap_or(0));
        put(out, ys.clone().min().unwrap_or(0));
        put(out, xs.max().unwrap_or(0));
        put(out, ys.max().unwrap_or(0));
        self.ends.iter().for_each(|end| out.extend(end.to_be_bytes()));
        put(out, 0);
        out.extend(self.points.iter().map(|(_, _, is_on)| u8::from(*is_on)));
        let mut last = (0i16, 0i16);
        for (x, ..) in &self.points {
            put(out, x.wrapping_sub(last.0));
            last.0 = *x;
        }
        for (_, y, _) in &self.points {
            put(out, y.wrapping_sub(last.1));
            last.1 = *y;
        }
        while !out.len().is_multiple_of(4) {
            out.push(0);
        }
    }
}

fn words(numbers: &[i16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn head(em: u16, bounds: kurbo::Rect) -> Vec<u8> {
    let [x0, y0, x1, y1] = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|v| v.round() as i16);
    let mut table = words(&[1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, em as i16]);
    // Made and changed: never, so that the same font is the same bytes.
    table.extend([0; 16]);
    table.extend(words(&[x0, y0, x1, y1, 0, 8, 2, 1, 0]));
    table
}

fn hhea(ascent: i16, descent: i16, widest: u16, count: u16) -> Vec<u8> {
    words(&[1, 0, ascent, descent, 0, widest as i16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, count as i16])
}

fn maxp(count: u16, points: u16, contours: u16) -> Vec<u8> {
    words(&[1, 0, count as i16, points as i16, contours as i16, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
}

/// A TrueType file of these tables, which are in the order of their names.
fn file(tables: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let power = count.ilog2() as u16;
    let mut out = 0x0001_0000u32.to_be_bytes().to_vec();
    for number in [count, 16 << power, power, 16 * (count - (1 << power))] {
        out.extend(number.to_be_bytes());
    }
    let mut at = 12 + 16 * tables.len();
    for (tag, bytes) in tables {
        out.extend(tag);
        let sum = bytes.chunks(4).fold(0u32, |sum, chunk| {
            let mut four = [0; 4];
            four[..chunk.len()].copy_from_slice(chunk);
            sum.wrapping_add(u32::from_be_bytes(four))
        });
        out.extend(sum.to_be_bytes());
        out.extend((at as u32).to_be_bytes());
        out.extend((bytes.len() as u32).to_be_bytes());
        at += bytes.len().next_multiple_of(4);
    }
    for (_, bytes) in tables {
        out.extend(bytes);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

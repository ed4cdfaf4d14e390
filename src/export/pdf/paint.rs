//! Writes gradients and patterns as PDF paints.

use usvg::tiny_skia_path::{Point, Rect, Transform};
use usvg::{Paint, SpreadMethod};

use super::convert::Writer;
use super::form::{Resource, Shading, ShadingKind, SoftMask, State, Stops};
use super::numbers::{matrix, op, path};
use crate::color::Color;

/// The most repetitions of a repeating gradient.
const PERIODS: i32 = 64;

/// Sets a gradient or pattern. The caller has saved the state.
pub(super) fn pattern(w: &mut Writer, paint: &Paint, opacity: f32, bounds: Rect, ts: Transform, is_stroke: bool) {
    match paint {
        Paint::Color(_) => {}
        Paint::LinearGradient(g) => {
            let line = [g.x1(), g.y1(), g.x2(), g.y2()];
            let place = ts.pre_concat(g.transform());
            let range = reach(bounds, g.transform(), |p| along(line, p));
            let (stops, first, last) = spread(g.stops(), g.spread_method(), range);
            let at = |t: f32| (line[0] + (line[2] - line[0]) * t, line[1] + (line[3] - line[1]) * t);
            let ((x1, y1), (x2, y2)) = (at(first), at(last));
            shade(w, ShadingKind::Linear([x1, y1, x2, y2]), stops, opacity, place, bounds, ts, is_stroke);
        }
        Paint::RadialGradient(g) => {
            let place = ts.pre_concat(g.transform());
            let r = g.r().get();
            // Viewers draw nothing for two equal circles.
            let fr = g.fr().get().min(r * 0.9999);
            let range =
                reach(bounds, g.transform(), |p| ((p.x - g.cx()).hypot(p.y - g.cy()) - fr) / (r - fr).max(1e-6));
            let (stops, _, last) = spread(g.stops(), g.spread_method(), (0.0, range.1));
            let grow = |from: f32, to: f32| from + (to - from) * last;
            let circles = [g.fx(), g.fy(), fr, grow(g.fx(), g.cx()), grow(g.fy(), g.cy()), grow(fr, r)];
            shade(w, ShadingKind::Radial(circles), stops, opacity, place, bounds, ts, is_stroke);
        }
        Paint::Pattern(p) => {
            let r = p.rect();
            let matrix = ts.pre_concat(p.transform()).pre_translate(r.x(), r.y());
            let form = w.inner([0.0, 0.0, r.width(), r.height()], |inner| {
                inner.group(p.root(), Transform::identity());
            });
            let form = form.enlarged(scale(matrix));
            if opacity < 1.0 {
                w.apply(Resource::State(State { fill: opacity, stroke: opacity, blend: "Normal", mask: None }), "gs");
            }
            let tiling = Resource::Tiling { form: Box::new(form), step: (r.width(), r.height()), matrix };
            use_pattern(w, tiling, is_stroke);
        }
    }
}

/// The most tiles that are drawn one by one.
const TILES: f32 = 3000.0;

/// The tiles of a pattern over a shape.
///
/// Viewers draw PDF's own tiling patterns differently: edges show white lines, and tiles drift from card to card.
/// Repeated forms look the same everywhere.
pub(super) struct Tiles {
    columns: std::ops::Range<i32>,
    rows: std::ops::Range<i32>,
}

impl Tiles {
    /// The tiles that cover `bounds`. `None` if there are too many.
    pub fn over(pattern: &usvg::Pattern, bounds: Rect) -> Option<Tiles> {
        let inverse = pattern.transform().invert()?;
        let area = bounds.transform(inverse)?;
        let tile = pattern.rect();
        let (from_x, to_x) = ((area.left() - tile.x()) / tile.width(), (area.right() - tile.x()) / tile.width());
        let (from_y, to_y) = ((area.top() - tile.y()) / tile.height(), (area.bottom() - tile.y()) / tile.height());
        let count = (to_x.ceil() - from_x.floor()) * (to_y.ceil() - from_y.floor());
        (count.is_finite() && count <= TILES).then(|| Tiles {
            columns: from_x.floor() as i32..to_x.ceil() as i32,
            rows: from_y.floor() as i32..to_y.ceil() as i32,
        })
    }

    /// Draws the tiles. The caller has clipped to the shape.
    pub fn lay(self, w: &mut Writer, pattern: &usvg::Pattern, opacity: f32, ts: Transform) {
        let r = pattern.rect();
        // Only content that extends past the tile's edge needs to be clipped there. It starts at the tile's corner.
        let content = pattern.root().abs_stroke_bounding_box();
        let hangs = content.left() < -1e-3
            || content.top() < -1e-3
            || content.right() > r.width() + 1e-3
            || content.bottom() > r.height() + 1e-3;
        let slack = if hangs { 0.0 } else { 1.0 };
        let bounds = [0.0 - slack, 0.0 - slack, r.width() + slack, r.height() + slack];
        let place = ts.pre_concat(pattern.transform()).pre_translate(r.x(), r.y());
        let form = w.inner(bounds, |inner| inner.group(pattern.root(), Transform::identity())).enlarged(scale(place));
        if opacity < 1.0 {
            w.apply(Resource::State(State { fill: opacity, stroke: opacity, blend: "Normal", mask: None }), "gs");
        }
        let name = w.form.name(Resource::Form(Box::new(form)));
        for row in self.rows {
            for column in self.columns.clone() {
                let shift = Transform::from_translate(column as f32 * r.width(), row as f32 * r.height());
                let saved = w.save();
                matrix(w.out(), place.pre_concat(shift), "cm");
                w.out().extend_from_slice(format!("/R{name} Do\n").as_bytes());
                w.restore(saved);
            }
        }
    }
}

/// How much larger a transform makes things at most.
fn scale(ts: Transform) -> f32 {
    ts.sx.hypot(ts.ky).max(ts.kx.hypot(ts.sy))
}

fn use_pattern(w: &mut Writer, resource: Resource, is_stroke: bool) {
    op(w.out(), &[], if is_stroke { "/Pattern CS" } else { "/Pattern cs" });
    w.apply(resource, if is_stroke { "SCN" } else { "scn" });
}

#[allow(clippy::too_many_arguments)]
fn shade(
    w: &mut Writer,
    kind: ShadingKind,
    stops: Vec<(f32, usvg::Stop)>,
    opacity: f32,
    matrix: Transform,
    bounds: Rect,
    ts: Transform,
    is_stroke: bool,
) {
    let is_clear = opacity < 1.0 || stops.iter().any(|(_, s)| s.opacity().get() < 1.0);
    if is_clear {
        let opacities = stops.iter().map(|(at, s)| (*at, s.opacity().get() * opacity)).collect();
        let veil = Shading { kind, stops: Stops::Opacities(opacities), matrix };
        let frame = w.form.bounds;
        let mut form = w.inner(frame, |inner| {
            use_pattern(inner, Resource::Shading(veil), false);
            // A little larger than the shape, so that the mask does not soften its edge a second time.
            let wide =
                Rect::from_ltrb(bounds.left() - 1.0, bounds.top() - 1.0, bounds.right() + 1.0, bounds.bottom() + 1.0);
            let area = usvg::tiny_skia_path::PathBuilder::from_rect(wide.unwrap_or(bounds));
            path(inner.out(), &area, ts);
            op(inner.out(), &[], "f");
        });
        form.is_group = true;
        let mask = SoftMask { form: Box::new(form), is_luminosity: true };
        w.apply(Resource::State(State { fill: 1.0, stroke: 1.0, blend: "Normal", mask: Some(mask) }), "gs");
    }
    let colors = stops.iter().map(|(at, s)| (*at, w.shade(Color::from(s.color())))).collect();
    use_pattern(w, Resource::Shading(Shading { kind, stops: Stops::Colors(colors), matrix }), is_stroke);
}

/// The position of a point along the gradient line: 0 at its start, 1 at its end.
fn along([x1, y1, x2, y2]: [f32; 4], p: Point) -> f32 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    ((p.x - x1) * dx + (p.y - y1) * dy) / (dx * dx + dy * dy).max(1e-12)
}

/// The lowest and highest gradient position of the corners of `bounds`.
fn reach(bounds: Rect, transform: Transform, position: impl Fn(Point) -> f32) -> (f32, f32) {
    let Some(inverse) = transform.invert() else { return (0.0, 1.0) };
    let corners = [
        (bounds.left(), bounds.top()),
        (bounds.right(), bounds.top()),
        (bounds.left(), bounds.bottom()),
        (bounds.right(), bounds.bottom()),
    ];
    corners.iter().fold((f32::MAX, f32::MIN), |(low, high), &(x, y)| {
        let mut p = Point::from_xy(x, y);
        inverse.map_point(&mut p);
        let t = position(p);
        (low.min(t), high.max(t))
    })
}

/// The stops repeated over the whole range, with positions from 0 to 1, and the gradient positions of 0 and 1.
fn spread(stops: &[usvg::Stop], method: SpreadMethod, range: (f32, f32)) -> (Vec<(f32, usvg::Stop)>, f32, f32) {
    if method == SpreadMethod::Pad || !range.0.is_finite() || !range.1.is_finite() {
        return (stops.iter().map(|s| (s.offset().get(), *s)).collect(), 0.0, 1.0);
    }
    let first = (range.0.floor() as i32).clamp(-PERIODS, 0);
    let last = (range.1.ceil() as i32).clamp(1, PERIODS);
    let length = (last - first) as f32;
    let mut all = Vec::new();
    for period in first..last {
        let is_back = method == SpreadMethod::Reflect && period.rem_euclid(2) == 1;
        let mut push = |s: &usvg::Stop| {
            let offset = if is_back { 1.0 - s.offset().get() } else { s.offset().get() };
            all.push(((period as f32 + offset - first as f32) / length, *s));
        };
        if is_back { stops.iter().rev().for_each(&mut push) } else { stops.iter().for_each(&mut push) }
    }
    (all, first as f32, last as f32)
}

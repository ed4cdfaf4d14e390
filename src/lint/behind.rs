//! What lies behind a text or an icon, read off the shapes: enough to say that it surely stands out, without a pixel.

use kurbo::{CubicBez, ParamCurve as _, QuadBez, Rect};
use usvg::tiny_skia_path::{PathSegment, Point, Transform};
use usvg::{Node, Paint};

use super::colour::{contrast, luminance};
use super::look::{Look, Shape, Sign, Words, extent};

/// From here on nothing is seen through.
const SOLID: f32 = 0.99;

/// The colours that may be somewhere: the least and the most of each channel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    least: [f32; 3],
    most: [f32; 3],
}

const WHITE: Range = Range { least: [255.0; 3], most: [255.0; 3] };

impl Range {
    fn of(colour: [u8; 3]) -> Range {
        let colour = colour.map(f32::from);
        Range { least: colour, most: colour }
    }

    /// Both, and everything in between.
    fn and(self, other: Range) -> Range {
        let each = |a: [f32; 3], b: [f32; 3], pick: fn(f32, f32) -> f32| std::array::from_fn(|i| pick(a[i], b[i]));
        Range { least: each(self.least, other.least, f32::min), most: each(self.most, other.most, f32::max) }
    }

    /// This, seen through something of that opacity.
    fn under(self, over: Range, opacity: f32) -> Range {
        let mix = |a: [f32; 3], b: [f32; 3]| std::array::from_fn(|i| a[i] + (b[i] - a[i]) * opacity);
        Range { least: mix(self.least, over.least), most: mix(self.most, over.most) }
    }

    /// The least contrast between two of them; 1 where they overlap.
    fn contrast(self, other: Range) -> f64 {
        let ends = |range: Range| {
            let dark = luminance(range.least.map(|c| c.max(0.0).floor() as u8));
            (dark, luminance(range.most.map(|c| c.min(255.0).ceil() as u8)))
        };
        let ((dark, light), (darker, lighter)) = (ends(self), ends(other));
        if dark > lighter {
            contrast(dark, lighter)
        } else if darker > light {
            contrast(darker, light)
        } else {
            1.0
        }
    }

    fn is_white(self) -> bool {
        self.least.iter().all(|&c| c > 250.0)
    }
}

/// Whether, but for a share of their ground, every colour that may lie behind the words has at least that contrast to
/// every colour they may have.
///
/// False means only that it must be looked at more closely.
pub(super) fn surely_stand_out(look: &Look, words: &Words, least: f64, share: f64) -> bool {
    let Some(fill) = words.path.fill() else { return false };
    let own = Own { order: words.order, paint: fill.paint(), opacity: words.opacity, least };
    own.surely_stands_out(look, words.lines.iter().map(extent).collect(), share)
}

/// The same for an icon.
pub(super) fn surely_stands_out(look: &Look, sign: &Sign, least: f64, share: f64) -> bool {
    let Some(fill) = sign.path.fill() else { return false };
    let own = Own { order: sign.order, paint: fill.paint(), opacity: sign.opacity, least };
    own.surely_stands_out(look, vec![sign.area], share)
}

/// How often a box is halved that is not sure as a whole: to a 128th of it.
const SPLITS: u32 = 7;

/// What is to stand out: its number in drawing order, its paint, and the contrast it needs.
struct Own<'a> {
    order: usize,
    paint: &'a Paint,
    opacity: f32,
    least: f64,
}

impl Own<'_> {
    fn surely_stands_out(&self, look: &Look, boxes: Vec<Rect>, share: f64) -> bool {
        let mut room = boxes.iter().map(Rect::area).sum::<f64>() * share;
        boxes.into_iter().all(|area| {
            room -= self.doubtful(look, area, SPLITS, room);
            room >= 0.0
        })
    }

    fn stands_out(&self, look: &Look, area: Rect) -> bool {
        let Some((own, clearest)) = colours(self.paint) else { return false };
        let Some(ground) = ground(look, self.order, area) else { return false };
        let letters = ground.under(own, self.opacity).and(ground.under(own, self.opacity * clearest));
        letters.contrast(ground) >= self.least
    }

    /// The part of a box in which that is not sure; where it is more than `room`, any number above it.
    fn doubtful(&self, look: &Look, area: Rect, splits: u32, room: f64) -> f64 {
        if self.stands_out(look, area) {
            return 0.0;
        }
        if splits == 0 || !look.is_plain {
            return area.area();
        }
        let Rect { x0, y0, x1, y1 } = area;
        let middle = area.center();
        let (one, other) = match area.width() > area.height() {
            true => (Rect::new(x0, y0, middle.x, y1), Rect::new(middle.x, y0, x1, y1)),
            false => (Rect::new(x0, y0, x1, middle.y), Rect::new(x0, middle.y, x1, y1)),
        };
        let first = self.doubtful(look, one, splits - 1, room);
        if first > room { first } else { first + self.doubtful(look, other, splits - 1, room - first) }
    }
}

/// Whether nothing but white surely lies in a box.
pub(super) fn is_surely_white(look: &Look, area: Rect) -> bool {
    ground(look, usize::MAX, area).is_some_and(Range::is_white)
}

/// The colours that may lie in a box under what has that number; nothing where that cannot be said.
fn ground(look: &Look, order: usize, area: Rect) -> Option<Range> {
    if !look.is_plain {
        return None;
    }
    let mut layers: Vec<(usize, Range, f32)> = Vec::new();
    let mut base = (0, WHITE);
    for shape in look.shapes.iter().rev().filter(|shape| shape.order < order) {
        if shape.area.intersect(area).area() <= 0.0 {
            continue;
        }
        let touch = touch(shape, area);
        if touch == Touch::Outside {
            continue;
        }
        // Drawn in that order: the line last.
        if let Some(stroke) = shape.path.stroke().filter(|_| touch == Touch::Crosses) {
            layers.push((shape.order, colours(stroke.paint())?.0, shape.opacity * stroke.opacity().get()));
        }
        if let Some(fill) = shape.path.fill() {
            let (range, _) = colours(fill.paint())?;
            if touch == Touch::Covers && is_opaque(shape) {
                base = (shape.order, range);
                break;
            }
            layers.push((shape.order, range, shape.opacity * fill.opacity().get()));
        }
    }
    for sign in look.icons.iter().filter(|sign| sign.order < order && sign.order > base.0) {
        if sign.area.intersect(area).area() > 0.0 {
            layers.push((sign.order, colours(sign.path.fill()?.paint())?.0, sign.opacity));
        }
    }
    layers.reverse();
    layers.sort_by_key(|(order, ..)| *order);
    // A layer may leave any part of the box free.
    Some(layers.into_iter().fold(base.1, |ground, (_, range, opacity)| ground.and(ground.under(range, opacity))))
}

/// Whether a shape surely fills a box, with something else than white unless that is meant.
pub(super) fn fills(shape: &Shape, area: Rect, is_white_meant: bool) -> bool {
    (is_white_meant || !is_white(shape)) && is_opaque(shape) && touch(shape, area) == Touch::Covers
}

/// Whether its fill is white.
pub(super) fn is_white(shape: &Shape) -> bool {
    shape.path.fill().and_then(|fill| colours(fill.paint())).is_some_and(|(range, _)| range.is_white())
}

/// Whether one shape surely fills small boxes around all these points, with something else than white unless that is meant.
pub(super) fn is_surely_filled(look: &Look, points: &[kurbo::Point], room: f64, is_white_meant: bool) -> bool {
    let around = |p: &kurbo::Point| Rect::from_center_size(*p, (room, room));
    let Some(whole) = points.iter().map(around).reduce(|a, b| a.union(b)) else { return false };
    let wide = look.shapes.iter().filter(|shape| shape.area.union(whole) == shape.area);
    wide.into_iter().any(|shape| points.iter().all(|p| fills(shape, around(p), is_white_meant)))
}

/// How opaque its fill is at its clearest; nothing is known of a clipped one.
pub(super) fn veil(shape: &Shape) -> f32 {
    let fill = shape.path.fill().filter(|_| !shape.is_clipped);
    let opacity = fill.and_then(|fill| Some(fill.opacity().get() * colours(fill.paint())?.1));
    opacity.map_or(0.0, |opacity| opacity * shape.opacity)
}

/// The share of a box that lies within a shape, tried at some points.
pub(super) fn covered(shape: &Shape, area: Rect) -> f64 {
    const ACROSS: u32 = 12;
    const DOWN: u32 = 3;
    if shape.area.intersect(area).area() <= 0.0 {
        return 0.0;
    }
    let points = (0..ACROSS * DOWN).map(|i| {
        let (x, y) = (f64::from(i % ACROSS) + 0.5, f64::from(i / ACROSS) + 0.5);
        (area.x0 + area.width() * x / f64::from(ACROSS), area.y0 + area.height() * y / f64::from(DOWN))
    });
    let inside = points.filter(|&at| touch(shape, Rect::from_center_size(at, (0.01, 0.01))) == Touch::Covers);
    inside.count() as f64 / f64::from(ACROSS * DOWN)
}

/// Whether its fill lets nothing through.
fn is_opaque(shape: &Shape) -> bool {
    let Some(fill) = shape.path.fill() else { return false };
    let is_even = match fill.paint() {
        Paint::Pattern(_) => false,
        paint => colours(paint).is_some_and(|(_, clearest)| clearest >= SOLID),
    };
    is_even && !shape.is_clipped && shape.opacity * fill.opacity().get() >= SOLID
}

/// The colours of a paint, and how opaque the clearest of them is; nothing for one that is unknown.
fn colours(paint: &Paint) -> Option<(Range, f32)> {
    let stops = match paint {
        Paint::Color(c) => return Some((Range::of([c.red, c.green, c.blue]), 1.0)),
        Paint::LinearGradient(gradient) => gradient.stops(),
        Paint::RadialGradient(gradient) => gradient.stops(),
        Paint::Pattern(pattern) => return pattern_colours(pattern.root()).map(|range| (range, 0.0)),
    };
    let each = stops.iter().map(|stop| {
        let c = stop.color();
        (Range::of([c.red, c.green, c.blue]), stop.opacity().get())
    });
    each.reduce(|(range, clearest), (other, opacity)| (range.and(other), clearest.min(opacity)))
}

fn pattern_colours(group: &usvg::Group) -> Option<Range> {
    let mut all: Option<Range> = None;
    for node in group.children() {
        let paints = match node {
            Node::Group(inner) if inner.filters().is_empty() => vec![pattern_colours(inner)?],
            Node::Path(path) => {
                let paints = [path.fill().map(usvg::Fill::paint), path.stroke().map(usvg::Stroke::paint)];
                paints
                    .into_iter()
                    .flatten()
                    .map(|paint| colours(paint).map(|(range, _)| range))
                    .collect::<Option<_>>()?
            }
            _ => return None,
        };
        all = paints.into_iter().chain(all).reduce(Range::and);
    }
    all
}

/// How a shape lies to a box.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    /// It surely does not reach it.
    Outside,
    /// Its fill surely covers it, and its outline does not cross it.
    Covers,
    /// Anything else.
    Crosses,
}

/// Told by the outline's segments; curves near the box are walked in short steps.
fn touch(shape: &Shape, area: Rect) -> Touch {
    let ts = shape.path.abs_transform();
    let room = shape.stroke.map_or(0.0, |width| width.0 / 2.0) + 0.05;
    let area = area.inflate(room, room);
    let mut start = at(Point::zero(), ts);
    let mut last = start;
    let mut walk = Walk { area, turns: 0, crossings: 0, is_crossed: false };
    for segment in shape.path.data().segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                // A fill closes what was left open.
                walk.line(last, start);
                start = at(p, ts);
                last = start;
            }
            PathSegment::LineTo(p) => {
                walk.line(last, at(p, ts));
                last = at(p, ts);
            }
            PathSegment::QuadTo(a, p) => {
                walk.curve(QuadBez::new(last, at(a, ts), at(p, ts)).raise());
                last = at(p, ts);
            }
            PathSegment::CubicTo(a, b, p) => {
                walk.curve(CubicBez::new(last, at(a, ts), at(b, ts), at(p, ts)));
                last = at(p, ts);
            }
            PathSegment::Close => {
                walk.line(last, start);
                last = start;
            }
        }
    }
    walk.line(last, start);
    if walk.is_crossed {
        return Touch::Crosses;
    }
    let is_even_odd = shape.path.fill().is_some_and(|fill| fill.rule() == usvg::FillRule::EvenOdd);
    let is_within = if is_even_odd { walk.crossings % 2 == 1 } else { walk.turns != 0 };
    if is_within && shape.path.fill().is_some() { Touch::Covers } else { Touch::Outside }
}

/// A walk along an outline past a box: whether it enters it, and how often it goes around it.
struct Walk {
    area: Rect,
    turns: i32,
    crossings: u32,
    is_crossed: bool,
}

impl Walk {
    fn line(&mut self, from: kurbo::Point, to: kurbo::Point) {
        if from == to {
            return;
        }
        let area = self.area;
        let is_near = from.x.max(to.x) >= area.x0
            && from.x.min(to.x) <= area.x1
            && from.y.max(to.y) >= area.y0
            && from.y.min(to.y) <= area.y1;
        if is_near && !self.is_crossed {
            // It passes by when all corners lie on one side of it.
            let along = to - from;
            let side = |x: f64, y: f64| along.cross(kurbo::Point::new(x, y) - from);
            let sides =
                [side(area.x0, area.y0), side(area.x1, area.y0), side(area.x1, area.y1), side(area.x0, area.y1)];
            self.is_crossed = !(sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0));
        }
        // A ray from the middle to the right.
        let middle = area.center();
        if (from.y <= middle.y) != (to.y <= middle.y) {
            let x = from.x + (middle.y - from.y) / (to.y - from.y) * (to.x - from.x);
            if x > middle.x {
                self.crossings += 1;
                self.turns += if to.y > from.y { 1 } else { -1 };
            }
        }
    }

    fn curve(&mut self, curve: CubicBez) {
        let hull = Rect::from_points(curve.p0, curve.p3).union_pt(curve.p1).union_pt(curve.p2);
        if hull.intersect(self.area).area() <= 0.0 {
            // Seen from the box, it goes around as its chord does.
            return self.line(curve.p0, curve.p3);
        }
        const STEPS: u32 = 16;
        let mut last = curve.p0;
        for step in 1..=STEPS {
            let next = curve.eval(f64::from(step) / f64::from(STEPS));
            self.line(last, next);
            last = next;
        }
    }
}

fn at(p: Point, ts: Transform) -> kurbo::Point {
    let (x, y) = (f64::from(p.x), f64::from(p.y));
    kurbo::Point::new(
        f64::from(ts.sx) * x + f64::from(ts.kx) * y + f64::from(ts.tx),
        f64::from(ts.ky) * x + f64::from(ts.sy) * y + f64::from(ts.ty),
    )
}

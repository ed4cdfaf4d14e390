//! Computes what is behind a text or an icon from shapes alone. Usually that is enough, and no pixels are needed.

use kurbo::{CubicBez, ParamCurve as _, QuadBez, Rect};
use usvg::tiny_skia_path::{PathSegment, Point, Transform};
use usvg::{Node, Paint};

use super::color::{contrast, luminance};
use super::look::{Look, Shape, Sign, Words};
use crate::color::Rgb;

/// At this opacity and above, nothing shows through.
const SOLID: f32 = 0.99;

/// The colors that an area may have: the minimum and maximum of each channel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    least: Rgb<f32>,
    most: Rgb<f32>,
}

const WHITE: Range = Range { least: Rgb::new(255.0, 255.0, 255.0), most: Rgb::new(255.0, 255.0, 255.0) };

impl Range {
    fn of(color: Rgb) -> Range {
        let color = color.map(f32::from);
        Range { least: color, most: color }
    }

    /// The range that includes both.
    fn and(self, other: Range) -> Range {
        Range { least: self.least.zip(other.least, f32::min), most: self.most.zip(other.most, f32::max) }
    }

    /// This range under a layer `over` it.
    fn under(self, over: Range, opacity: f32) -> Range {
        let mix = |a: f32, b: f32| a + (b - a) * opacity;
        Range { least: self.least.zip(over.least, mix), most: self.most.zip(over.most, mix) }
    }

    /// The least contrast between two ranges. 1 if they overlap.
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
        let Rgb { r, g, b } = self.least;
        r.min(g).min(b) > 250.0
    }
}

/// Whether each line certainly has at least the contrast `least`. A `share` of its background may have less.
///
/// False only means that the pixels must be checked.
pub(super) fn surely_stand_out(look: &Look, words: &Words, least: f64, share: f64) -> Vec<bool> {
    let Some(fill) = words.path.fill() else { return vec![false; words.rows.len()] };
    let own = Own { paint: fill.paint(), opacity: words.opacity, least };
    let Some(whole) = words.rows.iter().flatten().copied().reduce(|a, b| a.union(b)) else { return Vec::new() };
    let pile = Pile::under(look, words.order).within(whole);
    let is_clear = own.stands_out(&pile);
    words.rows.iter().map(|row| is_clear || own.surely_stands_out(&pile, row, share)).collect()
}

/// The same for an icon.
pub(super) fn surely_stands_out(look: &Look, sign: &Sign, least: f64, share: f64) -> bool {
    // The colors of a drawing may be any.
    let Some(fill) = sign.path.fill().filter(|_| sign.painted.is_none()) else { return false };
    let own = Own { paint: fill.paint(), opacity: sign.opacity, least };
    own.surely_stands_out(&Pile::under(look, sign.order), &[sign.area], share)
}

/// How often a doubtful box is halved, down to 1/128.
const SPLITS: u32 = 7;

/// A paint, and the contrast it needs.
struct Own<'a> {
    paint: &'a Paint,
    opacity: f32,
    least: f64,
}

impl Own<'_> {
    fn surely_stands_out(&self, pile: &Pile, boxes: &[Rect], share: f64) -> bool {
        let mut room = boxes.iter().map(Rect::area).sum::<f64>() * share;
        boxes.iter().all(|area| {
            room -= self.doubtful(pile, *area, SPLITS, room);
            room >= 0.0
        })
    }

    fn stands_out(&self, pile: &Pile) -> bool {
        let Some((own, clearest)) = colors(self.paint) else { return false };
        let Some(ground) = pile.colors() else { return false };
        let letters = ground.under(own, self.opacity).and(ground.under(own, self.opacity * clearest));
        letters.contrast(ground) >= self.least
    }

    /// The part of a box in which the contrast is doubtful, as an area. Stops counting above `room`.
    fn doubtful(&self, pile: &Pile, area: Rect, splits: u32, room: f64) -> f64 {
        let pile = pile.within(area);
        if self.stands_out(&pile) {
            return 0.0;
        }
        if splits == 0 || !pile.is_known {
            return area.area();
        }
        let Rect { x0, y0, x1, y1 } = area;
        let middle = area.center();
        let (one, other) = match area.width() > area.height() {
            true => (Rect::new(x0, y0, middle.x, y1), Rect::new(middle.x, y0, x1, y1)),
            false => (Rect::new(x0, y0, x1, middle.y), Rect::new(x0, middle.y, x1, y1)),
        };
        let first = self.doubtful(&pile, one, splits - 1, room);
        if first > room { first } else { first + self.doubtful(&pile, other, splits - 1, room - first) }
    }
}

/// Whether a box is certainly white.
pub(super) fn is_surely_white(look: &Look, area: Rect) -> bool {
    Pile::under(look, usize::MAX).within(area).colors().is_some_and(Range::is_white)
}

/// The topmost shape that certainly hides everything below it in a box.
pub(super) fn base<'a>(look: &'a Look<'a>, area: Rect) -> Option<&'a usvg::Path> {
    Pile::under(look, usize::MAX).within(area).base().filter(|_| look.is_plain).map(|shape| shape.path)
}

/// The shapes that may be visible in a box, from the topmost down to one that covers the box.
struct Pile<'a> {
    shapes: Vec<(&'a Shape<'a>, Touch)>,
    icons: Vec<&'a Sign<'a>>,
    /// Whether nothing else is drawn there.
    is_known: bool,
}

impl<'a> Pile<'a> {
    /// Everything that is drawn before `order`.
    fn under(look: &'a Look<'a>, order: usize) -> Pile<'a> {
        let shapes = look.shapes.iter().rev().filter(|shape| shape.order < order);
        Pile {
            shapes: shapes.map(|shape| (shape, Touch::Crosses)).collect(),
            icons: look.icons.iter().filter(|sign| sign.order < order).collect(),
            is_known: look.is_plain,
        }
    }

    /// The part of the pile that may be in a smaller box.
    fn within(&self, area: Rect) -> Pile<'a> {
        let mut near = Pile { shapes: Vec::new(), icons: Vec::new(), is_known: self.is_known };
        for &(shape, before) in self.shapes.iter().filter(|(shape, _)| shape.area.intersect(area).area() > 0.0) {
            // A shape that covers the larger box also covers the smaller one.
            let touch = if before == Touch::Covers { before } else { touch(shape, area) };
            if touch == Touch::Outside {
                continue;
            }
            near.shapes.push((shape, touch));
            if near.base().is_some() {
                break;
            }
        }
        let base = near.base().map_or(0, |shape| shape.order);
        let icons = self.icons.iter().filter(|sign| sign.order > base && sign.area.intersect(area).area() > 0.0);
        near.icons.extend(icons);
        near
    }

    /// The shape that covers the box and hides everything below it.
    fn base(&self) -> Option<&'a Shape<'a>> {
        self.shapes.last().filter(|(shape, touch)| *touch == Touch::Covers && is_opaque(shape)).map(|(shape, _)| *shape)
    }

    /// The colors that may be visible, if they are known.
    fn colors(&self) -> Option<Range> {
        if !self.is_known {
            return None;
        }
        let mut layers: Vec<(usize, Range, f32)> = Vec::new();
        let mut ground = WHITE;
        for (shape, touch) in self.shapes.iter().rev() {
            if let Some(fill) = shape.path.fill() {
                let (range, _) = colors(fill.paint())?;
                match *touch == Touch::Covers && is_opaque(shape) {
                    true => ground = range,
                    false => layers.push((shape.order, range, shape.opacity * fill.opacity().get())),
                }
            }
            // The stroke is drawn after the fill.
            if let Some(stroke) = shape.path.stroke().filter(|_| *touch == Touch::Crosses) {
                layers.push((shape.order, colors(stroke.paint())?.0, shape.opacity * stroke.opacity().get()));
            }
        }
        for sign in &self.icons {
            if sign.painted.is_some() {
                return None;
            }
            layers.push((sign.order, colors(sign.path.fill()?.paint())?.0, sign.opacity));
        }
        layers.sort_by_key(|(order, ..)| *order);
        // A layer may leave any part of the box uncovered.
        Some(layers.into_iter().fold(ground, |ground, (_, range, opacity)| ground.and(ground.under(range, opacity))))
    }
}

/// Whether a shape certainly fills a box. White counts only if `is_white_meant`.
pub(super) fn fills(shape: &Shape, area: Rect, is_white_meant: bool) -> bool {
    (is_white_meant || !is_white(shape)) && is_opaque(shape) && touch(shape, area) == Touch::Covers
}

/// Whether the fill of a shape is white.
pub(super) fn is_white(shape: &Shape) -> bool {
    shape.path.fill().and_then(|fill| colors(fill.paint())).is_some_and(|(range, _)| range.is_white())
}

/// Whether one shape certainly fills small boxes around all these points. White counts only if `is_white_meant`.
pub(super) fn is_surely_filled(look: &Look, points: &[kurbo::Point], room: f64, is_white_meant: bool) -> bool {
    let around = |p: &kurbo::Point| Rect::from_center_size(*p, (room, room));
    let Some(whole) = points.iter().map(around).reduce(|a, b| a.union(b)) else { return false };
    let wide = look.shapes.iter().filter(|shape| shape.area.union(whole) == shape.area);
    wide.into_iter().any(|shape| points.iter().all(|p| fills(shape, around(p), is_white_meant)))
}

/// The least opacity of a shape's fill. 0 if the shape is clipped.
pub(super) fn veil(shape: &Shape) -> f32 {
    let fill = shape.path.fill().filter(|_| !shape.is_clipped);
    let opacity = fill.and_then(|fill| Some(fill.opacity().get() * colors(fill.paint())?.1));
    opacity.map_or(0.0, |opacity| opacity * shape.opacity)
}

/// Whether a shape may extend into a box.
pub(super) fn may_reach(shape: &Shape, area: Rect) -> bool {
    shape.area.intersect(area).area() > 0.0 && touch(shape, area) != Touch::Outside
}

/// The share of a box that a shape covers, sampled at some points.
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

/// Whether nothing shows through the fill of a shape.
fn is_opaque(shape: &Shape) -> bool {
    let Some(fill) = shape.path.fill() else { return false };
    let is_even = match fill.paint() {
        Paint::Pattern(_) => false,
        paint => colors(paint).is_some_and(|(_, clearest)| clearest >= SOLID),
    };
    is_even && !shape.is_clipped && shape.opacity * fill.opacity().get() >= SOLID
}

/// The colors of a paint and their least opacity, if they are known.
fn colors(paint: &Paint) -> Option<(Range, f32)> {
    let stops = match paint {
        Paint::Color(c) => return Some((Range::of(Rgb::from(*c)), 1.0)),
        Paint::LinearGradient(gradient) => gradient.stops(),
        Paint::RadialGradient(gradient) => gradient.stops(),
        Paint::Pattern(pattern) => return pattern_colors(pattern.root()).map(|range| (range, 0.0)),
    };
    let each = stops.iter().map(|stop| (Range::of(Rgb::from(stop.color())), stop.opacity().get()));
    each.reduce(|(range, clearest), (other, opacity)| (range.and(other), clearest.min(opacity)))
}

fn pattern_colors(group: &usvg::Group) -> Option<Range> {
    let mut all: Option<Range> = None;
    for node in group.children() {
        let paints = match node {
            Node::Group(inner) if inner.filters().is_empty() => vec![pattern_colors(inner)?],
            Node::Path(path) => {
                let paints = [path.fill().map(usvg::Fill::paint), path.stroke().map(usvg::Stroke::paint)];
                paints
                    .into_iter()
                    .flatten()
                    .map(|paint| colors(paint).map(|(range, _)| range))
                    .collect::<Option<_>>()?
            }
            _ => return None,
        };
        all = paints.into_iter().chain(all).reduce(Range::and);
    }
    all
}

/// The position of a shape relative to a box.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    /// It certainly does not touch the box.
    Outside,
    /// Its fill certainly covers the box, and its outline does not cross the box.
    Covers,
    /// Anything else.
    Crosses,
}

/// Compares the segments of an outline with a box. Curves near the box become short lines.
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
                // Filling closes open paths.
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

/// A walk along an outline. It records whether the outline enters a box, and how often it goes around the box.
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
            // A line misses the box if all corners are on one side of it.
            let along = to - from;
            let side = |x: f64, y: f64| along.cross(kurbo::Point::new(x, y) - from);
            let sides =
                [side(area.x0, area.y0), side(area.x1, area.y0), side(area.x1, area.y1), side(area.x0, area.y1)];
            self.is_crossed = !(sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0));
        }
        // Count crossings with a ray from the center to the right.
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
            // Outside the box, a curve goes around it like its chord.
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

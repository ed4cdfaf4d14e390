//! What lies behind a text, read off the shapes: enough to say that it surely stands out, without a single pixel.

use kurbo::Rect;
use usvg::tiny_skia_path::{PathSegment, Point, Transform};
use usvg::{Node, Paint};

use super::colour::{contrast, luminance};
use super::look::{Look, Shape, Words, extent};

/// The darkest and lightest that was found.
struct Range {
    dark: f64,
    light: f64,
}

impl Range {
    fn take(&mut self, [r, g, b]: [u8; 3]) {
        let one = luminance([r, g, b]);
        (self.dark, self.light) = (self.dark.min(one), self.light.max(one));
    }

    fn is_empty(&self) -> bool {
        self.dark > self.light
    }
}

/// Whether every colour that may lie behind the words, and so every mixture of them, has at least that contrast.
///
/// False means only that it must be looked at more closely.
pub(super) fn surely_stand_out(look: &Look, words: &Words, colour: [u8; 3], least: f64) -> bool {
    if !look.is_plain || words.opacity < 1.0 {
        return false;
    }
    let text = luminance(colour);
    words.lines.iter().all(|line| {
        let mut behind = Range { dark: 1.0, light: 0.0 };
        if !gather(look, words.order, extent(line), &mut behind) || behind.is_empty() {
            return false;
        }
        let is_aside = text > behind.light || text < behind.dark;
        is_aside && contrast(text, behind.dark) >= least && contrast(text, behind.light) >= least
    })
}

/// Collects colours from the topmost shape down to one that covers the box; false where a paint is unknown.
fn gather(look: &Look, order: usize, area: Rect, behind: &mut Range) -> bool {
    for sign in look.icons.iter().filter(|sign| sign.order < order && sign.area.intersect(area).area() > 0.0) {
        match sign.colour {
            Some(colour) => behind.take(colour),
            None => return false,
        }
    }
    for shape in look.shapes.iter().rev().filter(|shape| shape.order < order) {
        if shape.area.intersect(area).area() <= 0.0 {
            continue;
        }
        let touch = touch(shape, area);
        if touch == Touch::Outside {
            continue;
        }
        let mut is_solid = touch == Touch::Covers && !shape.is_clipped && shape.opacity >= 0.99;
        if let Some(fill) = shape.path.fill() {
            is_solid &= fill.opacity().get() >= 0.99;
            match paint(fill.paint(), behind) {
                Some(is_opaque) => is_solid &= is_opaque,
                None => return false,
            }
        } else {
            is_solid = false;
        }
        if let Some(stroke) = shape.path.stroke().filter(|_| touch == Touch::Crosses)
            && paint(stroke.paint(), behind).is_none()
        {
            return false;
        }
        if is_solid {
            return true;
        }
    }
    behind.take([255; 3]);
    true
}

/// Takes the colours of a paint; tells whether they let nothing through, or nothing for a paint that is unknown.
fn paint(paint: &Paint, behind: &mut Range) -> Option<bool> {
    let stops = match paint {
        Paint::Color(c) => {
            behind.take([c.red, c.green, c.blue]);
            return Some(true);
        }
        Paint::LinearGradient(gradient) => gradient.stops(),
        Paint::RadialGradient(gradient) => gradient.stops(),
        Paint::Pattern(pattern) => return pattern_colours(pattern.root(), behind).then_some(false),
    };
    for stop in stops {
        behind.take([stop.color().red, stop.color().green, stop.color().blue]);
    }
    Some(stops.iter().all(|stop| stop.opacity().get() >= 0.99))
}

fn pattern_colours(group: &usvg::Group, behind: &mut Range) -> bool {
    group.children().iter().all(|node| match node {
        Node::Group(inner) => inner.filters().is_empty() && pattern_colours(inner, behind),
        Node::Path(path) => {
            path.fill().is_none_or(|fill| paint(fill.paint(), behind).is_some())
                && path.stroke().is_none_or(|stroke| paint(stroke.paint(), behind).is_some())
        }
        _ => false,
    })
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

/// Told by the boxes around the outline's segments, so that a doubt counts as crossing.
fn touch(shape: &Shape, area: Rect) -> Touch {
    let ts = shape.path.abs_transform();
    let room = shape.stroke.map_or(0.0, |width| width.0 / 2.0 + 0.05);
    let area = area.inflate(room, room);
    let middle = area.center();
    let (mut start, mut last) = ((0.0, 0.0), (0.0, 0.0));
    let (mut turns, mut crossings) = (0i32, 0u32);
    let mut is_crossed = false;
    let mut side = |from: (f64, f64), to: (f64, f64), hull: &[(f64, f64)]| {
        let all = || hull.iter().copied().chain([from, to]);
        let (x0, x1) = all().fold((f64::MAX, f64::MIN), |(a, b), (x, _)| (a.min(x), b.max(x)));
        let (y0, y1) = all().fold((f64::MAX, f64::MIN), |(a, b), (_, y)| (a.min(y), b.max(y)));
        is_crossed |= x1 >= area.x0 && x0 <= area.x1 && y1 >= area.y0 && y0 <= area.y1;
        // A ray from the middle to the right.
        if (from.1 <= middle.y) != (to.1 <= middle.y) {
            let x = from.0 + (middle.y - from.1) / (to.1 - from.1) * (to.0 - from.0);
            if x > middle.x {
                crossings += 1;
                turns += if to.1 > from.1 { 1 } else { -1 };
            }
        }
    };
    for segment in shape.path.data().segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                // A fill closes what was left open.
                side(last, start, &[]);
                start = at(p, ts);
                last = start;
            }
            PathSegment::LineTo(p) => {
                side(last, at(p, ts), &[]);
                last = at(p, ts);
            }
            PathSegment::QuadTo(a, p) => {
                side(last, at(p, ts), &[at(a, ts)]);
                last = at(p, ts);
            }
            PathSegment::CubicTo(a, b, p) => {
                side(last, at(p, ts), &[at(a, ts), at(b, ts)]);
                last = at(p, ts);
            }
            PathSegment::Close => {
                side(last, start, &[]);
                last = start;
            }
        }
    }
    side(last, start, &[]);
    if is_crossed {
        return Touch::Crosses;
    }
    let is_even_odd = shape.path.fill().is_some_and(|fill| fill.rule() == usvg::FillRule::EvenOdd);
    let is_within = if is_even_odd { crossings % 2 == 1 } else { turns != 0 };
    if is_within && shape.path.fill().is_some() { Touch::Covers } else { Touch::Outside }
}

fn at(p: Point, ts: Transform) -> (f64, f64) {
    let (x, y) = (f64::from(p.x), f64::from(p.y));
    (
        f64::from(ts.sx) * x + f64::from(ts.kx) * y + f64::from(ts.tx),
        f64::from(ts.ky) * x + f64::from(ts.sy) * y + f64::from(ts.ty),
    )
}

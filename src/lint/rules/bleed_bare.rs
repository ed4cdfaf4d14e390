//! Bleed that the background does not cover.

use kurbo::{ParamCurve as _, ParamCurveArclen as _, Point, Rect};

use crate::art::Ink;
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::behind::{fills, is_surely_filled, is_surely_white};
use crate::lint::look::Look;
use crate::lint::pixels::FINE;
use crate::units::Mm;

pub static RULE: Rule = Rule {
    name: "bleed-bare",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "The background of a face does not reach the edge of its bleed.",
    why: "If the cut is a little off, a white sliver remains along the edge.",
    fix: "Extend the background beyond the trim by the bleed on every side.",
    wrong: r#"
        {# card.svg #}
        {% extends "face.svg" %}
        {% block art %}<rect x="-3" y="-2" width="69" height="93" fill="{{ palette.gold }}"/>{% endblock art %}
    "#,
    right: r#"
        {# card.svg #}
        {% extends "face.svg" %}
        {% block art %}<rect x="-3" y="-3" width="69" height="94" fill="{{ palette.gold }}"/>{% endblock art %}
    "#,
};

/// How far from the canvas edge the background may end: less than a pixel.
const SLACK: f64 = 0.1;
/// The share of an edge that may be bare, in percent, such as where a line ends.
const MOST: f64 = 2.0;
/// How far inside the cut a color must continue into the bleed.
const INSIDE: f64 = 1.0;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    if look.face.bleed.0 <= 0.0 {
        return;
    }
    if is_surely_covered(look) {
        return;
    }
    let bare = if look.card.shape.is_cut_straight() { bare(look) } else { bare_around(look) };
    let Some((at, share)) = bare else { return };
    let message = format!(
        "{share:.0} % of the {at} edge has color at the cut and none {} further out; the limit is {MOST} %",
        look.face.bleed
    );
    found.push(look.drawing_finding(&RULE, message).help("extend the background over the canvas, including the bleed"));
}

/// Whether the shapes alone show that the bleed of each side is filled, or that nothing is near its cut.
fn is_surely_covered(look: &Look) -> bool {
    let canvas = look.canvas();
    let whole = canvas.inset(-SLACK);
    // White does not count as a background, except with low ink.
    let is_white_meant = look.studio.ink == Ink::Low;
    if look.shapes.iter().any(|shape| fills(shape, whole, is_white_meant)) {
        return true;
    }
    let depth = look.face.bleed.0 + INSIDE;
    let side = |x0, y0, x1, y1| Rect::new(x0, y0, x1, y1).inset(-SLACK);
    let sides = [
        side(canvas.x0, canvas.y0, canvas.x1, canvas.y0 + depth),
        side(canvas.x0, canvas.y1 - depth, canvas.x1, canvas.y1),
        side(canvas.x0, canvas.y0, canvas.x0 + depth, canvas.y1),
        side(canvas.x1 - depth, canvas.y0, canvas.x1, canvas.y1),
    ];
    look.card.shape.is_cut_straight() && sides.into_iter().all(|side| is_covered(look, side, is_white_meant, SPLITS))
}

/// How often a side is halved, because its background may consist of pieces.
const SPLITS: u32 = 4;

/// Whether a side, or each half of it, is filled by one shape or certainly white.
fn is_covered(look: &Look, side: Rect, is_white_meant: bool, splits: u32) -> bool {
    if is_surely_white(look, side) || look.shapes.iter().any(|shape| fills(shape, side, is_white_meant)) {
        return true;
    }
    let middle = side.center();
    let halves = match side.width() > side.height() {
        true => [Rect { x1: middle.x, ..side }, Rect { x0: middle.x, ..side }],
        false => [Rect { y1: middle.y, ..side }, Rect { y0: middle.y, ..side }],
    };
    // Leave out a narrow strip on both sides of the line where pieces meet.
    splits > 0 && halves.into_iter().all(|half| is_covered(look, half.inset(-SLACK / 2.0), is_white_meant, splits - 1))
}

/// The number of points that are checked on a free outline.
const AROUND: usize = 400;

/// The share of a free outline that has color inside and white in its bleed.
fn bare_around(look: &Look) -> Option<(&'static str, f64)> {
    let outer = along(&look.outline(look.face.bleed - Mm(0.3)));
    let step = outer.iter().zip(outer.iter().skip(1)).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    if step < 0.5 && is_surely_filled(look, &outer, step, look.studio.ink == Ink::Low) {
        return None;
    }
    let inner = along(&look.outline(Mm(-0.4)));
    let pixels = look.ground(look.canvas(), [f64::from(FINE); 2])?;
    let is_white = |p: Point| {
        let (x, y) = ((p.x * f64::from(FINE)) as u32, (p.y * f64::from(FINE)) as u32);
        pixels.pixel(x, y).is_none_or(|p| p.red().min(p.green()).min(p.blue()) > 250)
    };
    let bad = inner.iter().zip(&outer).filter(|(inner, outer)| !is_white(**inner) && is_white(**outer)).count();
    let share = bad as f64 * 100.0 / inner.len().max(1) as f64;
    (share > MOST).then_some(("outer", share))
}

/// Points at equal distances along a path.
fn along(path: &kurbo::BezPath) -> Vec<Point> {
    let parts: Vec<_> = path.segments().collect();
    let lengths: Vec<f64> = parts.iter().map(|part| part.arclen(0.05)).collect();
    let whole: f64 = lengths.iter().sum();
    let mut points = Vec::with_capacity(AROUND);
    let (mut part, mut before) = (0, 0.0);
    for i in 0..AROUND {
        let at = whole * i as f64 / AROUND as f64;
        while part + 1 < parts.len() && before + lengths[part] < at {
            before += lengths[part];
            part += 1;
        }
        if let Some(segment) = parts.get(part) {
            points.push(segment.eval(((at - before) / lengths[part].max(1e-9)).clamp(0.0, 1.0)));
        }
    }
    points
}

/// The side with the largest share of white bleed next to a colored cut.
fn bare(look: &Look) -> Option<(&'static str, f64)> {
    let [across, down] = look.grid();
    let (w, h) = ((look.canvas().x1 * across).round(), (look.canvas().y1 * down).round());
    // Each side is a strip: its bleed and one pixel inside the cut.
    let depth = (look.face.bleed.0 * across.max(down)).ceil();
    let strips = [
        ("top", Rect::new(0.0, 0.0, w, depth + 1.0)),
        ("bottom", Rect::new(0.0, h - 1.0 - depth, w, h)),
        ("left", Rect::new(0.0, 0.0, depth + 1.0, h)),
        ("right", Rect::new(w - 1.0 - depth, 0.0, w, h)),
    ];
    let depth = depth as u32;
    let share = |(side, strip): (&'static str, Rect)| {
        let part = Rect::new(strip.x0 / across, strip.y0 / down, strip.x1 / across, strip.y1 / down);
        let pixels = look.ground(part, [across, down])?;
        let is_level = matches!(side, "top" | "bottom");
        let (end, inside) = if matches!(side, "top" | "left") { (0, depth) } else { (depth, 0) };
        let length = if is_level { pixels.width() } else { pixels.height() };
        let is_white = |along: u32, across: u32| {
            let (x, y) = if is_level { (along, across) } else { (across, along) };
            pixels.pixel(x, y).is_none_or(|p| p.red().min(p.green()).min(p.blue()) > 250)
        };
        // The corner of the bleed is compared with the corner of the cut.
        let at_cut = |i: u32| i.min(length.saturating_sub(1 + depth)).max(depth);
        let bad = (0..length).filter(|&i| !is_white(at_cut(i), inside) && is_white(i, end)).count();
        Some((side, bad as f64 * 100.0 / f64::from(length)))
    };
    let bare = strips.into_iter().filter_map(share).filter(|(_, share)| *share > MOST);
    bare.max_by(|a, b| a.1.total_cmp(&b.1))
}

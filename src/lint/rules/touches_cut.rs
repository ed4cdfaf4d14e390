//! Shapes that end at the cut.

use kurbo::{BezPath, ParamCurve as _, Point, Rect, Shape as _};
use resvg::tiny_skia::{FillRule, Mask, Transform};

use crate::export::png::skia_path;
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::behind::is_white;
use crate::lint::look::{Look, Shape as Figure, Sign, bez_path};
use crate::shape::Knife;
use crate::units::Mm;

pub static RULE: Rule = Rule {
    name: "touches-cut",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A shape or an icon ends at the cut or runs along it, instead of ending inside or in the bleed.",
    why: "A frame that ends at the cut is cut off on one card and doubled on the next.",
    fix: "Let the shape end inside the safe area, or extend it into the bleed.",
    wrong: r#"
        {# card.svg #}
        <path d="M0 20h20v5h-20z"/>
    "#,
    right: r#"
        {# card.svg #}
        <path d="M-3 20h20v5h-20z"/>
    "#,
};

/// A shape that ends inside the cut, but closer than this, counts as ending at the cut.
const NEAR: f64 = 0.6;
/// The share of a round or free cut that a line must follow to be reported.
const ALONG: f64 = 0.15;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    match look.card.shape.knife() {
        Knife::Straight { corner } => {
            straight(look, found);
            corners(look, corner.0, found);
        }
        Knife::Around => free(look, found),
    }
}

fn straight(look: &Look, found: &mut Vec<Finding>) {
    let (trim, bleed) = (look.trim(), look.face.bleed.0);
    // A shape that extends past half of the bleed is meant to bleed.
    let at_cut = |inward: f64| inward < NEAR && inward >= -bleed / 2.0;
    let shapes = look.shapes.iter().filter(|shape| !shape.is_faint && !is_ground(look, shape));
    let shapes = shapes.map(|shape| ("a shape".to_owned(), shape.area));
    let icons = look.icons.iter().filter(|sign| sign.opacity >= 0.35).map(|sign| (named(look, sign), sign.area));
    let mut reported = [false; 4];
    for (what, a) in shapes.chain(icons) {
        let sides =
            [("left", a.x0 - trim.x0), ("right", trim.x1 - a.x1), ("top", a.y0 - trim.y0), ("bottom", trim.y1 - a.y1)];
        for (reported, (side, inward)) in reported.iter_mut().zip(sides) {
            // One finding per side is enough.
            if *reported || !at_cut(inward) {
                continue;
            }
            *reported = true;
            let where_to = if inward >= 0.0 { "inside" } else { "outside" };
            let message = format!("{what} ends {} {where_to} the {side} cut", Mm(inward.abs()));
            found.push(look.drawing_finding(&RULE, message).help(remedy(bleed)));
        }
    }
}

/// Whether a shape is the background of a face without bleed: it fills the face, or it is white.
fn is_ground(look: &Look, shape: &Figure) -> bool {
    look.face.bleed.0 <= 0.0 && (shape.area.area() > look.canvas().area() * 0.98 || is_white(shape))
}

fn named(look: &Look, sign: &Sign) -> String {
    format!("icon `{}`", look.studio.icons.get(sign.icon).name)
}

fn remedy(bleed: f64) -> String {
    let near = Mm(NEAR);
    if bleed > 0.0 {
        format!("end it {near} inside, or extend it into the bleed")
    } else {
        format!("end it {near} inside, or give the set a bleed and extend it there")
    }
}

/// Reports shapes that are inside the four straight cuts but cut off by a rounded corner.
fn corners(look: &Look, radius: f64, found: &mut Vec<Finding>) {
    if radius <= NEAR {
        return;
    }
    let trim = look.trim();
    let centers = trim.inset(-radius);
    // The distance of a point from the round corner, if that corner is the nearest cut.
    let inward = |p: Point| {
        let x = (centers.x0 - p.x).max(p.x - centers.x1);
        let y = (centers.y0 - p.y).max(p.y - centers.y1);
        (x > 0.0 && y > 0.0).then(|| radius - x.hypot(y))
    };
    let is_within = |area: Rect| {
        let room = trim.intersect(area);
        (room.width() - area.width()).abs() < 0.01 && (room.height() - area.height()).abs() < 0.01
    };
    let reaches = |area: Rect| area.width() > 0.0 && is_within(area) && area_inward(area, &inward) < NEAR;
    let nearest = |path: &BezPath| {
        let points =
            path.segments().flat_map(|segment| (0..=STEPS).map(move |i| segment.eval(i as f64 / STEPS as f64)));
        points.filter_map(inward).fold(f64::MAX, f64::min)
    };
    let shapes = look.shapes.iter().filter(|shape| !shape.is_faint && !shape.is_clipped && reaches(shape.area));
    let shapes = shapes.filter(|shape| !is_ground(look, shape)).map(|shape| {
        ("a shape".to_owned(), nearest(&bez_path(shape.path.data(), shape.path.abs_transform())) - half(shape))
    });
    let icons = look.icons.iter().filter(|sign| sign.opacity >= 0.35 && reaches(sign.area)).map(|sign| {
        if sign.painted.is_some() {
            return (named(look, sign), area_inward(sign.area, &inward));
        }
        let paths = look.studio.icons.get(sign.icon).paths.iter();
        (named(look, sign), paths.map(|(path, _)| nearest(&bez_path(path, sign.place))).fold(f64::MAX, f64::min))
    });
    let Some((what, inward)) = shapes.chain(icons).min_by(|a, b| a.1.total_cmp(&b.1)) else { return };
    if inward < NEAR {
        let message = match inward {
            0.0.. => format!("{what} ends {} inside a round corner of {}", Mm(inward), Mm(radius)),
            _ => format!("{what} loses {} to a round corner of {}", Mm(-inward), Mm(radius)),
        };
        found.push(
            look.drawing_finding(&RULE, message)
                .help(format!("keep it {} inside the corner, or round it too", Mm(NEAR))),
        );
    }
}

/// The least distance of a box's corners from a round corner.
fn area_inward(area: Rect, inward: &dyn Fn(Point) -> Option<f64>) -> f64 {
    let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)];
    corners.into_iter().filter_map(|at| inward(at.into())).fold(f64::MAX, f64::min)
}

/// Reports lines that follow a free outline. Lines that only cross it are short.
fn free(look: &Look, found: &mut Vec<Finding>) {
    let Some(strip) = Strip::new(look) else { return };
    let cut = look.outline(Mm(0.0)).perimeter(0.05);
    let lines = look.shapes.iter().filter(|shape| !shape.is_faint && !shape.is_clipped);
    let longest = lines
        .map(|shape| strip.longest(&bez_path(shape.path.data(), shape.path.abs_transform()), half(shape)))
        .fold(0.0, f64::max);
    if longest > cut * ALONG {
        let message = format!("a shape runs along the cut for {:.0} mm of {cut:.0} mm", longest.min(cut));
        found.push(look.drawing_finding(&RULE, message).help(remedy(look.face.bleed.0)));
    }
}

/// Half the width of a shape's line.
fn half(shape: &Figure) -> f64 {
    shape.stroke.map_or(0.0, |width| width.0 / 2.0)
}

/// The number of points that are checked on a segment.
const STEPS: usize = 12;

/// The strip along a cut, in pixels.
struct Strip(Mask);

/// Pixels per millimeter of the strip.
const SCALE: f64 = 8.0;

impl Strip {
    fn new(look: &Look) -> Option<Strip> {
        let mut both = look.outline(Mm(0.05 - NEAR));
        both.extend(look.outline(Mm((look.face.bleed.0 * 0.5).max(0.2))));
        let size = look.canvas().size() * SCALE;
        let mut mask = Mask::new(size.width.ceil() as u32, size.height.ceil() as u32)?;
        let to_pixels = Transform::from_scale(SCALE as f32, SCALE as f32);
        mask.fill_path(&skia_path(&both)?, FillRule::EvenOdd, false, to_pixels);
        Some(Strip(mask))
    }

    fn holds(&self, p: Point) -> bool {
        let (x, y) = ((p.x * SCALE) as i64, (p.y * SCALE) as i64);
        let (w, h) = (i64::from(self.0.width()), i64::from(self.0.height()));
        (0..w).contains(&x) && (0..h).contains(&y) && self.0.data()[(y * w + x) as usize] > 0
    }

    /// The longest part of a path inside the strip, in millimeters. Both edges of its line count.
    fn longest(&self, path: &BezPath, half: f64) -> f64 {
        let (mut longest, mut now, mut end): (f64, f64, Option<Point>) = (0.0, 0.0, None);
        for segment in path.segments() {
            if end != Some(segment.start()) {
                now = 0.0;
            }
            let mut last = segment.start();
            for i in 1..=STEPS {
                let next = segment.eval(i as f64 / STEPS as f64);
                let (middle, along) = (last.midpoint(next), next - last);
                let aside = kurbo::Vec2::new(-along.y, along.x) * (half / along.hypot().max(1e-9));
                let is_in = [middle, middle + aside, middle - aside].into_iter().any(|at| self.holds(at));
                now = if is_in { now + along.hypot() } else { 0.0 };
                longest = longest.max(now);
                last = next;
            }
            end = Some(segment.end());
        }
        longest
    }
}

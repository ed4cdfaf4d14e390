//! The outline a component is cut to: trim, bleed and safe outlines, cut lines and fold lines.

use std::fmt;
use std::sync::{Arc, Mutex};

use i_overlay::mesh::float::outline::offset::OutlineOffset;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use kurbo::{Affine, BezPath, Circle, PathEl, Point, RoundedRect, Shape as _};

use crate::units::{Mm, Size};

/// How closely a curve is followed where it must become straight lines, in millimeters.
const FLATNESS: f64 = 0.02;

/// The form of a component, to be cut out of the sheet.
///
/// All paths are in millimeters, y down, with the origin at the top left of the trim box.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A card: four straight cuts, the corners rounded by `corner` afterwards.
    Rectangle {
        /// Radius of the corners.
        corner: Mm,
    },
    /// A token; the width is the diameter.
    Circle,
    /// A regular hexagon, flat-topped when wider than high, otherwise pointed at the top.
    Hexagon,
    /// An isosceles triangle with its base at the bottom.
    Triangle,
    /// Any outline: standees, nets, boxes.
    Free(Arc<Free>),
}

/// A free outline with its inner cuts and folds.
pub struct Free {
    /// The closed outline that is cut.
    pub trim: BezPath,
    /// Cuts inside the outline, such as slots.
    pub cuts: BezPath,
    /// Lines to fold along.
    pub folds: BezPath,
    /// The outline grown before, by how much: all faces of a set ask for the same few, and each takes long.
    grown: Mutex<Vec<(f64, BezPath)>>,
}

impl Free {
    /// An outline with its lines.
    pub fn new(trim: BezPath, cuts: BezPath, folds: BezPath) -> Free {
        Free { trim, cuts, folds, grown: Mutex::default() }
    }

    fn grown(&self, by: f64) -> BezPath {
        let mut known = self.grown.lock().expect("no thread panics while it grows an outline");
        if let Some((_, path)) = known.iter().find(|(before, _)| *before == by) {
            return path.clone();
        }
        let path = grown(&self.trim, by);
        known.push((by, path.clone()));
        path
    }
}

impl PartialEq for Free {
    fn eq(&self, other: &Free) -> bool {
        (&self.trim, &self.cuts, &self.folds) == (&other.trim, &other.cuts, &other.folds)
    }
}

impl fmt::Debug for Free {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        (&self.trim, &self.cuts, &self.folds).fmt(f)
    }
}

impl Shape {
    /// True where straight cuts through the sheet free the component, so that crop marks are enough.
    pub fn is_cut_straight(&self) -> bool {
        matches!(self, Shape::Rectangle { .. })
    }

    /// The outline grown by `by` (bleed), or shrunk where `by` is negative (safe area).
    ///
    /// A rectangle bleeds with square corners, because the paper is cut straight before the corners are rounded.
    pub fn outline(&self, size: Size, by: Mm) -> BezPath {
        let (w, h, d) = (size.w.0, size.h.0, by.0);
        match self {
            Shape::Rectangle { corner } => {
                let radius = if d > 0.0 { 0.0 } else { (corner.0 + d).max(0.0) };
                let frame = kurbo::Rect::new(-d, -d, w + d, h + d);
                if radius > 0.0 {
                    RoundedRect::from_rect(frame, radius).to_path(FLATNESS / 4.0)
                } else {
                    frame.to_path(FLATNESS)
                }
            }
            Shape::Circle => Circle::new((w / 2.0, h / 2.0), (w / 2.0 + d).max(0.0)).to_path(FLATNESS / 4.0),
            Shape::Hexagon => polygon(&moved_out(&hexagon(w, h), d)),
            Shape::Triangle => polygon(&moved_out(&[(w / 2.0, 0.0), (w, h), (0.0, h)], d)),
            Shape::Free(free) if d == 0.0 => free.trim.clone(),
            Shape::Free(free) => free.grown(d),
        }
    }

    /// Lines that are cut besides the outline.
    pub fn cuts(&self) -> BezPath {
        match self {
            Shape::Free(free) => free.cuts.clone(),
            _ => BezPath::new(),
        }
    }

    /// Lines that are folded.
    pub fn folds(&self) -> BezPath {
        match self {
            Shape::Free(free) => free.folds.clone(),
            _ => BezPath::new(),
        }
    }

    /// The shape as seen from behind.
    pub fn mirrored(&self, size: Size) -> Shape {
        match self {
            Shape::Free(free) => {
                let turned = |path: &BezPath| mirror(size) * path.clone();
                Shape::Free(Arc::new(Free::new(turned(&free.trim), turned(&free.cuts), turned(&free.folds))))
            }
            other => other.clone(),
        }
    }
}

/// Turns a component over, left to right.
pub fn mirror(size: Size) -> Affine {
    Affine::new([-1.0, 0.0, 0.0, 1.0, size.w.0, 0.0])
}

/// The height that makes `shape` regular when only its width is given.
pub fn natural_height(shape: &Shape, w: Mm) -> Mm {
    match shape {
        Shape::Hexagon | Shape::Triangle => w * (3f64.sqrt() / 2.0),
        Shape::Free(free) => Mm(free.trim.bounding_box().y1),
        Shape::Rectangle { .. } | Shape::Circle => w,
    }
}

fn hexagon(w: f64, h: f64) -> [(f64, f64); 6] {
    if w >= h {
        [(w * 0.25, 0.0), (w * 0.75, 0.0), (w, h / 2.0), (w * 0.75, h), (w * 0.25, h), (0.0, h / 2.0)]
    } else {
        [(w / 2.0, 0.0), (w, h * 0.25), (w, h * 0.75), (w / 2.0, h), (0.0, h * 0.75), (0.0, h * 0.25)]
    }
}

/// Moves each edge of a convex polygon (clockwise on a page with y down) outwards by `d`.
fn moved_out(corners: &[(f64, f64)], d: f64) -> Vec<(f64, f64)> {
    let n = corners.len();
    let edge = |i: usize| {
        let (a, b) = (corners[i % n], corners[(i + 1) % n]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy);
        ((a.0 + dy / length * d, a.1 - dx / length * d), (dx, dy))
    };
    (0..n)
        .map(|i| {
            let ((p, u), (q, v)) = (edge((i + n - 1) % n), edge(i));
            let cross = u.0 * v.1 - u.1 * v.0;
            let t = ((q.0 - p.0) * v.1 - (q.1 - p.1) * v.0) / cross;
            (p.0 + u.0 * t, p.1 + u.1 * t)
        })
        .collect()
}

fn polygon(corners: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (i, &corner) in corners.iter().enumerate() {
        if i == 0 { path.move_to(corner) } else { path.line_to(corner) }
    }
    path.close_path();
    path
}

/// Grows a free outline by `d`, holes and notches included, with round joins.
fn grown(path: &BezPath, d: f64) -> BezPath {
    let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
    kurbo::flatten(path, FLATNESS, |element| match element {
        PathEl::MoveTo(p) => rings.push(vec![[p.x, p.y]]),
        PathEl::LineTo(p) => rings.last_mut().expect("a path starts with a move").push([p.x, p.y]),
        _ => {}
    });
    let style = OutlineStyle::new(d).line_join(LineJoin::Round(0.1));
    let mut out = BezPath::new();
    for ring in rings.iter_mut() {
        // The offset runs outwards for rings that turn counter-clockwise in its own frame.
        if signed_area(ring) < 0.0 {
            ring.reverse();
        }
    }
    for shape in rings.outline(&style) {
        for ring in shape {
            let corners: Vec<(f64, f64)> = ring.iter().map(|p| (p[0], p[1])).collect();
            out.extend(polygon(&corners));
        }
    }
    out
}

fn signed_area(ring: &[[f64; 2]]) -> f64 {
    let n = ring.len();
    (0..n).map(|i| ring[i][0] * ring[(i + 1) % n][1] - ring[(i + 1) % n][0] * ring[i][1]).sum::<f64>() / 2.0
}

/// The extent of a path, or nothing for an empty one.
pub fn extent(path: &BezPath) -> Option<(Point, Point)> {
    (!path.elements().is_empty()).then(|| {
        let b = path.bounding_box();
        (Point::new(b.x0, b.y0), Point::new(b.x1, b.y1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_of(path: &BezPath) -> [f64; 4] {
        let b = path.bounding_box();
        [b.x0, b.y0, b.x1, b.y1].map(|v| (v * 100.0).round() / 100.0)
    }

    #[test]
    fn every_shape_grows_by_the_bleed_and_shrinks_by_the_safe_distance() {
        let arrow = BezPath::from_svg("M0 0 H40 L50 20 L40 40 H0 Z").expect("a path");
        let free = Shape::Free(Arc::new(Free::new(arrow, BezPath::new(), BezPath::new())));
        for (shape, size, bleed, safe) in [
            (
                Shape::Rectangle { corner: Mm(3.0) },
                Size::mm(63.0, 88.0),
                [-3.0, -3.0, 66.0, 91.0],
                [3.0, 3.0, 60.0, 85.0],
            ),
            (Shape::Circle, Size::mm(25.0, 25.0), [-3.0, -3.0, 28.0, 28.0], [3.0, 3.0, 22.0, 22.0]),
            // Flat top: edges above and below move by 3; the corners left and right by 3 / cos 30 deg = 3.46.
            (Shape::Hexagon, Size::mm(40.0, 34.641), [-3.46, -3.0, 43.46, 37.64], [3.46, 3.0, 36.54, 31.64]),
            (free, Size::mm(50.0, 40.0), [-3.0, -3.0, 53.0, 43.0], [3.0, 3.0, 46.65, 37.0]),
        ] {
            let got = box_of(&shape.outline(size, Mm(3.0)));
            for (g, b) in got.iter().zip(bleed) {
                assert!((g - b).abs() < 0.06, "{shape:?} bleeds to {got:?}, not {bleed:?}");
            }
            let got = box_of(&shape.outline(size, Mm(-3.0)));
            for (g, s) in got.iter().zip(safe) {
                assert!((g - s).abs() < 0.06, "{shape:?} is safe in {got:?}, not {safe:?}");
            }
        }
    }

    #[test]
    fn a_triangle_keeps_its_angles() {
        // Right-angled quadrant of a 40 mm tile: legs at 45 degrees, apex at the top.
        let safe = Shape::Triangle.outline(Size::mm(40.0, 20.0), Mm(-1.0));
        let [x0, y0, x1, y1] = box_of(&safe);
        // The apex moves down by 1 / sin 45 = 1.41; the base corners in by 1 + 1.41.
        assert_eq!([x0, y0, x1, y1], [2.41, 1.41, 37.59, 19.0]);
    }

    #[test]
    fn a_free_outline_is_mirrored_for_its_back() {
        let trim = BezPath::from_svg("M0 0 H10 V30 H0 Z").expect("a path");
        let shape = Shape::Free(Arc::new(Free::new(trim, BezPath::new(), BezPath::new())));
        assert_eq!(
            box_of(&shape.mirrored(Size::mm(40.0, 30.0)).outline(Size::mm(40.0, 30.0), Mm(0.0))),
            [30.0, 0.0, 40.0, 30.0]
        );
    }
}

//! Outlines moved out for the bleed and in for the safe area.

use i_overlay::mesh::float::outline::offset::OutlineOffset;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use kurbo::{BezPath, PathEl, Rect, Shape as _};

use crate::units::Mm;

/// How closely straight lines follow a curve, in millimeters.
pub(super) const FLATNESS: f64 = 0.02;

/// Moves each edge of a convex polygon (clockwise on a page with y down) outward.
pub(super) fn moved_out(corners: &[(f64, f64)], by: Mm) -> Vec<(f64, f64)> {
    let (n, d) = (corners.len(), by.0);
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

/// A closed path through the corners.
pub(super) fn polygon(corners: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (i, &corner) in corners.iter().enumerate() {
        if i == 0 { path.move_to(corner) } else { path.line_to(corner) }
    }
    path.close_path();
    path
}

/// Grows any outline, holes and notches included, with round joins.
pub(super) fn grown(path: &BezPath, by: Mm) -> BezPath {
    let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
    kurbo::flatten(path, FLATNESS, |element| match element {
        PathEl::MoveTo(p) => rings.push(vec![[p.x, p.y]]),
        PathEl::LineTo(p) => rings.last_mut().expect("a path starts with a move").push([p.x, p.y]),
        _ => {}
    });
    let style = OutlineStyle::new(by.0).line_join(LineJoin::Round(0.1));
    let mut out = BezPath::new();
    for ring in rings.iter_mut() {
        // The offset runs outward for rings that turn counterclockwise in its own frame.
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

/// The box around a path; nothing for an empty one.
pub(super) fn extent(path: &BezPath) -> Option<Rect> {
    (!path.elements().is_empty()).then(|| path.bounding_box())
}

/// The box around a path, to a hundredth of a millimeter.
#[cfg(test)]
pub(super) fn box_of(path: &BezPath) -> [f64; 4] {
    let b = path.bounding_box();
    [b.x0, b.y0, b.x1, b.y1].map(|v| (v * 100.0).round() / 100.0)
}

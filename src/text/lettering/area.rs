//! Areas bounded by straight lines: grown, shrunk, moved, and cut out of one another.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::simplify::SimplifyShape as _;
use i_overlay::float::single::SingleFloatOverlay as _;
use i_overlay::mesh::float::outline::offset::OutlineOffset as _;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use kurbo::{BezPath, PathEl, Point};
use usvg::tiny_skia_path::{Path, PathBuilder, PathSegment};

/// How closely straight lines follow a curve, in millimeters.
const FLATNESS: f64 = 0.008;
/// The largest ring that counts as a speck, in square millimeters.
const SPECK: f64 = 0.004;
/// How far from a straight line a point may be to count as on it, in millimeters.
const STRAIGHT: f64 = 0.003;
/// The sharpest corner that keeps its point when it is moved, in radians.
const SHARPEST: f64 = 0.7;
/// The sharpest corner that keeps its point in an edge around letters: a sharper one reaches half as far again as a side.
const POINTED: f64 = 1.4;

pub(super) type Ring = Vec<[f64; 2]>;

/// Shapes with their holes: outer rings run one way, holes the other.
#[derive(Clone, Debug, Default)]
pub(in crate::text) struct Area(Vec<Vec<Ring>>);

impl Area {
    /// What paths cover together.
    pub fn of(paths: &[(Path, bool)]) -> Area {
        let mut all = Area::default();
        for (path, is_even_odd) in paths {
            let mut rings: Vec<Ring> = Vec::new();
            kurbo::flatten(curve(path), FLATNESS, |element| match element {
                PathEl::MoveTo(p) => rings.push(vec![[p.x, p.y]]),
                PathEl::LineTo(p) => rings.last_mut().expect("a path starts with a move").push([p.x, p.y]),
                _ => {}
            });
            let rule = if *is_even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
            all.0.extend(rings.simplify_shape(rule));
        }
        Area::clean(all.rings().cloned().collect())
    }

    /// What rings cover, whichever way they run.
    pub fn clean(rings: Vec<Ring>) -> Area {
        Area(rings.simplify_shape(FillRule::NonZero))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rings of each shape: the outer one and its holes.
    pub fn shapes(&self) -> impl Iterator<Item = &[Ring]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// All rings, outer ones and holes.
    pub fn rings(&self) -> impl Iterator<Item = &Ring> {
        self.0.iter().flatten()
    }

    /// The area with its edge moved out, or in if `by` is negative.
    pub fn moved(&self, by: f64) -> Area {
        self.offset(by, LineJoin::Miter(SHARPEST))
    }

    /// The area with an edge around it, which is round where the area's own edge is torn.
    pub fn edged(&self, by: f64, is_torn: bool) -> Area {
        // An arc of many chords that differ from it by `FLATNESS`.
        let chord = 2.0 * (1.0 - FLATNESS / by.max(FLATNESS)).acos();
        self.offset(by, if is_torn { LineJoin::Round(chord) } else { LineJoin::Miter(POINTED) })
    }

    fn offset(&self, by: f64, join: LineJoin<f64>) -> Area {
        let mut style = OutlineStyle::new(by).line_join(join);
        // Flattened curves turn little at each corner; cutting those corners off would double them every time.
        style.miter_min_turn = 0.0;
        Area(self.0.outline(&style)).straightened()
    }

    /// The area without points that lie on the line between their neighbors.
    pub fn straightened(mut self) -> Area {
        self.0.iter_mut().flatten().for_each(straighten);
        self
    }

    /// The area without parts thinner than twice `by`.
    pub fn opened(&self, by: f64) -> Area {
        self.moved(-by).moved(by)
    }

    pub fn shifted(&self, dx: f64, dy: f64) -> Area {
        let shift = |ring: &Ring| ring.iter().map(|[x, y]| [x + dx, y + dy]).collect();
        Area(self.0.iter().map(|shape| shape.iter().map(shift).collect()).collect())
    }

    /// The area without rings that are too small to see: leftovers of rounding, and their holes.
    pub fn without_specks(mut self) -> Area {
        for shape in &mut self.0 {
            shape.retain(|ring| signed(ring).abs() > SPECK);
        }
        self.0.retain(|shape| !shape.is_empty());
        self
    }

    /// The area without what `other` covers.
    pub fn without(&self, other: &Area) -> Area {
        self.joined(other, OverlayRule::Difference)
    }

    /// The largest of its shapes alone.
    pub fn largest(self) -> Area {
        let size = |shape: &Vec<Ring>| shape.iter().map(signed).sum::<f64>().abs();
        Area(self.0.into_iter().max_by(|a, b| size(a).total_cmp(&size(b))).into_iter().collect())
    }

    /// How much it covers, in square millimeters.
    pub fn size(&self) -> f64 {
        self.rings().map(signed).sum::<f64>().abs()
    }

    /// The part of the area that `other` covers.
    pub fn within(&self, other: &Area) -> Area {
        self.joined(other, OverlayRule::Intersect)
    }

    fn joined(&self, other: &Area, rule: OverlayRule) -> Area {
        if other.is_empty() {
            return if rule == OverlayRule::Intersect { Area::default() } else { self.clone() };
        }
        Area(self.0.overlay(&other.0, rule, FillRule::NonZero))
    }

    /// All that the area passes over when it moves.
    pub fn swept(&self, dx: f64, dy: f64) -> Area {
        let mut rings: Vec<Ring> = self.rings().cloned().collect();
        rings.extend(self.shifted(dx, dy).rings().cloned());
        let mut all = Area::clean(rings).0.concat();
        for ring in self.rings() {
            for (a, b) in edges(ring) {
                let side = vec![a, b, [b[0] + dx, b[1] + dy], [a[0] + dx, a[1] + dy]];
                all.push(turned_right(side));
            }
        }
        Area::clean(all)
    }

    /// The area as a path to fill by either rule. `None` if it is empty.
    pub fn outline(&self) -> Option<Path> {
        let mut path = PathBuilder::new();
        for ring in self.rings() {
            for (i, [x, y]) in ring.iter().enumerate() {
                let (x, y) = (*x as f32, *y as f32);
                if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
        }
        path.finish()
    }

    pub fn path(&self) -> BezPath {
        let mut path = BezPath::new();
        for ring in self.rings() {
            for (i, [x, y]) in ring.iter().enumerate() {
                if i == 0 { path.move_to((*x, *y)) } else { path.line_to((*x, *y)) }
            }
            path.close_path();
        }
        path
    }
}

/// Drops the points of a ring that lie on the line between their neighbors.
fn straighten(ring: &mut Ring) {
    let mut kept: Ring = Vec::with_capacity(ring.len());
    for (i, point) in ring.iter().enumerate() {
        let next = ring[(i + 1) % ring.len()];
        let is_needed = kept.last().is_none_or(|last| {
            let (dx, dy) = (next[0] - last[0], next[1] - last[1]);
            let off = (dx * (point[1] - last[1]) - dy * (point[0] - last[0])).abs();
            off > STRAIGHT * dx.hypot(dy).max(1e-9)
        });
        if is_needed {
            kept.push(*point);
        }
    }
    *ring = kept;
}

/// The lines of a ring.
pub(super) fn edges(ring: &Ring) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]))
}

/// What a ring encloses; negative if it runs the other way.
pub(super) fn signed(ring: &Ring) -> f64 {
    edges(ring).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0
}

/// A ring that runs as outer rings do.
pub(super) fn turned_right(mut ring: Ring) -> Ring {
    if signed(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}

/// The paths as they are, curves and all.
pub(super) fn curves(paths: &[(Path, bool)], digits: usize) -> String {
    paths.iter().map(|(path, _)| crate::markup::path(&curve(path), digits)).collect()
}

fn curve(path: &Path) -> BezPath {
    let at = |p: usvg::tiny_skia_path::Point| Point::new(f64::from(p.x), f64::from(p.y));
    let mut curve = BezPath::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => curve.move_to(at(p)),
            PathSegment::LineTo(p) => curve.line_to(at(p)),
            PathSegment::QuadTo(a, p) => curve.quad_to(at(a), at(p)),
            PathSegment::CubicTo(a, b, p) => curve.curve_to(at(a), at(b), at(p)),
            PathSegment::Close => curve.close_path(),
        }
    }
    curve
}

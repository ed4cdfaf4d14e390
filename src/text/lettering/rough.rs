//! Edges as a knife leaves them in wood: torn, with a nick here and there, but never through a stroke.

use super::area::{Area, Ring, edges, turned_right};
use crate::hash;

/// Along an edge: the distance of points, of waves and of nicks, in units of the tear.
const POINTS: f64 = 1.5;
const WAVES: f64 = 5.0;
const NICKS: f64 = 26.0;
/// The least distance of points, in millimeters.
const FINEST: f64 = 0.08;
/// The most that a tear takes of a stroke from one side, and a nick, in parts of its thickness.
const TEAR: f64 = 0.2;
const NICK: f64 = 0.3;
/// The least that nicks leave of a letter.
const WHOLE: f64 = 0.85;

/// The area with an edge torn by at most `by`, and nicks cut into it.
pub(super) fn torn(area: &Area, by: f64, seed: u64) -> Area {
    let mut all = Vec::new();
    let mut number = 0;
    for shape in area.shapes() {
        let (mut rings, mut nicks) = (Vec::new(), Vec::new());
        let letter = Letter(shape.iter().flat_map(edges).collect());
        for ring in shape {
            let chance = |what: u64, at: i64| hash::chance([seed, number, what, at as u64]);
            rings.push(edge(ring, by, &letter, &|at| {
                wave(at / (by * WAVES), &|i| chance(0, i)) * 0.7 + chance(1, (at * 7919.0) as i64) * 0.3
            }));
            cut(ring, by, &letter, &chance, &mut nicks);
            number += 1;
        }
        let whole = Area::clean(rings).largest();
        let cut = whole.without(&Area::clean(nicks)).largest();
        // Chips may fly; where nicks met and took more than that, the letter has none.
        let kept = if cut.size() < whole.size() * WHOLE { whole } else { cut };
        all.extend(kept.rings().cloned());
    }
    Area::clean(all)
}

type Point = [f64; 2];

/// The edges of a letter.
struct Letter(Vec<(Point, Point)>);

impl Letter {
    /// How far the letter reaches from a point on its edge in a direction of length 1.
    fn depth(&self, [x, y]: Point, [dx, dy]: Point) -> f64 {
        let far = self.0.iter().filter_map(|([ax, ay], [bx, by])| {
            let (ex, ey) = (bx - ax, by - ay);
            let across = dx * ey - dy * ex;
            let (ox, oy) = (ax - x, ay - y);
            let (far, along) = ((ox * ey - oy * ex) / across, (ox * dy - oy * dx) / across);
            ((0.0..=1.0).contains(&along) && far > 1e-6).then_some(far)
        });
        far.fold(f64::MAX, f64::min)
    }
}

/// A number from 0 to 1 that changes smoothly along an edge.
fn wave(at: f64, chance: &dyn Fn(i64) -> f64) -> f64 {
    let (first, part) = (at.floor(), at - at.floor());
    let (a, b) = (chance(first as i64), chance(first as i64 + 1));
    a + (b - a) * part * part * (3.0 - 2.0 * part)
}

/// A ring with each of its points moved along its normal.
fn edge(ring: &Ring, by: f64, letter: &Letter, tear: &dyn Fn(f64) -> f64) -> Ring {
    let step = (by * POINTS).max(FINEST);
    let mut torn = Ring::new();
    let mut walked = 0.0;
    for (a, b) in edges(ring) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy);
        let parts = (length / step).ceil().max(1.0);
        for part in 0..parts as usize {
            let t = part as f64 / parts;
            let at = [a[0] + dx * t, a[1] + dy * t];
            if length <= 0.0 {
                continue;
            }
            let (nx, ny) = (dy / length, -dx / length);
            let by = by.min(letter.depth(at, [-nx, -ny]) * TEAR);
            // More is taken away than added, so that letters do not grow together.
            let out = (tear(walked + length * t) * 1.3 - 0.8) * by;
            torn.push([at[0] + nx * out, at[1] + ny * out]);
        }
        walked += length;
    }
    torn
}

/// Adds thin wedges that point into the area.
fn cut(ring: &Ring, by: f64, letter: &Letter, chance: &dyn Fn(u64, i64) -> f64, nicks: &mut Vec<Ring>) {
    let (mut walked, mut next, mut number) = (0.0, by * NICKS * (0.3 + chance(2, 0)), 1);
    for (a, b) in edges(ring) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy);
        while next < walked + length {
            let t = (next - walked) / length;
            let (x, y) = (a[0] + dx * t, a[1] + dy * t);
            let (ux, uy) = (dx / length, dy / length);
            let lean = chance(3, number) * 1.6 - 0.8;
            // The inside is to the left of an edge.
            let long = 1.0f64.hypot(lean);
            let inward = [(ux * lean - uy) / long, (uy * lean + ux) / long];
            let wanted = by * (2.0 + 3.5 * chance(5, number)) * long;
            let deep = wanted.min(letter.depth([x, y], inward) * NICK);
            let part = deep / wanted;
            let (wide, out) = (by * (0.35 + 0.4 * chance(4, number)) * part, by * 1.5 * part);
            let tip = [x + inward[0] * deep, y + inward[1] * deep];
            let mouth = |side: f64| [x + uy * out + ux * side * wide, y - ux * out + uy * side * wide];
            nicks.push(turned_right(vec![mouth(-1.0), mouth(1.0), tip]));
            next += by * NICKS * (0.4 + 1.2 * chance(6, number));
            number += 1;
        }
        walked += length;
    }
}

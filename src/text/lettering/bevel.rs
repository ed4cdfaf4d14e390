//! Sloping sides in two tones: each lies along an edge and meets its neighbors halfway.

use super::area::{Area, Ring, turned_right};

/// The width of one step down a side, in millimeters. Where two sides meet in a ridge, it is as even as that.
const STEP: f64 = 0.02;
/// The fewest and most steps.
const STEPS: (f64, f64) = (3.0, 64.0);
/// How far a strip reaches below the next one, so that no crack is seen between them, in millimeters.
const LAP: f64 = 0.008;
/// How much farther than a step a corner of a strip may reach.
const REACH: f64 = 3.0;

/// The sides that the light reaches, and those that it does not.
///
/// The sides go down in small steps, so that where letters are thin both sides end in a ridge.
pub(super) fn sides(letters: &Area, depth: f64, light_deg: f64) -> (Area, Area) {
    let depth = reached(letters, depth);
    let steps = (depth / STEP).ceil().clamp(STEPS.0, STEPS.1);
    let by = depth / steps;
    let (sin, cos) = light_deg.to_radians().sin_cos();
    let mut lit: Vec<Ring> = Vec::new();
    let mut left = letters.clone();
    for step in 1..=steps as usize {
        for ring in left.rings() {
            strips(ring, by + LAP, [sin, -cos], &mut lit);
        }
        // From the letters each time: moving what was moved before would add corners at every step.
        left = letters.moved(-by * step as f64);
        if left.is_empty() {
            break;
        }
    }
    let sides = letters.without(&left);
    let lit = Area::clean(lit).within(&sides).without_specks().straightened();
    let unlit = sides.without(&lit);
    (lit, unlit.without_specks())
}

/// How deep the sides of letters go: at most to where their thickest part ends in a ridge.
fn reached(letters: &Area, depth: f64) -> f64 {
    let (mut low, mut high) = (0.0, depth);
    if !letters.moved(-depth).is_empty() {
        return depth;
    }
    while high - low > STEP {
        let middle = (low + high) / 2.0;
        if letters.moved(-middle).is_empty() { high = middle } else { low = middle }
    }
    high
}

/// Adds a strip along each edge of a ring that faces the light. The inside is to the left of an edge.
fn strips(ring: &Ring, by: f64, light: [f64; 2], lit: &mut Vec<Ring>) {
    let count = ring.len();
    let inward: Vec<[f64; 2]> = (0..count)
        .map(|i| {
            let (a, b) = (ring[i], ring[(i + 1) % count]);
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = dx.hypot(dy).max(1e-9);
            [-dy / length, dx / length]
        })
        .collect();
    // Where two strips meet: halfway between their edges.
    let corner = |i: usize| {
        let (m, n) = (inward[(i + count - 1) % count], inward[i]);
        let (x, y) = (m[0] + n[0], m[1] + n[1]);
        let scale = (by / (1.0 + m[0] * n[0] + m[1] * n[1]).max(1e-6)).min(by * REACH / x.hypot(y).max(1e-9));
        [ring[i][0] + x * scale, ring[i][1] + y * scale]
    };
    for i in 0..count {
        let next = (i + 1) % count;
        if inward[i][0] * light[0] + inward[i][1] * light[1] < 0.0 {
            lit.push(turned_right(vec![ring[i], ring[next], corner(next), corner(i)]));
        }
    }
}

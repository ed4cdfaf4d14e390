//! Shapes that end where the knife goes.

use kurbo::{BezPath, ParamCurve as _, Point, Shape as _};
use resvg::tiny_skia::{FillRule, Mask, Transform};

use super::look::{Look, bez_path};
use crate::diag::{Diagnostic, Rule, Severity};
use crate::export::png::skia_path;
use crate::units::Mm;

/// The rule.
pub static RULE: Rule = Rule {
    name: "touches-cut",
    severity: Severity::Warning,
    what: "A shape or an icon ends at the cut, or runs along it: neither inside the card nor out in the bleed.",
    why: "A frame that ends where the knife goes is cut through on one card and doubled on the next.",
};

/// Nearer to the cut than this, inside, is at the cut.
const NEAR: f64 = 0.6;
/// The share of a round or free cut that a line must run along.
const ALONG: f64 = 0.15;

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    if look.face.bleed.0 <= 0.0 {
        return;
    }
    if look.card.shape.is_cut_straight() {
        straight(look, found);
    } else {
        free(look, found);
    }
}

fn straight(look: &Look, found: &mut Vec<Diagnostic>) {
    let (trim, bleed) = (look.trim(), look.face.bleed.0);
    // Beyond half of the bleed a shape was meant to bleed.
    let at_cut = |inward: f64| (-bleed / 2.0..NEAR).contains(&inward);
    let shapes = look.shapes.iter().filter(|shape| !shape.is_faint).map(|shape| ("a shape".to_owned(), shape.area));
    let icons = look.icons.iter().filter(|sign| sign.opacity >= 0.35).map(|sign| {
        let name = &look.studio.icons.get(sign.icon).name;
        (format!("icon `{name}`"), sign.area)
    });
    let mut told = [false; 4];
    for (what, a) in shapes.chain(icons) {
        let sides =
            [("left", a.x0 - trim.x0), ("right", trim.x1 - a.x1), ("top", a.y0 - trim.y0), ("bottom", trim.y1 - a.y1)];
        for (told, (side, inward)) in told.iter_mut().zip(sides) {
            // One shape a side is enough to look at it.
            if *told || !at_cut(inward) {
                continue;
            }
            *told = true;
            let where_to = if inward >= 0.0 { "inside" } else { "outside" };
            let message = format!("{what} ends {} {where_to} the {side} cut", Mm(inward.abs()));
            let help = format!("end it {} inside, or let it run out into the bleed", Mm(NEAR));
            found.push(look.drawn(&RULE, message).help(help));
        }
    }
}

/// Lines along the outline of a token, a hexagon or anything that is cut out; what only crosses it is short.
fn free(look: &Look, found: &mut Vec<Diagnostic>) {
    let Some(strip) = Strip::new(look) else { return };
    let cut = look.outline(Mm(0.0)).perimeter(0.05);
    let lines = look.shapes.iter().filter(|shape| !shape.is_faint && !shape.is_clipped);
    let longest = lines.map(|shape| strip.longest(&bez_path(shape.path))).fold(0.0, f64::max);
    if longest > cut * ALONG {
        let message = format!("a shape runs along the cut for {:.0} mm of {cut:.0} mm", longest.min(cut));
        let help = format!("keep it {} inside, or let it run out into the bleed", Mm(NEAR));
        found.push(look.drawn(&RULE, message).help(help));
    }
}

/// The strip along a cut, as pixels.
struct Strip(Mask);

/// Pixels a millimetre.
const SCALE: f64 = 8.0;

impl Strip {
    fn new(look: &Look) -> Option<Strip> {
        let mut both = look.outline(Mm(0.05 - NEAR));
        both.extend(look.outline(look.face.bleed * 0.5));
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

    /// The longest stretch of a path in it, in millimetres.
    fn longest(&self, path: &BezPath) -> f64 {
        /// Points a segment is tried at.
        const STEPS: usize = 12;
        let (mut longest, mut now, mut end): (f64, f64, Option<Point>) = (0.0, 0.0, None);
        for segment in path.segments() {
            if end != Some(segment.start()) {
                now = 0.0;
            }
            let mut last = segment.start();
            for i in 1..=STEPS {
                let next = segment.eval(i as f64 / STEPS as f64);
                now = if self.holds(last.midpoint(next)) { now + last.distance(next) } else { 0.0 };
                longest = longest.max(now);
                last = next;
            }
            end = Some(segment.end());
        }
        longest
    }
}
